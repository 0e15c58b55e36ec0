// Hears of jobs: one connection that listens. What is missed while it is away is found by asking again, so a signal only makes things faster.
import type { Client, PoolClient } from 'pg'
import type { Postgres } from '../postgres.ts'
import { JOBS_CHANNEL } from '../postgres-schema.ts'

export type JobSignal = { readonly kind: 'waiting' } | { readonly kind: 'finished' | 'ended'; readonly id: string }

export interface JobSignals {
  /** @returns what ends the listening */
  listen(listener: (signal: JobSignal) => void): () => void
  /** Sent when the transaction is committed. */
  send(client: PoolClient, signal: JobSignal): Promise<void>
  close(): Promise<void>
}

/** A connection that broke without a word is found out after this time. */
const BEAT_MS = 2_000
const ANSWER_MS = 2_000

/** Resolves after the first attempt to listen, whatever came of it. */
export async function openJobSignals(database: Postgres): Promise<JobSignals> {
  const listeners = new Set<(signal: JobSignal) => void>()
  let client: Client | undefined
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  const lose = (lost: Client | undefined): void => {
    if (client === lost) client = undefined
    lost?.end().catch(() => undefined)
  }
  const tell = (signal: JobSignal): void => {
    for (const listener of listeners) listener(signal)
  }
  const connect = async (): Promise<Client> => {
    const { default: driver } = await import('pg')
    const next = new driver.Client({ ...database.connection, query_timeout: ANSWER_MS })
    next.on('error', () => lose(next))
    next.on('end', () => lose(next))
    next.on('notification', ({ payload = '' }) => {
      const signal = parseSignal(payload)
      if (signal) tell(signal)
    })
    try {
      await next.connect()
      await next.query(`LISTEN ${JOBS_CHANNEL}`)
      return next
    } catch (error) {
      next.end().catch(() => undefined)
      throw error
    }
  }
  const beat = async (): Promise<void> => {
    const current = client
    try {
      if (current) await current.query('SELECT 1')
      else client = await connect()
      // Whatever happened while nobody listened.
      if (!current) tell({ kind: 'waiting' })
    } catch {
      lose(current)
    }
    if (isClosed) lose(client)
    else timer = setTimeout(() => void beat(), BEAT_MS)
  }
  await beat()
  return {
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async send(sender, signal) {
      await sender.query('SELECT pg_notify($1, $2)', [JOBS_CHANNEL, 'id' in signal ? `${signal.kind} ${signal.id}` : signal.kind])
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      await client?.end().catch(() => undefined)
    },
  }
}

function parseSignal(text: string): JobSignal | undefined {
  const [kind, id = ''] = text.split(' ')
  if (kind === 'waiting') return { kind }
  return kind === 'finished' || kind === 'ended' ? { kind, id } : undefined
}
