// hl7/edit: a field that an operation sets reads back, and every other field stays as it was, byte by byte.
import { ProblemError } from '../../../../src/core/problem.ts'
import { readDocument } from '../../../../src/formats/hl7/document.ts'
import { editDocument } from '../../../../src/formats/hl7/edit/edit-document.ts'
import { operationSchema, readOperations } from '../../../../src/formats/hl7/edit/operations.ts'
import { queryMessages, readQuery } from '../../../../src/formats/hl7/query/query-messages.ts'
import { hl7Edit } from '../../../../src/tools/hl7/edit.ts'
import { hl7Query } from '../../../../src/tools/hl7/query.ts'
import { buildFixtures } from '../../../fixtures/hl7/make-fixtures.ts'
import { bytesOf, Decisions, expectThat, type FuzzTarget, refusable, sameBytes, textOf } from '../../engine/target.ts'
import { readWholeCall, runWholeCall } from '../../engine/whole-call.ts'

const SEGMENTS = ['PID', 'OBX[2]', 'PV1', 'ZPI', 'NTE', 'OBR[last]']
const VALUES = ['Probe', 'A|B^C~D\\E&F\rG', '', 'ä漢😀', '\\.br\\', '\u0000', ' ']
const OTHERS = ['MSH-10', 'PID-3', 'PID-8', 'PV1-2', 'OBX-5', 'NTE-3', 'EVN-2']

export const target: FuzzTarget = {
  covers: ['src/formats/hl7/edit', 'src/formats/hl7/query'],
  dictionary: ['MSH|^~\\&|', '\rPID|', '\rOBX|1|ST|', '\rNTE|1||', 'UNICODE UTF-8'],
  seeds: () =>
    [...buildFixtures().values()].filter(({ length }) => length < 3000).map((message) => Uint8Array.of(1, 5, 2, 0, 0, ...message)),
  async run(input) {
    const call = readWholeCall(input)
    if (call) {
      await runWholeCall([hl7Edit, hl7Query], call)
      return
    }
    const decisions = new Decisions(input)
    const segment = decisions.pick(SEGMENTS)
    const field = decisions.below(31)
    const path = field === 0 ? segment : `${segment}-${field}`
    const value = decisions.pick(VALUES)
    const op = decisions.pick(['set', 'set', 'clear', 'null', 'delete', 'insert'] as const)
    const isText = decisions.byte() % 2 === 1
    const bytes = decisions.rest()
    const message = isText ? textOf(bytes) : bytes
    const document = refusable(() => readDocument(message))
    if (document instanceof ProblemError) return
    const operations = refusable(() =>
      readOperations([operationSchema.parse(op === 'set' || op === 'insert' ? { op, path, value } : { op, path })], '/operations'),
    )
    if (operations instanceof ProblemError) return
    const result = refusable(() => editDocument(document, operations, { messages: [], ifMissing: 'report' }))
    if (result instanceof ProblemError) return
    const after = readDocument(result.content)
    expectThat(after.messages.length === document.messages.length, 'an edit keeps the number of messages')
    if (result.changes.length === 0)
      expectThat(sameBytes(result.content, typeof message === 'string' ? bytesOf(message) : message), 'no change, no other byte')
    // Whether a line feed ends a line depends on what follows it, so in a message of mixed line ends a deleted segment can join two others.
    if (mixesLineEnds(bytes)) return
    const others = readQuery(
      OTHERS.filter((each) => !each.startsWith(segment.slice(0, 3))),
      undefined,
      'none',
    )
    expectThat(JSON.stringify(queryMessages(after, others)) === JSON.stringify(queryMessages(document, others)), 'other segments stay')
  },
}

function mixesLineEnds(bytes: Uint8Array): boolean {
  return bytes.includes(0x0a) && bytes.includes(0x0d)
}
