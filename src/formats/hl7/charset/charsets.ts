// The character sets that MSH-18 may name (table 0211 and the names that senders use instead), and what the program does with each.

export interface Charset {
  /** The name by which the IANA registry knows it. */
  readonly name: string
  readonly kind: 'ascii' | 'utf-8' | 'wide' | 'single' | 'multi' | 'iso-2022' | 'unknown-bytes'
  /** What TextDecoder calls it; for ISO-8859-1 and -9 its table differs from the standard in 0x80 to 0x9F. */
  readonly label: string
}

const charset = (name: string, kind: Charset['kind'], label: string = name.toLowerCase()): Charset => ({ name, kind, label })

export const ASCII = charset('US-ASCII', 'ascii')
export const UTF_8 = charset('UTF-8', 'utf-8')
export const ISO_8859_1 = charset('ISO-8859-1', 'single')
export const ISO_2022_JP = charset('ISO-2022-JP', 'iso-2022')
export const ISO_2022 = charset('ISO-2022', 'iso-2022')
export const UTF_16LE = charset('UTF-16LE', 'wide')
export const UTF_16BE = charset('UTF-16BE', 'wide')
export const UTF_32LE = charset('UTF-32LE', 'wide')
export const UTF_32BE = charset('UTF-32BE', 'wide')
const JIS_X0201 = charset('JIS_X0201', 'single', 'shift_jis')
const SHIFT_JIS = charset('Shift_JIS', 'multi')
const EUC_KR = charset('EUC-KR', 'multi')
const EUC_JP = charset('EUC-JP', 'multi')
const GB18030 = charset('GB18030', 'multi')
const GBK = charset('GBK', 'multi')
const BIG5 = charset('Big5', 'multi')
/** CNS 11643 has no decoder here: its ASCII part is read, the other bytes are reported and kept. */
const CNS_11643 = charset('CNS_11643', 'unknown-bytes')

/** The codes of table 0211, spelt as HL7 spells them. */
const HL7_NAMES: Readonly<Record<string, Charset>> = {
  ASCII,
  '8859/1': ISO_8859_1,
  '8859/2': charset('ISO-8859-2', 'single'),
  '8859/3': charset('ISO-8859-3', 'single'),
  '8859/4': charset('ISO-8859-4', 'single'),
  '8859/5': charset('ISO-8859-5', 'single'),
  '8859/6': charset('ISO-8859-6', 'single'),
  '8859/7': charset('ISO-8859-7', 'single'),
  '8859/8': charset('ISO-8859-8', 'single'),
  '8859/9': charset('ISO-8859-9', 'single'),
  '8859/15': charset('ISO-8859-15', 'single'),
  'ISO IR6': ASCII,
  'ISO IR14': JIS_X0201,
  'ISO IR87': ISO_2022_JP,
  'ISO IR159': ISO_2022_JP,
  JAS2020: ISO_2022_JP,
  'JIS X 0202': ISO_2022_JP,
  'GB 18030-2000': GB18030,
  'KS X 1001': EUC_KR,
  'CNS 11643-1992': CNS_11643,
  'BIG-5': BIG5,
  UNICODE: UTF_8,
  'UNICODE UTF-8': UTF_8,
  'UNICODE UTF-16': UTF_16BE,
  'UNICODE UTF-32': UTF_32BE,
}

/** Names outside table 0211 that interfaces send all the same. */
const OTHER_NAMES: readonly (readonly [string, Charset])[] = [
  ...Object.values(HL7_NAMES).map((each) => [each.name, each] as const),
  ['ISO IR100', ISO_8859_1],
  ['ISO IR192', UTF_8],
  ['LATIN1', ISO_8859_1],
  ['UTF8', UTF_8],
  ['UTF-16', UTF_16BE],
  ['UTF-32', UTF_32BE],
  ['SHIFT_JIS', SHIFT_JIS],
  ['SJIS', SHIFT_JIS],
  ['MS932', SHIFT_JIS],
  ['CP932', SHIFT_JIS],
  ['WINDOWS-31J', SHIFT_JIS],
  ['EUC-JP', EUC_JP],
  ['GB2312', GBK],
  ['GBK', GBK],
  ['CP936', GBK],
  ['KS C 5601', EUC_KR],
  ...['ISO-8859-10', 'ISO-8859-13', 'ISO-8859-14', 'ISO-8859-16', 'KOI8-R'].map((name) => [name, charset(name, 'single')] as const),
  ...[1250, 1251, 1252, 1253, 1254, 1255, 1256, 1257, 1258].flatMap((page) => {
    const windows = charset(`windows-${page}`, 'single')
    return [[`WINDOWS-${page}`, windows] as const, [`CP${page}`, windows] as const]
  }),
]

const HL7_CHARSETS: ReadonlyMap<string, Charset> = new Map(Object.entries(HL7_NAMES))
const BY_KEY: ReadonlyMap<string, Charset> = new Map(
  [...Object.entries(HL7_NAMES), ...OTHER_NAMES].map(([name, each]) => [keyOf(name), each] as const).reverse(),
)

/** @param name one repetition of MSH-18 */
export function charsetNamed(name: string): { readonly charset: Charset; readonly inTable: boolean } | undefined {
  const exact = HL7_CHARSETS.get(name)
  if (exact) return { charset: exact, inTable: true }
  const near = name.length > 40 ? undefined : BY_KEY.get(keyOf(name))
  return near && { charset: near, inTable: false }
}

/** Letters and digits alone: `8859-1` and `8859/1` are one. */
function keyOf(name: string): string {
  return name.toUpperCase().replace(/[^A-Z0-9]/g, '')
}
