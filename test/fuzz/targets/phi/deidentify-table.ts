// phi/deidentify-table: a value that the caller knows is never in the new document unless it is reported.
import { phiDeidentifyTable } from '../../../../src/tools/phi/deidentify-table.ts'
import { toolOfKnown } from '../../engine/known-target.ts'

export const target = toolOfKnown({ tool: phiDeidentifyTable, field: 'csv', output: 'csv', covers: ['src/formats/phi/table'] })
