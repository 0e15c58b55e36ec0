// `keys`: what is made, what is printed and how often, and what is refused.
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { VerbCall } from '../../../src/cli/command-line/verb.ts'
import { keysVerbs } from '../../../src/cli/commands/keys-verbs.ts'
import type { ProblemError } from '../../../src/core/problem.ts'
import { makeScratchFolder } from '../../platform/scratch-folder.ts'
import { rejectedProblem } from '../../thrown-problem.ts'
import { type Called, callVerb } from './call-verb.ts'

const DAY_MS = 86_400_000
const KEY = /ht_(?:live|trial)_[0-9A-Za-z]{12}_[0-9A-Za-z]{38}/

interface Described {
  readonly key?: string
  readonly id: string
  readonly state: string
  readonly expiresAt: string | null
  readonly [name: string]: unknown
}

function open(yaml = '') {
  const folder = makeScratchFolder()
  const config = join(folder, 'config.yaml')
  writeFileSync(config, yaml)
  const call = (name: string, flags: VerbCall['flags'] = {}, positionals: string[] = []): Promise<Called> =>
    callVerb(keysVerbs, `keys ${name}`, { flags: { config, data: join(folder, 'data'), ...flags }, positionals, cwd: folder })
  const describeKey = async (name: string, flags: VerbCall['flags'] = {}, positionals: string[] = []): Promise<Described> =>
    (await call(name, flags, positionals)).value as Described
  const errorOf = (name: string, flags: VerbCall['flags'] = {}, positionals: string[] = []): Promise<ProblemError> =>
    rejectedProblem(call(name, flags, positionals))
  return { call, describeKey, errorOf, folder }
}

describe('keys create', () => {
  test('makes a key of the standard plan for a year, for all tools', async () => {
    const { describeKey } = open()
    const before = Date.now()
    const key = await describeKey('create', { owner: 'Ward 7' })
    expect(key).toMatchObject({
      owner: 'Ward 7',
      kind: 'live',
      plan: 'standard',
      scopes: ['tools:*'],
      networks: [],
      note: '',
      state: 'active',
      trialQuota: null,
      lastUsedAt: null,
    })
    expect(key.key).toMatch(new RegExp(`^ht_live_${key.id}_`))
    expect(Math.abs(Date.parse(key.expiresAt!) - before - 365 * DAY_MS)).toBeLessThan(10_000)
  })

  test('takes what is asked for', async () => {
    const { describeKey } = open('plans: { research: {} }\nauth: { api_key: { prefix: acme, default_expiry: 10d } }\n')
    const key = await describeKey('create', {
      owner: 'Lab',
      plan: 'research',
      scope: ['tools:phi/*', 'admin:read'],
      network: ['10.0.0.0/8'],
      expires: 'never',
      note: 'nightly job',
    })
    expect(key).toMatchObject({
      plan: 'research',
      scopes: ['tools:phi/*', 'admin:read'],
      networks: ['10.0.0.0/8'],
      expiresAt: null,
      note: 'nightly job',
    })
    expect(key.key).toMatch(/^acme_live_/)
    const { expiresAt } = await describeKey('create', { owner: 'Lab', plan: 'research' })
    expect(Math.abs(Date.parse(expiresAt!) - Date.now() - 10 * DAY_MS)).toBeLessThan(10_000)
  })

  test.each([
    ['2h', () => Date.now() + 2 * 3_600_000],
    ['2999-02-28', () => Date.UTC(2999, 2, 1)],
    ['2999-02-28T10:00:00+01:00', () => Date.UTC(2999, 1, 28, 9)],
    ['2999-02-28T10:00Z', () => Date.UTC(2999, 1, 28, 10)],
    ['2999-02-28T10:00:00.000Z', () => Date.UTC(2999, 1, 28, 10)],
  ])('--expires %s', async (expires, expected) => {
    const { expiresAt } = await open().describeKey('create', { owner: 'o', expires })
    expect(Math.abs(Date.parse(expiresAt!) - expected())).toBeLessThan(10_000)
  })

  test('makes a trial key by one command, with a quota and an end', async () => {
    const { describeKey } = open()
    const key = await describeKey('create', { owner: 'Trial Co', trial: true })
    expect(key).toMatchObject({ kind: 'trial', plan: 'trial', trialQuota: 1000 })
    expect(key.key).toMatch(/^ht_trial_/)
    expect(Math.abs(Date.parse(key.expiresAt!) - Date.now() - 30 * DAY_MS)).toBeLessThan(10_000)
    expect(await describeKey('create', { owner: 'Trial Co', trial: true, quota: '25', plan: 'standard', expires: '7d' })).toMatchObject({
      trialQuota: 25,
      plan: 'standard',
    })
  })

  test.each([
    ['no owner', {}, 'bad_usage', /--owner/],
    ['an unknown plan', { owner: 'o', plan: 'standart' }, 'bad_usage', /Did you mean standard\?/],
    ['an unknown plan that is like none', { owner: 'o', plan: 'zzzzzzzz' }, 'bad_usage', /Available: trial, standard, unlimited/],
    ['a time that is none', { owner: 'o', expires: 'soon' }, 'bad_usage', /--expires/],
    ['a day that there is not', { owner: 'o', expires: '2999-02-30' }, 'bad_usage', /--expires/],
    ['a time without a zone', { owner: 'o', expires: '2999-02-28T10:00' }, 'bad_usage', /--expires/],
    ['a time that is past', { owner: 'o', expires: '2001-01-01' }, 'invalid_input', /cannot be created/],
    ['a quota of a live key', { owner: 'o', quota: '5' }, 'bad_usage', /--trial/],
    ['a quota that is none', { owner: 'o', trial: true, quota: '0' }, 'bad_usage', /greater than 0/],
    ['a trial key without a quota', { owner: 'o', trial: true, plan: 'unlimited' }, 'bad_usage', /--quota/],
    ['a trial key without an end', { owner: 'o', trial: true, expires: 'never' }, 'invalid_input', /cannot be created/],
    ['a bad scope', { owner: 'o', scope: ['everything'] }, 'invalid_input', /cannot be created/],
    ['the scope of a tool that there is not', { owner: 'o', scope: ['tools:*', 'tools:phi/detekt'] }, 'invalid_input', /cannot be created/],
  ] as const)('refuses %s and makes none', async (_title, flags, code, message) => {
    const { errorOf, call, folder } = open()
    const fault = await errorOf('create', flags as VerbCall['flags'])
    expect(readdirSync(folder)).toEqual(['config.yaml'])
    expect(fault.code).toBe(code)
    expect(fault.message).toMatch(message)
    expect((await call('create', { owner: 'o' })).exitCode).toBe(0)
    expect((await call('list')).value).toMatchObject({ keys: [{ owner: 'o' }] })
  })
})

