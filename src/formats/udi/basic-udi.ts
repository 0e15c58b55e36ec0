// Basic UDI-DIs on their own: GS1's Global Model Number, HIBCC's behind two plus signs, IFA's behind PP.
import { alphaCheckPair, ifaCheckDigits } from '../ids/check-sums.ts'
import { type Agency, makeIssue, type ReadUdi, type UdiIssue } from './udi-result.ts'

/** MDCG 2019-1: the longest Basic UDI-DI of any agency. */
const MAX_LENGTH = 25

interface Kind {
  readonly agency: Agency
  readonly title: string
  readonly shape: RegExp
  expected(body: string): string | undefined
}

const HIBCC: Kind = {
  agency: 'HIBCC',
  title: 'HIBC Basic UDI-DI',
  shape: /^\+\+[A-Z][A-Z0-9]{3}[A-Z0-9]{1,17}[0-9A-Z]{2}$/,
  expected: alphaCheckPair,
}
const IFA: Kind = {
  agency: 'IFA',
  title: 'IFA Basic UDI-DI',
  shape: /^PP\d{5}[0-9A-Z.]{1,16}\d{2}$/,
  expected: ifaCheckDigits,
}
const GMN: Kind = {
  agency: 'GS1',
  title: 'Global Model Number',
  shape: /^\d{5}[!-"%-/0-9:-?A-Z_a-z]{1,18}[2-9A-HJ-NP-Z]{2}$/,
  expected: alphaCheckPair,
}

/**
 * A Basic UDI-DI that its first characters announce, or a Global Model Number, which only its check pair tells.
 * @returns undefined if the text is none
 */
export function readBasicUdi(text: string, base: number): ReadUdi | undefined {
  if (text.startsWith('++')) return read(text, HIBCC, base)
  if (/^PP\d{5}/.test(text)) return read(text, IFA, base)
  const isModel = GMN.shape.test(text) && GMN.expected(text.slice(0, -2)) === text.slice(-2)
  return isModel ? read(text, GMN, base) : undefined
}

function read(text: string, { agency, title, shape, expected: expect }: Kind, base: number): ReadUdi {
  const issues: UdiIssue[] = []
  const end = base + text.length
  if (text.length > MAX_LENGTH) issues.push(makeIssue('length', base, end))
  else if (!shape.test(text)) issues.push(makeIssue('structure', base, end))
  const expected = expect(text.slice(0, -2)) ?? null
  const valid = text.slice(-2) === expected
  if (!valid) issues.push(makeIssue('check_digit', end - 2, end))
  const checks = [{ what: 'basic_udi_di_check', element: '', valid, expected }] as const
  const element = { id: '', title, value: text, start: base, end, issues, checks, role: 'basicUdiDi' } as const
  return { agency, form: 'basic-udi-di', elements: [element], issues: [], hrf: text, aidc: null }
}
