// The chain of the audit log: whatever is done to a line or to the end is found, and the first line that does not fit is named.
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { CHAIN_START, type ChainEnd, composeChained, composeHead, createSeal, type Seal } from '../../../src/platform/audit/audit-chain.ts'
import { verifyAuditFiles, verifyAuditLog } from '../../../src/platform/audit/audit-verify.ts'
import { makeScratchFolder } from '../scratch-folder.ts'

const PLAIN = createSeal(null)
const KEYED = createSeal(new TextEncoder().encode('k'.repeat(32)))
const TIME = '2026-02-03T04:05:06.789Z'

function compose(count: number, seal: Seal, from: ChainEnd = CHAIN_START): { lines: string[]; end: ChainEnd } {
  const lines: string[] = []
  let end = from
  for (let i = 0; i < count; i++) {
    const next = composeChained({ time: TIME, action: 'request', outcome: 'success', status: 200 + i }, end, seal)
    lines.push(next.line)
    end = next.end
  }
  return { lines, end }
}

function write(lines: readonly string[], end: ChainEnd, seal: Seal): string {
  const path = join(makeScratchFolder(), 'audit.log')
  writeFileSync(path, lines.join(''))
  writeFileSync(`${path}.head`, composeHead(end, seal))
  return path
}

test('a line seals its own bytes and the line before it', async () => {
  const { line, end } = composeChained({ time: TIME, action: 'keys.create', outcome: 'success', target: undefined }, CHAIN_START, PLAIN)
  const body = `{"seq":1,"time":"${TIME}","action":"keys.create","outcome":"success","prev":"${'0'.repeat(64)}"}`
  expect(line).toBe(`${body.slice(0, -1)},"hash":"${PLAIN(body)}"}\n`)
  expect(end).toEqual({ seq: 1, hash: PLAIN(body) })
  // Of the empty text, as FIPS 180-4 and RFC 2104 have it.
  expect(PLAIN('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
  expect(createSeal(new Uint8Array())('')).toBe('b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad')
})

describe.each([
  ['SHA-256', PLAIN],
  ['HMAC-SHA256', KEYED],
] as const)('with %s', (_title, seal) => {
  const { lines, end } = compose(10, seal)
  const other = compose(10, seal, { seq: 0, hash: 'f'.repeat(64) }).lines

  test('what was not touched holds', async () => {
    expect(await verifyAuditLog(write(lines, end, seal), seal)).toMatchObject({ lines: 10, firstSeq: 1, lastSeq: 10, broken: undefined })
  })

  test.each<[string, (lines: string[]) => string[], string, number | undefined, number]>([
    ['a changed value', (all) => all.with(4, all[4]!.replace('204', '500')), 'changed', 5, 5],
    ['a changed number', (all) => all.with(4, all[4]!.replace('"seq":5', '"seq":6')), 'changed', 5, 5],
    [
      'a changed hash',
      (all) =>
        all.with(
          4,
          all[4]!.replace(/[0-9a-f]"\}\n$/, (old) => `${old[0] === '0' ? '1' : '0'}"}\n`),
        ),
      'changed',
      5,
      5,
    ],
    ['a deleted line', (all) => all.toSpliced(4, 1), 'missing', 5, 5],
    ['a deleted first line', (all) => all.slice(1).toSpliced(0, 1, all[1]!.replace('"seq":2', '"seq":1')), 'changed', 1, 1],
    ['a line put in twice', (all) => all.toSpliced(5, 0, all[4]!), 'repeated', 6, 6],
    ['a line of another chain put in', (all) => all.toSpliced(4, 0, other[4]!), 'replaced', 5, 5],
    ['a line exchanged for one of another chain', (all) => all.with(4, other[4]!), 'replaced', 5, 5],
    ['two lines that changed places', (all) => [...all.slice(0, 4), all[5]!, all[4]!, ...all.slice(6)], 'missing', 5, 5],
    ['an empty line', (all) => all.toSpliced(4, 0, '\n'), 'unreadable', 5, 5],
    ['text of another kind', (all) => all.toSpliced(4, 0, 'Feb 3 kernel: x\n'), 'unreadable', 5, 5],
    ['a cut last line', (all) => all.with(9, all[9]!.slice(0, 40)), 'cut-line', 10, 10],
    ['a cut end', (all) => all.slice(0, 7), 'cut-end', undefined, 8],
    ['an emptied file', () => [], 'cut-end', undefined, 1],
  ])('%s is found', async (_what, change, kind, line, seq) => {
    const path = write(change(lines), end, seal)
    expect((await verifyAuditLog(path, seal)).broken).toEqual({ kind, file: path, line, seq })
  })

  test('a head that is gone or changed is found', async () => {
    const path = write(lines, end, seal)
    writeFileSync(`${path}.head`, composeHead(end, seal).replace('"seq":10', '"seq":9'))
    expect((await verifyAuditLog(path, seal)).broken?.kind).toBe('changed-head')
    rmSync(`${path}.head`)
    expect((await verifyAuditLog(path, seal)).broken?.kind).toBe('no-head')
  })

  test('lines may be ahead of the head, as they are when the process is killed', async () => {
    const path = write(lines, compose(8, seal).end, seal)
    expect((await verifyAuditLog(path, seal)).broken).toBeUndefined()
  })

  test('rotated files go before, whatever their names, and a missing one is found', async () => {
    const path = write(lines.slice(8), end, seal)
    writeFileSync(`${path}.1`, lines.slice(5, 8).join(''))
    writeFileSync(`${path}.2.gz`, gzipSync(lines.slice(3, 5).join('')))
    writeFileSync(`${path}-20260203`, lines.slice(0, 3).join(''))
    writeFileSync(`${path}.bak`, 'not of the log')
    const verdict = await verifyAuditLog(path, seal)
    expect(verdict).toMatchObject({ lines: 10, firstSeq: 1, lastSeq: 10, broken: undefined })
    expect(verdict.files.map((file) => file.slice(path.length))).toEqual(['-20260203', '.2.gz', '.1', ''])
    renameSync(`${path}.1`, `${path}.bak`)
    expect((await verifyAuditLog(path, seal)).broken).toEqual({ kind: 'missing', file: path, line: 1, seq: 6 })
    expect(await verifyAuditFiles([`${path}.2.gz`], seal)).toMatchObject({ lines: 2, firstSeq: 4, lastSeq: 5, broken: undefined })
  })
})

test('a chain that was written anew is seen where there is a key', async () => {
  const { lines, end } = compose(5, PLAIN)
  expect((await verifyAuditLog(write(lines, end, PLAIN), KEYED)).broken).toMatchObject({ kind: 'changed', line: 1 })
  // Without a key whoever may write the file may write it anew: SECURITY.md says so.
  expect((await verifyAuditLog(write(lines, end, PLAIN), PLAIN)).broken).toBeUndefined()
})
