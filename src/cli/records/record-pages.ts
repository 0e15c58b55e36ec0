// All records of the key store, page by page, and as a table.
import { stateOf } from '../../access/keys/key.ts'
import type { KeyRecord, KeyStore } from '../../access/store.ts'
import { composeInstant } from '../command-line/instants.ts'
import { composeTable } from '../command-line/text-table.ts'

const PAGE = 1_000

/** Oldest first. */
export async function listRecords(store: KeyStore): Promise<KeyRecord[]> {
  const records: KeyRecord[] = []
  for (;;) {
    const after = records.at(-1)
    const page = await store.list({ ...(after === undefined ? {} : { after }), limit: PAGE })
    records.push(...page)
    if (page.length < PAGE) return records
  }
}

const COLUMNS = {
  ID: ({ id }) => id,
  STATE: stateOf,
  KIND: ({ kind }) => kind,
  PLAN: ({ plan }) => plan,
  OWNER: ({ owner }) => owner,
  SCOPES: ({ scopes }) => scopes.join(' '),
  CREATED: ({ createdAt }) => dayText(createdAt),
  EXPIRES: ({ expiresAt }) => dayText(expiresAt),
  'LAST USED': ({ lastUsedAt }) => dayText(lastUsedAt),
} as const satisfies Readonly<Record<string, (record: KeyRecord, now: number) => string>>

/** A line for each record; undefined where there is none. */
export function composeRecords(titles: readonly (keyof typeof COLUMNS)[], records: readonly KeyRecord[], now: number): string | undefined {
  if (records.length === 0) return undefined
  const rows = records.map((record) => titles.map((title) => COLUMNS[title](record, now)))
  return composeTable(
    titles.map((title) => ({ title })),
    rows,
  )
}

function dayText(instant: number | null): string {
  return composeInstant(instant)?.slice(0, 10) ?? '-'
}
