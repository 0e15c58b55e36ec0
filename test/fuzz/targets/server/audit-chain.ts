// The chain of the audit log: a change of any line is a break, and a line that is not broken is one that was written.
import {
  CHAIN_START,
  type ChainEnd,
  composeChained,
  composeHead,
  composePlain,
  createSeal,
  findBreak,
  readChained,
  readHeadRecord,
} from '../../../../src/platform/audit/audit-chain.ts'
import { bytesOf, Decisions, expectThat, type FuzzTarget, textOf } from '../../engine/target.ts'

const seal = createSeal(bytesOf('a key of the test that is long enough'))
const LINES: string[] = []
let last: ChainEnd = CHAIN_START
for (const tool of ['hl7/parse', 'phi/detect', 'dicom/inspect']) {
  const { line, end } = composeChained({ time: '2026-06-01T12:00:00Z', tool, status: 200 }, last, seal)
  LINES.push(line.slice(0, -1))
  last = end
}
const HEAD = composeHead(last, seal)

export const target: FuzzTarget = {
  covers: ['src/platform/audit/audit-chain.ts'],
  dictionary: [',"hash":"', ',"prev":"', '{"seq":', '"}', '"seal":"'],
  maxBytes: 600,
  seeds: () => [Uint8Array.of(0), Uint8Array.of(1, 0, 9, 65), Uint8Array.of(2, ...bytesOf(LINES[0]!)), Uint8Array.of(3, ...bytesOf(HEAD))],
  run(input) {
    const decisions = new Decisions(input)
    const way = decisions.below(4)
    if (way === 3) {
      const text = textOf(decisions.rest())
      expectThat((readHeadRecord(text, seal) !== undefined) === (text === HEAD), 'only the record that was sealed is read')
      return
    }
    const place = decisions.below(LINES.length)
    if (way === 0) checkParts(place, decisions)
    const lines = [...LINES]
    if (way === 1) lines[place] = changed(lines[place]!, decisions)
    if (way === 2) lines[place] = textOf(decisions.rest())
    expectThat(isWhole(lines) === lines.every((line, i) => line === LINES[i]), 'a log is whole if and only if nothing was changed')
  },
}

function changed(line: string, decisions: Decisions): string {
  const at = decisions.below(65_535) % line.length
  return line.slice(0, at) + String.fromCharCode(decisions.byte()) + line.slice(at + 1)
}

function isWhole(lines: readonly string[]): boolean {
  let end: ChainEnd | undefined = CHAIN_START
  for (const line of lines) {
    const read = readChained(line)
    if (findBreak(read, end, seal)) return false
    end = read
  }
  return true
}

/** Whole lines in any order: they follow each other, or the kind of break is the one that it is. */
function checkParts(place: number, decisions: Decisions): void {
  const plain = composePlain({ text: textOf(decisions.rest()) })
  expectThat(plain.endsWith('}\n') && plain.split('\n').length === 2, 'an event is one line')
  const after = readChained(LINES[place]!)
  expectThat(findBreak(after, undefined, seal) === undefined, 'the first line that is seen follows what is not seen')
  for (const [before, line] of LINES.entries()) {
    const expected = place === before + 1 ? undefined : place > before ? 'missing' : 'repeated'
    expectThat(findBreak(after, readChained(line), seal) === expected, 'a break has its kind')
  }
  expectThat(after!.hash !== createSeal(null)(after!.body), 'a seal needs its key')
}
