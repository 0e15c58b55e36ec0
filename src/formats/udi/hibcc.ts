// HIBC supplier labels (ANSI/HIBC 2.6): primary and secondary data, apart or joined, with check and link characters.
import { hibcCheckCharacter } from '../ids/check-sums.ts'
import { type DateFormat, readUdiDate } from './udi-date.ts'
import { type Form, makeIssue, type ReadUdi, type Role, type UdiCheck, type UdiElement, type UdiIssue, unread } from './udi-result.ts'

/** Formats of the date behind $$ and $$+, by the digit before it; a month's tens digit stands for itself. */
const DATE_FORMATS: Readonly<Record<string, DateFormat>> = {
  '2': 'MMDDYY',
  '3': 'YYMMDD',
  '4': 'YYMMDDHH',
  '5': 'YYJJJ',
  '6': 'YYJJJHH',
}
/** Digits of a quantity, by the digit before it. */
const QUANTITY_DIGITS: Readonly<Record<string, number>> = { '8': 2, '9': 5 }
/** Labeler, product and packaging of a primary symbol, its check character, and a secondary symbol joined to it. */
const PRIMARY = /^\+([A-Z][A-Z0-9]{3})([A-Z0-9]{1,18})(\d)([0-9A-Z\-. $/+%])(?:[\s,;]*(\+[$S\d].*))?$/
const MAX_NUMBER = 18

/** Collects elements; every place is one of the text as given. */
class Label {
  readonly elements: UdiElement[] = []
  readonly issues: UdiIssue[] = []
  packageLevel: number | undefined
  private readonly base: number
  private readonly currentYear: number

  constructor(base: number, currentYear: number) {
    this.base = base
    this.currentYear = currentYear
  }

  add(id: string, title: string, value: string, at: number, role?: Role): void {
    const issues: UdiIssue[] = []
    const valueAt = this.base + at + id.length
    if (role === 'lotNumber' || role === 'serialNumber') {
      if (value.length > MAX_NUMBER) issues.push(makeIssue('length', valueAt, valueAt + value.length))
      if (!/^[0-9A-Z\-. ]*$/.test(value)) issues.push(makeIssue('character', valueAt, valueAt + value.length))
    }
    if (role === 'quantity' && !/^\d{1,5}$/.test(value)) issues.push(makeIssue('character', valueAt, valueAt + value.length))
    this.elements.push({ id, title, value, start: this.base + at, end: valueAt + value.length, issues, checks: [], role })
  }

  addDate(id: string, title: string, value: string, format: DateFormat, at: number, role: Role): void {
    const start = this.base + at
    const end = start + id.length + value.length
    const date = readUdiDate(value, format, this.currentYear, 'refused')
    const code = value.length < format.length ? 'length' : 'date'
    const issues = date.date === null ? [makeIssue(code, start + id.length, end)] : []
    this.elements.push({ id, title: `${title} (${format})`, value, start, end, issues, checks: [], role, date })
  }

  addCheck(what: UdiCheck['what'], id: string, title: string, found: string, expected: string | null, at: number): void {
    const valid = found === expected
    const start = this.base + at
    const issues = valid ? [] : [makeIssue(what === 'hibc_link_character' ? 'link_character' : 'check_digit', start, start + found.length)]
    const check = { what, element: id, valid, expected }
    this.elements.push({ id, title, value: found, start, end: start + found.length, issues, checks: [check] })
  }

  /** Labeler, product and packaging, from behind the plus sign. */
  primary(text: string, at: number): void {
    const match = /^([A-Z][A-Z0-9]{3})([A-Z0-9]{1,18})(\d)$/.exec(text)
    if (!match) {
      this.unreadable(text, at)
      return
    }
    this.packageLevel = Number(match[3])
    this.elements.push({
      id: '+',
      title: 'Labeler, product or catalog number, unit of measure',
      value: text,
      start: this.base + at - 1,
      end: this.base + at + text.length,
      issues: [],
      checks: [],
      role: 'di',
    })
  }

