// dicom/diff: what differs between two DICOM files by the meaning of their elements, and not by their encoding.
import * as z from 'zod'
import { bytesField } from '../../core/document.ts'
import { defineTool } from '../../core/tool.ts'
import { showAs } from '../../core/view.ts'
import type { DicomFile, DicomItem } from '../../formats/dicom/dicom-file.ts'
import { type CompareOptions, type Comparison, compareDatasets } from '../../formats/dicom/diff/compare-datasets.ts'
import { comparePixels, PIXEL_TAGS } from '../../formats/dicom/diff/compare-pixels.ts'
import { readIgnoreRules } from '../../formats/dicom/diff/ignore-rules.ts'
import { newItem } from '../../formats/dicom/read/new-container.ts'
import { readDicom } from '../../formats/dicom/read/read-dicom.ts'
import { EXPLICIT_LITTLE } from '../../formats/dicom/read/transfer-syntax.ts'
import { EXAMPLE_FILE, EXAMPLE_FILE_UTF8 } from './example-file.ts'
import { issue, listIssues } from './issue-field.ts'

const sides = <S extends z.ZodType>(value: S, description: string) => z.strictObject({ left: value, right: value }).describe(description)

const change = z.strictObject({
  path: z
    .string()
    .describe(
      'Path of the element or item, such as (0008,1140)[0].(0008,1155); items count from 0. The tag of a private element is that of the left file, where it has the element.',
    ),
  keyword: z.string().optional().describe('Keyword of PS3.6.'),
  creator: z.string().optional().describe('Creator of the private block.'),
  occurrence: z.int().optional().describe('Which of several elements with this tag in the same item, from 0; absent for the first.'),
  op: z
    .enum(['add', 'remove', 'change', 'vr-change'])
    .describe('What makes the right file out of the left one. vr-change: the same value under another VR.'),
  left: z
    .string()
    .nullable()
    .describe(
      'The value, decoded, values separated by backslashes; null for bytes, for sequences and items, and where there is no element.',
    ),
  right: z.string().nullable(),
  leftCut: z.literal(true).optional().describe('Only the beginning of the left value is given.'),
  rightCut: z.literal(true).optional(),
  vr: sides(z.string().nullable(), 'The VRs by which the values were read.'),
  bytes: sides(z.int().nullable(), 'Lengths of the values.'),
})

const source = z.strictObject({
  transferSyntax: z.string().describe('As declared. Empty if not declared.'),
  complete: z.boolean().describe('False if bytes at the end are missing or could not be read. Missing bytes are not compared.'),
  issues: z.array(issue).describe('Issues found while reading.'),
  issuesOmitted: z.int().describe('Number of issues that are not listed.'),
})

