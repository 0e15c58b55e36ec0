// Does to each cell what its column's plan says. A cell that is not what its column is said to hold is scanned or replaced, never kept.
import { ProblemError } from '../../../core/problem.ts'
import type { PhiCategory } from '../category.ts'
import type { DetectOptions } from '../compiled-options.ts'
import { detectPhi } from '../detect-phi.ts'
import { type Conventions, readConventions } from '../language/conventions.ts'
import { readValue } from '../markup/read-markup.ts'
import { type Deidentifier, isLabel, type Replacement } from '../policy/deidentifier.ts'
import type { PhiAction } from '../policy/policy-schema.ts'
import type { DateOrder } from '../policy/read-date.ts'
import { isoDate } from '../policy/shift-date.ts'
import { isClinicalCode, isState, shapeOf } from './cell-shapes.ts'
import { isRegion, kindOfWords } from './cell-words.ts'
import type { ColumnPlan } from './plan-columns.ts'

export interface ColumnReport {
  cells: number
  changed: number
  /** Values found, by category. */
  readonly found: Map<PhiCategory, number>
  /** What was done to them. */
  readonly actions: Map<PhiAction, number>
}

export interface CellSettings {
  readonly deidentifier: Deidentifier
  readonly detect: DetectOptions
  /** Position of the column that says whom a row is about. */
  readonly subjectAt: number | undefined
  /** What the caller says of the order of dates in all columns. */
  readonly dateOrder: DateOrder | undefined
}

export interface CellWorker {
  readonly reports: readonly ColumnReport[]
  /** The row's cells as they may be given away. @throws ProblemError `invalid_input` where a date is to be shifted and there is no subject column */
  deidentifyRow(values: readonly string[]): string[]
}

/** Distinct short cells whose result is remembered; beyond that the memory starts anew. */
const CACHE_CELLS = 50_000
const CACHE_LENGTH = 200

export function createCellWorker(plans: readonly ColumnPlan[], settings: CellSettings): CellWorker {
  const reports = plans.map((): ColumnReport => ({ cells: 0, changed: 0, found: new Map(), actions: new Map() }))
  const caches = plans.map(() => new Map<string, Outcome>())
  return {
    reports,
    deidentifyRow(values) {
      const subject = settings.subjectAt === undefined ? undefined : values[settings.subjectAt]
      const detect = withRowValues(settings.detect, plans, values)
      return values.map((value, i) => {
        const plan = plans[i]!
        const report = reports[i]!
        if (value.trim() !== '') report.cells++
        const context = { plan, settings, subject, detect }
        const outcome =
          detect === settings.detect || !mayHoldNames(plan, value) ? recall(caches[i]!, value, context) : treatCell(value, context)
        for (const { category, action } of outcome.done) {
          report.found.set(category, (report.found.get(category) ?? 0) + 1)
          report.actions.set(action, (report.actions.get(action) ?? 0) + 1)
        }
        if (outcome.text !== value) report.changed++
        return outcome.text
      })
    },
  }
}

interface Outcome {
  readonly text: string
  readonly done: readonly { readonly category: PhiCategory; readonly action: PhiAction }[]
}

interface CellContext {
  readonly plan: ColumnPlan
  readonly settings: CellSettings
  readonly subject: string | undefined
  readonly detect: DetectOptions
}

function recall(cache: Map<string, Outcome>, value: string, context: CellContext): Outcome {
  const { plan, settings } = context
  // A shifted date depends on its row's subject.
  const mayShift = settings.deidentifier.shiftsDates && (plan.treatment !== 'category' || plan.category === 'date')
  if (value.length > CACHE_LENGTH || mayShift || plan.action === 'date-shift') return treatCell(value, context)
  let outcome = cache.get(value)
  if (!outcome) {
    if (cache.size >= CACHE_CELLS) cache.clear()
    outcome = treatCell(value, context)
    cache.set(value, outcome)
  }
  return outcome
}

function treatCell(value: string, context: CellContext): Outcome {
  const { treatment, category } = context.plan
  if (value.trim() === '' || treatment === 'keep') return { text: value, done: [] }
  switch (treatment) {
    case 'remove':
      return { text: '', done: [{ category: 'other-id', action: 'remove' }] }
    case 'category':
      return replaceWhole(value, category!, context)
    case 'state':
      return isState(value) || isRegion(value) ? { text: value, done: [] } : scanCell(value, context)
    case 'code':
      return isClinicalCode(value) ? { text: value, done: [] } : scanCell(value, context)
    default:
      return scanCell(value, context)
  }
}

