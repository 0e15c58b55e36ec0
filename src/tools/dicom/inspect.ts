// dicom/inspect: what a DICOM file holds, element by element, decoded and named; damaged files as far as they can be read.
import * as z from 'zod'
import { bytesField } from '../../core/document.ts'
import { defineTool } from '../../core/tool.ts'
import { showAs } from '../../core/view.ts'
import { writeText } from '../../core/write-json.ts'
import { describeDataset, type ViewOptions } from '../../formats/dicom/describe/describe-element.ts'
import { describeMeta, describeSop } from '../../formats/dicom/describe/describe-file.ts'
import { describeImage } from '../../formats/dicom/describe/describe-image.ts'
import { modelDataset } from '../../formats/dicom/describe/json-model.ts'
import { writeViews } from '../../formats/dicom/describe/write-views.ts'
import { readDicom } from '../../formats/dicom/read/read-dicom.ts'
import { skimDicom } from '../../formats/dicom/read/skim-dicom.ts'
import { readTagPaths } from '../../formats/dicom/tag-path.ts'
import { EXAMPLE_FILE } from './example-file.ts'
import { issue, listIssues } from './issue-field.ts'

const element = z.strictObject({
  tag: z.string().describe('(gggg,eeee)'),
  keyword: z.string().optional().describe('Keyword of PS3.6.'),
  name: z.string().optional().describe('Name of PS3.6, or of a known private element.'),
  vr: z.string().describe('Value representation of the file; of the dictionary where the file has none; UN where neither is known.'),
  decodedAs: z.string().optional().describe('The VR by which the value of an element of VR UN was decoded.'),
  vm: z.int().describe('Number of values, also of those that were cut off; 1 for a sequence with items.'),
  length: z.int().describe('Bytes of the value that are in the file.'),
  undefinedLength: z.literal(true).optional().describe('A delimiter ends the value.'),
  byteOffset: z.int().describe('Offset of the element: in the file, or in the inflated data set where the file is deflated.'),
  value: z
    .array(z.union([z.string(), z.number()]))
    .optional()
    .describe(
      'All values. Numbers are numbers, or text if a double would change digits (DS, IS, SV, UV), if they are malformed, and for NaN, Infinity and -Infinity. Tags are (gggg,eeee). Absent without a value.',
    ),
  uidNames: z.array(z.string().nullable()).optional().describe('Names of registered UIDs, in the order of the values.'),
  base64: z.string().optional().describe('Bytes of a value that is not text, number, tag or sequence.'),
  cut: z.literal(true).optional().describe('The value is longer than maxValueBytes; its beginning is given.'),
  fragments: z
    .strictObject({ count: z.int(), offsetTableBytes: z.int() })
    .optional()
    .describe('Encapsulated data (PS3.5 A.4), which are not decoded.'),
  get items() {
    return z
      .array(z.strictObject({ index: z.int().describe('From 0.'), byteOffset: z.int(), elements: z.array(element) }))
      .optional()
      .describe('The items of a sequence; also of an element of VR UN whose value is a whole sequence.')
  },
  private: z.boolean(),
  creator: z.string().optional().describe('Creator of the private block.'),
})

const meta = z.strictObject({
  bytes: z.int().describe('Size of the file.'),
  preamble: z.boolean().describe('The file begins with the preamble and DICM.'),
  transferSyntax: z.string().describe('As declared. Empty if not declared.'),
  transferSyntaxName: z.string().nullable(),
  encoding: z
    .strictObject({ explicitVr: z.boolean(), littleEndian: z.boolean(), deflated: z.boolean(), encapsulated: z.boolean() })
    .describe('How the data set was read. Differs from the declaration if that is wrong.'),
  characterSet: z.array(z.string()).describe('Specific Character Set (0008,0005); items may have their own.'),
  complete: z.boolean().describe('False if bytes at the end are missing or could not be read.'),
  inflatedBytes: z.int().optional().describe('Size of the inflated data set, if the file is deflated.'),
  elements: z
    .array(element)
    .describe('File Meta Information (group 0002).')
    .meta(showAs({ kind: 'tag-tree' })),
})

const image = z.strictObject({
  rows: z.number().nullable(),
  columns: z.number().nullable(),
  frames: z.number(),
  samplesPerPixel: z.number().nullable(),
  bits: z.strictObject({ allocated: z.number().nullable(), stored: z.number().nullable(), high: z.number().nullable() }),
  signed: z.boolean().nullable(),
  photometric: z.string().nullable(),
  planarConfiguration: z.number().nullable(),
  transferSyntax: z.string(),
  pixelData: z
    .strictObject({
      tag: z.string(),
      vr: z.string(),
      encapsulated: z.boolean(),
      byteOffset: z.int().describe('Offset of the value.'),
      length: z.int(),
      fragments: z.int().optional(),
      offsetTable: z.enum(['none', 'basic', 'extended']).optional(),
    })
    .nullable(),
})

const CUT_FILE = EXAMPLE_FILE.slice(0, -28)

