// Recovery of the journal of counts: records before the first damage come back as they were written, and no record is made up.
import { ProblemError } from '../../../../src/core/problem.ts'
import { type CountsRecord, decodeRecords, encodeRecord, JOURNAL_HEADER } from '../../../../src/platform/storage/sqlite/counts-record.ts'
import { Decisions, expectThat, type FuzzTarget, refusable } from '../../engine/target.ts'

const record = (sequence: number): CountsRecord => ({
  sequence,
  counts: {
    rows: [
      {
        keyId: `k${sequence}`,
        tool: 'hl7/parse',
        day: '2026-06-01',
        requests: sequence,
        units: 2,
        bytesIn: 3,
        bytesOut: 4,
        errors: 0,
        ms: 1,
      },
    ],
    charges: [{ keyId: `k${sequence}`, day: '2026-06-01', units: sequence, bytes: 5 }],
    owners: [],
  },
})
const RECORDS = [1, 2, 3, 7, 8].map(record)
const JOURNAL = Buffer.concat([JOURNAL_HEADER, ...RECORDS.map(encodeRecord), Buffer.alloc(64)])
const ENDS = RECORDS.map((_, i) => Buffer.concat([JOURNAL_HEADER, ...RECORDS.slice(0, i + 1).map(encodeRecord)]).length)

export const target: FuzzTarget = {
  covers: ['src/platform/storage/sqlite/counts-record.ts'],
  dictionary: ['health-tools counts 1\n', 'health-tools counts 2\n', '{"rows":[],"charges":[],"owners":[]}'],
  seeds: () => [
    Uint8Array.of(0),
    Uint8Array.of(0, 1, 0, 7),
    Uint8Array.of(0, 0, 40, 255, 0, 90, 1),
    Uint8Array.of(1, ...JOURNAL),
    Uint8Array.of(1, ...new Uint8Array(60)),
    Uint8Array.of(1, ...JOURNAL.subarray(0, 200)),
  ],
  run(input) {
    const decisions = new Decisions(input)
    if (decisions.below(2) === 1) {
      checkAny(decisions.rest())
      return
    }
    const damaged = Buffer.from(JOURNAL)
    let first = damaged.length
    while (!decisions.isOver) {
      const at = decisions.below(65_535) % damaged.length
      const byte = decisions.byte()
      if (damaged[at] === byte) continue
      damaged[at] = byte
      first = Math.min(first, at)
    }
    const read = refusable(() => decodeRecords(damaged))
    if (read instanceof ProblemError) {
      expectThat(first < JOURNAL_HEADER.length, 'only a damaged header is refused')
      return
    }
    const whole = first < JOURNAL_HEADER.length ? 0 : ENDS.filter((end) => end <= first).length
    expectThat(read.length >= whole, 'records before the damage are there')
    for (const [i, each] of read.entries()) expectThat(JSON.stringify(each) === JSON.stringify(RECORDS[i]), 'a record is as it was written')
  },
}

function checkAny(bytes: Uint8Array): void {
  const read = refusable(() => decodeRecords(bytes))
  if (read instanceof ProblemError) return
  for (const [i, { sequence }] of read.entries()) expectThat(sequence > (read[i - 1]?.sequence ?? 0), 'numbers grow')
}