export const dicomDiff = defineTool({
  id: 'dicom/diff',
  version: '1.0.0',
  title: 'Diff DICOM files',
  summary: 'Compares two DICOM files element by element, nested ones too, and their pixel data by hashes and decoded samples.',
  input: z.strictObject({
    left: bytesField('The file before.'),
    right: bytesField('The file after; transfer syntax, byte order and character set may differ.'),
  }),
  options: z.strictObject({
    ignore: z
      .array(z.string().min(1).max(1024))
      .max(500)
      .default([])
      .describe(
        'Elements to ignore: tags or keywords (at every depth), patterns such as 0008,xxxx, paths such as ReferencedSeriesSequence[0].SeriesInstanceUID or items such as ReferencedSeriesSequence[1], and the word private for all private elements.',
      )
      .meta(showAs({ kind: 'paths', paths: { syntax: 'dicom', of: 'left' } })),
    pixels: z
      .enum(['samples', 'hash', 'none'])
      .default('samples')
      .describe(
        'hash: Pixel Data, Float Pixel Data and Double Float Pixel Data are compared by SHA-256; samples: and where the hashes differ, frames are decoded and compared sample by sample; none: they are not compared.',
      ),
    meta: z.boolean().default(false).describe('Compare the File Meta Information (group 0002), too.'),
    maxValueChars: z
      .int()
      .min(0)
      .max(65_536)
      .default(256)
      .describe('Longer values are truncated and marked in the result. They are compared in full.'),
    maxChanges: z.int().min(1).max(100_000).default(1_000).describe('Changes beyond this number are counted, not listed.'),
  }),
  output: z.strictObject({
    equal: z
      .boolean()
      .nullable()
      .describe('True if nothing differs except what the options ignore; null if only the pixels might differ and that is unknown.'),
    changes: z.array(change).describe('In the order of tags.'),
    changesOmitted: z.int().describe('Number of changes that are not listed.'),
    pixels: z
      .strictObject({
        equal: z.boolean().nullable().describe('Null if unknown; see reason.'),
        hashLeft: z
          .string()
          .nullable()
          .describe('SHA-256 of the native samples in little endian order, or of all fragments without headers and offset table.'),
        hashRight: z.string().nullable(),
        reason: z
          .enum([
            'same_samples',
            'different_samples',
            'same_codestream',
            'different_codestream',
            'different_encoding',
            'same_colours',
            'different_colours',
            'different_colour_space',
            'different_shape',
            'not_decodable',
            'too_large',
            'one_side_only',
            'no_pixel_data',
          ])
          .describe(
            'What decided, or why equality is not known. same_colours: RGB and YBR agree after conversion, whose rounding proves no equality of samples. different_codestream, different_encoding: with hash, where only decoding could tell. too_large: more than 512 MiB of decoded samples.',
          ),
        difference: z
          .strictObject({
            framesCompared: z.int().describe('Frames that were decoded on both sides, from the first on.'),
            samples: z
              .int()
              .describe(
                'Samples of those frames, bits outside Bits Stored left out; with same_colours and different_colours those of 8 bit RGB.',
              ),
            differing: z.int(),
            maxDifference: z.number().nullable().describe('Maximum absolute difference of two samples. Null if it is not a finite number.'),
          })
          .nullable()
          .describe('Null if no frames were compared.'),
      })
      .nullable()
      .describe('Null with pixels none.'),
    left: source,
    right: source,
  }),
  maxInputBytes: 200 * 1024 * 1024,
  mayRunLong: true,
  smallMayRunLong: true,
  examples: [
    {
      title: 'The same name in another character set is not a change',
      input: { left: EXAMPLE_FILE, right: EXAMPLE_FILE_UTF8 },
      output: {
        equal: false,
        changes: [
          {
            path: '(0008,0005)',
            keyword: 'SpecificCharacterSet',
            op: 'change',
            left: '\\ISO 2022 IR 87',
            right: 'ISO_IR 192',
            vr: { left: 'CS', right: 'CS' },
            bytes: { left: 16, right: 10 },
          },
          {
            path: '(0010,0020)',
            keyword: 'PatientID',
            op: 'add',
            left: null,
            right: 'SAMPLE-1',
            vr: { left: null, right: 'LO' },
            bytes: { left: null, right: 8 },
          },
        ],
        pixels: { equal: true, reason: 'no_pixel_data' },
      },
    },
  ],
  async run({ left: leftBytes, right: rightBytes }, { ignore, pixels, meta, maxValueChars, maxChanges }) {
    const rules = readIgnoreRules(ignore, '/options/ignore')
    const left = readDicom(leftBytes)
    const right = readDicom(rightBytes)
    const options = { rules, maxValueChars, maxChanges, skipTags: PIXEL_TAGS }
    const metaComparison = meta ? compareMeta(left, right, options) : { changes: [], omitted: 0 }
    const comparison = compareDatasets(
      { bytes: left.data, dataset: left.dataset },
      { bytes: right.data, dataset: right.dataset },
      { ...options, maxChanges: maxChanges - metaComparison.changes.length },
    )
    const changes = [...metaComparison.changes, ...comparison.changes]
    const changesOmitted = metaComparison.omitted + comparison.omitted
    const comparedPixels = pixels === 'none' ? null : await comparePixels(left, right, pixels === 'samples')
    const isSame = changes.length + changesOmitted === 0
    return {
      equal: isSame ? (comparedPixels ? comparedPixels.equal : true) : false,
      changes,
      changesOmitted,
      pixels: comparedPixels,
      left: describeSource(left),
      right: describeSource(right),
    }
  },
})

function compareMeta(left: DicomFile, right: DicomFile, options: CompareOptions): Comparison {
  return compareDatasets({ bytes: left.bytes, dataset: metaOf(left) }, { bytes: right.bytes, dataset: metaOf(right) }, options)
}

/** An empty group where the file has none. */
function metaOf({ meta }: DicomFile): DicomItem {
  return meta ?? newItem(0, 0, 0, EXPLICIT_LITTLE, undefined)
}

function describeSource(file: DicomFile) {
  return { transferSyntax: file.declaredTransferSyntax, complete: file.complete, ...listIssues(file.issues) }
}