  unreadable(text: string, at: number): void {
    const start = this.base + at
    const issues = [makeIssue('unreadable', start, start + text.length)]
    this.elements.push({ id: '', title: '', value: text, start, end: start + text.length, issues, checks: [] })
  }

  /** Data that begins with $ or a date of the old form. */
  secondary(text: string, at: number): void {
    const flag = /^(?:\$\$\+|\$\$|\$\+|\$|(?=\d))/.exec(text)
    if (!flag) {
      this.unreadable(text, at)
      return
    }
    const isSerial = flag[0].endsWith('+')
    if (flag[0] === '') this.datedNumber(text, { at, prefix: '', format: 'YYJJJ' }, isSerial)
    else if (flag[0].startsWith('$$')) this.flagged(text.slice(flag[0].length), at, flag[0], isSerial)
    else this.number(flag[0], text.slice(flag[0].length), at, isSerial)
  }

  /** What stands behind $$ or $$+: a quantity, a date, a number, each if its digit says so. */
  private flagged(text: string, start: number, flag: string, isSerial: boolean): void {
    let prefix = flag
    let rest = text
    let at = start
    const digits = QUANTITY_DIGITS[rest[0] ?? '']
    if (digits !== undefined) {
      const quantity = rest.slice(1, 1 + digits)
      this.add(prefix + rest[0], 'Quantity', quantity, at, 'quantity')
      at += prefix.length + 1 + quantity.length
      rest = rest.slice(1 + digits)
      prefix = ''
      if (rest === '') return
    }
    const next = rest[0] ?? ''
    const format = DATE_FORMATS[next]
    // Labelers leave out the 7 that says "no date" between a quantity and a lot. No month ends in a letter.
    const isUndated = digits !== undefined && /^[01]\d?[A-Z\-. ]/.test(rest)
    if (isUndated) this.issues.push(makeIssue('date_format_missing', this.base + at, this.base + at + rest.length))
    if (isUndated) this.number(prefix, rest, at, isSerial)
    else if (format) this.datedNumber(rest.slice(1), { at, prefix: prefix + next, format }, isSerial)
    else if (next === '0' || next === '1') this.datedNumber(rest, { at, prefix, format: 'MMYY' }, isSerial)
    else if (next === '7') this.number(`${prefix}7`, rest.slice(1), at, isSerial)
    else this.number(prefix, rest, at, isSerial)
  }

  private datedNumber(text: string, { at, prefix, format }: { at: number; prefix: string; format: DateFormat }, isSerial: boolean): void {
    const date = text.slice(0, format.length)
    this.addDate(prefix, 'Expiration date', date, format, at, 'expiration')
    const rest = text.slice(format.length)
    if (rest !== '') this.number('', rest, at + prefix.length + date.length, isSerial)
  }

  private number(id: string, value: string, at: number, isSerial: boolean): void {
    if (isSerial) this.add(id, 'Serial number', value, at, 'serialNumber')
    else this.add(id, 'Lot or batch number', value, at, 'lotNumber')
  }

  /** A part behind a slash. */
  supplement(text: string, at: number): void {
    if (/^[$\d]/.test(text) && !/^1[46]D/.test(text)) this.secondary(text, at)
    else if (text.startsWith('14D')) this.addDate('14D', 'Expiration date', text.slice(3), 'YYYYMMDD', at, 'expiration')
    else if (text.startsWith('16D')) this.addDate('16D', 'Manufacturing date', text.slice(3), 'YYYYMMDD', at, 'manufacturing')
    else if (text.startsWith('S')) this.add('S', 'Serial number', text.slice(1), at, 'serialNumber')
    else if (text.startsWith('Q')) this.add('Q', 'Quantity', text.slice(1), at, 'quantity')
    else this.unreadable(text, at)
  }
}

/**
 * Reads a label that begins with a plus sign.
 * @param given may stand between asterisks, with an underscore for a blank as check character, as people read it
 * @param base offset of `given` in the text as given
 */
