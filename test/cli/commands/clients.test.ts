// The clients of the token endpoint on the command line: the secret once, lists of clients apart from those of keys, and an end for good.
import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { clientsVerbs } from '../../../src/cli/commands/clients-verbs.ts'
import { keysVerbs } from '../../../src/cli/commands/keys-verbs.ts'
import { makeScratchFolder } from '../../platform/scratch-folder.ts'
import { callVerb } from './call-verb.ts'

function open() {
  const data = makeScratchFolder()
  const call = (name: string, flags: Record<string, string | string[]> = {}, positionals: string[] = []) =>
    callVerb(name.startsWith('clients') ? clientsVerbs : keysVerbs, name, { flags: { data, ...flags }, positionals, json: true, cwd: data })
  return { call, data }
}

describe('clients', () => {
  test('are made with a secret that is shown once, and listed apart from the keys', async () => {
    const { call } = open()
    const { value } = await call('clients create', { owner: 'Ward 7', scope: ['tools:phi/*'] })
    const { client_id: id, client_secret: secret } = value as { client_id: string; client_secret: string }
    expect(secret).toMatch(new RegExp(`^ht_client_${id}_[A-Za-z0-9]{38}$`))
    await call('keys create', { owner: 'Ward 8' })
    const list = (await call('clients list')).value as { clients: Record<string, unknown>[] }
    expect(list.clients).toMatchObject([{ id, owner: 'Ward 7', plan: 'standard', scopes: ['tools:phi/*'], state: 'active' }])
    expect(JSON.stringify(list)).not.toContain(secret)
    expect((await call('keys list')).value).toMatchObject({ keys: [{ owner: 'Ward 8' }] })
  })

  test('get another secret and another end as keys do', async () => {
    const { call } = open()
    const { client_id: id } = (await call('clients create', { owner: 'Ward 7' })).value as { client_id: string }
    const { key } = (await call('keys rotate', { overlap: '0s' }, [id])).value as { key: string }
    expect(key).toMatch(new RegExp(`^ht_client_${id}_[A-Za-z0-9]{38}$`))
    await call('keys expire', { at: '2999-01-30' }, [id])
    expect((await call('clients list')).value).toMatchObject({ clients: [{ id, state: 'active', expiresAt: '2999-01-31T00:00:00.000Z' }] })
    expect((await call('keys show', {}, [id])).value).toMatchObject({ kind: 'client', owner: 'Ward 7' })
  })

  test('are ended, and keys are not ended as clients', async () => {
    const { call } = open()
    const { client_id: id } = (await call('clients create', { owner: 'Ward 7' })).value as { client_id: string }
    const { id: key } = (await call('keys create', { owner: 'Ward 8' })).value as { id: string }
    await call('clients revoke', {}, [id])
    expect((await call('clients list')).value).toMatchObject({ clients: [{ id, state: 'revoked' }] })
    await expect(call('clients revoke', {}, [key])).rejects.toMatchObject({ code: 'not_found' })
    await expect(call('clients create')).rejects.toMatchObject({ code: 'bad_usage' })
    await expect(call('clients create', { owner: 'a', plan: 'none' })).rejects.toMatchObject({ code: 'bad_usage' })
  })

  test.each([
    ['nobody', {}, 'bad_usage'],
    ['a plan that there is not', { owner: 'a', plan: 'none' }, 'bad_usage'],
    ['a tool that there is not', { owner: 'a', scope: ['tools:phi/detekt'] }, 'invalid_input'],
    ['an owner that would be a formula', { owner: '=a' }, 'invalid_input'],
  ])('are not made for %s, and no database for them', async (_title, flags, code) => {
    const { call, data } = open()
    await expect(call('clients create', flags)).rejects.toMatchObject({ code })
    expect(readdirSync(data)).toEqual([])
  })
})
