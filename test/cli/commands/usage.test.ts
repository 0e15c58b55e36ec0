// `usage report`: sums by owner, key, tool and day as table, CSV and JSON.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { issueKey } from '../../../src/access/keys/key.ts'
import type { CredentialOwner, UsageRow } from '../../../src/access/store.ts'
import type { VerbCall } from '../../../src/cli/command-line/verb.ts'
import { usageVerbs } from '../../../src/cli/commands/usage-verbs.ts'
import type { ProblemError } from '../../../src/core/problem.ts'
import { openStores } from '../../../src/platform/access/open-access.ts'
import { loadConfig } from '../../../src/platform/config/config.ts'
import { newKey } from '../../access/keys/new-key.ts'
import { START } from '../../platform/access/open-test-access.ts'
import { makeScratchFolder } from '../../platform/scratch-folder.ts'
import { callVerb } from './call-verb.ts'

async function open() {
  const folder = makeScratchFolder()
  const data = join(folder, 'data')
  const config = join(folder, 'config.yaml')
  writeFileSync(config, '')
  const stores = await openStores(loadConfig({ file: config, dataFolder: data, env: {}, cwd: folder }), {}, { create: true })
  const office = await stores.openOffice()
  const keys = []
  for (const owner of ['Ward 7', 'Lab, "North"', 'Ward 7']) keys.push((await issueKey(office, newKey({ owner }), START)).record.id)
  const row = { requests: 2, units: 3, bytesIn: 100, bytesOut: 50, errors: 1, ms: 1.5 }
  await stores.usageStore.add(
    keys.flatMap((keyId) => ['2026-05-30', '2026-05-31', '2026-06-01'].map((day) => ({ keyId, day, tool: 'text/diff', ...row }))),
    [],
  )
  await stores.close()
  const add = async (rows: readonly UsageRow[], owners: readonly CredentialOwner[]): Promise<void> => {
    const opened = await openStores(loadConfig({ file: config, dataFolder: data, env: {}, cwd: folder }), {}, { create: false })
    await opened.usageStore.add(rows, [], owners)
    await opened.close()
  }
  const report = (flags: VerbCall['flags']) => callVerb(usageVerbs, 'usage report', { flags: { config, data, ...flags }, cwd: folder })
  return { report, keys, add }
}

const MAY = { from: '2026-05-01', to: '2026-05-31' }

describe('a report', () => {
  test('by owner is a table with a total', async () => {
    const { report } = await open()
    expect((await report(MAY)).out).toBe(
      [
        '2026-05-01 to 2026-05-31',
        'OWNER         REQUESTS  UNITS  ERRORS  BYTESIN  BYTESOUT  MS',
        'Lab, "North"         4      6       2      200       100   3',
        'Ward 7               8     12       4      400       200   6',
        'TOTAL               12     18       6      600       300   9',
        '',
      ].join('\n'),
    )
  })

  test('is CSV that quotes what needs it', async () => {
    const { report } = await open()
    expect((await report({ ...MAY, csv: true })).out).toBe(
      'owner,requests,units,errors,bytesIn,bytesOut,ms\r\n"Lab, ""North""",4,6,2,200,100,3\r\nWard 7,8,12,4,400,200,6\r\n',
    )
  })

  test('is JSON with rows and total', async () => {
    const { report, keys } = await open()
    const { value } = await report({ ...MAY, by: 'key' })
    const sums = { requests: 4, units: 6, errors: 2, bytesIn: 200, bytesOut: 100, ms: 3 }
    const rows = keys.map((keyId, i) => ({ keyId, owner: ['Ward 7', 'Lab, "North"', 'Ward 7'][i], ...sums }))
    expect(value).toEqual({
      ...MAY,
      by: 'key',
      rows: rows.sort((a, b) => (a.keyId < b.keyId ? -1 : 1)),
      total: { requests: 12, units: 18, errors: 6, bytesIn: 600, bytesOut: 300, ms: 9 },
    })
  })

  test('by tool and by day', async () => {
    const { report } = await open()
    expect((await report({ ...MAY, by: 'tool', csv: true })).out).toContain('\r\ntext/diff,12,18,')
    expect((await report({ from: '2026-05-31', to: '2026-06-30', by: 'day', csv: true })).out.split('\r\n').slice(1, 3)).toEqual([
      '2026-05-31,6,9,3,300,150,4.5',
      '2026-06-01,6,9,3,300,150,4.5',
    ])
  })

  test('by owner and month has the totals of each, and of all where that is wanted', async () => {
    const { report } = await open()
    expect((await report({ from: '2026-05-01', to: '2026-06-30', by: 'owner,month', csv: true, total: true })).out.split('\r\n')).toEqual([
      'owner,month,requests,units,errors,bytesIn,bytesOut,ms',
      '"Lab, ""North""",2026-05,4,6,2,200,100,3',
      '"Lab, ""North""",2026-06,2,3,1,100,50,1.5',
      'Ward 7,2026-05,8,12,4,400,200,6',
      'Ward 7,2026-06,4,6,2,200,100,3',
      'TOTAL,,18,27,9,900,450,13.5',
      '',
    ])
    expect((await report({ ...MAY, by: 'owner,key,tool,day' })).out.split('\n')[1]).toMatch(/^OWNER +KEYID +TOOL +DAY +REQUESTS +UNITS/)
  })

  test('has users of a directory as owners, and no name that a spreadsheet would run', async () => {
    const { report, add } = await open()
    const row = { tool: 'text/diff', day: '2026-07-01', requests: 1, units: 1, bytesIn: 1, bytesOut: 1, errors: 0, ms: 1 }
    await add(
      ['proxy:alice', 'proxy:@sum(a1)'].map((keyId) => ({ keyId, ...row })),
      ['alice', '@sum(a1)'].map((owner) => ({ credentialId: `proxy:${owner}`, owner })),
    )
    expect((await report({ from: '2026-07-01', to: '2026-07-01', csv: true })).out.split('\r\n').slice(1, 3)).toEqual([
      "'@sum(a1),1,1,0,1,1,1",
      'alice,1,1,0,1,1,1',
    ])
  })

  test('of this month begins with its first day', async () => {
    const { report } = await open()
    const today = new Date().toISOString().slice(0, 10)
    expect((await report({})).value).toMatchObject({ from: `${today.slice(0, 7)}-01`, to: today, by: 'owner' })
  })

  test.each([
    [{ from: 'May' }, /--from/],
    [{ to: '2026-02-30' }, /--to/],
    [{ from: '2026-05-02', to: '2026-05-01' }, /after/],
    [{ by: 'moon' }, /owner, key, tool, day, month/],
    [{ by: 'constructor' }, /owner, key, tool, day, month/],
    [{ by: 'owner,owner' }, /comma-separated/],
    [{ by: '' }, /owner, key/],
    [{ total: true }, /--csv/],
  ])('of %j is refused', async (flags, message) => {
    const { report } = await open()
    const fault = await report(flags).then(
      () => Promise.reject(new Error('not refused')),
      (error: ProblemError) => error,
    )
    expect([fault.code, message.test(fault.message)]).toEqual(['bad_usage', true])
  })
})
