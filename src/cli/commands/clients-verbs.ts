// `clients`: makes, lists and ends the clients of the token endpoint. They are kept beside the keys, and their secret is printed once.
import { checkNewKey, type IssuedKey, issueKey, type NewKey, revokeKey, showKey, stateOf } from '../../access/keys/key.ts'
import type { KeyRecord } from '../../access/store.ts'
import { ProblemError } from '../../core/problem.ts'
import type { OpenedStores } from '../../platform/access/open-access.ts'
import type { Config } from '../../platform/config/config.ts'
import { composeInstant } from '../command-line/instants.ts'
import { type Positional, textFlag, type Verb, type VerbCall } from '../command-line/verb.ts'
import { expiryOf, listFlag, planOf, scopesOf } from '../records/record-flags.ts'
import { composeRecords, listRecords } from '../records/record-pages.ts'
import { recordAct } from '../records/recorded-act.ts'
import { loadConfigOf, STORES_FLAGS, withStores } from '../records/stores-flags.ts'

const ID: Positional = { name: 'ID', summary: 'Client ID from `clients list`.', required: true }
const LIST_COLUMNS = ['ID', 'STATE', 'PLAN', 'OWNER', 'SCOPES', 'EXPIRES'] as const
const PLAN = 'standard'

export const clientsVerbs: readonly Verb[] = [
  {
    name: 'clients create',
    summary: 'Create a client of the token endpoint and print its secret. The secret is shown only once.',
    positionals: [],
    flags: {
      owner: { type: 'string', value: 'NAME', summary: 'Owner of the client. Usage is reported by owner. Required.' },
      plan: { type: 'string', value: 'PLAN', summary: `Plan from the configuration. Default: ${PLAN}.` },
      scope: { type: 'string', value: 'SCOPE', multiple: true, summary: 'Scopes, as for keys. Default: tools:*.' },
      expires: {
        type: 'string',
        value: 'TIME',
        summary: 'Expiry: a duration (90d), a date (inclusive, UTC), a date with time, or never.',
      },
      network: { type: 'string', value: 'CIDR', multiple: true, summary: 'Accept the client and its tokens only from this network.' },
      note: { type: 'string', value: 'TEXT', summary: 'A note for administrators.' },
      ...STORES_FLAGS,
    },
    async run(call) {
      const now = Date.now()
      const config = loadConfigOf(call)
      const client = await newClientOf(call, config, now)
      return withStores(call, { create: true, config }, async (stores) => {
        const issue = async (): Promise<IssuedKey> => issueKey(await stores.openOffice(), client, now)
        const { text, record } = await recordAct(config, 'clients.create', undefined, issue, (issued) => issued.record.id)
        const value = { client_id: record.id, client_secret: text, ...describe(record, now) }
        call.terminal.print(value, `client_id     ${record.id}\nclient_secret ${text}\nThe secret is shown only now: store it.\n`)
        return 0
      })
    },
  },
  {
    name: 'clients list',
    summary: 'List the clients, oldest first. `keys show`, `keys rotate` and `keys expire` also accept client IDs.',
    positionals: [],
    flags: STORES_FLAGS,
    run: (call) =>
      withStores(call, { create: false }, async ({ keyStore }) => {
        const now = Date.now()
        const clients = (await listRecords(keyStore)).filter(({ kind }) => kind === 'client')
        const table = composeRecords(LIST_COLUMNS, clients, now)
        call.terminal.print({ clients: clients.map((record) => describe(record, now)) }, table ?? 'No clients.\n')
        return 0
      }),
  },
  {
    name: 'clients revoke',
    summary: 'Revoke a client and its tokens. Takes effect on the next request.',
    positionals: [ID],
    flags: STORES_FLAGS,
    run: (call) =>
      withStores(call, { create: false }, async (stores, config) => {
        const id = await clientIdOf(stores, call)
        const now = Date.now()
        const record = await recordAct(config, 'clients.revoke', id, () => revokeKey(stores.keyStore, id, now))
        call.terminal.print(describe(record, now), `${id} is revoked.\n`)
        return 0
      }),
  },
]

async function newClientOf(call: VerbCall, config: Config, now: number): Promise<NewKey> {
  const owner = textFlag(call, 'owner')
  if (owner === undefined) throw new ProblemError('clients create requires --owner NAME.', { code: 'bad_usage' })
  const client: NewKey = {
    kind: 'client',
    owner,
    plan: planOf(call, PLAN, config.plans).name,
    note: textFlag(call, 'note') ?? '',
    scopes: await scopesOf(call),
    networks: listFlag(call, 'network'),
    expiresAt: expiryOf(call, config.auth.apiKey.defaultExpiryMs, now),
    trialQuota: null,
  }
  checkNewKey(client, now)
  return client
}

async function clientIdOf({ keyStore }: OpenedStores, { positionals }: VerbCall): Promise<string> {
  const record = await showKey(keyStore, positionals[0] ?? '')
  if (record.kind !== 'client') throw new ProblemError('No client has this ID.', { code: 'not_found' })
  return record.id
}

function describe(record: KeyRecord, now: number): Record<string, unknown> {
  const { id, owner, note, plan, scopes, networks, createdAt, expiresAt, lastUsedAt } = record
  const times = { createdAt: composeInstant(createdAt), expiresAt: composeInstant(expiresAt), lastUsedAt: composeInstant(lastUsedAt) }
  return { id, owner, note, plan, scopes, networks, state: stateOf(record, now), ...times }
}
