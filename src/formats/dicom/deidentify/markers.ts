// The attributes that say what was done (PS3.15 §E.1.1, §E.3): in the encoding of the data set, in the order of their tags.
import type { Encoding } from '../read/transfer-syntax.ts'
import { encodeSequence } from '../write/encode-element.ts'
import { BASIC_PROFILE, PROFILE_OPTIONS, type ProfileOption } from './profile/profile-options.ts'
import { PROFILE_EDITION } from './profile/profile-table.ts'
import { encodeCode, encodeText } from './replacement-items.ts'

/** An element that takes the place of the original's, at the top of the data set. */
export interface Marker {
  readonly tag: number
  /** Empty where the element only goes. */
  readonly bytes: Uint8Array
  readonly rule: string
}

interface MarkerSettings {
  readonly options: ReadonlySet<ProfileOption>
  /** Pixels were blanked, so that no annotation is left that was known of. */
  readonly blanked: boolean
  readonly encoding: Encoding
}

const known = new Map<string, readonly Marker[]>()
const MAX_CACHED = 64

/** The same for all files of a kind with the same options. */
export function encodeMarkers(settings: MarkerSettings): readonly Marker[] {
  const { options, blanked, encoding } = settings
  const key = `${encoding.explicit} ${encoding.littleEndian} ${blanked} ${[...options].join()}`
  let markers = known.get(key)
  if (!markers) {
    markers = makeMarkers(settings)
    if (known.size >= MAX_CACHED) known.clear()
    known.set(key, markers)
  }
  return markers
}

function makeMarkers({ options, blanked, encoding }: MarkerSettings): Marker[] {
  const done = (Object.keys(PROFILE_OPTIONS) as ProfileOption[]).filter((name) =>
    name === 'clean-pixel-data' ? blanked : options.has(name),
  )
  const codes = [BASIC_PROFILE, ...done.map((name) => PROFILE_OPTIONS[name])]
  const method = `${PROFILE_EDITION} Table E.1-1\\Basic Profile${done.length > 0 ? ' with options' : ''}`
  return [
    marker(0x00120062, encodeText(0x00120062, 'CS', 'YES', encoding)),
    marker(0x00120063, encodeText(0x00120063, 'LO', method, encoding)),
    marker(
      0x00120064,
      encodeSequence(
        0x00120064,
        codes.map(({ code, meaning }) => [encodeCode(code, 'DCM', meaning, encoding)]),
        encoding,
      ),
    ),
    ...(blanked ? [marker(0x00280301, encodeText(0x00280301, 'CS', 'NO', encoding))] : []),
    marker(0x00280303, encodeText(0x00280303, 'CS', stateOfDates(options), encoding)),
  ]
}

function marker(tag: number, bytes: Uint8Array): Marker {
  return { tag, bytes, rule: 'E.1.1' }
}

function stateOfDates(options: ReadonlySet<ProfileOption>): string {
  if (options.has('retain-full-dates')) return 'UNMODIFIED'
  return options.has('retain-modified-dates') ? 'MODIFIED' : 'REMOVED'
}
