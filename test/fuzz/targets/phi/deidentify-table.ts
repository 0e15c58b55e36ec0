// phi/deidentify-table: a value that the caller knows is never in the new document unless it is reported.
import { phiDeidentifyTable } from '../../../../src/tools/phi/deidentify-table.ts'
import { secretTarget } from '../../engine/known-target.ts'

export const target = secretTarget({ tool: phiDeidentifyTable, field: 'csv', output: 'csv', covers: ['src/formats/phi/table'] })
