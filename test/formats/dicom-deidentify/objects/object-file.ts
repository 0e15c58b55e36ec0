// What the files of kinds of objects are made of: one invented patient in each header, and shorthands.
import { deflateRawSync } from 'node:zlib'
import { concat, element, item, metaGroup, part10, sequence, text, u16, u32 } from '../../dicom/build-dicom.ts'

export interface ObjectFile {
  readonly name: string
  readonly bytes: Uint8Array
  /** What must not be in the result whatever the options are. */
  readonly plants: readonly string[]
}

export const NAME = 'Quillfeather'
export const GIVEN = 'Rosalind'
export const ID = '88123764'
export const BIRTH = '19610307'
export const ORDER = 'ACC5512907'
export const DOCTOR = 'Thistlewood'
/** Nothing in the header says so. */
export const STRANGER = 'Brimblecombe'
export const ROOT = '1.2.826.0.1.3680043.10.543.26'

export const BASE = '1.2.840.10008.1.2'
export const EXPLICIT = `${BASE}.1`

/** Group and element as they are written. */
export const e = (tag: number, vr: string, value: Uint8Array | string = ''): Uint8Array => element(tag, vr, value)
export const s = (tag: number, ...items: readonly (readonly Uint8Array[])[]): Uint8Array =>
  sequence(
    tag,
    items.map((elements) => item(concat(...elements))),
  )
export const latin = (value: string): Uint8Array => text(value)
export const utf8 = (value: string): Uint8Array => padded(new TextEncoder().encode(value))
export const padded = (bytes: Uint8Array): Uint8Array => (bytes.length % 2 === 0 ? bytes : concat(bytes, [0x20]))

export function code(value: string, scheme = 'DCM', meaning = 'Finding'): readonly Uint8Array[] {
  return [e(0x00080100, 'SH', value), e(0x00080102, 'SH', scheme), e(0x00080104, 'LO', meaning)]
}

export function f64(...values: readonly number[]): Uint8Array {
  return new Uint8Array(Float64Array.from(values).buffer)
}

export function f32(...values: readonly number[]): Uint8Array {
  return new Uint8Array(Float32Array.from(values).buffer)
}

const header = (sopClass: string, modality: string): readonly Uint8Array[] => [
  e(0x00080016, 'UI', sopClass),
  e(0x00080018, 'UI', `${ROOT}.7`),
  e(0x00080020, 'DA', '20240219'),
  e(0x00080050, 'SH', ORDER),
  e(0x00080060, 'CS', modality),
  e(0x00080090, 'PN', `${DOCTOR}^Ambrose`),
  e(0x00100010, 'PN', `${NAME}^${GIVEN}`),
  e(0x00100020, 'LO', ID),
  e(0x00100030, 'DA', BIRTH),
  e(0x0020000d, 'UI', `${ROOT}.8`),
  e(0x0020000e, 'UI', `${ROOT}.9`),
]

const tagOf = (bytes: Uint8Array): number => ((bytes[0]! | (bytes[1]! << 8)) * 65_536 + (bytes[2]! | (bytes[3]! << 8))) >>> 0

/** In the order of tags; of one tag the last. */
export function dataset(kind: string, modality: string, elements: readonly Uint8Array[]): Uint8Array {
  const byTag = new Map([...header(`1.2.840.10008.5.1.4.${kind}`, modality), ...elements].map((one) => [tagOf(one), one]))
  return concat(...[...byTag.values()].sort((a, b) => tagOf(a) - tagOf(b)))
}

/** @param kind the end of the UID of its SOP class */
export function object(
  name: string,
  [kind, modality]: readonly [string, string],
  elements: readonly Uint8Array[],
  plants: readonly string[],
  syntax = EXPLICIT,
): ObjectFile {
  const content = dataset(kind, modality, elements)
  const bytes =
    syntax === `${BASE}.1.99`
      ? concat(new Uint8Array(128), text('DICM'), metaGroup(syntax), padded(new Uint8Array(deflateRawSync(content))))
      : part10(content, syntax)
  return { name, bytes, plants }
}

/** Eight by eight samples. */
export function image(bits = 8, frames = 1, photometric = 'MONOCHROME2'): readonly Uint8Array[] {
  const allocated = bits === 1 ? 1 : bits > 8 ? 16 : 8
  return [
    e(0x00280002, 'US', u16(1)),
    e(0x00280004, 'CS', photometric),
    ...(frames > 1 ? [e(0x00280008, 'IS', String(frames))] : []),
    e(0x00280010, 'US', u16(8)),
    e(0x00280011, 'US', u16(8)),
    e(0x00280100, 'US', u16(allocated)),
    e(0x00280101, 'US', u16(bits)),
    e(0x00280102, 'US', u16(bits - 1)),
    e(0x00280103, 'US', u16(0)),
  ]
}

export function samples(bytes: number): Uint8Array {
  return Uint8Array.from({ length: bytes }, (_, i) => (i * 37) & 0x7f & (i % 2 === 0 ? 0xff : 0x03))
}

export const CT = ['1.1.2', 'CT'] as const
export const PIXELS = e(0x7fe00010, 'OW', samples(64))
export const GRAY = [...image(), PIXELS]

export const u32s = (...values: readonly number[]): Uint8Array => concat(...values.map((value) => u32(value)))
export const u16s = (...values: readonly number[]): Uint8Array => concat(...values.map((value) => u16(value)))

/** Bytes of a text in an encoding that only a decoder is there for; undefined where a sign is not in it. */
export function encodeBy(label: string, value: string): Uint8Array | undefined {
  const decoder = new TextDecoder(label)
  const bytes: number[] = []
  for (const sign of value) {
    const found = sign.charCodeAt(0) < 0x80 ? [sign.charCodeAt(0)] : findSign(decoder, sign)
    if (!found) return undefined
    bytes.push(...found)
  }
  return Uint8Array.from(bytes)
}

function findSign(decoder: TextDecoder, sign: string): readonly number[] | undefined {
  for (let first = 0x80; first < 0x100; first++) {
    if (decoder.decode(Uint8Array.of(first)) === sign) return [first]
    for (let second = 0x40; second < 0x100; second++) if (decoder.decode(Uint8Array.of(first, second)) === sign) return [first, second]
  }
  return undefined
}
