// Hears of changed keys: one connection that listens, asked every second whether it still hears. While it does not, every look-up of the
// revision gives another number, so that no key is taken from memory that another node may have ended.
import type { Client } from 'pg'
import type { Postgres } from './postgres.ts'
import { KEYS_CHANNEL } from './postgres-schema.ts'

/** A connection that broke without a word is found out after the first plus the second. */
const BEAT_MS = 1_000
const ANSWER_MS = 2_000
const READ_REVISION = `SELECT value FROM health_tools.meta WHERE name = 'keys_revision'`

export class KeyChanges {
  readonly #database: Postgres
  #client: Client | undefined
  #timer: NodeJS.Timeout | undefined
  #revision = 1
  /** The latest of the database that is known here. */
  #storedRevision = -1
  #isClosed = false

  constructor(database: Postgres) {
    this.#database = database
  }

  /** Resolves after the first attempt, whatever came of it. */
  async open(): Promise<void> {
    await this.#beat()
  }

  get isHearing(): boolean {
    return this.#client !== undefined
  }

  revision(): number {
    if (!this.#client) this.#revision++
    return this.#revision
  }

  /** After a write of one's own: the node that wrote knows at once. */
  async lookAgain(): Promise<void> {
    try {
      const [row] = await this.#database.query<{ value: string }>(READ_REVISION)
      this.#see(Number(row?.value))
    } catch {
      this.#revision++
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await this.#client?.end().catch(() => undefined)
    this.#client = undefined
  }

  /** Each beat ends before the next is planned. */
  async #beat(): Promise<void> {
    try {
      const client = this.#client ?? (await this.#listen())
      const { rows } = await client.query<{ value: string }>(READ_REVISION)
      this.#see(Number(rows[0]?.value))
      this.#client = client
    } catch {
      this.#lose()
    }
    if (this.#isClosed) this.#lose()
    else this.#timer = setTimeout(() => void this.#beat(), BEAT_MS)
  }

  async #listen(): Promise<Client> {
    const { default: driver } = await import('pg')
    const client = new driver.Client({ ...this.#database.connection, query_timeout: ANSWER_MS })
    const lose = (): void => {
      if (this.#client === client) this.#lose()
    }
    client.on('error', lose)
    client.on('end', lose)
    client.on('notification', ({ payload }) => this.#see(Number(payload)))
    try {
      await client.connect()
      await client.query(`LISTEN ${KEYS_CHANNEL}`)
      return client
    } catch (error) {
      client.end().catch(() => undefined)
      throw error
    }
  }

  #see(stored: number): void {
    if (stored <= this.#storedRevision) return
    this.#storedRevision = stored
    this.#revision++
  }

  #lose(): void {
    const client = this.#client
    this.#client = undefined
    this.#revision++
    client?.end().catch(() => undefined)
  }
}
