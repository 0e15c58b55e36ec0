// `keys import`, `keys export` and `keys hash`: keys move between sites with the same pepper, whole files or nothing, and no hash is ever repeated.
import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { VerbCall } from '../../../src/cli/command-line/verb.ts'
import { keysVerbs } from '../../../src/cli/commands/keys-verbs.ts'
import type { ProblemError } from '../../../src/core/problem.ts'
import { openAccess } from '../../../src/platform/access/open-access.ts'
import { loadConfig } from '../../../src/platform/config/config.ts'
import { makeScratchFolder } from '../../platform/scratch-folder.ts'
import { type Called, callVerb } from './call-verb.ts'

const HEADER = 'id,kind,hash,owner,plan,scopes,networks,expires,quota,note'
const PLANS = 'plans: { standard: {}, trial: { quota: { total: 9 } } }\n'

function openSite(pepper: string) {
  const folder = makeScratchFolder()
  const config = join(folder, 'config.yaml')
  const data = join(folder, 'data')
  writeFileSync(join(folder, 'pepper'), pepper, { mode: 0o600 })
  writeFileSync(config, `${PLANS}auth: { api_key: { pepper: { file: pepper } } }\naudit: { file: ${join(folder, 'audit.log')} }\n`)
  const call = (name: string, positionals: string[] = [], flags: VerbCall['flags'] = {}): Promise<Called> =>
    callVerb(keysVerbs, `keys ${name}`, { flags: { config, data, ...flags }, positionals, cwd: folder })
  const write = (name: string, text: string | Uint8Array): string => {
    writeFileSync(join(folder, name), text)
    return name
  }
  const importError = async (text: string | Uint8Array): Promise<ProblemError> =>
    call('import', [write('keys.txt', text)]).then(
      () => Promise.reject(new Error('not refused')),
      (error: ProblemError) => error,
    )
  /** What a service of this site says to a caller with this key. */
  const ask = async (key: string, address = '127.0.0.1'): Promise<unknown> => {
    const now = Date.now()
    const access = await openAccess(loadConfig({ file: config, dataFolder: data, env: {}, cwd: folder }), {
      env: {},
      logError: () => undefined,
    })
    const connection = { peerAddress: address, isForProxy: false, isUnixSocket: false, hasClientCertificate: false }
    try {
      return await access.authenticate({ authorizationValues: [`Bearer ${key}`], rawHeaders: [], connection, address, now })
    } finally {
      await access.close(now)
    }
  }
  return { call, write, importError, ask, folder }
}

const newPepper = (): string => randomBytes(32).toString('hex')
const textOf = ({ value }: Called): string => (value as { key: string }).key
const idOf = ({ value }: Called): string => (value as { id: string }).id

/** A key of a site and the line that stands for it in a file. */
async function makeLine(site: ReturnType<typeof openSite>): Promise<{ key: string; id: string; hash: string }> {
  const made = await site.call('create', [], { owner: 'Ward 7' })
  const text = textOf(made)
  const [entry] = ((await site.call('hash', [site.write('texts', `${text}\n`)])).value as { keys: { id: string; hash: string }[] }).keys
  return { key: text, id: entry!.id, hash: entry!.hash }
}

