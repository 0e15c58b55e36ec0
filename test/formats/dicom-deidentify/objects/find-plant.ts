// Looks for a plant in all bytes of a file, in every encoding that a program might write it in.
import type { DicomElement } from '../../../../src/formats/dicom/dicom-file.ts'
import { formatPath } from '../../../../src/formats/dicom/dicom-issue.ts'
import { readDicom } from '../../../../src/formats/dicom/read/read-dicom.ts'
import { encodeBy } from './object-file.ts'

interface Form {
  readonly encoding: string
  readonly bytes: Uint8Array
}

const SETS = [
  'iso-8859-5',
  'iso-8859-6',
  'iso-8859-7',
  'iso-8859-8',
  'iso-8859-9',
  'euc-kr',
  'gb18030',
  'shift_jis',
  'euc-jp',
  'windows-1252',
]
/** Fewer bytes occur by chance. */
const LEAST_BYTES = 4

const known = new Map<string, readonly Form[]>()

/** The encoding and the place of the first find; undefined where there is none. */
export function findPlant(bytes: Uint8Array, plant: string): string | undefined {
  const file = readDicom(bytes)
  const parts = file.data === file.bytes ? [bytes] : [bytes, file.data]
  for (const part of parts) {
    const folded = Buffer.from(part.map(foldByte))
    for (const form of formsOf(plant)) {
      const at = folded.indexOf(form.bytes)
      if (at >= 0) return `${plant} as ${form.encoding} at ${(part === file.data && placeOf(file.dataset.elements, at)) || at}`
    }
  }
  return undefined
}

function formsOf(plant: string): readonly Form[] {
  let forms = known.get(plant)
  if (!forms) {
    const all = [...textForms(plant), ...(isAscii(plant) ? asciiForms(plant) : foreignForms(plant)), ...numberForms(plant)]
    forms = all.filter(({ bytes }) => bytes.length >= LEAST_BYTES).map(({ encoding, bytes }) => ({ encoding, bytes: bytes.map(foldByte) }))
    known.set(plant, forms)
  }
  return forms
}

const isAscii = (plant: string): boolean => new TextEncoder().encode(plant).length === plant.length
const foldByte = (byte: number): number => (byte >= 0x41 && byte <= 0x5a ? byte + 32 : byte)

function textForms(plant: string): Form[] {
  const units = Array.from({ length: plant.length }, (_, i) => plant.charCodeAt(i))
  return [
    { encoding: 'utf-8', bytes: new TextEncoder().encode(plant) },
    // Without the last zero, which padding may have taken.
    { encoding: 'utf-16le', bytes: Uint8Array.from(units.flatMap((unit) => [unit & 255, unit >> 8])).subarray(0, -1) },
    { encoding: 'utf-16be', bytes: Uint8Array.from(units.flatMap((unit) => [unit >> 8, unit & 255])).subarray(1) },
  ]
}

function asciiForms(plant: string): Form[] {
  const base64 = [0, 1, 2].map((shift) => {
    const whole = Buffer.from(' '.repeat(shift) + plant).toString('base64')
    // Signs that depend on what stands before and behind are no part of it.
    return { encoding: 'base64', bytes: Uint8Array.from(Buffer.from(whole.slice(shift === 0 ? 0 : shift + 1, -4))) }
  })
  return [
    ...base64.filter(({ bytes }) => bytes.length >= 8),
    { encoding: 'hex', bytes: Uint8Array.from(Buffer.from(Buffer.from(plant).toString('hex'))) },
    { encoding: 'reversed', bytes: Uint8Array.from(Buffer.from([...plant].reverse().join(''))) },
  ]
}

function foreignForms(plant: string): Form[] {
  return SETS.flatMap((encoding) => {
    const bytes = encodeBy(encoding, plant)
    if (!bytes) return []
    // Between escape sequences of ISO 2022 the signs of Japan have seven bits.
    const seven = encoding === 'euc-jp' ? [{ encoding: 'iso-2022-jp', bytes: bytes.map((byte) => byte & 0x7f) }] : []
    return [{ encoding, bytes }, ...seven]
  })
}

function numberForms(plant: string): Form[] {
  if (!/^\d{6,9}$/.test(plant)) return []
  const make = (encoding: string, size: number, write: (view: DataView, little: boolean) => void): Form[] =>
    [true, false].map((little) => {
      const bytes = new Uint8Array(size)
      write(new DataView(bytes.buffer), little)
      return { encoding, bytes }
    })
  const value = Number(plant)
  return [
    ...make('32 bits', 4, (view, little) => view.setUint32(0, value, little)),
    ...make('32 bits, negative', 4, (view, little) => view.setInt32(0, -value, little)),
    ...make('64 bits', 8, (view, little) => view.setBigUint64(0, BigInt(plant), little)),
    ...make('a float', 4, (view, little) => view.setFloat32(0, value, little)),
    ...make('a double', 8, (view, little) => view.setFloat64(0, value, little)),
    ...make('a double, negative', 8, (view, little) => view.setFloat64(0, -value, little)),
  ]
}

function placeOf(elements: readonly DicomElement[], at: number, steps: readonly number[] = []): string | undefined {
  const element = elements.find(({ start, end }) => start <= at && at < end)
  if (!element) return undefined
  const path = [...steps, element.tag]
  const inside = element.items?.flatMap((child, i) => placeOf(child.elements, at, [...path, i]) ?? []) ?? []
  return inside[0] ?? formatPath(path)
}
