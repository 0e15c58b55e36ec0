// The value representations of PS3.5 Table 6.2-1: how each is framed and what its bytes are.

/** text: characters; number: fixed-size binary numbers; tag: AT; bytes: opaque; items: SQ. */
type VrKind = 'text' | 'number' | 'tag' | 'bytes' | 'items'

interface VrTraits {
  readonly kind: VrKind
  /** The explicit header has two reserved bytes and a 32-bit length (PS3.5 Table 7.1-1). */
  readonly long: boolean
  /** Bytes of one value of numbers and tags, of one word of bytes; 1 for text. */
  readonly unit: number
  /** A backslash separates values. */
  readonly multiple: boolean
  /** Specific Character Set applies (PS3.5 §6.1.2.2). */
  readonly localized: boolean
  /** Leading spaces mean nothing. */
  readonly trimStart: boolean
}

const text = (flags: Partial<VrTraits> = {}): VrTraits => ({
  kind: 'text',
  long: false,
  unit: 1,
  multiple: true,
  localized: false,
  trimStart: false,
  ...flags,
})
const binary = (kind: VrKind, unit: number, long = false): VrTraits => ({
  kind,
  long,
  unit,
  multiple: kind !== 'bytes',
  localized: false,
  trimStart: false,
})

const VRS = {
  AE: text({ trimStart: true }),
  AS: text(),
  AT: binary('tag', 4),
  CS: text({ trimStart: true }),
  DA: text(),
  DS: text({ trimStart: true }),
  DT: text(),
  FD: binary('number', 8),
  FL: binary('number', 4),
  IS: text({ trimStart: true }),
  LO: text({ localized: true, trimStart: true }),
  LT: text({ localized: true, multiple: false }),
  OB: binary('bytes', 1, true),
  OD: binary('bytes', 8, true),
  OF: binary('bytes', 4, true),
  OL: binary('bytes', 4, true),
  OV: binary('bytes', 8, true),
  OW: binary('bytes', 2, true),
  PN: text({ localized: true }),
  SH: text({ localized: true, trimStart: true }),
  SL: binary('number', 4),
  SQ: binary('items', 1, true),
  SS: binary('number', 2),
  ST: text({ localized: true, multiple: false }),
  SV: binary('number', 8, true),
  TM: text(),
  UC: text({ localized: true, long: true }),
  UI: text(),
  UL: binary('number', 4),
  UN: binary('bytes', 1, true),
  UR: text({ long: true, multiple: false }),
  US: binary('number', 2),
  UT: text({ localized: true, long: true, multiple: false }),
  UV: binary('number', 8, true),
} as const satisfies Record<string, VrTraits>

export type Vr = keyof typeof VRS

const byCode: (Vr | undefined)[] = new Array(0x5b5b)
const traitsByCode: (VrTraits | undefined)[] = new Array(0x5b5b)
for (const vr of Object.keys(VRS) as Vr[]) {
  byCode[codeOf(vr)] = vr
  traitsByCode[codeOf(vr)] = VRS[vr]
}

/** By its letters: every element is asked for it several times, and to find the name in an object costs more than all the rest. */
export function traitsOf(vr: Vr): VrTraits {
  return traitsByCode[codeOf(vr)]!
}

function codeOf(vr: Vr): number {
  return (vr.charCodeAt(0) << 8) | vr.charCodeAt(1)
}

/** The VR whose two letters are the upper and the lower byte of the code. */
export function vrFromCode(code: number): Vr | undefined {
  return byCode[code]
}

export function isVr(name: string): name is Vr {
  return Object.hasOwn(VRS, name)
}