describe('keys from another site', () => {
  test('with the same pepper are the same keys, and those that are over stay behind', async () => {
    const pepper = newPepper()
    const [here, there] = [openSite(pepper), openSite(pepper)]
    const flags = {
      owner: 'Lab, "North"',
      scope: ['tools:phi/*', 'admin:read'],
      network: ['10.0.0.0/8', '2001:db8::/32'],
      note: 'nightly; job',
    }
    const live = await here.call('create', [], { ...flags, expires: '2999-01-31' })
    const trial = await here.call('create', [], { owner: 'Müller 病院', trial: true, quota: '5' })
    const endless = await here.call('create', [], { owner: 'o', expires: 'never' })
    const over = await here.call('create', [], { owner: 'o' })
    await here.call('revoke', [idOf(over)])
    const { out } = await here.call('export')
    expect(out.split('\r\n')[0]).toBe(HEADER)
    for (const key of [live, trial, endless]) expect(out).not.toContain(textOf(key).slice(-20))

    expect((await there.call('import', [there.write('keys.csv', out)])).value).toEqual({ imported: 3 })
    const listed = (await there.call('list')).value as { keys: Record<string, unknown>[] }
    const facts = ({ value }: Called) => {
      const { key: _key, createdAt: _made, ...rest } = value as Record<string, unknown>
      return rest
    }
    expect(listed.keys.map(({ createdAt: _made, ...rest }) => rest).sort(byId)).toEqual([live, trial, endless].map(facts).sort(byId))
    expect(await there.ask(textOf(live), '10.1.2.3')).toMatchObject({ owner: 'Lab, "North"', scopes: flags.scope, plan: 'standard' })
    expect(await there.ask(textOf(trial))).toMatchObject({ owner: 'Müller 病院', kind: 'trial', trialQuota: 5 })
    await expect(there.ask(textOf(live), '192.0.2.1')).rejects.toMatchObject({ code: 'invalid_credentials' })
    await expect(there.ask(textOf(over))).rejects.toMatchObject({ code: 'invalid_credentials' })
    expect((await there.call('export')).out.split('\r\n').sort()).toEqual(out.split('\r\n').sort())

    const elsewhere = openSite(pepper)
    const { value } = await here.call('export')
    expect((await elsewhere.call('import', [elsewhere.write('keys.json', `${JSON.stringify(value)}\n`)])).value).toEqual({ imported: 3 })
    expect((await elsewhere.call('export')).out.split('\r\n').sort()).toEqual(out.split('\r\n').sort())
  })

  test('with another pepper are refused in words that say so', async () => {
    const { out } = await (async () => {
      const here = openSite(newPepper())
      await here.call('create', [], { owner: 'Ward 7' })
      return here.call('export')
    })()
    const there = openSite(newPepper())
    const fault = await there.importError(out)
    expect(fault).toMatchObject({ code: 'invalid_input', at: { file: 'keys.txt' } })
    expect(fault.errors).toEqual([{ pointer: '/hash', code: 'invalid_value', detail: expect.stringMatching(/^line 2: .*another pepper/) }])
    expect((await there.call('list')).value).toEqual({ keys: [] })
  })

  test('come as lines of JSON as well, with what is left out at its default', async () => {
    const pepper = newPepper()
    const [here, there] = [openSite(pepper), openSite(pepper)]
    const { key, id, hash } = await makeLine(here)
    const line = JSON.stringify({ id, hash, owner: 'Ward 7', plan: 'standard', scopes: ['tools:*'], expires: 'never' })
    expect((await there.call('import', [there.write('keys.ndjson', `\n${line}\n`)])).value).toEqual({ imported: 1 })
    expect(await there.ask(key)).toMatchObject({ owner: 'Ward 7', kind: 'live', expiresAt: null })
  })

  test('are written to the audit log, with the file that brought them unnamed', async () => {
    const pepper = newPepper()
    const [here, there] = [openSite(pepper), openSite(pepper)]
    await here.call('create', [], { owner: 'Ward 7' })
    await there.call('import', [there.write('keys.csv', (await here.call('export')).out)])
    const actions = (folder: string): string[] =>
      readFileSync(join(folder, 'audit.log'), 'utf8')
        .split('\n')
        .flatMap((line) => (line === '' ? [] : [(JSON.parse(line) as { action: string }).action]))
    expect(actions(here.folder)).toEqual(['keys.create', 'keys.create', 'keys.export', 'keys.export'])
    expect(actions(there.folder)).toEqual(['keys.import', 'keys.import'])
  })
})

const byId = (a: { id?: unknown }, b: { id?: unknown }): number => (String(a.id) < String(b.id) ? -1 : 1)

