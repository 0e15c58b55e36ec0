// Tables of the East Asian encodings with two bytes per character, made from the platform's TextDecoder when first needed.
//
// Platforms differ at the edges (one lacks the Hangul of windows-949, one maps the gaps of Big5 to private use), so only the parts in which they agree are taken
// and the rest is worked out here: the same bytes give the same text everywhere. Source of the layout: WHATWG Encoding Standard, "Legacy multi-byte encodings".

/** The two-byte code sets: windows-31J, JIS X 0208 and 0212 in EUC form, GB 18030 two-byte, Big5, windows-949. */
export type CodeSet = 'windows-31j' | 'jis0208' | 'jis0212' | 'gb18030' | 'big5' | 'windows-949'

interface Layout {
  readonly label: string
  readonly prefix?: number
  readonly leads: readonly (readonly [number, number])[]
  readonly trails: readonly (readonly [number, number])[]
  /** Private-use results are gaps that a platform fills in its own way. */
  readonly privateUse: boolean
}

const EUC: Pick<Layout, 'leads' | 'trails'> = { leads: [[0xa1, 0xfe]], trails: [[0xa1, 0xfe]] }

const LAYOUTS: Readonly<Record<CodeSet, Layout>> = {
  'windows-31j': {
    label: 'shift_jis',
    leads: [
      [0x81, 0x9f],
      [0xe0, 0xfc],
    ],
    trails: [
      [0x40, 0x7e],
      [0x80, 0xfc],
    ],
    privateUse: true,
  },
  jis0208: { label: 'euc-jp', ...EUC, privateUse: false },
  jis0212: { label: 'euc-jp', prefix: 0x8f, ...EUC, privateUse: false },
  gb18030: {
    label: 'gb18030',
    leads: [[0x81, 0xfe]],
    trails: [
      [0x40, 0x7e],
      [0x80, 0xfe],
    ],
    privateUse: true,
  },
  // Big5 proper and the ETEN characters at F9D6; the Hong Kong supplement is left out.
  big5: {
    label: 'big5',
    leads: [
      [0xa1, 0xc6],
      [0xc9, 0xf9],
    ],
    trails: [
      [0x40, 0x7e],
      [0xa1, 0xfe],
    ],
    privateUse: false,
  },
  'windows-949': { label: 'euc-kr', ...EUC, privateUse: false },
}

const decodeTables = new Map<CodeSet, Uint16Array>()
const encodeTables = new Map<CodeSet, Uint16Array>()

/** Code unit by lead * 256 + trail; 0 where the pair stands for nothing. */
export function codeSetTable(set: CodeSet): Uint16Array {
  let table = decodeTables.get(set)
  if (!table) {
    table = makeTable(LAYOUTS[set])
    if (set === 'big5') completeBig5(table)
    if (set === 'windows-949') completeKorean(table)
    if (set === 'jis0212') table.fill(0, 0xf300, 0xf400)
    decodeTables.set(set, table)
  }
  return table
}

/** Lead * 256 + trail by code unit; 0 where the character has no pair. */
export function codeSetReverse(set: CodeSet): Uint16Array {
  let reverse = encodeTables.get(set)
  if (!reverse) {
    reverse = makeReverse(set, codeSetTable(set))
    encodeTables.set(set, reverse)
  }
  return reverse
}

/** All pairs in one call, each on a line of its own: no trail byte is a line feed, so a pair that stands for nothing spoils no other. */
function makeTable(layout: Layout): Uint16Array {
  const pairs: number[] = []
  const bytes: number[] = []
  for (const [firstLead, lastLead] of layout.leads) {
    for (let lead = firstLead; lead <= lastLead; lead++) {
      for (const [firstTrail, lastTrail] of layout.trails) {
        for (let trail = firstTrail; trail <= lastTrail; trail++) {
          pairs.push(lead * 256 + trail)
          if (layout.prefix !== undefined) bytes.push(layout.prefix)
          bytes.push(lead, trail, 0x0a)
        }
      }
    }
  }
  const table = new Uint16Array(0x10000)
  const texts = new TextDecoder(layout.label).decode(Uint8Array.from(bytes)).split('\n')
  pairs.forEach((pair, i) => {
    const text = texts[i]!
    const unit = text.length === 1 ? text.charCodeAt(0) : 0xfffd
    const isPrivate = unit >= 0xe000 && unit <= 0xf8ff
    if (unit !== 0xfffd && (layout.privateUse || !isPrivate)) table[pair] = unit
  })
  return table
}