const options = z.strictObject({
  tags: z
    .array(z.string().min(1).max(1024))
    .max(200)
    .default([])
    .describe(
      'Only these elements: tags or keywords, paths through sequences such as ReferencedSeriesSequence[0].SeriesInstanceUID. Empty for all.',
    )
    .meta(showAs({ kind: 'paths', paths: { syntax: 'dicom', of: 'file' } })),
  maxValueBytes: z
    .int()
    .min(0)
    .max(67_108_864)
    .default(4096)
    .describe('Longer values are truncated and marked. In dicom-json they become a BulkDataURI if the standard allows one.'),
  private: z.enum(['include', 'exclude']).default('include').describe('Elements of manufacturers (odd groups).'),
  format: z
    .enum(['tree', 'dicom-json'])
    .default('tree')
    .describe('tree: elements with names and places; dicom-json: the DICOM JSON Model of PS3.18 Annex F, without group 0002.'),
})

function inspectFile(bytes: Uint8Array, { tags, maxValueBytes, private: privacy, format }: z.infer<typeof options>) {
  const paths = tags.length > 0 ? readTagPaths(tags, '/options/tags') : undefined
  const view: ViewOptions = { maxValueBytes, includePrivate: privacy === 'include', paths }
  const file = readDicom(bytes)
  const meta = describeMeta(file, view)
  // Values are looked at in both forms: the issues name what is wrong with them.
  const elements = describeDataset(file.data, file.dataset, view, file.issues)
  return {
    meta,
    ...(format === 'tree' ? { elements } : {}),
    ...(format === 'dicom-json'
      ? { dicomJson: { ...modelDataset(file.data, file.dataset, { ...view, inflated: file.deflated !== undefined }) } }
      : {}),
    image: describeImage(file),
    sop: describeSop(file),
    ...listIssues(file.issues),
  }
}

export const dicomInspect = defineTool({
  id: 'dicom/inspect',
  version: '1.0.0',
  title: 'Inspect a DICOM file',
  summary: 'Lists the elements of a DICOM file with names and decoded values, describes its image, and reports errors.',
  input: z.strictObject({ file: bytesField('The DICOM file, with or without preamble.') }),
  options,
  output: z.strictObject({
    meta,
    elements: z
      .array(element)
      .optional()
      .describe('The data set, with format tree.')
      .meta(showAs({ kind: 'tag-tree' })),
    dicomJson: z
      .record(z.string(), z.unknown())
      .optional()
      .describe(
        'The data set, with format dicom-json, in the order of tags; in JSON text the keys of eight decimal digits without a leading zero come first.',
      ),
    image: image.nullable().describe('Null if the data set describes no image.'),
    sop: z.strictObject({ classUid: z.string().nullable(), className: z.string().nullable(), instanceUid: z.string().nullable() }),
    issues: z.array(issue).meta(showAs({ kind: 'findings', of: null })),
    issuesOmitted: z.int().describe('Number of issues that are not listed.'),
  }),
  document: { field: 'file', mediaTypes: ['application/dicom', 'application/octet-stream'] },
  maxInputBytes: 200 * 1024 * 1024,
  mayRunLong: true,
  skim: ({ maxValueBytes }) => skimDicom(maxValueBytes),
  examples: [
    {
      title: 'A name in Japanese, by keyword',
      input: { file: EXAMPLE_FILE },
      options: { tags: ['PatientName'] },
      output: {
        elements: [
          {
            tag: '(0010,0010)',
            keyword: 'PatientName',
            name: "Patient's Name",
            vr: 'PN',
            vm: 1,
            length: 36,
            byteOffset: 230,
            private: false,
            value: ['Suzuki^Hanako=鈴木^花子'],
          },
        ],
        sop: { className: 'Secondary Capture Image Storage' },
        issues: [],
      },
    },
    {
      title: 'The same as DICOM JSON (PS3.18 Annex F)',
      input: { file: EXAMPLE_FILE },
      options: { tags: ['PatientName'], format: 'dicom-json' },
      output: { dicomJson: { '00100010': { vr: 'PN', Value: [{ Alphabetic: 'Suzuki^Hanako', Ideographic: '鈴木^花子' }] } } },
    },
    {
      title: 'A truncated file, with the position of the cut',
      input: { file: CUT_FILE },
      output: {
        meta: { complete: false },
        issues: [
          {
            code: 'truncated',
            severity: 'error',
            message: 'The file ends before the end of this element.',
            path: '(0010,0010)',
            byteOffset: 230,
            expectedBytes: 36,
            actualBytes: 17,
          },
        ],
      },
    },
  ],
  run: ({ file }, chosen) => inspectFile(file, chosen),
  writeJson({ file }, chosen) {
    if (chosen.format !== 'tree') return undefined
    const { meta, elements = [], ...rest } = inspectFile(file, chosen)
    const { elements: metaElements, ...facts } = meta
    return writeText(
      () =>
        `{"meta":${JSON.stringify(facts).slice(0, -1)},"elements":${writeViews(metaElements)}},"elements":${writeViews(elements)},${JSON.stringify(rest).slice(1)}`,
    )
  },
})