describe('the text of a key', () => {
  test('is printed once, by create and rotate alone', async () => {
    const { call, describeKey } = open()
    const created = await call('create', { owner: 'Ward 7' })
    expect(created.out.match(new RegExp(KEY, 'g'))).toHaveLength(1)
    const { id } = created.value as Described
    const rotated = await call('rotate', {}, [id])
    expect(rotated.out.match(new RegExp(KEY, 'g'))).toHaveLength(1)
    expect((rotated.value as Described).key).not.toBe((created.value as Described).key)
    for (const [name, positionals] of [
      ['show', [id]],
      ['list', []],
      ['expire', [id]],
      ['revoke', [id]],
    ] as const) {
      const printed = await call(name, {}, [...positionals])
      expect(printed.out + printed.err + JSON.stringify(printed.value), name).not.toMatch(KEY)
      expect(JSON.stringify(printed.value), name).not.toMatch(/hash/i)
      expect(printed.out, name).toContain(id)
    }
    expect(await describeKey('show', {}, [id])).toMatchObject({ state: 'revoked' })
  })
})

describe('keys list', () => {
  test('is a table with a line for each key', async () => {
    const { call } = open()
    await call('create', { owner: 'Ward 7' })
    await call('create', { owner: 'Trial Co', trial: true })
    const lines = (await call('list')).out.trimEnd().split('\n')
    expect(lines[0]).toMatch(/^ID +STATE +KIND +PLAN +OWNER +SCOPES +CREATED +EXPIRES +LAST USED$/)
    expect(lines[1]).toMatch(
      /^[0-9A-Za-z]{12} {2}active {2}live {3}standard {2}Ward 7 {4}tools:\* {2}\d{4}-\d\d-\d\d {2}\d{4}-\d\d-\d\d {2}-$/,
    )
    expect(lines).toHaveLength(3)
    expect((await call('list', { owner: 'Trial Co' })).value).toMatchObject({ keys: [{ owner: 'Trial Co' }] })
    expect((await call('list', { owner: 'nobody' })).out).toBe('There are no keys.\n')
  })

  test('says where there is no database', async () => {
    expect(await open().errorOf('list')).toMatchObject({ code: 'storage_unavailable' })
  })
})

describe('keys show, rotate, revoke and expire', () => {
  test('refuse a key that there is not', async () => {
    const { call, errorOf } = open()
    await call('create', { owner: 'o' })
    for (const name of ['show', 'rotate', 'revoke', 'expire']) expect((await errorOf(name, {}, ['AAAAAAAAAAAA'])).code).toBe('not_found')
  })

  test('set the end of a key and of the secret before', async () => {
    const { describeKey, errorOf } = open()
    const { id } = await describeKey('create', { owner: 'o' })
    const rotated = await describeKey('rotate', {}, [id])
    expect(Math.abs(Date.parse(String(rotated.previousUntil)) - Date.now() - DAY_MS)).toBeLessThan(10_000)
    expect((await errorOf('rotate', { overlap: 'long' }, [id])).code).toBe('bad_usage')
    expect((await describeKey('expire', { at: '2999-12-31' }, [id])).expiresAt).toBe('3000-01-01T00:00:00.000Z')
    expect(await describeKey('expire', {}, [id])).toMatchObject({ state: 'expired' })
    expect((await errorOf('rotate', {}, [id])).code).toBe('invalid_input')
    expect(await describeKey('revoke', {}, [id])).toMatchObject({ state: 'revoked' })
  })
})
