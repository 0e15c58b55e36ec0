// What every KeyStore must do, whatever engine it stands on.
import { describe, expect, test } from 'vitest'
import type { KeyRecord, KeyStore, StoredKey } from '../../../src/access/store.ts'

const NOW = Date.UTC(2026, 4, 31)

export function makeStoredKey(fields: Partial<KeyRecord> = {}, hash = 'a'.repeat(64)): StoredKey {
  const record: KeyRecord = {
    id: 'AAAAAAAAAAAA',
    kind: 'live',
    owner: 'Ward 7 “Süd”',
    note: 'for the gateway',
    plan: 'standard',
    scopes: ['tools:phi/*', 'admin:read'],
    networks: ['10.0.0.0/8', '2001:db8::/32'],
    createdAt: NOW,
    expiresAt: NOW + 1000,
    revokedAt: null,
    rotatedAt: null,
    previousUntil: null,
    lastUsedAt: null,
    trialQuota: null,
    ...fields,
  }
  return { record, hash, previousHash: null }
}

/** @param open a new, empty store for each test */
export function describeKeyStore(name: string, open: () => Promise<KeyStore>): void {
  describe(`${name} as a KeyStore`, () => {
    test('gives back what was created, field by field', async () => {
      const store = await open()
      const live = makeStoredKey()
      const trial = makeStoredKey(
        { id: 'BBBBBBBBBBBB', kind: 'trial', trialQuota: 5, networks: [], note: '', expiresAt: null },
        'b'.repeat(64),
      )
      await store.create(live)
      await store.create(trial)
      expect(await store.find('AAAAAAAAAAAA')).toEqual(live)
      expect(await store.find('BBBBBBBBBBBB')).toEqual(trial)
    })

    test('knows nothing of other ids, and takes an id as it is written', async () => {
      const store = await open()
      await store.create(makeStoredKey())
      for (const id of ['', 'aaaaaaaaaaaa', 'AAAAAAAAAAA', "' OR 1=1 --", 'AAAAAAAAAAAA ']) expect(await store.find(id)).toBeUndefined()
    })

    test('refuses an id twice and keeps the first key', async () => {
      const store = await open()
      await store.create(makeStoredKey())
      await expect(async () => store.create(makeStoredKey({ owner: 'someone else' }))).rejects.toThrow()
      expect((await store.find('AAAAAAAAAAAA'))?.record.owner).toBe('Ward 7 “Süd”')
    })

    test('creates many, or none where an id is taken or stands twice', async () => {
      const store = await open()
      const [a, b, c] = ['A', 'B', 'C'].map((letter) =>
        makeStoredKey({ id: letter.repeat(12), owner: letter }, letter.toLowerCase().repeat(64)),
      )
      expect(await store.createAll([])).toEqual([])
      await store.create(b!)
      const before = store.revision()
      expect(await store.createAll([a!, b!, c!])).toEqual(['BBBBBBBBBBBB'])
      expect(await store.createAll([a!, c!, c!])).toEqual(['CCCCCCCCCCCC'])
      expect(await store.find('AAAAAAAAAAAA')).toBeUndefined()
      expect(await store.createAll([a!, c!])).toEqual([])
      expect([await store.find('AAAAAAAAAAAA'), await store.find('CCCCCCCCCCCC')]).toEqual([a, c])
      expect(store.revision()).not.toBe(before)
      const many = Array.from({ length: 12_001 }, (_, i) => makeStoredKey({ id: String(i).padStart(12, '0') }))
      expect(await store.createAll([...many, a!])).toEqual(['AAAAAAAAAAAA'])
      expect(await store.find('000000000000')).toBeUndefined()
      expect(await store.createAll(many)).toEqual([])
      expect(await store.find('000000012000')).toEqual(many.at(-1))
    })

    test('lists in pages, oldest first, keys of the same instant by id', async () => {
      const store = await open()
      const times = [3, 1, 2, 2, 2, 5, 4]
      for (const [i, time] of times.entries()) await store.create(makeStoredKey({ id: `${i}`.repeat(12), createdAt: NOW + time }))
      const seen: KeyRecord[] = []
      for (;;) {
        const after = seen.at(-1)
        const page = await store.list({ ...(after ? { after } : {}), limit: 2 })
        expect(page.length).toBeLessThanOrEqual(2)
        seen.push(...page)
        if (page.length < 2) break
      }
      expect(seen.map(({ id }) => id[0])).toEqual(['1', '2', '3', '4', '0', '6', '5'])
      expect(seen[0]).toEqual((await store.find('111111111111'))?.record)
    })

    test('rotates: the new hash is current and the one before has an end', async () => {
      const store = await open()
      await store.create(makeStoredKey())
      const record = await store.rotate('AAAAAAAAAAAA', { hash: 'b'.repeat(64), rotatedAt: NOW + 5, previousUntil: NOW + 9 })
      expect(record).toMatchObject({ rotatedAt: NOW + 5, previousUntil: NOW + 9, createdAt: NOW })
      expect(await store.find('AAAAAAAAAAAA')).toEqual({ record, hash: 'b'.repeat(64), previousHash: 'a'.repeat(64) })
      await store.rotate('AAAAAAAAAAAA', { hash: 'c'.repeat(64), rotatedAt: NOW + 6, previousUntil: NOW + 6 })
      expect(await store.find('AAAAAAAAAAAA')).toMatchObject({ hash: 'c'.repeat(64), previousHash: 'b'.repeat(64) })
    })

    test('revokes once: the first instant stands', async () => {
      const store = await open()
      await store.create(makeStoredKey())
      expect(await store.revoke('AAAAAAAAAAAA', NOW + 1)).toMatchObject({ revokedAt: NOW + 1 })
      expect(await store.revoke('AAAAAAAAAAAA', NOW + 2)).toMatchObject({ revokedAt: NOW + 1 })
      expect((await store.find('AAAAAAAAAAAA'))?.record.revokedAt).toBe(NOW + 1)
    })

    test('expires at the instant that is set last', async () => {
      const store = await open()
      await store.create(makeStoredKey())
      await store.expire('AAAAAAAAAAAA', NOW + 7)
      expect(await store.expire('AAAAAAAAAAAA', NOW + 3)).toMatchObject({ expiresAt: NOW + 3 })
    })

    test('changes no other key, and says so where there is none', async () => {
      const store = await open()
      const other = makeStoredKey({ id: 'BBBBBBBBBBBB' })
      await store.create(makeStoredKey())
      await store.create(other)
      await store.rotate('AAAAAAAAAAAA', { hash: 'b'.repeat(64), rotatedAt: 1, previousUntil: 1 })
      await store.revoke('AAAAAAAAAAAA', NOW)
      await store.expire('AAAAAAAAAAAA', NOW)
      await store.touch([{ id: 'AAAAAAAAAAAA', at: NOW }])
      expect(await store.find('BBBBBBBBBBBB')).toEqual(other)
      expect(await store.rotate('CCCCCCCCCCCC', { hash: 'b'.repeat(64), rotatedAt: 1, previousUntil: 1 })).toBeUndefined()
      expect(await store.revoke('CCCCCCCCCCCC', NOW)).toBeUndefined()
      expect(await store.expire('CCCCCCCCCCCC', NOW)).toBeUndefined()
    })

    test('notes last uses: the latest wins, unknown ids are skipped', async () => {
      const store = await open()
      await store.create(makeStoredKey())
      await store.touch([
        { id: 'AAAAAAAAAAAA', at: NOW + 5 },
        { id: 'CCCCCCCCCCCC', at: NOW },
      ])
      await store.touch([{ id: 'AAAAAAAAAAAA', at: NOW + 4 }])
      expect((await store.find('AAAAAAAAAAAA'))?.record.lastUsedAt).toBe(NOW + 5)
    })

    test('has another revision after each change of who may call, and the same after a use', async () => {
      const store = await open()
      const revisions = [store.revision()]
      const note = () => revisions.push(store.revision())
      await store.create(makeStoredKey())
      note()
      await store.rotate('AAAAAAAAAAAA', { hash: 'b'.repeat(64), rotatedAt: 1, previousUntil: 1 })
      note()
      await store.expire('AAAAAAAAAAAA', NOW)
      note()
      await store.revoke('AAAAAAAAAAAA', NOW)
      note()
      expect(new Set(revisions).size).toBe(5)
      await store.touch([{ id: 'AAAAAAAAAAAA', at: NOW }])
      expect(store.revision()).toBe(revisions.at(-1))
    })
  })
}
