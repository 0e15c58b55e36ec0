// Identifiers of researchers, documents and objects.
import { isMod11And2 } from '../check-sums.ts'
import { checkRule, defineScheme, rule, type Scheme } from '../scheme.ts'

const ISO_27729 = 'ISO 27729; ISO/IEC 7064 MOD 11-2'
const grouped = (text: string, separator: string): string => text.replace(/(.{4})(?=.)/g, `$1${separator}`)

/** ORCID's share of the ISNI numbers: 0000 0001 5000 0007 to 0000 0003 5000 0001, and 0009 0000 to 0009 0010. */
const isOrcidRange = (text: string): boolean =>
  (text >= '0000000150000007' && text <= '000000035000001X') || (text >= '0009000000000000' && text < '0009001000000000')

/** Arcs of an object identifier: the first is 0, 1 or 2, the second below 40 for 0 and 1, none has a zero before it (ITU-T X.660). */
function isOid(text: string): boolean {
  const arcs = text.split('.')
  if (arcs.length < 2 || !/^[012]$/.test(arcs[0]!)) return false
  if (!arcs.every((arc) => /^(?:0|[1-9]\d*)$/.test(arc))) return false
  return arcs[0] === '2' || Number(arcs[1]) < 40
}

export const REGISTRIES: readonly Scheme[] = [
  defineScheme({
    id: 'orcid',
    name: 'ORCID iD',
    shape: 'd{15}[0-9X]',
    source: `ORCID, Structure of the ORCID Identifier; ${ISO_27729}`,
    rules: [rule('range', 10, isOrcidRange), checkRule(3.5, isMod11And2)],
    format: (text) => grouped(text, '-'),
  }),
  defineScheme({
    id: 'isni',
    name: 'ISNI',
    shape: 'd{15}[0-9X]',
    source: ISO_27729,
    rules: [checkRule(3.5, isMod11And2)],
    rarity: 3,
    format: (text) => grouped(text, ' '),
  }),
  defineScheme({
    id: 'doi',
    name: 'DOI',
    separators: '',
    caseless: false,
    shape: '10.[!-~]{6,200}',
    source: 'ISO 26324; DOI Handbook, section 2',
    rules: [rule('range', 12, (text) => /^10\.[1-9]\d{3,8}(?:\.\d+)*\/[!-~]+$/.test(text))],
  }),
  defineScheme({
    id: 'uuid',
    name: 'UUID',
    separators: '',
    shape: [
      '[0-9A-F]{8}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{12}',
      'URN:UUID:[0-9A-F]{8}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{12}',
    ],
    source: 'RFC 9562, section 4',
    decode: (text) => ({ version: text.slice(-22, -21), variant: '89AB'.includes(text.slice(-17, -16)) ? 'RFC 9562' : 'other' }),
    format: (text) => text.toLowerCase(),
  }),
  defineScheme({
    id: 'oid',
    name: 'Object identifier',
    separators: '',
    shape: ['[0-2].[0-9.]{1,254}'],
    source: 'ITU-T X.660, clause 7.6; RFC 3061',
    rules: [rule('range', 4, isOid)],
    decode: (text) => ({ arcs: String(text.split('.').length) }),
  }),
  defineScheme({
    id: 'dicom-uid',
    name: 'DICOM unique identifier',
    separators: '',
    shape: ['[0-2].[0-9.]{1,254}'],
    source: 'DICOM PS3.5, section 9.1',
    rules: [rule('range', 4, isOid), rule('range', 0.1, ({ length }) => length <= 64, 'length')],
    decode: (text): Record<string, string> => (text.startsWith('2.25.') ? { root: 'UUID (PS3.5 annex B.2)' } : {}),
  }),
]
