// Decides what becomes of the pixels, and refuses a file whose pixels may show who it is unless the caller said otherwise.
import { ProblemError } from '../../../../core/problem.ts'
import { type DicomFile, findIn } from '../../dicom-file.ts'
import { PIXEL_DATA } from '../../tag.ts'
import type { PartList } from '../../write/part-list.ts'
import { checkSettings, type DeidentifySettings } from '../prepare.ts'
import { refuseUnsafe } from '../refuse-unsafe.ts'
import { blankNative } from './blank-native.ts'
import { type BurnedInJudgement, judgeBurnedIn } from './burned-in.ts'
import { ALL_FRAMES, type FrameRegion } from './pixel-region.ts'
import { type ReencodedPixels, reencodeBlanked } from './reencode-pixels.ts'

export interface PixelPlan {
  readonly judgement: BurnedInJudgement
  /** Regions that are blanked; none where the pixels stay as they are. */
  readonly regions: readonly FrameRegion[]
  readonly pixels: PartList | undefined
  /** Set where the pixels were compressed anew. */
  readonly reencoded: ReencodedPixels | undefined
}

/**
 * Decodes compressed pixels, blanks what is to be blanked, and compresses them again without loss; undefined where nothing of that is to be done.
 * Asynchronous because a thread compiles the codecs when they are first needed.
 * @throws ProblemError where pixels are compressed: as planPixels, and for those that cannot be decoded
 */
export async function preparePixels(
  file: DicomFile,
  settings: DeidentifySettings,
  found?: readonly FrameRegion[],
): Promise<ReencodedPixels | undefined> {
  // What has to be refused is refused by the plan.
  if (findIn(file.dataset, PIXEL_DATA)?.fragments === undefined) return undefined
  checkSettings(settings)
  refuseUnsafe(file)
  const { regions, judgement } = chooseRegions(file, settings, found)
  return regions.length > 0 && judgement.risk !== 'none' ? reencodeBlanked(file, regions) : undefined
}

/**
 * @param reencoded what preparePixels gave; found: texts that a search found, undefined if the pixels were not searched
 * @throws ProblemError `unsupported_variant` where text is likely and neither blanked nor allowed, or where the pixels cannot be blanked
 */
export function planPixels(file: DicomFile, settings: DeidentifySettings, { reencoded, found }: PixelMeans = {}): PixelPlan {
  const { judgement, regions, at } = chooseRegions(file, settings, found)
  const element = findIn(file.dataset, PIXEL_DATA)
  if (regions.length === 0 || judgement.risk === 'none') return { judgement, regions: [], pixels: undefined, reencoded: undefined }
  if (!element) throw new ProblemError('Floating-point pixels cannot be blanked.', { code: 'unsupported_variant', at })
  if (!element.fragments) return { judgement, regions, pixels: blankNative(file, element, regions), reencoded: undefined }
  if (!reencoded)
    throw new ProblemError('Compressed pixels must be decoded before they can be blanked.', { code: 'unsupported_variant', at })
  return { judgement, regions, pixels: reencoded.element, reencoded }
}

export interface PixelMeans {
  readonly reencoded?: ReencodedPixels | undefined
  readonly found?: readonly FrameRegion[] | undefined
  /** Compressed frames that cannot be decoded contain words. They are a residual unless the frames are compressed again. */
  readonly hasUnjudgedText?: boolean
}

interface RegionChoice {
  readonly judgement: BurnedInJudgement
  readonly regions: readonly FrameRegion[]
  readonly at: { readonly path: string; readonly byteOffset: number }
}

function chooseRegions(file: DicomFile, settings: DeidentifySettings, found: readonly FrameRegion[] | undefined): RegionChoice {
  const judgement = judgeBurnedIn(file)
  const { onBurnedIn, options } = settings
  const element = findIn(file.dataset, PIXEL_DATA)
  const blanksKnownRegions =
    options.includes('clean-pixel-data') || ((onBurnedIn === 'mask' || onBurnedIn === 'find') && judgement.risk === 'high')
  const known = [...settings.regions, ...(blanksKnownRegions ? judgement.regions : [])].map((region) => ({ ...region, ...ALL_FRAMES }))
  const regions = [...known, ...(found ?? [])]
  const at = { path: '(7FE0,0010)', byteOffset: file.deflated?.start ?? element?.start ?? 0 }
  // A search refuses files with overlays in spare bits that were not cleared (refuseUnseen).
  const isUnknown = !found && (regions.length === 0 || onBurnedIn === 'find' || judgement.reasons.includes('overlay-bits'))
  if (judgement.risk === 'high' && onBurnedIn !== 'warn' && isUnknown) {
    throw new ProblemError('The pixels may contain text, and no region to blank is known. Give regions, or set onBurnedIn to find.', {
      code: 'unsupported_variant',
      at,
    })
  }
  if (judgement.risk === 'high' && onBurnedIn === 'fail' && !blanksKnownRegions && settings.regions.length === 0) {
    throw new ProblemError(
      'The pixels may contain text. Use the option clean-pixel-data, give regions, or set onBurnedIn to mask or find.',
      {
        code: 'unsupported_variant',
        at,
      },
    )
  }
  return { judgement, regions, at }
}
