// The cutter of feeds: however the bytes are cut into chunks, the messages are the same, none is lost, and each has a header.
import { ProblemError } from '../../../../src/core/problem.ts'
import { MESSAGE_FEED } from '../../../../src/formats/hl7/index/feed-cutter.ts'
import { buildFixtures } from '../../../fixtures/hl7/make-fixtures.ts'
import { expectThat, type FuzzTarget } from '../../engine/target.ts'

const MAX_BYTES = 2000

function cut(bytes: Uint8Array, sizeOf: (at: number) => number): string[] {
  const cutter = MESSAGE_FEED.openCutter(MAX_BYTES)
  const found: string[] = []
  const add = (each: Uint8Array | ProblemError) =>
    found.push(each instanceof ProblemError ? `${each.code}` : Buffer.from(each).toString('latin1'))
  for (let at = 0; at < bytes.length; ) {
    const size = Math.max(1, sizeOf(at))
    for (const each of cutter.split(bytes.slice(at, at + size))) add(each)
    at += size
  }
  for (const each of cutter.end()) add(each)
  return found
}

export const target: FuzzTarget = {
  covers: ['src/formats/hl7/index/feed-cutter.ts'],
  dictionary: ['\r', '\n', '\v', '\u001c\r', 'MSH|^~\\&|A\r', 'BHS|^~\\&|\r', 'FHS|^~\\&\r', 'BTS|1\r', 'FTS|1\r', '\ufeff'],
  seeds: () => [...buildFixtures().values()],
  run(input) {
    const whole = cut(input, () => 1500)
    const byPrime = cut(input, () => 7)
    const byInput = cut(input, (at) => (input[at] ?? 0) + 1)
    const withoutLong = (list: readonly string[]) => list.filter((each) => each !== 'body_too_large').join('\u0000')
    expectThat(withoutLong(byPrime) === withoutLong(byInput), 'messages do not depend on chunks')
    expectThat(withoutLong(whole) === withoutLong(byPrime), 'messages do not depend on the size of chunks')
    const text = Buffer.from(input).toString('latin1')
    for (const message of whole) expectThat(message === 'body_too_large' || text.includes(message), 'a message is a part of the feed')
  },
}
