// Hears of jobs: one connection that listens. What is missed while it is away is found by asking again, so a signal only makes things faster.
import type { Client } from 'pg'
import type { Postgres } from '../storage/postgres/postgres.ts'
import { JOBS_CHANNEL } from './job-schema.ts'

export type JobSignal = { readonly kind: 'waiting' } | { readonly kind: 'finished' | 'ended'; readonly id: string }

export interface JobSignals {
  /** @returns what ends the listening */
  listen(listener: (signal: JobSignal) => void): () => void
  /** Whether this node heard lately that the job is finished. */
  isFinished(id: string): boolean
  close(): Promise<void>
}

/** A connection that broke without a word is found out after this time. */
const BEAT_MS = 2_000
const ANSWER_MS = 2_000
/** A job may be finished before the node that made it begins to wait for it. */
const REMEMBERED = 2_000

/** Resolves after the first attempt to listen, whatever came of it. */
export async function openJobSignals(database: Postgres): Promise<JobSignals> {
  const finished = new Set<string>()
  const listeners = new Set<(signal: JobSignal) => void>()
  let client: Client | undefined
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  const lose = (lost: Client | undefined): void => {
    if (client === lost) client = undefined
    lost?.end().catch(() => undefined)
  }
  const tell = (signal: JobSignal): void => {
    if (signal.kind === 'finished') {
      finished.add(signal.id)
      if (finished.size > REMEMBERED) finished.delete(finished.values().next().value!)
    }
    for (const listener of listeners) listener(signal)
  }
  const connect = async (): Promise<Client> => {
    const { default: driver } = await import('pg')
    const next = new driver.Client({ ...database.connection, query_timeout: ANSWER_MS })
    next.on('error', () => lose(next))
    next.on('end', () => lose(next))
    next.on('notification', ({ payload = '' }) => {
      for (const signal of parseSignals(payload)) tell(signal)
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
    isFinished: (id) => finished.has(id),
    async close() {
      isClosed = true
      clearTimeout(timer)
      await client?.end().catch(() => undefined)
    },
  }
}

function parseSignals(text: string): JobSignal[] {
  const [kind, ...ids] = text.split(' ')
  if (kind === 'waiting') return [{ kind }]
  return kind === 'finished' || kind === 'ended' ? ids.map((id) => ({ kind, id })) : []
}
