// `keys`: makes, lists, shows, rotates and ends keys on the live database. The text of a key is printed once, by create and rotate.
import {
  checkNewKey,
  expireKey,
  type IssuedKey,
  issueKey,
  type NewKey,
  revokeKey,
  rotateKey,
  showKey,
  stateOf,
} from '../../access/keys/key.ts'
import type { KeyRecord } from '../../access/store.ts'
import { ProblemError } from '../../core/problem.ts'
import type { Config } from '../../platform/config/config.ts'
import { parseDuration } from '../../platform/config/config-units.ts'
import { composeInstant, parseInstant } from '../command-line/instants.ts'
import { type Positional, type Terminal, textFlag, type Verb, type VerbCall } from '../command-line/verb.ts'
import { expiryOf, listFlag, planOf, scopesOf } from '../records/record-flags.ts'
import { composeRecords, listRecords } from '../records/record-pages.ts'
import { recordAct } from '../records/recorded-act.ts'
import { loadConfigOf, STORES_FLAGS, withStores } from '../records/stores-flags.ts'
import { keyImportVerbs } from './key-import-verbs.ts'

const ID: Positional = { name: 'ID', summary: 'Key ID from `keys list`.', required: true }
const LIST_COLUMNS = ['ID', 'STATE', 'KIND', 'PLAN', 'OWNER', 'SCOPES', 'CREATED', 'EXPIRES', 'LAST USED'] as const
const TRIAL_PLAN = 'trial'
const LIVE_PLAN = 'standard'
const TRIAL_EXPIRY_MS = 30 * 86_400_000

export const keysVerbs: readonly Verb[] = [
  {
    name: 'keys create',
    summary: 'Create a key and print it. The key is shown only once.',
    positionals: [],
    flags: {
      owner: { type: 'string', value: 'NAME', summary: 'Owner of the key. Usage is reported by owner. Required.' },
      plan: {
        type: 'string',
        value: 'PLAN',
        summary: `Plan from the configuration. Default: ${LIVE_PLAN}, with --trial ${TRIAL_PLAN}.`,
      },
      scope: {
        type: 'string',
        value: 'SCOPE',
        multiple: true,
        summary: 'tools:*, tools:<category>/*, tools:<category>/<tool>, or admin:read, which allows no tool. Default: tools:*.',
      },
      expires: {
        type: 'string',
        value: 'TIME',
        summary: 'Expiry: a duration (90d), a date (inclusive, UTC), a date with time, or never.',
      },
      network: { type: 'string', value: 'CIDR', multiple: true, summary: 'Accept the key only from this network.' },
      note: { type: 'string', value: 'TEXT', summary: 'A note for administrators.' },
      trial: { type: 'boolean', summary: 'Create a trial key: its quota does not renew, and it expires (default: after 30d).' },
      quota: { type: 'string', value: 'UNITS', summary: 'Total units of a trial key. Default: the total of its plan.' },
      ...STORES_FLAGS,
    },
    async run(call) {
      const now = Date.now()
      const config = loadConfigOf(call)
      const key = await newKeyOf(call, config, now)
      return withStores(call, { create: true, config }, async (stores) => {
        const issue = async (): Promise<IssuedKey> => issueKey(await stores.openOffice(), key, now)
        printIssued(await recordAct(config, 'keys.create', undefined, issue, ({ record }) => record.id), now, call.terminal)
        return 0
      })
    },
  },
  {
    name: 'keys list',
    summary: 'List the keys, oldest first.',
    positionals: [],
    flags: { owner: { type: 'string', value: 'NAME', summary: 'List only keys of this owner.' }, ...STORES_FLAGS },
    run: (call) =>
      withStores(call, { create: false }, async ({ keyStore }) => {
        const now = Date.now()
        const owner = textFlag(call, 'owner')
        const records = (await listRecords(keyStore))
          .filter((record) => record.kind !== 'client')
          .filter((record) => owner === undefined || record.owner === owner)
        const table = composeRecords(LIST_COLUMNS, records, now)
        call.terminal.print({ keys: records.map((record) => describeRecord(record, now)) }, table ?? 'There are no keys.\n')
        return 0
      }),
  },
  {
    name: 'keys show',
    summary: "Show a key's details. The secret cannot be shown again.",
    positionals: [ID],
    flags: STORES_FLAGS,
    run: (call) =>
      withStores(call, { create: false }, async ({ keyStore }) => printRecord(await showKey(keyStore, idOf(call)), call.terminal)),
  },
  {
    name: 'keys rotate',
    summary: 'Rotate a key: create and print a new secret. The old secret stays valid for the overlap.',
    positionals: [ID],
    flags: {
      overlap: { type: 'string', value: 'TIME', summary: 'How long the old secret stays valid, for example 0s. Default: 24h.' },
      ...STORES_FLAGS,
    },
    run: (call) =>
      withStores(call, { create: false }, async (stores, config) => {
        const now = Date.now()
        const overlapMs = overlapMsOf(call)
        const rotate = async (): Promise<IssuedKey> => rotateKey(await stores.openOffice(), idOf(call), overlapMs, now)
        printIssued(await recordAct(config, 'keys.rotate', knownIdOf(call), rotate), now, call.terminal)
        return 0
      }),
  },
  {
    name: 'keys revoke',
    summary: 'Revoke a key. Takes effect on the next request.',
    positionals: [ID],
    flags: STORES_FLAGS,
    run: (call) =>
      withStores(call, { create: false }, async ({ keyStore }, config) => {
        const revoke = (): Promise<KeyRecord> => revokeKey(keyStore, idOf(call), Date.now())
        return printRecord(await recordAct(config, 'keys.revoke', knownIdOf(call), revoke), call.terminal)
      }),
  },
  {
    name: 'keys expire',
    summary: 'Set the expiry of a key. Without --at, the key expires now. A later time reactivates an expired key.',
    positionals: [ID],
    flags: {
      at: { type: 'string', value: 'TIME', summary: 'A duration (90d), a date (inclusive, UTC), or a date with time.' },
      ...STORES_FLAGS,
    },
    run: (call) =>
      withStores(call, { create: false }, async ({ keyStore }, config) => {
        const now = Date.now()
        const at = textFlag(call, 'at')
        const instant = at === undefined ? now : parseInstant(at, 'at', now)
        const expire = (): Promise<KeyRecord> => expireKey(keyStore, idOf(call), instant)
        return printRecord(await recordAct(config, 'keys.expire', knownIdOf(call), expire), call.terminal)
      }),
  },
  ...keyImportVerbs,
]

