// dicom/find-text: where text is burned into the frames of a DICOM file, what its header says about that, and a picture of a frame with the regions.
import * as z from 'zod'
import { bytesField } from '../../core/document.ts'
import { ProblemError } from '../../core/problem.ts'
import { defineTool } from '../../core/tool.ts'
import { showAs } from '../../core/view.ts'
import { BURNED_IN_REASONS, judgeBurnedIn } from '../../formats/dicom/deidentify/pixels/burned-in.ts'
import { regionsOfFrame } from '../../formats/dicom/deidentify/pixels/pixel-region.ts'
import { openPixels } from '../../formats/dicom/pixels/pixel-source.ts'
import { encodePng } from '../../formats/dicom/pixels/png/png.ts'
import { renderFrame } from '../../formats/dicom/pixels/render-frame.ts'
import { readDicom } from '../../formats/dicom/read/read-dicom.ts'
import { drawRegions } from '../../formats/dicom/text/draw-regions.ts'
import { scanFrames } from '../../formats/dicom/text/scan-frames.ts'
import { TINY_IMAGE } from './example-file.ts'
import { PHANTOM_WITH_TEXT } from './phantom.generated.ts'
import { describeTextRegion, textRegionField } from './text-region-field.ts'

const MAX_REGIONS = 1000
const count = (description: string) => z.int().min(0).describe(description)

export const dicomFindText = defineTool({
  id: 'dicom/find-text',
  version: '1.0.0',
  title: 'Find text in a DICOM image',
  summary:
    'Finds text that is burned into the pixels of a DICOM file: regions by frame, what the header suggests, and an image with the regions.',
  input: z.strictObject({ file: bytesField('The DICOM file, with or without preamble.') }),
  options: z.strictObject({
    frame: z
      .int()
      .min(1)
      .default(1)
      .describe('Number of the frame to draw, from 1. All frames are searched.')
      .meta(showAs({ kind: 'slider', minimum: 1, maximum: { field: 'frames' }, step: 1 })),
  }),
  output: z.strictObject({
    regions: z.array(textRegionField).describe('Rectangles with text. Text that stays in place is one region over its frames. Up to 1000.'),
    regionsOmitted: count('Number of regions that are not listed.'),
    searched: z
      .strictObject({
        frames: count('All frames of the file.'),
        wholeFrames: count('Frames that were searched completely. In the others, only the changes since the previous frame were searched.'),
      })
      .describe(
        'Searched: the picture in the window of the file and over its whole range, for text from 8 to 400 pixels high. Text with a contrast below 14 of 255 shades, handwriting, and text at an angle other than 0, 90, 180 or 270 degrees may be missed. If something changes in more than 5 % of the blocks of 4 × 4 pixels from frame to frame, such faint or slanted text is searched for in the first two of these frames, in one frame of 16, and in the last frame.',
      ),
    header: z
      .strictObject({
        risk: z.enum(['none', 'low', 'high']).describe('low: nothing suggests text. high: text is likely.'),
        reason: z.array(z.enum(BURNED_IN_REASONS)).describe('What suggests text, or excludes it.'),
        regions: z
          .array(z.strictObject({ column: z.int(), row: z.int(), width: z.int(), height: z.int() }))
          .describe('Where this device writes text, or what is outside the ultrasound regions.'),
      })
      .describe('What the header says: SOP class, Image Type, Burned In Annotation (0028,0301), ultrasound regions, device.'),
    rows: z.int().describe('Of a frame.'),
    columns: z.int(),
    frames: z.int().describe('Number of frames in the file.'),
    image: bytesField('The chosen frame with a line around each region.'),
  }),
  document: { field: 'file', mediaTypes: ['application/dicom', 'application/octet-stream'] },
  download: { field: 'image', mediaType: 'image/png', extension: 'png', isReport: true },
  maxInputBytes: 200 * 1024 * 1024,
  mayRunLong: true,
  smallMayRunLong: true,
  examples: [
    {
      title: 'An image without text',
      input: { file: TINY_IMAGE },
      output: {
        regions: [],
        searched: { frames: 1 },
        header: { risk: 'high', reason: ['secondary-capture'] },
        rows: 2,
        columns: 4,
        frames: 1,
      },
    },
    {
      title: 'A head phantom with a name in the pixels of three frames',
      input: { file: PHANTOM_WITH_TEXT },
      output: { searched: { frames: 3 }, rows: 128, columns: 128, frames: 3 },
    },
  ],
  async run({ file: bytes }, { frame }) {
    const file = readDicom(bytes)
    const source = await openPixels(file)
    const { rows, columns, frames } = source.format
    if (frame > frames) {
      throw new ProblemError('The file has fewer frames.', {
        code: 'invalid_input',
        errors: [{ pointer: '/options/frame', code: 'too_big', detail: `The file has ${frames} frames.` }],
      })
    }
    const { regions, wholeFrames } = await scanFrames(file, source)
    const { raster } = renderFrame(file, source, frame - 1, { window: undefined, maxEdge: undefined, overlays: false })
    const { risk, reasons, regions: known } = judgeBurnedIn(file)
    return {
      regions: regions.slice(0, MAX_REGIONS).map(describeTextRegion),
      regionsOmitted: Math.max(0, regions.length - MAX_REGIONS),
      searched: { frames, wholeFrames },
      header: { risk, reason: [...reasons], regions: [...known] },
      rows,
      columns,
      frames,
      image: encodePng(drawRegions(raster, regionsOfFrame(regions, frame - 1))),
    }
  },
})
