// What authentication costs: CPU of one request to a route with a credential beside the same route without, and look-ups among a million keys;
// and whether the time of a refusal tells a known key id from an unknown one.
import { createHash, createHmac, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Authenticate, createAuthentication, type Presented } from '../../src/access/authenticate.ts'
import { issueKey, type KeyOffice } from '../../src/access/keys/key.ts'
import { createKeyCheck } from '../../src/access/keys/key-check.ts'
import { KeyDirectory } from '../../src/access/keys/key-directory.ts'
import { composeKey, randomId, randomSecret } from '../../src/access/keys/key-text.ts'
import { KeyRing } from '../../src/access/tokens/key-ring.ts'
import { createTokenCheck } from '../../src/access/tokens/token-check.ts'
import { SqliteKeyStore } from '../../src/platform/storage/sqlite/key-store.ts'
import { openDatabase } from '../../src/platform/storage/sqlite/sqlite.ts'
import { newKey } from '../access/keys/new-key.ts'
import { makeKey, makeTokenIssuer, NOW, signToken } from '../access/tokens/token-issuer.ts'
import { type BenchRow, median } from './row.ts'

const ROUNDS = 7
const CALLS = 20_000
const FIRST_CALLS = 2_000
const MANY_KEYS = 1_000_000
const CONNECTION = { peerAddress: '127.0.0.1', isForProxy: false, isUnixSocket: false, hasClientCertificate: false }
const digest = (text: string): string => createHash('sha256').update(text).digest('hex')