export function readHibc(given: string, base: number, currentYear: number): ReadUdi {
  const isStarred = given.startsWith('*') && given.endsWith('*') && given.length > 2
  const bare = isStarred ? given.slice(1, -1) : given
  const upper = bare.toUpperCase()
  const text = upper.endsWith('_') ? `${upper.slice(0, -1)} ` : upper
  if (text.startsWith('+/')) return unread(given, 'not_a_device_identifier', 'HIBCC', 'hibc-provider')
  const label = new Label(base + (isStarred ? 1 : 0), currentYear)
  if (upper !== bare) label.issues.push(makeIssue('lower_case', base, base + given.length))
  const form = readForm(text, label)
  return {
    agency: 'HIBCC',
    form,
    elements: label.elements,
    issues: label.issues,
    packageLevel: label.packageLevel,
    hrf: text.endsWith(' ') ? `${text.slice(0, -1)}_` : text,
    aidc: text,
  }
}

function readForm(text: string, label: Label): Form {
  const primary = PRIMARY.exec(text)
  if (primary) return readPrimary(primary, text, label)
  const isJoined = text.slice(0, -1).includes('/')
  if (!/^\+[A-Z]/.test(text) || (text.startsWith('+S') && !isJoined)) {
    readSecondary(text, 0, undefined, label)
    return 'hibc-secondary'
  }
  readJoined(text, label)
  return isJoined ? 'hibc-joined' : 'hibc-primary'
}

function readPrimary(match: RegExpExecArray, text: string, label: Label): Form {
  const [, labeler, product, unit, check, second] = match
  const data = `${labeler}${product}${unit}`
  label.primary(data, 1)
  label.addCheck('hibc_check_character', 'C', 'Check character', check!, hibcCheckCharacter(`+${data}`) ?? null, data.length + 1)
  if (second === undefined) return 'hibc-primary'
  let at = text.length - second.length
  for (const symbol of splitSymbols(second)) {
    readSecondary(withoutFiller(symbol), at, check, label)
    at += symbol.length
  }
  return 'hibc-joined'
}

/** Blanks behind a symbol are none of it, but for one that is its check character. */
function withoutFiller(symbol: string): string {
  const bare = symbol.trimEnd()
  const isWhole = bare === symbol || hibcCheckCharacter(bare.slice(0, -1)) === bare.at(-1)
  return !isWhole && hibcCheckCharacter(bare) === ' ' ? `${bare} ` : bare
}

/** Secondary symbols one behind the other. The plus sign of $+ begins none, nor does one that is a link or check character. */
function splitSymbols(text: string): string[] {
  const starts = [...text.matchAll(/(?<!\$)\+(?=[$S\d].{2})/g)].map(({ index }) => index)
  return starts.map((start, i) => text.slice(start, starts[i + 1]))
}

/** A secondary symbol: data, the primary's check character as the link, its own check character. */
function readSecondary(text: string, at: number, primaryCheck: string | undefined, label: Label): void {
  if (text.length < 4) {
    label.unreadable(text, at)
    return
  }
  let partAt = at + 1
  for (const part of text.slice(1, -2).split('/')) {
    label.supplement(part, partAt)
    partAt += part.length + 1
  }
  const link = text.at(-2)!
  if (primaryCheck !== undefined) label.addCheck('hibc_link_character', 'L', 'Link character', link, primaryCheck, at + text.length - 2)
  else label.add('', 'Link character', link, at + text.length - 2)
  const expected = hibcCheckCharacter(text.slice(0, -1)) ?? null
  label.addCheck('hibc_check_character', 'C', 'Check character', text.at(-1)!, expected, at + text.length - 1)
}

/** Primary data and what follows it behind slashes, one check character for all. */
function readJoined(text: string, label: Label): void {
  const body = text.slice(0, -1)
  let at = 1
  for (const [i, part] of body.slice(1).split('/').entries()) {
    if (i === 0) label.primary(part, at)
    else label.supplement(part, at)
    at += part.length + 1
  }
  label.addCheck('hibc_check_character', 'C', 'Check character', text.at(-1)!, hibcCheckCharacter(body) ?? null, text.length - 1)
}
