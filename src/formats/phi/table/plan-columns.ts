// Decides for each column what is done with it: by the caller's rule, by its name, by what all of its cells look like. What stays
// unknown is scanned cell by cell or removed; nothing is passed over.

import { ProblemError } from '../../../core/problem.ts'
import type { TableSource } from '../../csv/table-source.ts'
import { PHI_CATEGORIES, type PhiCategory } from '../category.ts'
import type { DetectOptions } from '../compiled-options.ts'
import { detectPhi } from '../detect-phi.ts'
import { suits } from '../policy/compile-policy.ts'
import type { Deidentifier } from '../policy/deidentifier.ts'
import { PHI_ACTIONS, type PhiAction } from '../policy/policy-schema.ts'
import { type DateOrder, readDate } from '../policy/read-date.ts'
import { orderOfColumn, shapeOf } from './cell-shapes.ts'
import { kindOfWords } from './cell-words.ts'
import { type HeaderProof, meaningOfHeader, readHeader } from './column-names.ts'
import type { ColumnMeaning } from './header-phrases.ts'
import { judgeSample } from './judge-sample.ts'

export const COLUMN_RULES = [...PHI_CATEGORIES, ...PHI_ACTIONS, 'free-text', 'auto'] as const
export type ColumnRule = (typeof COLUMN_RULES)[number]

/** What is done with the cells of a column. `keep` only by the caller's rule. */
export type Treatment = 'category' | 'free-text' | 'numbers' | 'state' | 'code' | 'keep' | 'remove'

export interface ColumnPlan {
  readonly name: string
  readonly treatment: Treatment
  readonly decidedBy: 'rule' | 'header' | 'content' | 'unknown'
  readonly category: PhiCategory | undefined
  /** In place of the policy's action for the category. */
  readonly action: PhiAction | undefined
  readonly dateOrder: DateOrder
}

export interface PlanSettings {
  readonly rules: Readonly<Record<string, ColumnRule>>
  readonly unknown: 'scan' | 'remove'
  readonly dateOrder: DateOrder | undefined
  readonly hasHeader: boolean
  readonly deidentifier: Deidentifier
  readonly detect: DetectOptions
}

/** How the cells of a column look, all of them. */
interface Profile {
  readonly cells: number
  readonly shapes: ReadonlyMap<string, number>
  /** Distinct values among the first 2,000. */
  readonly distinctShare: number
  readonly distinct: ReadonlySet<string>
  /** Whether a cell looks like what the header says; true where the header needs no proof. */
  readonly isProven: boolean
  readonly order: DateOrder
}

/** @throws ProblemError `invalid_input` for a rule that names no column, one that does not suit, or a header that looks like data or names somebody */
export function planColumns(table: TableSource, settings: PlanSettings): ColumnPlan[] {
  const names = new Set(table.columns)
  if (Object.keys(settings.rules).some((name) => !names.has(name))) {
    throw refuse('/options/columns', 'unknown_column', 'a rule is for a column that the table does not have')
  }
  const profiles = profileColumns(table, settings.dateOrder)
  if (settings.hasHeader) checkHeader(table.columns, profiles, settings.rules)
  return table.columns.map((name, i) => planColumn(name, profiles[i]!, settings))
}

/** A column that the caller names in the rules is meant to be called so. */
function checkHeader(names: readonly string[], profiles: readonly Profile[], rules: PlanSettings['rules']): void {
  const find = (isWrong: (name: string, at: number) => boolean) =>
    names.findIndex((name, at) => !Object.hasOwn(rules, name) && isWrong(name, at))
  if (find((name, at) => looksLikeData(name, profiles[at]!)) >= 0) {
    const detail = 'the first row looks like data; set header to false, give the columns other names, or name them in columns'
    throw refuse('/options/header', 'invalid_value', detail)
  }
  // A file of one line, whose line is a row: given name, family name, town.
  const isLone = profiles.every(({ cells }) => cells === 0)
  const telling = find((name) => namesSomebody(name) || (isLone && ['name', 'place'].includes(kindOfWords(name))))
  if (telling < 0) return
  const detail = `the name of column ${telling + 1} looks like a person, a date or a number of somebody, and names of columns stay; give it another one, or name it in columns`
  throw refuse('/options/columns', 'invalid_value', detail)
}

/** The longest name that a rule can have. */
const MAX_NAME = 500

function looksLikeData(header: string, { cells, shapes }: Profile): boolean {
  if (header.length > MAX_NAME) return true
  const shape = shapeOf(header)
  if (['empty', 'words', 'small-number', 'number'].includes(shape) || !/\d|@/.test(header)) return false
  // hba1c_2021 is a name with a year, unless what stands below it looks the same.
  const isName = shape === 'other-id' && /\p{L}{2}/u.test(header) && !/\d{5}/.test(header)
  return !isName || (shapes.get(shape) ?? 0) * 2 > cells
}

