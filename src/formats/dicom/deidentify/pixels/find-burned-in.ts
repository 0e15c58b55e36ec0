// Searches the pixels of a file for text, blanks it, and searches the new file again.
import { ProblemError } from '../../../../core/problem.ts'
import { type DicomFile, findIn } from '../../dicom-file.ts'
import { openPixels } from '../../pixels/pixel-source.ts'
import { readDicom } from '../../read/read-dicom.ts'
import { PIXEL_DATA } from '../../tag.ts'
import { bridgeGaps } from '../../text/bridge-gaps.ts'
import type { FoundText } from '../../text/follow-texts.ts'
import { withMargin } from '../../text/margin.ts'
import { scanFrames, type TextScan } from '../../text/scan-frames.ts'
import { type DeidentifiedFile, deidentifyFile } from '../deidentify-file.ts'
import { scrubFile } from '../hidden/scrub-file.ts'
import { clearStreamTexts } from '../hidden/stream-texts.ts'
import { refuseHiddenBits, refuseUnseen } from '../hidden/trailing-pixels.ts'
import { checkSettings, type DeidentifySettings } from '../prepare.ts'
import { judgeBurnedIn } from './burned-in.ts'
import { preparePixels } from './plan-pixels.ts'

export interface TextSearch {
  readonly found: readonly FoundText[]
  readonly frames: number
  /** Number of searches. The last one found nothing. */
  readonly looks: number
}

export interface SearchedFile extends DeidentifiedFile {
  /** Undefined if the pixels were not searched. */
  readonly search: TextSearch | undefined
}

/** A blanked rectangle may cut letters in two, and the next search finds their rest. More searches than this mean an error. */
const MAX_LOOKS = 4

/**
 * De-identifies a file. With `onBurnedIn: "find"`, searches for text, blanks it, and searches the new file again.
 * @throws ProblemError as deidentifyFile and preparePixels; those of scanFrames and refuseUnseen where pixels cannot be searched
 */
export async function deidentifyPixels(original: DicomFile, settings: DeidentifySettings): Promise<SearchedFile> {
  checkSettings(settings)
  const { file, hasUnjudgedText } = await clearStreamTexts(scrubFile(original))
  if (!needsSearch(file, settings)) {
    return { ...deidentifyFile(file, settings, { reencoded: await preparePixels(file, settings), hasUnjudgedText }), search: undefined }
  }
  const scan = await lookAt(file)
  const found = [...scan.regions]
  for (let looks = 2; looks <= MAX_LOOKS; looks++) {
    const regions = [...found, ...bridgeGaps(found)].map(({ firstFrame, lastFrame, ...region }) => ({
      ...withMargin(region),
      firstFrame,
      lastFrame,
    }))
    const reencoded = await preparePixels(file, settings, regions)
    const result = deidentifyFile(file, settings, { reencoded, found: regions, hasUnjudgedText })
    const again = await lookAt(readDicom(result.bytes))
    if (again.regions.length === 0) return { ...result, search: { found, frames: scan.frames, looks } }
    found.push(...again.regions)
  }
  throw new ProblemError('Text is still found in the pixels after blanking. Give its regions, or remove the pixels.', {
    code: 'unsupported_variant',
    at: { path: '(7FE0,0010)', byteOffset: file.deflated?.start ?? findIn(file.dataset, PIXEL_DATA)?.start ?? 0 },
  })
}

/** Whether the header or the caller says that there may be text. */
function needsSearch(file: DicomFile, { onBurnedIn, look, options }: DeidentifySettings): boolean {
  if (onBurnedIn !== 'find') return false
  const { risk } = judgeBurnedIn(file)
  return risk === 'high' || (risk !== 'none' && (look === 'always' || options.includes('clean-pixel-data')))
}

async function lookAt(file: DicomFile): Promise<TextScan> {
  const source = await openPixels(file)
  refuseUnseen(file, source)
  return scanFrames(file, source, (frame) => refuseHiddenBits(frame, source))
}
