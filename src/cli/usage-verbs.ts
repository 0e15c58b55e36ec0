// `usage report`: what was used, by owner, key, tool or day; for billing by volume as CSV. Counters of the last second may be missing.
import { dayOf, monthOf } from '../access/quota.ts'
import type { UsageGrouping, UsageReportRow } from '../access/store.ts'
import { Fault } from '../core/fault.ts'
import { parseDay } from './instants.ts'
import { STORES_FLAGS, withStores } from './stores-flags.ts'
import { type Column, composeTable } from './text-table.ts'
import { textFlag, type Verb, type VerbCall } from './verb.ts'

const NUMBERS = ['requests', 'units', 'errors', 'bytesIn', 'bytesOut', 'ms'] as const

/** The columns that name a row, by grouping. */
const NAMES: Readonly<Record<UsageGrouping, readonly ('owner' | 'keyId' | 'tool' | 'day')[]>> = {
  owner: ['owner'],
  key: ['keyId', 'owner'],
  tool: ['tool'],
  day: ['day'],
}

export const usageVerbs: readonly Verb[] = [
  {
    name: 'usage report',
    summary: 'Sums what was used: requests, units, errors, bytes and milliseconds. Days are UTC.',
    positionals: [],
    flags: {
      from: { type: 'string', value: 'DATE', summary: 'The first day. Without it: the first of this month.' },
      to: { type: 'string', value: 'DATE', summary: 'The last day. Without it: today.' },
      by: { type: 'string', value: 'WHAT', summary: 'owner (the default), key, tool or day.' },
      csv: { type: 'boolean', summary: 'Prints CSV (RFC 4180).' },
      ...STORES_FLAGS,
    },
    run(call) {
      const today = dayOf(Date.now())
      const from = parseDay(textFlag(call, 'from') ?? `${monthOf(today)}-01`, 'from')
      const to = parseDay(textFlag(call, 'to') ?? today, 'to')
      if (from > to) throw new Fault('--from is after --to.', { code: 'bad_usage' })
      const by = groupingOf(call)
      return withStores(call, { create: false }, async ({ usageStore }) => {
        const rows = (await usageStore.report({ from, to, by })).map(roundTime)
        const text = call.flags.csv === true ? composeCsv(by, rows) : composeReport(by, rows, from, to)
        call.terminal.print({ from, to, by, rows, total: sum(rows) }, text)
        return 0
      })
    },
  },
]

function groupingOf(call: VerbCall): UsageGrouping {
  const by = textFlag(call, 'by') ?? 'owner'
  if (!Object.hasOwn(NAMES, by)) throw new Fault(`--by takes one of: ${Object.keys(NAMES).join(', ')}.`, { code: 'bad_usage' })
  return by as UsageGrouping
}

type Sums = Pick<UsageReportRow, (typeof NUMBERS)[number]>

function sum(rows: readonly UsageReportRow[]): Sums {
  const total = { requests: 0, units: 0, errors: 0, bytesIn: 0, bytesOut: 0, ms: 0 }
  for (const row of rows) for (const name of NUMBERS) total[name] += row[name]
  return roundTime(total)
}

/** Microseconds are the least that is measured; sums of them gather digits that mean nothing. */
function roundTime<T extends Sums>(row: T): T {
  return { ...row, ms: Math.round(row.ms * 1000) / 1000 }
}

function composeReport(by: UsageGrouping, rows: readonly UsageReportRow[], from: string, to: string): string {
  const columns: Column[] = [
    ...NAMES[by].map((title) => ({ title: title.toUpperCase() })),
    ...NUMBERS.map((title) => ({ title: title.toUpperCase(), align: 'right' as const })),
  ]
  const lines = rows.map((row) => [...NAMES[by].map((name) => row[name] || '-'), ...NUMBERS.map((name) => numberText(row[name]))])
  const total = sum(rows)
  lines.push([...NAMES[by].map((_, i) => (i === 0 ? 'TOTAL' : '')), ...NUMBERS.map((name) => numberText(total[name]))])
  return `${from} to ${to}\n${composeTable(columns, lines)}`
}

function numberText(value: number): string {
  return String(Math.round(value))
}

function composeCsv(by: UsageGrouping, rows: readonly UsageReportRow[]): string {
  const names = [...NAMES[by], ...NUMBERS]
  return [names, ...rows.map((row) => names.map((name) => String(row[name] ?? '')))]
    .map((cells) => `${cells.map(quoteCell).join(',')}\r\n`)
    .join('')
}

function quoteCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