/** Everything that can be wrong with it is told before a database is made for it. */
async function newKeyOf(call: VerbCall, config: Config, now: number): Promise<NewKey> {
  const isTrial = call.flags.trial === true
  const owner = textFlag(call, 'owner')
  if (owner === undefined) throw new ProblemError('keys create requires --owner NAME.', { code: 'bad_usage' })
  const plan = planOf(call, isTrial ? TRIAL_PLAN : LIVE_PLAN, config.plans)
  const key: NewKey = {
    kind: isTrial ? 'trial' : 'live',
    owner,
    note: textFlag(call, 'note') ?? '',
    plan: plan.name,
    scopes: await scopesOf(call),
    networks: listFlag(call, 'network'),
    expiresAt: expiryOf(call, isTrial ? TRIAL_EXPIRY_MS : config.auth.apiKey.defaultExpiryMs, now),
    trialQuota: quotaOf(call, isTrial, plan.quota.unitsTotal),
  }
  checkNewKey(key, now)
  return key
}

function quotaOf(call: VerbCall, isTrial: boolean, planTotal: number | null): number | null {
  const text = textFlag(call, 'quota')
  if (!isTrial) {
    if (text !== undefined)
      throw new ProblemError('--quota requires --trial. Other keys have the quota of their plan.', { code: 'bad_usage' })
    return null
  }
  if (text === undefined) {
    if (planTotal === null) throw new ProblemError('The plan has no total, so a trial key needs --quota UNITS.', { code: 'bad_usage' })
    return planTotal
  }
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new ProblemError('--quota must be a whole number greater than 0.', { code: 'bad_usage' })
  return Number(text)
}

function overlapMsOf(call: VerbCall): number {
  const overlap = parseDuration(textFlag(call, 'overlap') ?? '24h')
  if (overlap === undefined) throw new ProblemError('--overlap must be a duration, for example 24h.', { code: 'bad_usage' })
  return overlap
}

function idOf({ positionals }: VerbCall): string {
  return positionals[0] ?? ''
}

/** For the audit log, which takes nothing that could be something else than an id, such as a key pasted in its place. */
function knownIdOf(call: VerbCall): string | undefined {
  const id = idOf(call)
  return /^[0-9A-Za-z]{12}$/.test(id) ? id : undefined
}

function describeRecord(record: KeyRecord, now: number): Record<string, unknown> {
  const { createdAt, expiresAt, revokedAt, rotatedAt, previousUntil, lastUsedAt, ...rest } = record
  return {
    ...rest,
    state: stateOf(record, now),
    createdAt: composeInstant(createdAt),
    expiresAt: composeInstant(expiresAt),
    revokedAt: composeInstant(revokedAt),
    rotatedAt: composeInstant(rotatedAt),
    previousUntil: composeInstant(previousUntil),
    lastUsedAt: composeInstant(lastUsedAt),
  }
}

function composeRecord(record: KeyRecord, now: number): string {
  return Object.entries(describeRecord(record, now))
    .map(([name, value]) => `${name.padEnd(14)}${Array.isArray(value) ? value.join(' ') : (value ?? '-')}\n`)
    .join('')
}

function printRecord(record: KeyRecord, terminal: Terminal): number {
  const now = Date.now()
  terminal.print(describeRecord(record, now), composeRecord(record, now))
  return 0
}

function printIssued({ text, record }: IssuedKey, now: number, terminal: Terminal): void {
  terminal.print(
    { key: text, ...describeRecord(record, now) },
    `${'key'.padEnd(14)}${text}\n${composeRecord(record, now)}The key is shown only now: store it.\n`,
  )
}
