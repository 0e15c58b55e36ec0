// What calls that run at the same moment may use of the bytes of a day, and whose usage it is; on the real store, answering at once and later.
import { describe, expect, test, vi } from 'vitest'
import { START } from '../../platform/access/open-test-access.ts'
import { caller, DONE, open, rejectionOf } from './open-admission.ts'

describe.each([
  ['at once', false],
  ['later', true],
])('the store answers %s', (_title, later) => {
  test.each(['', 'usage: { strict: [narrow-bytes] }\n'])(
    'bytes that are announced at the same moment never pass the day: %s',
    async (usage) => {
      const { admit, usageStore, admission } = await open(
        later,
        `plans: { narrow-bytes: { quota: { mb_per_day: 1, total: 5 } } }\n${usage}`,
      )
      const who = caller('narrow-bytes')
      const third = Math.ceil((1024 * 1024) / 3) - 1
      const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => admit(who, { bytes: third })))
      const leases = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
      expect(leases).toHaveLength(3)
      // One was never read, one was shorter than announced.
      for (const [i, lease] of leases.entries()) lease.settle({ ...DONE, bytesIn: [third, 100, 0][i]!, ...(i === 2 ? { units: 0 } : {}) })
      await admission.flush()
      expect(await usageStore.totals(who.credentialId, '2026-05-30')).toMatchObject({ dayBytes: third + 100 })
      // What is refused for its units holds no bytes.
      const both = await Promise.allSettled(Array.from({ length: 5 }, () => admit(who, { bytes: 10 })))
      expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
      for (const outcome of both) if (outcome.status === 'fulfilled') outcome.value.settle({ ...DONE, bytesIn: 10 })
      await admission.flush()
      expect(await usageStore.totals(who.credentialId, '2026-05-30')).toMatchObject({ dayBytes: third + 130, totalUnits: 5 })
    },
  )

  test('a batch whose body is all that is left of the bytes is served', async () => {
    const { admit } = await open(later)
    const lease = await admit(caller('bytes'), { bytes: 1024 * 1024 })
    await lease.reserve(5, START)
    lease.settle({ ...DONE, bytesIn: 1024 * 1024 })
    expect((await rejectionOf(admit(caller('bytes')))).facts).toMatchObject({ quota: 'day-bytes', remaining: 0 })
  })

  test('users and clients are the owners of what they use, also after a write that failed', async () => {
    const { admission, admit, usageStore } = await open(later)
    const add = vi.spyOn(usageStore, 'add').mockImplementationOnce(() => {
      throw new Error('disk')
    })
    for (const [credentialId, owner] of [
      ['proxy:alice', 'alice'],
      ['oauth:0a1b:ward', 'Ward 7'],
      ['AAAAAAAAAAAA', 'nobody'],
    ] as const) {
      ;(await admit(caller('free', { credentialId, owner }))).settle(DONE)
    }
    await expect(admission.flush()).rejects.toThrow('disk')
    await admission.flush()
    const rows = await usageStore.report({ from: '2026-05-30', to: '2026-05-30', by: ['owner'] })
    expect(rows.map(({ owner, units }) => [owner, units])).toEqual([
      ['', 1],
      ['Ward 7', 1],
      ['alice', 1],
    ])
    ;(await admit(caller('free', { credentialId: 'proxy:alice', owner: 'alice' }))).settle(DONE)
    await admission.flush()
    expect(add.mock.lastCall?.[2]).toEqual([])
  })
})
