// From stored values to shades of grey: modality transformation, then value of interest (PS3.3 §C.11.1, §C.11.2), then polarity.
import type { DicomFile } from '../dicom-file.ts'
import { type Attributes, readCode, readItems, readNumber, readNumbers } from './attribute.ts'
import { type FrameSamples, readSamples } from './frame-samples.ts'
import { findScope } from './frame-scopes.ts'
import { type LookupTable, lookUp, readLookupTable } from './lookup-table.ts'

export interface Window {
  readonly center: number
  readonly width: number
}

export type WindowFunction = 'LINEAR' | 'LINEAR_EXACT' | 'SIGMOID'

/** What mapped values to shades, and where it came from. */
export interface Shading {
  readonly from: 'option' | 'file' | 'lut' | 'range'
  readonly window?: Window & { readonly function: WindowFunction }
}

const PIXEL_VALUE_TRANSFORMATION = 0x00289145
const FRAME_VOI_LUT = 0x00289132
const LUT = { descriptor: 0x00283002, data: 0x00283006 }

/** @param index from 0; chosen: the caller's window, in units behind the modality transformation */
export function shadeFrame(
  file: DicomFile,
  index: number,
  frame: FrameSamples,
  chosen: Window | undefined,
): { shades: Uint8Array; shading: Shading } {
  const stored = readSamples(frame)
  const modality = readModality(file, index, frame)
  const { shade, shading } = readValueOfInterest(file, index, frame, chosen, () => rangeOf(file, stored, modality))
  const inverted = frame.photometric === 'MONOCHROME1'
  const toShade = (value: number): number => {
    const level = shade(modality(value))
    return Math.round((inverted ? 1 - level : level) * 255)
  }
  const shades = new Uint8Array(stored.length)
  if (frame.kind === 'integer' && frame.bitsStored <= 16 && stored.length > 4096) fillByTable(shades, stored, frame, toShade)
  else for (let i = 0; i < stored.length; i++) shades[i] = toShade(stored[i]!)
  return { shades, shading }
}

/** Each value is worked out once. */
function fillByTable(shades: Uint8Array, stored: ArrayLike<number>, frame: FrameSamples, toShade: (value: number) => number): void {
  const lowest = frame.signed ? -(2 ** (frame.bitsStored - 1)) : 0
  const table = new Int16Array(2 ** frame.bitsStored).fill(-1)
  for (let i = 0; i < stored.length; i++) {
    const key = stored[i]! - lowest
    let shade = table[key]!
    if (shade < 0) {
      shade = toShade(stored[i]!)
      table[key] = shade
    }
    shades[i] = shade
  }
}

function readModality(file: DicomFile, index: number, frame: FrameSamples): (stored: number) => number {
  const [item] = readItems({ data: file.data, item: file.dataset }, 0x00283000)
  const table = item && readLookupTable(item, LUT, frame.signed)
  if (table) return (stored) => lookUp(table, stored)
  const scope = findScope(file, index, PIXEL_VALUE_TRANSFORMATION, 0x00281053)
  const slope = (scope && readNumber(scope, 0x00281053, 'DS')) ?? 1
  const intercept = (scope && readNumber(scope, 0x00281052, 'DS')) ?? 0
  return (stored) => stored * slope + intercept
}

interface ValueOfInterest {
  /** From 0 (black) to 1 (white). */
  readonly shade: (value: number) => number
  readonly shading: Shading
}

function readValueOfInterest(
  file: DicomFile,
  index: number,
  frame: FrameSamples,
  chosen: Window | undefined,
  range: () => readonly [number, number],
): ValueOfInterest {
  const scope = findScope(file, index, FRAME_VOI_LUT, 0x00281050)
  const declared = scope && readWindow(scope)
  const form = (scope && windowFunction(scope)) ?? 'LINEAR'
  const window = chosen ?? declared
  if (window) {
    const shading: Shading = { from: chosen ? 'option' : 'file', window: { ...window, function: form } }
    return { shade: windowShade(window, form), shading }
  }
  const holder = findScope(file, index, FRAME_VOI_LUT, 0x00283010)
  const [item] = holder ? readItems(holder, 0x00283010) : []
  const table = item && readLookupTable(item, LUT, frame.signed)
  if (table) return { shade: tableShade(table), shading: { from: 'lut' } }
  const [low, high] = range()
  return { shade: (value) => (high > low ? clamp((value - low) / (high - low)) : 0), shading: { from: 'range' } }
}

function readWindow(scope: Attributes): Window | undefined {
  const [center] = readNumbers(scope, 0x00281050, 'DS')
  const [width] = readNumbers(scope, 0x00281051, 'DS')
  return center !== undefined && width !== undefined && width > 0 ? { center, width } : undefined
}

function windowFunction(scope: Attributes): WindowFunction | undefined {
  const name = readCode(scope, 0x00281056)
  return name === 'LINEAR_EXACT' || name === 'SIGMOID' ? name : undefined
}

/** PS3.3 §C.11.2.1.2 and §C.11.2.1.3. A LINEAR window narrower than 1, which the standard forbids, is taken exactly. */
function windowShade({ center, width }: Window, form: WindowFunction): (value: number) => number {
  if (form === 'SIGMOID') return (value) => 1 / (1 + Math.exp((-4 * (value - center)) / width))
  if (form === 'LINEAR_EXACT' || width < 1) return (value) => clamp((value - center) / width + 0.5)
  if (width === 1) return (value) => (value <= center - 0.5 ? 0 : 1)
  return (value) => clamp((value - (center - 0.5)) / (width - 1) + 0.5)
}

function tableShade(table: LookupTable): (value: number) => number {
  const top = 2 ** table.bits - 1
  return (value) => clamp(lookUp(table, value) / top)
}

function clamp(level: number): number {
  return level > 0 ? Math.min(level, 1) : 0
}

/** Least and greatest value of the frame, padding left out (PS3.3 §C.7.5.1.1.2). */
function rangeOf(file: DicomFile, stored: ArrayLike<number>, modality: (value: number) => number): readonly [number, number] {
  const dataset: Attributes = { data: file.data, item: file.dataset }
  const padding = readNumber(dataset, 0x00280120)
  const paddingEnd = readNumber(dataset, 0x00280121) ?? padding
  const isPadding = (value: number): boolean =>
    padding !== undefined && paddingEnd !== undefined && value >= Math.min(padding, paddingEnd) && value <= Math.max(padding, paddingEnd)
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  for (let i = 0; i < stored.length; i++) {
    const value = stored[i]!
    if (!Number.isFinite(value) || isPadding(value)) continue
    if (value < low) low = value
    if (value > high) high = value
  }
  if (low > high) return [0, 0]
  const [a, b] = [modality(low), modality(high)]
  return [Math.min(a, b), Math.max(a, b)]
}
