// The syntax tests that the GS1 Barcode Syntax Dictionary names for components: what a value may be beside its characters and length.
import { isIban } from '../../ids/checksums.ts'
import type { IssueCode } from '../udi-result.ts'
import { COUNTRY_LETTERS, COUNTRY_NUMBERS, CURRENCY_NUMBERS, PACKAGE_TYPES } from './code-lists.ts'
import { fitsCoupon, fitsCouponOffer } from './coupon.ts'

/** What is wrong with a value, or undefined. Dates and check digits are not here: they say more than right or wrong. */
export type SyntaxTest = (value: string) => IssueCode | undefined

const must =
  (holds: (value: string) => boolean, code: IssueCode): SyntaxTest =>
  (value) =>
    holds(value) ? undefined : code

const isPrefix = (value: string): boolean => /^\d{4}/.test(value)
const upTo = (limit: number): SyntaxTest => must((value) => Number(value) <= limit, 'time')

/** Position and total of a piece, neither of them zero, the position not behind the total. */
function fitsPieces(value: string): boolean {
  const half = value.length / 2
  const piece = Number(value.slice(0, half))
  const total = Number(value.slice(half))
  return piece > 0 && total > 0 && piece <= total
}

function fitsSequence(value: string): boolean {
  const match = /^([1-9]\d*)\/([1-9]\d*)$/.exec(value)
  return match !== null && Number(match[1]) <= Number(match[2])
}

export const SYNTAX_TESTS: Readonly<Record<string, SyntaxTest>> = {
  gcppos1: must(isPrefix, 'company_prefix'),
  gcppos2: must((value) => isPrefix(value.slice(1)), 'company_prefix'),
  iso3166: must((value) => COUNTRY_NUMBERS.has(value), 'code_list'),
  iso3166999: must((value) => value === '999' || COUNTRY_NUMBERS.has(value), 'code_list'),
  iso3166alpha2: must((value) => COUNTRY_LETTERS.has(value), 'code_list'),
  iso4217: must((value) => CURRENCY_NUMBERS.has(value), 'code_list'),
  iso5218: must((value) => /^[0129]$/.test(value), 'code_list'),
  packagetype: must((value) => PACKAGE_TYPES.has(value), 'code_list'),
  mediatype: must((value) => /^(?:0[1-9]|10|[89]\d)$/.test(value), 'code_list'),
  iban: must((value) => COUNTRY_LETTERS.has(value.slice(0, 2)) && isIban(value), 'check_digit'),
  hh: upTo(23),
  mi: upTo(59),
  ss: upTo(59),
  hhmi: must((value) => Number(value.slice(0, 2)) < 24 && Number(value.slice(2)) < 60, 'time'),
  latitude: must((value) => Number(value) <= 1_800_000_000, 'range'),
  longitude: must((value) => Number(value) <= 3_600_000_000, 'range'),
  nonzero: must((value) => /[^0]/.test(value), 'range'),
  zero: must((value) => /^0+$/.test(value), 'range'),
  nozeroprefix: must((value) => !value.startsWith('0'), 'range'),
  winding: must((value) => /^[019]$/.test(value), 'code_list'),
  yesno: must((value) => /^[01]$/.test(value), 'code_list'),
  hyphen: must((value) => /^-+$/.test(value), 'structure'),
  hasnondigit: must((value) => /\D/.test(value), 'structure'),
  importeridx: must((value) => /^[-\w]$/.test(value), 'structure'),
  pcenc: must((value) => !/%(?![0-9A-Fa-f]{2})/.test(value), 'structure'),
  pieceoftotal: must(fitsPieces, 'structure'),
  posinseqslash: must(fitsSequence, 'structure'),
  couponcode: must(fitsCoupon, 'structure'),
  couponposoffer: must(fitsCouponOffer, 'structure'),
}