describe('a file with a fault', () => {
  type Change = (line: { id: string; hash: string }) => string
  const row =
    (fields: Partial<Record<string, string>>): Change =>
    ({ id, hash }) => {
      const all: Record<string, string> = {
        id,
        kind: 'live',
        hash,
        owner: 'o',
        plan: 'standard',
        scopes: 'tools:*',
        networks: '',
        expires: 'never',
        quota: '',
        note: '',
      }
      return HEADER.split(',')
        .map((name) => fields[name] ?? all[name])
        .join(',')
    }
  const json =
    (fields: Record<string, unknown>): Change =>
    ({ id, hash }) =>
      JSON.stringify({ id, hash, owner: 'o', plan: 'standard', scopes: ['tools:*'], expires: 'never', ...fields })

  test.each<[string, Change, string, RegExp]>([
    ['an id that is none', row({ id: 'short' }), '/id', /12 letters/],
    ['a kind that is none', row({ kind: 'gold' }), '/kind', /one of live, trial, client/],
    [
      'a hash of another scheme',
      ({ id, hash }) => row({ hash: hash.replace('hmac', 'hmac2') })({ id, hash }),
      '/hash',
      /expected hmac-sha256/,
    ],
    ['a hash without its pepper', ({ id, hash }) => row({ hash: hash.split(':')[2]! })({ id, hash }), '/hash', /expected hmac-sha256/],
    ['a hash that is cut', ({ id, hash }) => row({ hash: hash.slice(0, -1) })({ id, hash }), '/hash', /expected hmac-sha256/],
    ['a hash in capital letters', ({ id, hash }) => row({ hash: hash.toUpperCase() })({ id, hash }), '/hash', /expected hmac-sha256/],
    ['no owner', row({ owner: '' }), '/owner', /printable/],
    ['an owner that a spreadsheet would run', row({ owner: '=1+1' }), '/owner', /printable/],
    ['an unknown plan', row({ plan: 'gold' }), '/plan', /standard, trial/],
    ['no scope', row({ scopes: '' }), '/scopes', /at least one/],
    ['a scope that is none', row({ scopes: 'tools:* everything' }), '/scopes/1', /tools:\*/],
    ['a network with host bits', row({ networks: '10.0.0.1/8' }), '/networks/0', /network/],
    ['no end', row({ expires: '' }), '/expires', /never/],
    ['a day that there is not', row({ expires: '2999-02-30' }), '/expires', /never/],
    ['an end that is past', row({ expires: '2001-01-01' }), '/expiresAt', /future/],
    ['a trial without a quota', row({ kind: 'trial', expires: '90d' }), '/trialQuota', /quota/],
    ['a quota that is no number', row({ kind: 'trial', expires: '90d', quota: '1e3' }), '/quota', /whole number/],
    ['a quota of a live key', row({ quota: '5' }), '/trialQuota', /only a trial/],
    ['a name that is not known (JSON)', json({ secret: 'x' }), '', /expected one of/],
    ['scopes that are no list (JSON)', json({ scopes: 'tools:*' }), '/scopes', /list/],
    ['a missing name (JSON)', json({ owner: undefined }), '/owner', /text/],
    ['no object (JSON)', () => '{"id":', '', /one JSON object/],
  ])('%s is refused by its line, and none of its keys is there', async (_title, change, pointer, detail) => {
    const pepper = newPepper()
    const [here, there] = [openSite(pepper), openSite(pepper)]
    const [good, bad] = [await makeLine(here), await makeLine(here)]
    const isJson = _title.endsWith('(JSON)')
    const text = isJson ? `${json({})(good)}\n\n${change(bad)}\n` : `${HEADER}\n${row({})(good)}\n${change(bad)}\n`
    const fault = await there.importError(text)
    expect(fault).toMatchObject({ code: 'invalid_input', at: { file: 'keys.txt' } })
    expect(fault.errors).toHaveLength(1)
    expect(fault.errors![0]!.pointer).toBe(pointer)
    expect(fault.errors![0]!.detail).toMatch(/^line 3: /)
    expect(fault.errors![0]!.detail).toMatch(detail)
    const said = `${fault.message} ${JSON.stringify(fault.errors)}`
    for (const { hash, id } of [good, bad]) for (const value of [hash.split(':')[2]!, id]) expect(said).not.toContain(value)
    await expect(there.ask(good.key)).rejects.toMatchObject({ code: 'invalid_credentials' })
  })

  test('tells all of them, and an id that stands twice or is there already', async () => {
    const pepper = newPepper()
    const [here, there] = [openSite(pepper), openSite(pepper)]
    const [a, b] = [await makeLine(here), await makeLine(here)]
    const twice = await there.importError([HEADER, row({})(a), row({ owner: '' })(b), row({ plan: 'x' })(a)].join('\n'))
    expect(twice.errors!.map(({ detail }) => detail.slice(0, 7))).toEqual(['line 4:'])
    const both = await there.importError([HEADER, row({})(a), row({ owner: '' })(b), row({})(a)].join('\n'))
    expect(both.errors!.map(({ pointer, detail }) => [pointer, detail])).toEqual([
      ['/owner', expect.stringMatching(/^line 3:/)],
      ['/id', 'line 4: the ID is already in line 2'],
    ])
    await there.call('import', [there.write('a.csv', [HEADER, row({})(a)].join('\n'))])
    const again = await there.importError([HEADER, row({})(b), row({})(a)].join('\n'))
    expect(again.errors).toEqual([{ pointer: '/id', code: 'invalid_value', detail: 'line 3: there is a key with this id already' }])
    await expect(there.ask(b.key)).rejects.toMatchObject({ code: 'invalid_credentials' })
  })

  test.each<[string, string | Uint8Array, string, RegExp]>([
    ['without names', 'AAAAAAAAAAAA,live\n', 'invalid_input', /names the columns/],
    ['with a name too many', `${HEADER},secret\n`, 'invalid_input', /names the columns/],
    ['with a name twice', `${HEADER},id\n`, 'invalid_input', /names the columns/],
    ['without a name that must be', 'id,hash,owner\n', 'invalid_input', /names the columns/],
    ['that is empty', '', 'invalid_input', /no key/],
    ['with names alone', `${HEADER}\n`, 'invalid_input', /no key/],
    ['with a row that is short', `${HEADER}\nAAAAAAAAAAAA,live\n`, 'unreadable_input', /2 fields/],
    ['with an open quote', `${HEADER}\n"AAAAAAAAAAAA\n`, 'unreadable_input', /closing quote/],
    ['of another encoding', new Uint8Array([0x69, 0xff, 0x0a]), 'unreadable_input', /UTF-8/],
  ])('%s is refused', async (_title, text, code, message) => {
    const fault = await openSite(newPepper()).importError(text)
    expect([fault.code, fault.at?.file]).toEqual([code, 'keys.txt'])
    expect(fault.message).toMatch(message)
  })

  test('that is not there is refused', async () => {
    await expect(openSite(newPepper()).call('import', ['none.csv'])).rejects.toMatchObject({ code: 'io_error', at: { file: 'none.csv' } })
  })
})

describe('keys hash', () => {
  test('takes texts that this site did not make, and says which line is none without repeating it', async () => {
    const pepper = newPepper()
    const [here, there] = [openSite(pepper), openSite(pepper)]
    const { key, id, hash } = await makeLine(here)
    expect((await there.call('hash', [there.write('texts', `${key}\n`)])).out).toBe(`id,kind,hash\r\n${id},live,${hash}\r\n`)
    const fault = await there.call('hash', [there.write('texts', `\n${key}\n${key}x\n`)]).then(
      () => Promise.reject(new Error('not refused')),
      (error: ProblemError) => error,
    )
    expect(fault.errors).toEqual([{ pointer: '', code: 'invalid_value', detail: 'line 3: this is no key, or a mistyped one' }])
    expect(JSON.stringify([fault.message, fault.errors])).not.toContain(key.slice(-20))
    expect((await there.call('list')).value).toEqual({ keys: [] })
  })
})
