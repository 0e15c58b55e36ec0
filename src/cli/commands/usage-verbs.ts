// `usage report`: what was used, by owner, key, tool, day and month; for billing by volume as CSV. Counters of the last second may be missing.
import { dayOf, monthOf } from '../../access/quota/quota.ts'
import type { UsageGrouping, UsageReportRow } from '../../access/store.ts'
import { ProblemError } from '../../core/problem.ts'
import { disarmFormula, writeRows } from '../../formats/csv/write-csv.ts'
import { parseDay } from '../command-line/instants.ts'
import { type Column, composeTable } from '../command-line/text-table.ts'
import { textFlag, type Verb, type VerbCall } from '../command-line/verb.ts'
import { STORES_FLAGS, withStores } from '../records/stores-flags.ts'

const NUMBERS = ['requests', 'units', 'errors', 'bytesIn', 'bytesOut', 'ms'] as const

type Name = 'owner' | 'keyId' | 'tool' | 'day' | 'month'

/** The columns that name a row, by grouping. */
const NAMES: Readonly<Record<UsageGrouping, readonly Name[]>> = {
  owner: ['owner'],
  key: ['keyId', 'owner'],
  tool: ['tool'],
  day: ['day'],
  month: ['month'],
}

export const usageVerbs: readonly Verb[] = [
  {
    name: 'usage report',
    summary: 'Report usage: requests, units, errors, bytes and milliseconds. Days are in UTC.',
    positionals: [],
    flags: {
      from: { type: 'string', value: 'DATE', summary: 'First day. Default: the first of this month.' },
      to: { type: 'string', value: 'DATE', summary: 'Last day. Default: today.' },
      by: {
        type: 'string',
        value: 'WHAT',
        summary:
          'Group by owner, key, tool, day or month, or several: owner,month. Users of a proxy and OAuth clients are owners too. Default: owner.',
      },
      csv: { type: 'boolean', summary: 'Print CSV (RFC 4180).' },
      total: { type: 'boolean', summary: 'Append a TOTAL line to CSV. The table and JSON always include the total.' },
      ...STORES_FLAGS,
    },
    run(call) {
      const today = dayOf(Date.now())
      const from = parseDay(textFlag(call, 'from') ?? `${monthOf(today)}-01`, 'from')
      const to = parseDay(textFlag(call, 'to') ?? today, 'to')
      if (from > to) throw new ProblemError('--from is after --to.', { code: 'bad_usage' })
      const by = groupingsOf(call)
      if (call.flags.total === true && call.flags.csv !== true) throw new ProblemError('--total requires --csv.', { code: 'bad_usage' })
      return withStores(call, { create: false }, async ({ usageStore }) => {
        const rows = (await usageStore.report({ from, to, by })).map(roundTime)
        const text = call.flags.csv === true ? composeCsv(by, rows, call.flags.total === true) : composeReport(by, rows, from, to)
        call.terminal.print({ from, to, by: by.join(','), rows, total: sum(rows) }, text)
        return 0
      })
    },
  },
]

function groupingsOf(call: VerbCall): UsageGrouping[] {
  const by = (textFlag(call, 'by') ?? 'owner').split(',')
  if (new Set(by).size < by.length || !by.every((name) => Object.hasOwn(NAMES, name))) {
    throw new ProblemError(`--by must be a comma-separated list of: ${Object.keys(NAMES).join(', ')}.`, { code: 'bad_usage' })
  }
  return by as UsageGrouping[]
}

function namesOf(by: readonly UsageGrouping[]): Name[] {
  return [...new Set(by.flatMap((grouping) => NAMES[grouping]))]
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

function composeReport(by: readonly UsageGrouping[], rows: readonly UsageReportRow[], from: string, to: string): string {
  const names = namesOf(by)
  const columns: Column[] = [
    ...names.map((title) => ({ title: title.toUpperCase() })),
    ...NUMBERS.map((title) => ({ title: title.toUpperCase(), align: 'right' as const })),
  ]
  const lines = rows.map((row) => [...names.map((name) => row[name] || '-'), ...NUMBERS.map((name) => numberText(row[name]))])
  const total = sum(rows)
  lines.push([...names.map((_, i) => (i === 0 ? 'TOTAL' : '')), ...NUMBERS.map((name) => numberText(total[name]))])
  return `${from} to ${to}\n${composeTable(columns, lines)}`
}

function numberText(value: number): string {
  return String(Math.round(value))
}

function composeCsv(by: readonly UsageGrouping[], rows: readonly UsageReportRow[], hasTotal: boolean): string {
  const names = namesOf(by)
  const numbersOf = (sums: Sums): string[] => NUMBERS.map((name) => String(sums[name]))
  const lines = rows.map((row) => [...names.map((name) => disarmFormula(row[name] ?? '')), ...numbersOf(row)])
  if (hasTotal) lines.push([...names.map((_, i) => (i === 0 ? 'TOTAL' : '')), ...numbersOf(sum(rows))])
  return writeRows([[...names, ...NUMBERS], ...lines])
}
