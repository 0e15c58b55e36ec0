// Checks the functional groups of multi-frame objects (PS3.3 §C.7.6.16): mandatory ones shared or in every frame, none in both, one item a frame.
import { type DicomItem, findIn } from '../dicom-file.ts'
import type { Iod } from '../iod/iod-table.ts'
import { readAsciiValue } from '../value/decode-value.ts'
import { placeOf } from './check-meta.ts'
import type { FindingList } from './finding.ts'

export const SHARED_GROUPS = 0x52009229
export const PER_FRAME_GROUPS = 0x52009230
const IMAGE_TYPE = 0x00080008
const DIMENSION_ORGANIZATION_TYPE = 0x00209311
const MODULE = 'multi-frame-functional-groups'

export function checkFunctionalGroups(bytes: Uint8Array, dataset: DicomItem, iod: Iod, findings: FindingList): void {
  const shared = findIn(dataset, SHARED_GROUPS)?.items?.[0]
  const frames = findIn(dataset, PER_FRAME_GROUPS)?.items ?? []
  for (const tag of listRequired(bytes, dataset, iod)) {
    if (findIn(shared, tag)) continue
    if (shared && !frames.some((frame) => findIn(frame, tag))) {
      findings.add('missing_functional_group', [SHARED_GROUPS, 0, tag], placeOf(shared, tag), MODULE, '1')
    }
    frames.forEach((frame, i) => {
      if (findIn(frame, tag)) return
      findings.add('missing_functional_group', [PER_FRAME_GROUPS, i, tag], placeOf(frame, tag), MODULE, '1')
    })
  }
  const first = shared ? listFirst(frames) : undefined
  for (const { tag } of shared?.elements ?? []) {
    const place = first?.get(tag)
    if (place) findings.add('repeated_functional_group', [PER_FRAME_GROUPS, place.frame, tag], place.start, MODULE)
  }
}

/** The first frame that holds each group: one look at every element, of which there may be as many in the shared groups. */
function listFirst(frames: readonly DicomItem[]): Map<number, { readonly frame: number; readonly start: number }> {
  const first = new Map<number, { frame: number; start: number }>()
  for (const [frame, { elements }] of frames.entries()) {
    for (const { tag, start } of elements) if (!first.has(tag)) first.set(tag, { frame, start })
  }
  return first
}

function listRequired(bytes: Uint8Array, dataset: DicomItem, iod: Iod): number[] {
  const first = (tag: number): string => {
    const element = findIn(dataset, tag)
    return element ? readAsciiValue(bytes, element).split('\\')[0]!.trim() : ''
  }
  const isOriginal = ['ORIGINAL', 'MIXED'].includes(first(IMAGE_TYPE))
  const isTiledFull = first(DIMENSION_ORGANIZATION_TYPE) === 'TILED_FULL'
  return [
    ...iod.requiredGroups,
    ...(isOriginal ? iod.requiredGroupsOfOriginals : []),
    ...(isTiledFull ? [] : iod.requiredGroupsUnlessTiledFull),
  ]
}

/** True where the shared groups or those of a frame hold the functional group. */
export function hasGroup(dataset: DicomItem, tag: number): boolean {
  return [SHARED_GROUPS, PER_FRAME_GROUPS].some((groups) => findIn(dataset, groups)?.items?.some((item) => findIn(item, tag)))
}