function completeBig5(table: Uint16Array): void {
  // Rows in which platforms differ: the ETEN symbols of C6A1 to C8FE and the control pictures of A3C0 to A3E0; and one sign.
  for (let pair = 0xc6a1; pair <= 0xc6fe; pair++) table[pair] = 0
  for (let i = 0; i <= 0x20; i++) table[0xa3c0 + i] = i < 0x20 ? 0x2400 + i : 0x2421
  table[0xf9fe] = 0xffed
}

/** The two signs that KS X 1001 gained later, and the Hangul that it lacks, in the order of Unicode, before and beside its own rows. */
function completeKorean(table: Uint16Array): void {
  table[0xa2e6] = 0x20ac
  table[0xa2e7] = 0xae
  const known = new Set<number>()
  for (let pair = 0xb0a1; pair <= 0xc8fe; pair++) known.add(table[pair]!)
  let hangul = 0xac00
  for (let lead = 0x81; lead <= 0xc6; lead++) {
    for (let trail = 0x41; trail <= (lead <= 0xa0 ? 0xfe : 0xa0); trail++) {
      if ((trail > 0x5a && trail < 0x61) || (trail > 0x7a && trail < 0x81)) continue
      while (known.has(hangul)) hangul++
      if (hangul <= 0xd7a3) table[lead * 256 + trail] = hangul++
    }
  }
}

/** Big5 has these twice; the later place is the usual one. */
const BIG5_LATER = new Set([0x2550, 0x255e, 0x2561, 0x256a, 0x5341, 0x5345])

function makeReverse(set: CodeSet, table: Uint16Array): Uint16Array {
  const reverse = new Uint16Array(0x10000)
  for (let pair = 0x8140; pair < 0x10000; pair++) {
    const unit = table[pair]!
    if (unit === 0) continue
    // NEC's selection of IBM characters repeats what IBM's own rows hold.
    if (set === 'windows-31j' && pair >= 0xed00 && pair < 0xef00) continue
    if (reverse[unit] === 0 || (set === 'big5' && BIG5_LATER.has(unit))) reverse[unit] = pair
  }
  return reverse
}

const BMP_POINTERS = 39420
let fourByteTable: Uint16Array | undefined
let fourByteReverse: Map<number, number> | undefined

/** GB 18030 four-byte characters of the BMP by pointer (0 for 81 30 81 30); 0 where one stands for nothing. */
export function fourByteUnits(): Uint16Array {
  if (fourByteTable) return fourByteTable
  const bytes = new Uint8Array(BMP_POINTERS * 5)
  for (let pointer = 0; pointer < BMP_POINTERS; pointer++) bytes.set([...fourBytesOf(pointer), 0x0a], pointer * 5)
  const texts = new TextDecoder('gb18030').decode(bytes).split('\n')
  fourByteTable = Uint16Array.from(texts.slice(0, BMP_POINTERS), (text) => (text.length === 1 ? text.charCodeAt(0) : 0))
  return fourByteTable
}

/** Pointer by code unit. */
export function fourByteReverseMap(): ReadonlyMap<number, number> {
  if (fourByteReverse) return fourByteReverse
  fourByteReverse = new Map()
  fourByteUnits().forEach((unit, pointer) => {
    if (unit !== 0 && unit !== 0xfffd) fourByteReverse!.set(unit, pointer)
  })
  return fourByteReverse
}

export function fourBytesOf(pointer: number): [number, number, number, number] {
  const rest = pointer % 12600
  return [0x81 + Math.floor(pointer / 12600), 0x30 + Math.floor(rest / 1260), 0x81 + Math.floor((rest % 1260) / 10), 0x30 + (rest % 10)]
}