export async function benchAccess(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'health-tools-bench-'))
  try {
    const small = await openKeys(join(folder, 'small.db'), 1_000)
    const large = await openKeys(join(folder, 'large.db'), MANY_KEYS)
    const rows = [
      await compareWarm(small.authenticate, small.texts),
      await compareJwt(),
      await compareFirst(small, large),
      compareRefusals(small),
    ]
    for (const { close } of [small, large]) close()
    return rows
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export function present(credential: string | undefined): Presented {
  const rawHeaders = ['Host', '127.0.0.1', 'Content-Type', 'application/json', 'Content-Length', '33']
  if (credential !== undefined) rawHeaders.push('Authorization', `Bearer ${credential}`)
  const authorizationValues = credential === undefined ? [] : [`Bearer ${credential}`]
  return { authorizationValues, rawHeaders, connection: CONNECTION, address: '127.0.0.1', now: NOW }
}

/** Microseconds of the whole process for one call. */
async function measure(authenticate: Authenticate, credentials: readonly (string | undefined)[], calls: number): Promise<number> {
  const before = process.cpuUsage()
  for (let i = 0; i < calls; i++) {
    const caller = authenticate(present(credentials[i % credentials.length]))
    if (caller instanceof Promise) await caller
  }
  const { user, system } = process.cpuUsage(before)
  return (user + system) / calls
}

const nobody: Authenticate = () => ({ credentialId: '', kind: 'live', owner: '', plan: '', scopes: [], expiresAt: null, trialQuota: null })

async function medianOf(work: () => Promise<number>): Promise<number> {
  const rounds: number[] = []
  for (let i = 0; i < ROUNDS; i++) rounds.push(await work())
  return median(rounds)
}

async function compareWarm(authenticate: Authenticate, texts: readonly string[]): Promise<BenchRow> {
  const without = await medianOf(() => measure(nobody, [undefined], CALLS))
  const withKey = await medianOf(() => measure(authenticate, texts, CALLS))
  return composeRow('key', 'a key adds µs to a request', withKey - without, 15)
}

async function compareJwt(): Promise<BenchRow> {
  const key = await makeKey('k')
  const keys = new KeyRing(async () => [key.jwk])
  const tokens = await Promise.all(Array.from({ length: FIRST_CALLS * (ROUNDS + 1) }, (_, i) => signToken(key, { jti: String(i) })))
  const authenticate = createAuthentication({
    keys: null,
    tokens: createTokenCheck([makeTokenIssuer(keys, { clockSkewMs: 0 })], digest),
    proxy: null,
    failures: null,
  })
  await measure(authenticate, tokens.splice(0, FIRST_CALLS), FIRST_CALLS)
  const seen = tokens.slice(0, FIRST_CALLS)
  const first = await medianOf(() => measure(authenticate, tokens.splice(0, FIRST_CALLS), FIRST_CALLS))
  const again = await medianOf(() => measure(authenticate, seen, CALLS))
  const row = composeRow('jwt', 'a JWT adds µs to its first request', first, 150)
  return { ...row, what: `${row.what}; to later ones ${again.toFixed(1)}` }
}

/** The first use of each key: none is in memory. */
async function compareFirst(small: Keys, large: Keys): Promise<BenchRow> {
  const [few, many]: number[][] = [[], []]
  for (let i = 0; i < ROUNDS; i++) {
    few!.push(await measure(small.fresh(), small.texts, small.texts.length))
    many!.push(await measure(large.fresh(), large.texts, large.texts.length))
  }
  const [a, b] = [median(few!), median(many!)]
  const ratios = few!.map((value, i) => value / many![i]!)
  return {
    id: 'million-keys',
    what: `first use of a key among ${MANY_KEYS}, µs`,
    measured: b.toFixed(1),
    reference: `${a.toFixed(1)} among 1000`,
    ratio: median(ratios),
    rounds: ratios,
  }
}

/** Of the pairs of a round; the slowest are collections of garbage and other programs. */
const FASTEST_SHARE = 0.9
const PAIR_ROUNDS = 20

/**
 * Wrong secrets for ids that there are and ids that there are not, in pairs in random order. The difference of the medians is what a caller on
 * this machine could measure with thousands of attempts; the reference is the spread of one attempt.
 */
function compareRefusals({ authenticate, texts }: Keys): BenchRow {
  const randomOf = (length: number): Uint8Array => randomBytes(length)
  const known = texts.map((text) => composeKey('ht', 'live', text.slice(8, 20), randomSecret(randomOf)).text)
  const unknown = texts.map(() => composeKey('ht', 'live', randomId(randomOf), randomSecret(randomOf)).text)
  const times: [known: number[], unknown: number[]] = [[], []]
  for (let round = 0; round < PAIR_ROUNDS; round++) {
    for (let i = 0; i < texts.length; i++) {
      const order = Math.random() < 0.5 ? [0, 1] : [1, 0]
      for (const side of order) {
        const time = timeRefusal(authenticate, (side === 0 ? known : unknown)[i]!)
        // In the first round the ids come into memory.
        if (round > 0) times[side]!.push(time)
      }
    }
  }
  const [a, b] = times.map((values) => values.sort((x, y) => x - y).slice(0, Math.floor(values.length * FASTEST_SHARE))) as [
    number[],
    number[],
  ]
  const spread = b[Math.floor(b.length * 0.75)]! - b[Math.floor(b.length * 0.25)]!
  const difference = Math.abs(median(a) - median(b))
  return {
    id: 'refusal-difference',
    what: 'a refusal: known key id against unknown one, µs between the medians',
    measured: difference.toFixed(2),
    reference: `${spread.toFixed(2)} between the quartiles of one`,
    ratio: spread / difference,
    figure: difference,
  }
}

/** Microseconds. */
export function timeRefusal(authenticate: Authenticate, credential: string): number {
  const presented = present(credential)
  const before = process.hrtime.bigint()
  try {
    authenticate(presented)
  } catch {
    return Number(process.hrtime.bigint() - before) / 1000
  }
  throw new Error('a wrong secret was taken')
}

function composeRow(id: string, what: string, microseconds: number, allowed: number): BenchRow {
  return {
    id,
    what,
    measured: microseconds.toFixed(1),
    reference: `at most ${allowed}`,
    ratio: allowed / microseconds,
    figure: microseconds,
  }
}

export interface Keys {
  readonly authenticate: Authenticate
  /** A thousand of them. */
  readonly texts: readonly string[]
  /** With nothing in memory. */
  fresh(): Authenticate
  close(): void
}

export async function openKeys(path: string, count: number): Promise<Keys> {
  const database = await openDatabase({ path, create: true, busyTimeoutMs: 5_000, addonFolders: [] }, 'NORMAL')
  const store = new SqliteKeyStore({ durable: database, counters: database })
  const secret = randomBytes(32)
  const hash = (text: string): string => createHmac('sha256', secret).update(text).digest('hex')
  const created: Parameters<SqliteKeyStore['create']>[0][] = []
  const office: KeyOffice = {
    store: new Proxy(store, {
      get: (target, name) => (name === 'create' ? (key: (typeof created)[number]) => void created.push(key) : Reflect.get(target, name)),
    }),
    hash,
    randomBytes: (length) => randomBytes(length),
    prefix: 'ht',
  }
  const fields = newKey({ owner: 'bench', plan: 'unlimited', expiresAt: null })
  const texts: string[] = []
  const step = Math.ceil(count / 1_000)
  for (let i = 0; i < count; i++) {
    const { text } = await issueKey(office, fields, NOW)
    if (i % step === 0) texts.push(text)
    if (created.length === 50_000 || i === count - 1) {
      insertAll(database, created)
      created.length = 0
    }
  }
  const fresh = (): Authenticate => {
    const directory = new KeyDirectory(store, 60_000)
    return createAuthentication({ keys: createKeyCheck({ directory, hash, digest }), tokens: null, proxy: null, failures: null })
  }
  return { authenticate: fresh(), texts, fresh, close: () => void database.close() }
}

/** As the store would, in one transaction. */
function insertAll(
  database: Awaited<ReturnType<typeof openDatabase>>,
  keys: readonly { record: { id: string; owner: string; plan: string; createdAt: number }; hash: string }[],
): void {
  const insert = database.prepare(
    `INSERT INTO keys (id, kind, owner, note, plan, scopes, networks, created_at, hash) VALUES (?, 'live', ?, '', ?, '["tools:*"]', '[]', ?, ?)`,
  )
  database.transaction(() => {
    for (const { record, hash } of keys) insert.run(record.id, record.owner, record.plan, record.createdAt, hash)
  })()
}
