// The languages of paths and conditions of hl7/query and hl7/edit: refused with a place inside the text, or read the same twice.
import { ProblemError } from '../../../../src/core/problem.ts'
import { readDocument } from '../../../../src/formats/hl7/document.ts'
import { parsePath } from '../../../../src/formats/hl7/paths.ts'
import { readCondition, readLocator } from '../../../../src/formats/hl7/query/locator.ts'
import { queryMessages, readQuery } from '../../../../src/formats/hl7/query/query-messages.ts'
import { hl7Query } from '../../../../src/tools/hl7/query.ts'
import { bytesOf, expectThat, type FuzzTarget, refusable, textOf } from '../../engine/target.ts'
import { readWholeCall, runWholeCall } from '../../engine/whole-call.ts'

const MESSAGE = [
  'MSH|^~\\&|REG|NORTH|LAB|NORTH|20260102080910||ORU^R01^ORU_R01|A-100|P|2.5.1',
  'PID|1||1001^^^NORTH^MR~X-77^^^STATE^PI||Sample^Ada^B||19700102|F',
  'OBR|1|||2345-7^GLU^LN',
  'OBX|1|NM|2345-7^GLU^LN||""|mg/dL|||||F',
  'OBX|2|ST|X^Y^L|1|a&b\\F\\c~d|||||||F\r',
].join('\r')
const SEEDS = [
  ...[
    'PID-5.1',
    'OBX[*]-5',
    'OBX[last]-5.1.2',
    'PID-3[2].4',
    'ORDER_OBSERVATION[2]/OBX-5',
    'OBX(OBX-3.1="2345-7")-5',
    'PID-3(CX.5="MR").1',
  ],
  ...["PID-3.1 = '1001' and not (PV1-2 != I or OBX-5 in (1, 2))", 'PID-7 >= 19700101', 'OBX[*]-5 *= "b" or PID-8', 'OBX-5 = null'],
]

export const target: FuzzTarget = {
  covers: ['src/formats/hl7/query', 'src/formats/hl7/paths.ts', 'src/formats/hl7/describe/selection.ts'],
  dictionary: [
    'PID',
    'OBX',
    '[*]',
    '[last]',
    ' and ',
    ' or ',
    ' not ',
    ' in ',
    '!=',
    '<=',
    '>=',
    '^=',
    '$=',
    '*=',
    '(',
    ')',
    '"',
    'null',
    'CX.5',
  ],
  maxBytes: 300,
  seeds: () => SEEDS.map(bytesOf),
  async run(input) {
    const call = readWholeCall(input)
    if (call) {
      await runWholeCall([hl7Query], call)
      return
    }
    const text = textOf(input)
    parsePath(text)
    const locator = refusable(() => readLocator(text, '/paths/0'))
    const condition = refusable(() => readCondition(text, '/where'))
    for (const result of [locator, condition]) if (result instanceof ProblemError) checkPlace(result, text)
    const document = readDocument(MESSAGE)
    const isPath = !(locator instanceof ProblemError)
    const isCondition = !(condition instanceof ProblemError)
    if (!isPath && !isCondition) return
    const query = refusable(() => readQuery([isPath ? text : 'PID-5'], isCondition ? text : undefined, 'text'))
    if (query instanceof ProblemError) return
    const rows = refusable(() => queryMessages(document, query))
    if (!(rows instanceof ProblemError))
      expectThat(JSON.stringify(queryMessages(document, query)) === JSON.stringify(rows), 'the same answer twice')
  },
}

function checkPlace(fault: ProblemError, text: string): void {
  expectThat(fault.code === 'invalid_input' || fault.code === 'resource_limit', `a path is refused as invalid_input, not ${fault.code}`)
  const word = /[A-Za-z0-9\u0080-\uffff]{12,}/.exec(text)?.[0]
  if (word !== undefined) expectThat(!fault.message.includes(word), 'the message does not quote the path')
}
