// A journal gives back what was written into it whole, and nothing of what was not.
import { describe, expect, test } from 'vitest'
import { type CountsRecord, decodeRecords, encodeRecord, JOURNAL_HEADER } from '../../../src/platform/storage/sqlite/counts-record.ts'
import { usageOf } from './open-journaled-usage.ts'

const record = (sequence: number, tool = 'text/diff'): CountsRecord => ({
  sequence,
  counts: {
    rows: [usageOf(sequence, { tool, ms: 0.1 + 0.2 })],
    charges: [{ keyId: 'A', day: '2026-05-31', units: -1, bytes: 7 }],
    owners: [{ credentialId: 'proxy:ä', owner: 'Ward „7“' }],
  },
})
const journalOf = (...records: readonly CountsRecord[]): Uint8Array => Buffer.concat([JOURNAL_HEADER, ...records.map(encodeRecord)])
const sequencesOf = (bytes: Uint8Array): number[] => decodeRecords(bytes).map(({ sequence }) => sequence)

describe('a journal', () => {
  test('gives back its records as they were', () => {
    const records = [record(1), record(2), record(9)]
    expect(decodeRecords(journalOf(...records))).toEqual(records)
    expect(decodeRecords(JOURNAL_HEADER)).toEqual([])
  })

  test('of zeros, as a power cut leaves one that was just made, is empty', () => {
    expect(decodeRecords(new Uint8Array(1_000))).toEqual([])
  })

  test('that is cut off at any byte gives the records before', () => {
    const [first, second] = [record(1), record(2)]
    const bytes = journalOf(first, second)
    const ends = [JOURNAL_HEADER.length, journalOf(first).length, bytes.length]
    for (let length = 0; length <= bytes.length; length++) {
      const whole = ends.filter((end) => end <= length).length - 1
      expect(sequencesOf(bytes.subarray(0, length))).toEqual([1, 2].slice(0, Math.max(0, whole)))
    }
  })

  test('with any changed bit in a record gives the records before', () => {
    const bytes = journalOf(record(1), record(2))
    const second = journalOf(record(1)).length
    for (let bit = second * 8; bit < bytes.length * 8; bit++) {
      const damaged = bytes.slice()
      damaged[bit >> 3]! ^= 1 << (bit & 7)
      expect(sequencesOf(damaged)).toEqual([1])
    }
  })

  test('does not give what stands behind its end from an earlier use', () => {
    const former = journalOf(record(1), record(2), record(3), record(4))
    const later = journalOf(record(5), record(6))
    expect(sequencesOf(Buffer.concat([later, former.subarray(later.length)]))).toEqual([5, 6])
    // The border of a later record meets that of an earlier one.
    expect(sequencesOf(Buffer.concat([journalOf(record(5)), encodeRecord(record(2))]))).toEqual([5])
  })

  test.each(['health-tools counts 2\n', 'another program', 'health-tools counts\0'])('of another format is refused: %j', (header) => {
    expect(() => decodeRecords(Buffer.from(header.padEnd(60, '\0')))).toThrow(expect.objectContaining({ code: 'storage_unavailable' }))
  })

  test('whose record is whole and says something else is refused, without its content', () => {
    const foreign = { sequence: 1, counts: { rows: [{ secret: 'QUIST^ALVIN' }], charges: [], owners: [] } }
    const bytes = journalOf(foreign as unknown as CountsRecord)
    expect(() => decodeRecords(bytes)).toThrow(
      expect.objectContaining({ code: 'storage_unavailable', message: expect.not.stringContaining('QUIST') }),
    )
  })
})
