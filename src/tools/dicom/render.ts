// dicom/render: one frame of a DICOM file as PNG, decoded, windowed, coloured and with its overlays.
import * as z from 'zod'
import { bytesField } from '../../core/document.ts'
import { ProblemError } from '../../core/problem.ts'
import { defineTool } from '../../core/tool.ts'
import { showAs } from '../../core/view.ts'
import { openPixels } from '../../formats/dicom/pixels/pixel-source.ts'
import { encodePng } from '../../formats/dicom/pixels/png/png.ts'
import { RENDER_ISSUES, type RenderIssue, renderFrame } from '../../formats/dicom/pixels/render-frame.ts'
import { readDicom } from '../../formats/dicom/read/read-dicom.ts'
import { TINY_IMAGE } from './example-file.ts'
import { PHANTOM } from './phantom.generated.ts'

const window = z.strictObject({
  center: z
    .number()
    .describe('In units after the modality transformation, such as Hounsfield units.')
    .meta(showAs({ kind: 'slider', minimum: -1_024, maximum: 3_071, step: 1 })),
  width: z
    .number()
    .positive()
    .describe('In the same units; between darkest and brightest.')
    .meta(showAs({ kind: 'slider', minimum: 1, maximum: 4_096, step: 1 })),
})

export const dicomRender = defineTool({
  id: 'dicom/render',
  version: '1.0.0',
  title: 'Render a DICOM image',
  summary: 'Renders one frame of a DICOM file as PNG: every still-image transfer syntax, windows, palettes, colors and overlays.',
  input: z.strictObject({ file: bytesField('The DICOM file, with or without preamble.') }),
  options: z.strictObject({
    frame: z
      .int()
      .min(1)
      .default(1)
      .describe('Number of the frame, from 1 as DICOM counts frames.')
      .meta(showAs({ kind: 'slider', minimum: 1, maximum: { field: 'frames' }, step: 1 })),
    window: window
      .optional()
      .describe('Replaces the window of the file. Without either, the VOI LUT of the file or the range of the frame decides.'),
    size: z.int().min(1).max(65_535).optional().describe('Maximum edge of the image in pixels. Larger frames are scaled down.'),
    overlays: z.enum(['include', 'exclude']).default('include').describe('Draw overlay planes (groups 60xx) in white.'),
    format: z.enum(['png']).default('png').describe('8 bits per sample, gray or RGB.'),
  }),
  output: z.strictObject({
    width: z.int().describe('Of the image.'),
    height: z.int(),
    rows: z.int().describe('Of the frame.'),
    columns: z.int(),
    frames: z.number().describe('Number of frames in the file.'),
    photometric: z.string().describe('Photometric Interpretation (0028,0004) of the file.'),
    window: z
      .strictObject({
        from: z.enum(['option', 'file', 'lut', 'range']).describe('range: least and greatest value of the frame.'),
        center: z.number().optional(),
        width: z.number().optional(),
        function: z.enum(['LINEAR', 'LINEAR_EXACT', 'SIGMOID']).optional(),
      })
      .nullable()
      .describe('How values became shades of gray. Null for color images.'),
    issues: z.array(z.strictObject({ code: z.enum(Object.keys(RENDER_ISSUES) as [RenderIssue, ...RenderIssue[]]), message: z.string() })),
    image: bytesField('The image.'),
  }),
  document: { field: 'file', mediaTypes: ['application/dicom', 'application/octet-stream'] },
  download: { field: 'image', mediaType: 'image/png', extension: 'png' },
  maxInputBytes: 200 * 1024 * 1024,
  mayRunLong: true,
  smallMayRunLong: true,
  examples: [
    {
      title: 'A head phantom in three frames',
      input: { file: PHANTOM },
      output: {
        width: 128,
        height: 128,
        frames: 3,
        photometric: 'MONOCHROME2',
        window: { from: 'file', center: 40, width: 120, function: 'LINEAR' },
        issues: [],
      },
    },
    {
      title: 'Twelve bits with the window of the file',
      input: { file: TINY_IMAGE },
      output: {
        width: 4,
        height: 2,
        frames: 1,
        photometric: 'MONOCHROME2',
        window: { from: 'file', center: 2048, width: 4096, function: 'LINEAR' },
        issues: [],
      },
    },
    {
      title: 'A window set by the caller, scaled down to two pixels',
      input: { file: TINY_IMAGE },
      options: { window: { center: 1000, width: 500 }, size: 2 },
      output: { width: 2, height: 1, window: { from: 'option', center: 1000, width: 500 } },
    },
  ],
  async run({ file: bytes }, { frame, window: chosen, size, overlays }) {
    const file = readDicom(bytes)
    const source = await openPixels(file)
    const { rows, columns, frames, photometric } = source.format
    if (frame > frames) {
      throw new ProblemError('The file has fewer frames.', {
        code: 'invalid_input',
        errors: [{ pointer: '/options/frame', code: 'too_big', detail: `The file has ${frames} frames.` }],
      })
    }
    const rendering = renderFrame(file, source, frame - 1, { window: chosen, maxEdge: size, overlays: overlays === 'include' })
    const { raster, shading, issues } = rendering
    return {
      width: raster.width,
      height: raster.height,
      rows,
      columns,
      frames,
      photometric,
      window: shading ? { from: shading.from, ...shading.window } : null,
      issues: issues.map((code) => ({ code, message: RENDER_ISSUES[code] })),
      image: encodePng(raster),
    }
  },
})
