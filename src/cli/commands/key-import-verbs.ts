// `keys import`, `keys export` and `keys hash`: keys go from one site to another by their hashes. The texts of keys stay with their owners.
import { readFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { KeyOffice } from '../../access/keys/key.ts'
import { stateOf } from '../../access/keys/key.ts'
import { composeHash, hashKey, importKeys, itemOf } from '../../access/keys/key-import.ts'
import { parseKey } from '../../access/keys/key-text.ts'
import type { KeyRecord } from '../../access/store.ts'
import { ProblemError, type ProblemItem } from '../../core/problem.ts'
import { writeRows } from '../../formats/csv/write-csv.ts'
import type { Verb, VerbCall } from '../command-line/verb.ts'
import { composeExpiry, composeKeyFile, type FileKey, readKeyFile } from '../records/key-file.ts'
import { listRecords } from '../records/record-pages.ts'
import { recordAct } from '../records/recorded-act.ts'
import { STORES_FLAGS, withStores } from '../records/stores-flags.ts'

const MAX_FILE_BYTES = 64 << 20

export const keyImportVerbs: readonly Verb[] = [
  {
    name: 'keys import',
    summary:
      'Import keys from a file of hashes. If one is invalid, none is imported. Formats: CSV with a header line, or JSON lines, with id, kind, hash, owner, plan, scopes, networks, expires, quota and note. In CSV, separate scopes and networks with spaces. The used quota of trial keys is not imported.',
    positionals: [
      { name: 'FILE', summary: 'File written by `keys export` or `keys export --json`. - reads standard input.', required: true },
    ],
    flags: STORES_FLAGS,
    run: (call) =>
      withStores(call, { create: true }, async (stores, config) => {
        const now = Date.now()
        const name = call.positionals[0]!
        const bytes = await readInput(name, call)
        const imported = await naming(name, async () => {
          const keys = readKeyFile(bytes, [...config.plans.keys()], now)
          const office = await stores.openOffice()
          await recordAct(config, 'keys.import', undefined, () => importKeys(office, keys, now))
          return keys
        })
        call.terminal.print({ imported: imported.length }, `${imported.length} keys were imported.\n`)
        return 0
      }),
  },
  {
    name: 'keys export',
    summary: 'Export the hashes of active keys and clients, for `keys import` at a site with the same pepper.',
    positionals: [],
    flags: STORES_FLAGS,
    run: (call) =>
      withStores(call, { create: false }, async (stores, config) => {
        const now = Date.now()
        const office = await stores.openOffice()
        const records = (await listRecords(stores.keyStore)).filter((record) => stateOf(record, now) === 'active')
        const list = async (): Promise<FileKey[]> => Promise.all(records.map((record) => describeForFile(record, office)))
        const keys = await recordAct(config, 'keys.export', undefined, list)
        call.terminal.print({ keys }, composeKeyFile(keys))
        return 0
      }),
  },
  {
    name: 'keys hash',
    summary:
      'Hash existing keys, one per line, for `keys import`. Prints ID, kind and hash, and stores nothing. A hash has the form hmac-sha256:PEPPER:HASH. HASH is the HMAC of kind_id_secret, without prefix and checksum, with the pepper of the site. PEPPER is the first 16 digits of the HMAC of the word pepper.',
    positionals: [{ name: 'FILE', summary: 'File with the keys. Default: standard input.', required: false }],
    flags: STORES_FLAGS,
    run: (call) =>
      withStores(call, { create: true }, async (stores) => {
        const name = call.positionals[0] ?? '-'
        const lines = new TextDecoder().decode(await readInput(name, call)).split('\n')
        const { hash } = await stores.openOffice()
        const problems: ProblemItem[] = []
        const keys = lines.flatMap((line, i) => {
          const text = line.trim()
          if (text === '') return []
          const key = parseKey(text)
          if (!key) problems.push(itemOf(i + 1, '', 'this is no key, or a mistyped one'))
          return key ? [{ id: key.id, kind: key.kind, hash: hashKey(key, hash) }] : []
        })
        if (problems.length > 0) {
          throw new ProblemError('Some lines are not keys.', { code: 'invalid_input', errors: problems, at: { file: name } })
        }
        call.terminal.print({ keys }, writeRows([['id', 'kind', 'hash'], ...keys.map((key) => [key.id, key.kind, key.hash])]))
        return 0
      }),
  },
]

async function describeForFile(record: KeyRecord, { store, hash }: KeyOffice): Promise<FileKey> {
  const { id, kind, owner, plan, scopes, networks, expiresAt, trialQuota, note } = record
  const stored = await store.find(id)
  if (!stored) throw new ProblemError('A key was deleted while it was being read. Try again.', { code: 'storage_unavailable' })
  const own = composeHash(stored.hash, hash)
  return {
    id,
    kind,
    hash: own,
    owner,
    plan,
    scopes: [...scopes],
    networks: [...networks],
    expires: composeExpiry(expiresAt),
    quota: trialQuota,
    note,
  }
}

/** Adds the name of the file to its errors, as it was passed. */
async function naming<T>(file: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ProblemError) || (error.code !== 'invalid_input' && error.code !== 'unreadable_input')) throw error
    const { message, code, errors, at } = error
    throw new ProblemError(message, { code, at: { file, ...at }, cause: error, ...(errors ? { errors } : {}) })
  }
}

/** @throws ProblemError `io_error`, `resource_limit` */
async function readInput(name: string, { terminal }: VerbCall): Promise<Uint8Array> {
  if (name === '-') return readStandardInput()
  const path = resolve(terminal.cwd, name)
  try {
    if ((await stat(path)).size > MAX_FILE_BYTES) throw tooLarge()
    return await readFile(path)
  } catch (cause) {
    throw cause instanceof ProblemError
      ? cause
      : new ProblemError('The file cannot be read.', { code: 'io_error', at: { file: name }, cause })
  }
}

async function readStandardInput(): Promise<Uint8Array> {
  const chunks: Buffer[] = []
  let total = 0
  for await (const chunk of process.stdin) {
    chunks.push(chunk as Buffer)
    total += (chunk as Buffer).length
    if (total > MAX_FILE_BYTES) throw tooLarge()
  }
  return Buffer.concat(chunks)
}

function tooLarge(): ProblemError {
  return new ProblemError(`The file is larger than ${MAX_FILE_BYTES >> 20} MiB.`, { code: 'resource_limit' })
}
