// All records of the key store, page by page.
import type { KeyRecord, KeyStore } from '../access/store.ts'

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
