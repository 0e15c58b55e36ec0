// Amounts of claims and payments: exact sums of decimals, and the facts that a person looks for first.
import { t } from '../../language/language.ts'
import { plainText, type Segment } from './segment-tree.ts'

interface Decimal {
  readonly digits: bigint
  readonly scale: number
}

function readDecimal(text: string): Decimal | undefined {
  const match = /^([-+]?)(\d*)(?:\.(\d*))?$/.exec(text)
  if (!match || !/\d/.test(text)) return undefined
  const [, sign, whole = '', fraction = ''] = match
  const digits = BigInt(`${whole}${fraction}`)
  return { digits: sign === '-' ? -digits : digits, scale: fraction.length }
}

/** The sum of texts; what is no number counts nothing. */
export function sumOf(texts: readonly string[]): string {
  const numbers = texts.map(readDecimal).filter((number) => number !== undefined)
  const scale = Math.max(2, ...numbers.map((number) => number.scale))
  const sum = numbers.reduce((total, number) => total + number.digits * 10n ** BigInt(scale - number.scale), 0n)
  const digits = (sum < 0n ? -sum : sum).toString().padStart(scale + 1, '0')
  return `${sum < 0n ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

export type Fact = readonly [name: string, value: string]

/** Elements by their number, from 1. */
function at({ elements }: Segment, ...numbers: readonly number[]): string[] {
  return numbers.map((number) => plainText(elements[number - 1])).filter((text) => text !== '')
}

const ADJUSTED = [3, 6, 9, 12, 15, 18]
const PROVIDER_ADJUSTED = [4, 6, 8, 10, 12, 14]

/** The amounts of one segment, with words. */
export function amountsOf(segment: Segment): Fact[] {
  const fact = (name: string, number: number): Fact[] => at(segment, number).map((text) => [name, text])
  switch (segment.id) {
    case 'BPR':
      return fact(t('payment'), 2)
    case 'CLP':
      return [...fact(t('charged'), 3), ...fact(t('paid'), 4), ...fact(t('patient owes'), 5)]
    case 'SVC':
      return [...fact(t('charged'), 2), ...fact(t('paid'), 3)]
    case 'CLM':
      return fact(t('charged'), 2)
    case 'SV1':
    case 'SV3':
      return fact(t('charged'), 2)
    case 'SV2':
      return fact(t('charged'), 3)
    case 'CAS':
      return [[t('adjusted'), sumOf(at(segment, ...ADJUSTED))]]
    case 'PLB':
      return [[t('adjusted'), sumOf(at(segment, ...PROVIDER_ADJUSTED))]]
    case 'AMT':
      return fact(t('amount'), 2)
    case 'RMR':
      return fact(t('paid'), 4)
    default:
      return []
  }
}

/** What a transaction set comes to. @param type ST01 */
export function sumsOf(type: string, segments: readonly Segment[]): Fact[] {
  const of = (id: string) => segments.filter((segment) => segment.id === id)
  const total = (id: string, ...numbers: readonly number[]) => sumOf(of(id).flatMap((segment) => at(segment, ...numbers)))
  const claims = String(of(type === '835' ? 'CLP' : 'CLM').length)
  switch (type) {
    case '835':
      return [
        [t('Payment'), total('BPR', 2)],
        [t('Claims'), claims],
        [t('Charged'), total('CLP', 3)],
        [t('Paid for claims'), total('CLP', 4)],
        [t('Provider adjustments'), total('PLB', ...PROVIDER_ADJUSTED)],
      ]
    case '837':
      return [
        [t('Claims'), claims],
        [t('Charged'), total('CLM', 2)],
        [
          t('Sum of the lines'),
          sumOf([...of('SV1'), ...of('SV3')].flatMap((segment) => at(segment, 2)).concat(of('SV2').flatMap((segment) => at(segment, 3)))),
        ],
      ]
    case '820':
      return [
        [t('Payment'), total('BPR', 2)],
        [t('Sum of the remittances'), total('RMR', 4)],
      ]
    case '834':
      return [[t('Members'), String(of('INS').length)]]
    default:
      return []
  }
}