const SURE = 0.85

/** A header as of a table that lies on its side, with a column for each patient, or of an export that puts the patient in front. */
function namesSomebody(header: string): boolean {
  const hasWords = /\p{L}[\s,.]+\p{L}/u.test(header) && meaningOfHeader(header) === undefined
  if (hasWords && kindOfWords(header) === 'name') return true
  if (hasWords && detectPhi(header).some(({ category, score }) => category === 'name' && score >= SURE)) return true
  if (!/\d|@/.test(header)) return false
  return detectPhi(header).some(({ start, end, score, category }) => {
    const value = header.slice(start, end)
    // A month of figures is nobody's date.
    return score >= SURE && (category === 'date' ? /\d\D{1,20}\d/ : /[\d@]/).test(value)
  })
}

function planColumn(name: string, profile: Profile, { rules, unknown, hasHeader, deidentifier, detect }: PlanSettings): ColumnPlan {
  const base = { name, action: undefined, dateOrder: profile.order }
  const rule = Object.hasOwn(rules, name) ? rules[name]! : 'auto'
  const meaning = hasHeader ? provenMeaning(name, profile) : undefined
  const byContent = judgeContent(profile)
  const guessed = isCategory(meaning) ? meaning : isCategory(byContent) ? byContent : undefined
  if (rule === 'free-text') return { ...base, treatment: 'free-text', decidedBy: 'rule', category: undefined }
  if (isCategory(rule)) return { ...base, treatment: 'category', decidedBy: 'rule', category: rule }
  if (rule !== 'auto') return planAction(rule as PhiAction, guessed, base, deidentifier)
  if (deidentifier.hasRuleFor(name)) return { ...base, treatment: 'category', decidedBy: 'rule', category: guessed ?? 'other-id' }
  if (isCategory(meaning)) return { ...base, treatment: 'category', decidedBy: 'header', category: meaning }
  if (meaning === 'state' || meaning === 'code') return { ...base, treatment: meaning, decidedBy: 'header', category: undefined }
  if (isCategory(byContent)) return { ...base, treatment: 'category', decidedBy: 'content', category: byContent }
  if (byContent === 'numbers') return { ...base, treatment: 'numbers', decidedBy: 'content', category: undefined }
  if (unknown === 'remove') return { ...base, treatment: 'remove', decidedBy: 'unknown', category: undefined }
  const isHinted = hasHeader && readHeader(name) !== undefined
  const bySample = meaning === undefined ? judgeSample(profile.distinct, detect, isHinted) : undefined
  if (bySample) return { ...base, treatment: 'category', decidedBy: 'content', category: bySample }
  return { ...base, treatment: 'free-text', decidedBy: 'unknown', category: undefined }
}

/** What a header says, unless no cell looks like it: yes and no under `mother`, blood under `specimen`. */
function provenMeaning(name: string, { cells, isProven }: Profile): ColumnMeaning | undefined {
  if (cells === 0) return meaningOfHeader(name)
  return isProven ? readHeader(name)?.meaning : undefined
}

type Base = Pick<ColumnPlan, 'name' | 'dateOrder'>

/** A column with an action of its own; the policy's law holds for it as for a rule of the policy. */
function planAction(action: PhiAction, guessed: PhiCategory | undefined, base: Base, { provenance }: Deidentifier): ColumnPlan {
  const isSafeHarbor = provenance.policy.startsWith('safe-harbor')
  if (isSafeHarbor && ['hash', 'surrogate', 'date-shift'].includes(action)) {
    throw refuse('/options/columns', 'contradiction', `safe-harbor allows no value made from the original (45 CFR 164.514(c)): ${action}`)
  }
  if (action === 'keep') {
    if (isSafeHarbor && guessed !== undefined)
      throw refuse('/options/columns', 'contradiction', `safe-harbor does not keep a column of ${guessed}`)
    return { ...base, treatment: 'keep', decidedBy: 'rule', category: guessed, action }
  }
  const category = action === 'date-shift' || action === 'year' ? 'date' : (guessed ?? 'other-id')
  if (!suits(action, category))
    throw refuse('/options/columns', 'contradiction', `${action} is not for ${category}; name the category in the policy instead`)
  return { ...base, treatment: 'category', decidedBy: 'rule', category, action }
}

const CONTENT_SHARE = 0.6
const UNIQUE_SHARE = 0.9
const NUMBER_SHARE = 0.95
/** Surnames that are English words too, and rare ones, are many in any list of persons. */
const NAME_SHARE = 0.3

