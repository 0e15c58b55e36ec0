// X12 acknowledgments: what data/x12-ack writes is an interchange that the reader takes without an issue.
import { readX12 } from '../../../../src/formats/x12/document.ts'
import { dataX12Ack } from '../../../../src/tools/data/x12-ack.ts'
import { expectThat } from '../../engine/target.ts'
import { toolTarget } from '../../engine/tool-target.ts'

export const target = toolTarget({
  tool: dataX12Ack,
  field: 'interchange',
  covers: [
    'src/formats/x12/ack/write-ack.ts',
    'src/formats/x12/check-transaction.ts',
    'src/formats/x12/check-values.ts',
    'src/formats/x12/envelope.ts',
  ],
  check(result) {
    const text = Object.values(result).find((value) => typeof value === 'string' && value.startsWith('ISA'))
    if (text === undefined) return
    const { interchanges } = readX12(text as string)
    expectThat(interchanges.length > 0, 'an acknowledgment is an interchange')
  },
})
