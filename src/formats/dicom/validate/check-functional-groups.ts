// Checks the functional groups of multi-frame objects (PS3.3 §C.7.6.16): mandatory ones shared or in every frame, none in both, one item a frame.
import { readAsciiValue } from '../decode-value.ts'
import { type DicomItem, findIn } from '../dicom-file.ts'
import type { Iod } from '../iod/iod-table.ts'
import { placeOf } from './check-meta.ts'
import type { FindingList } from './finding.ts'

export const SHARED_GROUPS = 0x52009229
export const PER_FRAME_GROUPS = 0x52009230
const IMAGE_TYPE = 0x00080008
const MODULE = 'multi-frame-functional-groups'

export function checkFunctionalGroups(bytes: Uint8Array, dataset: DicomItem, iod: Iod, findings: FindingList): void {
  const shared = findIn(dataset, SHARED_GROUPS)?.items?.[0]
  const frames = findIn(dataset, PER_FRAME_GROUPS)?.items ?? []
  for (const tag of isOriginal(bytes, dataset) ? [...iod.requiredGroups, ...iod.requiredGroupsOfOriginals] : iod.requiredGroups) {
    if (findIn(shared, tag)) continue
    if (frames.length === 0 && shared) findings.add('missing_functional_group', [SHARED_GROUPS, 0, tag], placeOf(shared, tag), MODULE, '1')
    frames.forEach((frame, i) => {
      if (findIn(frame, tag)) return
      findings.add('missing_functional_group', [PER_FRAME_GROUPS, i, tag], placeOf(frame, tag), MODULE, '1')
    })
  }
  for (const { tag } of shared?.elements ?? []) {
    const frame = frames.findIndex((item) => findIn(item, tag) !== undefined)
    if (frame < 0) continue
    findings.add('repeated_functional_group', [PER_FRAME_GROUPS, frame, tag], findIn(frames[frame], tag)!.start, MODULE)
  }
}

function isOriginal(bytes: Uint8Array, dataset: DicomItem): boolean {
  const element = findIn(dataset, IMAGE_TYPE)
  const first = element ? readAsciiValue(bytes, element).split('\\')[0]!.trim() : ''
  return first === 'ORIGINAL' || first === 'MIXED'
}