/** What most cells are. Identifiers need not be many where they are long; short numbers only where nearly all differ and have one length. */
function judgeContent({ cells, shapes, distinctShare }: Profile): PhiCategory | 'numbers' | undefined {
  if (cells === 0) return undefined
  const share = (shape: string) => (shapes.get(shape) ?? 0) / cells
  for (const category of PHI_CATEGORIES) if (share(category) >= CONTENT_SHARE) return category
  if (share('name') >= NAME_SHARE && share('name') + share('proper') >= CONTENT_SHARE) return 'name'
  if (share('place') >= NAME_SHARE && share('place') + share('town') >= CONTENT_SHARE) return 'location'
  const numbers = share('small-number') + share('number')
  const isNumbered = cells >= 5 && distinctShare >= UNIQUE_SHARE && share('whole:4') + share('whole:5') + share('whole:6') >= NUMBER_SHARE
  if (isNumbered && Math.max(share('whole:4'), share('whole:5'), share('whole:6')) >= NUMBER_SHARE) return 'other-id'
  return numbers >= NUMBER_SHARE ? 'numbers' : undefined
}

const DISTINCT_SAMPLE = 2000

function profileColumns(table: TableSource, dateOrder: DateOrder | undefined): Profile[] {
  const columns = table.columns.map((name) => ({
    cells: 0,
    shapes: new Map<string, number>(),
    distinct: new Set<string>(),
    sampled: 0,
    figures: [] as string[],
    proof: readHeader(name)?.proof,
  }))
  for (const { values } of table.rows()) {
    for (const [i, value] of values.entries()) {
      const column = columns[i]!
      const shape = shapeOf(value)
      if (shape === 'empty') continue
      column.cells++
      if (column.proof !== undefined && isProof(column.proof, value)) column.proof = undefined
      add(column.shapes, shape === 'words' ? kindOfWords(value) : shape)
      // Years are no numbering.
      const whole = /^\s?(?!(?:19|20)\d\d\s?$)(\d{4,6})\s?$/.exec(value)
      if (whole) add(column.shapes, `whole:${whole[1]!.length}`)
      if (column.sampled < DISTINCT_SAMPLE) {
        column.sampled++
        column.distinct.add(value)
      }
      if (dateOrder === undefined && shape === 'date' && column.figures.length < 1 && orderOfColumn([value], 'ymd') !== 'ymd')
        column.figures.push(value)
    }
  }
  return columns.map(({ cells, shapes, distinct, sampled, figures, proof }) => ({
    cells,
    shapes,
    isProven: proof === undefined,
    distinct,
    distinctShare: sampled === 0 ? 0 : distinct.size / sampled,
    order: dateOrder ?? orderOfColumn(figures, 'mdy'),
  }))
}

const YES_NO = /^\s*(?:y|n|yes|no|none|true|false|unknown|n\/?a|ja|nein|nee|s[iíì]|n[aã]o|sim|oui|non)\s*$/i
/** A rank or a measurement. */
const RANK = /^\s*(?:[<>]?\d{1,2}|[<>]?-?\d{1,4}[.,]\d{1,3})\s*$/

/** A day, a telephone number or a part of one. */
const FIGURE = /\d{4}|\d\s?[./-]\s?\d/

/** A range of ages, such as 20-24, which a search would take for a month and a day. */
const RANGE = /^\s*\d{1,3}\s?[-–]\s?\d{1,3}\s*$/

const ICD_10 = /^\s*[A-Z]\d[\dAB]\.[\dA-Z]{1,4}\s*$/i

function hasNumberFrom(least: number, text: string): boolean {
  return (text.match(/\d+(?:[.,]\d+)?/g) ?? []).some((number) => Number(number.replace(',', '.')) >= least)
}

function isProof(proof: HeaderProof, value: string): boolean {
  const text = value.slice(0, 200)
  if (typeof proof === 'number') return RANGE.test(text) || hasNumberFrom(proof, text)
  switch (proof) {
    case 'person':
      return !YES_NO.test(text) && !RANK.test(text)
    case 'stated':
      return !YES_NO.test(text)
    case 'likely':
      return false
    case 'digit':
      return /\d/.test(text)
    case 'coded':
      return ICD_10.test(text)
    case 'ordinal':
      return /\d{3}/.test(text)
    case 'figure':
      return (
        (FIGURE.test(text) && !/^\s*\d{1,3}[.,]\d{1,3}\s*$/.test(text)) || (/\p{L}{3}/u.test(text) && readDate(text)?.month !== undefined)
      )
  }
}

function add(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1)
}

function isCategory(value: string | undefined): value is PhiCategory {
  return (PHI_CATEGORIES as readonly (string | undefined)[]).includes(value)
}

function refuse(pointer: string, code: string, detail: string): ProblemError {
  return new ProblemError('The options do not fit the table.', { code: 'invalid_input', errors: [{ pointer, code, detail }] })
}