/** By its form where that tells what it is, else by the detector. */
function scanCell(value: string, context: CellContext): Outcome {
  const shape = shapeOf(value)
  if (shape === 'small-number') return { text: value, done: [] }
  if (shape === 'number') return context.plan.treatment === 'numbers' ? { text: value, done: [] } : replaceWhole(value, 'other-id', context)
  if (shape !== 'words' && shape !== 'empty') return replaceWhole(value, shape, context)
  const kind = kindOfWords(value)
  if (kind === 'name') return replaceWhole(value, 'name', context)
  if (kind === 'place') return replaceWhole(value, 'location', context)
  const done: { category: PhiCategory; action: PhiAction }[] = []
  const conventions = readConventions(value, context.detect)
  let text = ''
  let from = 0
  for (const { start, end, category } of detectPhi(value, context.detect)) {
    const { dateOrder, language } = conventions({ start, category })
    const isDayFirst = context.settings.dateOrder === undefined && dateOrder === 'dmy'
    const dateOptions = isDayFirst ? { dateOrder, language } : { language }
    const replacement = replaceValue(readValue(value.slice(start, end)), category, context, dateOptions)
    text += value.slice(from, start) + replacement.text
    from = end
    done.push({ category, action: replacement.action })
  }
  return { text: text + value.slice(from), done }
}

/** A whole cell; the blanks around its value stay. */
function replaceWhole(value: string, category: PhiCategory, context: CellContext): Outcome {
  const core = value.trim()
  const at = value.indexOf(core)
  const replacement = replaceValue(core, category, context)
  return { text: value.slice(0, at) + replacement.text + value.slice(at + core.length), done: [{ category, action: replacement.action }] }
}

function replaceValue(
  text: string,
  category: PhiCategory,
  { plan, settings, subject }: CellContext,
  conventions: Conventions = {},
): Replacement {
  const { deidentifier, subjectAt } = settings
  const ownAction = plan.category === category ? plan.action : undefined
  const action = ownAction ?? deidentifier.actionFor(category, plan.name)
  const value = { category, text, path: plan.name, dateOrder: plan.dateOrder, ...conventions }
  if (action !== 'date-shift') return ownAction === undefined ? deidentifier.replace(value) : deidentifier.apply(ownAction, value)
  if (subjectAt === undefined) {
    throw new ProblemError('Dates cannot be shifted, because no column identifies the patient. Set the subject column.', {
      code: 'invalid_input',
      errors: [{ pointer: '/options/subjectColumn', code: 'missing', detail: 'date-shift needs the column that tells the subjects apart' }],
    })
  }
  // A date of nobody would move by the days that all nobodies share.
  if (subject === undefined || subject.trim() === '') return deidentifier.apply('replace', value)
  return deidentifier.apply('date-shift', { ...value, subject })
}

const KNOWN_AS: Partial<Record<PhiCategory, 'names' | 'ids' | 'phones' | 'addresses' | 'dates'>> = {
  name: 'names',
  location: 'addresses',
  phone: 'phones',
  fax: 'phones',
  date: 'dates',
  ssn: 'ids',
  mrn: 'ids',
  'health-plan-id': 'ids',
  account: 'ids',
  license: 'ids',
  'national-id': 'ids',
  'other-id': 'ids',
  email: 'ids',
}

/** The row's own names, numbers and dates are known when its free text is read: they are found there in every spelling. */
function withRowValues(detect: DetectOptions, plans: readonly ColumnPlan[], values: readonly string[]): DetectOptions {
  const lists: Record<string, string[]> = {}
  for (const [i, { treatment, category, dateOrder }] of plans.entries()) {
    const list = treatment === 'category' && category !== undefined ? KNOWN_AS[category] : undefined
    const cell = values[i]!.trim()
    const value = list === 'dates' ? (isoDate(cell, dateOrder) ?? cell) : cell
    // One letter or digit would be found everywhere, and a label is no value.
    if (list !== undefined && value.length >= 3 && !isLabel(value)) lists[list] = [...(lists[list] ?? []), value]
  }
  if (!plans.some((plan, i) => mayHoldNames(plan, values[i]!))) return detect
  if (Object.keys(lists).length === 0) return detect
  const known = detect.known ?? {}
  const merged = Object.fromEntries(
    Object.entries(lists).map(([list, found]) => [
      list,
      [...((known as Record<string, readonly string[] | undefined>)[list] ?? []), ...found],
    ]),
  )
  return { ...detect, known: { ...known, ...merged } }
}

/** True for a cell of several words that is scanned. */
function mayHoldNames({ treatment }: ColumnPlan, value: string): boolean {
  return treatment === 'free-text' && /\p{L}/u.test(value) && /\s/.test(value.trim())
}
