// Looks for text in the pixels of a file that may show who it is, before they are blanked and after.
import { Fault } from '../../../core/fault.ts'
import { type DicomFile, findIn } from '../dicom-file.ts'
import { openPixels } from '../pixels/pixel-source.ts'
import { readDicom } from '../read-dicom.ts'
import { PIXEL_DATA } from '../tag.ts'
import { withMargin } from '../text/margin.ts'
import { type FoundText, scanFrames, type TextScan } from '../text/scan-frames.ts'
import { judgeBurnedIn } from './burned-in.ts'
import { type DeidentifiedFile, deidentifyFile } from './deidentify-file.ts'
import { scrubFile } from './hidden/scrub-file.ts'
import { refuseUnseen } from './hidden/unseen-pixels.ts'
import { preparePixels } from './plan-pixels.ts'
import { checkSettings, type DeidentifySettings } from './prepare.ts'

export interface TextSearch {
  readonly found: readonly FoundText[]
  readonly frames: number
  /** How often the frames were looked at; the last time nothing was found. */
  readonly looks: number
}

export interface SearchedFile extends DeidentifiedFile {
  /** Undefined where nobody looked. */
  readonly search: TextSearch | undefined
}

/** The edge of a blanked rectangle may cut letters in two, whose rest is blanked then; more than that means that something is wrong. */
const MAX_LOOKS = 4

/**
 * De-identifies a file; with `onBurnedIn: "find"` text is looked for, blanked, and looked for again in the new file.
 * @throws Fault as deidentifyFile and preparePixels; those of scanFrames and refuseUnseen where pixels cannot be searched
 */
export async function deidentifyPixels(original: DicomFile, settings: DeidentifySettings): Promise<SearchedFile> {
  checkSettings(settings)
  const { file } = scrubFile(original)
  if (!wantsSearch(file, settings)) {
    return { ...deidentifyFile(file, settings, { reencoded: await preparePixels(file, settings) }), search: undefined }
  }
  const scan = await lookAt(file)
  const found = [...scan.regions]
  for (let looks = 2; looks <= MAX_LOOKS; looks++) {
    const regions = found.map(({ firstFrame, lastFrame, ...region }) => ({ ...withMargin(region), firstFrame, lastFrame }))
    const reencoded = await preparePixels(file, settings, regions)
    const result = deidentifyFile(file, settings, { reencoded, found: regions })
    const again = await lookAt(readDicom(result.bytes))
    if (again.regions.length === 0) return { ...result, search: { found, frames: scan.frames, looks } }
    found.push(...again.regions)
  }
  throw new Fault('Text was found in the pixels, and still is after it was blanked.', {
    code: 'unsupported_variant',
    at: { path: '(7FE0,0010)', byteOffset: file.deflated?.start ?? findIn(file.dataset, PIXEL_DATA)?.start ?? 0 },
  })
}

/** Where risk, the header or the caller says that text may be there. */
function wantsSearch(file: DicomFile, { onBurnedIn, look, options }: DeidentifySettings): boolean {
  if (onBurnedIn !== 'find') return false
  const { risk } = judgeBurnedIn(file)
  return risk === 'high' || (risk !== 'none' && (look === 'always' || options.includes('clean-pixel-data')))
}

async function lookAt(file: DicomFile): Promise<TextScan> {
  const source = await openPixels(file)
  refuseUnseen(file, source)
  return scanFrames(file, source)
}
