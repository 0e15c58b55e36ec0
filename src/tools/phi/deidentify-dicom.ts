// phi/deidentify-dicom: a DICOM file without what identifies the patient, by PS3.15 Annex E, and what was done to it.
import * as z from 'zod'
import { bytesField } from '../../core/document.ts'
import { defineTool } from '../../core/tool.ts'
import { showAs } from '../../core/view.ts'
import { CHANGE_ACTIONS } from '../../formats/dicom/deidentify/change-list.ts'
import { UNREAD_REASONS } from '../../formats/dicom/deidentify/check/independent-reader.ts'
import { BURNED_IN_REASONS } from '../../formats/dicom/deidentify/pixels/burned-in.ts'
import { bypassPixels } from '../../formats/dicom/deidentify/pixels/bypass-pixels.ts'
import { deidentifyPixels, type TextSearch } from '../../formats/dicom/deidentify/pixels/find-burned-in.ts'
import { checkSettings } from '../../formats/dicom/deidentify/prepare.ts'
import { profileOptionsField } from '../../formats/dicom/deidentify/profile/profile-options.ts'
import { PROFILE_EDITION } from '../../formats/dicom/deidentify/profile/profile-table.ts'
import { countBulkBytes } from '../../formats/dicom/read/bulk-bytes.ts'
import { declaresPlain, readDicom } from '../../formats/dicom/read/read-dicom.ts'
import { DETECTOR_RULESET } from '../../formats/phi/detector-version.ts'
import { countsField, phiKeyField, phiSubjectField, phiSurrogatesField, provenanceField } from '../../formats/phi/policy/policy-schema.ts'
import { PHANTOM_WITH_TEXT } from '../dicom/phantom.generated.ts'
import { describeTextRegion, textRegionField } from '../dicom/text-region-field.ts'

const VERSION = '1.0.0'
const MAX_SIZE = 65_535
const pixels = (description: string, least = 0) => z.int().min(least).max(MAX_SIZE).describe(description)
const count = (description: string) => z.int().min(0).describe(description)

/** A CT image of one patient, of one pixel. */
const TINY_FILE =
  'RElDTQIAAABVTAQAHAAAAAIAEABVSRQAMS4yLjg0MC4xMDAwOC4xLjIuMQAIABYAVUkaADEuMi44NDAuMTAwMDguNS4xLjQuMS4xLjIACAAYAFVJHgAxLjIuODI2LjAuMS4zNjgwMDQzLjEwLjU0My4xLjEIACAAREEIADIwMjQwMjE5CAAwEExPBgBDaGVzdCAJABAATE8GAFZFTkRPUhAAEABQTgwAUXVpc3ReQWx2aW4gEAAgAExPCAA0NDcxOTAyICgAEABVUwIAAgDgfxAAT1cAAAIAAAABAg=='

/** Of the regions of a file. */
const MAX_REGIONS = 1000

function describeSearch(search: TextSearch | undefined) {
  if (!search) return null
  const { found, frames, looks } = search
  const regions = found.toSorted((a, b) => a.firstFrame - b.firstFrame || a.row - b.row).map(describeTextRegion)
  return {
    framesSearched: frames,
    searches: looks,
    regions: regions.slice(0, MAX_REGIONS),
    regionsOmitted: Math.max(0, regions.length - MAX_REGIONS),
  }
}

interface PixelOptions {
  readonly regions: readonly unknown[]
  readonly options: readonly string[]
  readonly onBurnedIn: string
}

/** Whether pixels may change. */
function mayBlank({ regions, options, onBurnedIn }: PixelOptions): boolean {
  return regions.length > 0 || onBurnedIn === 'mask' || onBurnedIn === 'find' || options.includes('clean-pixel-data')
}

export const phiDeidentifyDicom = defineTool({
  id: 'phi/deidentify-dicom',
  version: VERSION,
  title: 'De-identify a DICOM file',
  summary:
    'Removes or replaces what identifies the patient in a DICOM file by the Basic Profile of PS3.15 Annex E and its options, and checks the result.',
  input: z.strictObject({
    file: bytesField(
      'The file, Part 10, with or without preamble. A directory (DICOMDIR), an encapsulated document and a damaged file are refused.',
    ),
  }),
  options: z.strictObject({
    profile: z.enum(['basic']).default('basic').describe('The Basic Application Level Confidentiality Profile.'),
    options: profileOptionsField,
    unlisted: z
      .enum(['remove', 'keep'])
      .default('remove')
      .describe(
        'Attributes that Table E.1-1 does not judge: newer than its edition, unknown, retired or free text. Names, dates and addresses among them are always removed. Technical attributes of the standard are kept: remove masks, and keep reports, words in them that are not words of the standard, of manufacturers or of medicine, and numbers of six or more digits. retain-device keeps names of manufacturers, models and programs. A name that is also such a word, or has three letters, is not recognized.',
      ),
    key: phiKeyField,
    surrogates: phiSurrogatesField,
    subject: phiSubjectField.describe(
      'Subject of the file. Dates are shifted by the days of the subject. Default: Patient ID (0010,0020).',
    ),
    pseudonyms: z
      .enum(['surrogate', 'none'])
      .default('surrogate')
      .describe(
        'Name and numbers of the patient, the study and the order: made-up values from the key, the same in every format, or empty and dummy values.',
      ),
    regions: z
      .array(
        z.strictObject({
          column: pixels('First column, from 0.'),
          row: pixels('First row, from 0.'),
          width: pixels('Columns.', 1),
          height: pixels('Rows.', 1),
        }),
      )
      .max(100)
      .default([])
      .describe('Rectangles to blank in every frame.')
      .meta(showAs({ kind: 'boxes', of: 'file' })),
    onBurnedIn: z
      .enum(['fail', 'warn', 'mask', 'find'])
      .default('fail')
      .describe(
        'If text is likely in the pixels and nothing blanks it: refuse the file, let it pass for review, or blank known regions and refuse the file if there are none. find: search every frame for text, blank it with a margin, and search the new file again. The file is refused if text is still found or if a frame cannot be searched, as in video. Regions that are known or given are blanked too.',
      ),
    look: z
      .enum(['risk', 'always'])
      .default('risk')
      .describe(
        'Files that onBurnedIn find searches: those whose header suggests text, or all with pixels. The option clean-pixel-data searches all, too.',
      ),
    onResidual: z
      .enum(['fail', 'warn'])
      .default('fail')
      .describe(
        'If an original value is still found in the new file and cannot be removed: refuse the file, or return it with verification needs-review.',
      ),
    mode: z
      .enum(['high-recall', 'fail-closed'])
      .default('high-recall')
      .describe('How to search texts that an option keeps: also for doubtful words, or for everything that is not known to be safe.'),
  }),
  output: z.strictObject({
    file: bytesField(
      'The new file, Part 10. A deflated data set is written as Explicit VR Little Endian, compressed pixels that were blanked as RLE Lossless.',
    ),
    transferSyntax: z.string().describe('Transfer syntax UID of the new file.'),
    changes: z
      .array(
        z.strictObject({
          tag: z.string().describe('Such as `(0010,0010)`.'),
          path: z
            .string()
            .describe('Such as `(0040,A730)[0].(0040,A160)`; items count from 0. What a removed sequence held is not listed.'),
          action: z.enum(CHANGE_ACTIONS).describe('What was done.'),
          rule: z
            .string()
            .describe(
              'Why: the row of Table E.1-1 with the option column in force, `supplement` for attributes that it passes over, `unlisted`, `private`, `VR` for a value of another kind, `hidden` for bytes beside pixels, in profiles or behind palettes that no reader needs, `words` for a word in a technical value that is none of the field, `residual` for an original found in a kept text.',
            ),
        }),
      )
      .describe('In the order of the file.'),
    changesOmitted: count('Number of changes that are not listed.'),
    actions: z
      .strictObject(Object.fromEntries(CHANGE_ACTIONS.map((action) => [action, z.int().min(0).optional()])))
      .describe('Number of uses of each action.'),
    burnedIn: z
      .strictObject({
        risk: z.enum(['none', 'low', 'high']).describe('none: no pixels. low: nothing hints at text. high: text is likely.'),
        reason: z.array(z.enum(BURNED_IN_REASONS)).describe('Reasons for this judgment.'),
        regionsBlanked: count('Rectangles that were blanked.'),
        found: z
          .strictObject({
            framesSearched: count('All frames of the file: parts of a frame that are equal to the frame before count as searched with it.'),
            searches: count('Searches. The last one, in the new file, found nothing.'),
            regions: z
              .array(textRegionField)
              .describe('Text that was found, without the margin that is blanked with it, in the order of frames and rows.'),
            regionsOmitted: count('Number of regions that are not listed.'),
          })
          .nullable()
          .describe('Result of onBurnedIn find; null if the pixels were not searched.'),
      })
      .describe('Text in the pixels, judged by the header, and with onBurnedIn find by a search of the pixels. Text is not read.'),
    verification: z
      .strictObject({
        status: z
          .enum(['passed', 'needs-review'])
          .describe(
            'needs-review: an original was found again, text is likely in pixels that were not blanked, or the file may have been cut between two elements.',
          ),
        residuals: z
          .array(
            z.strictObject({
              path: z.string().describe('Where.'),
              kind: z
                .enum(['name', 'id', 'uid', 'date', 'institution', 'rule', 'text'])
                .describe(
                  'Content. rule: an element that must be removed. text: words that were not checked: with the pixels, in a comment or camera record of a compressed frame, after the last frame, or in a technical value that is kept.',
                ),
            }),
          )
          .describe('Findings in the new file.'),
        independentReader: z
          .strictObject({
            status: z
              .enum(['agrees', 'not-read'])
              .describe(
                'agrees: dicom-parser sees the same elements in the same places. not-read: it cannot read files of this kind. A file on which the readers differ is refused.',
              ),
            reason: z
              .enum(UNREAD_REASONS)
              .nullable()
              .describe(
                'Why it was not read: 64-bit value representations, sequences written as UN, repeated tags, or more than 50,000 elements.',
              ),
          })
          .describe('The new file read by a second, independent reader.'),
        missingAtEnd: z
          .array(z.string())
          .describe('Missing required tags after the last element: none in a complete file, such as (7FE0,0010) of a cut image.'),
        pixels: z
          .enum(['none', 'identical', 'cleaned', 'blanked'])
          .describe(
            'identical: the bytes of Pixel Data were compared with the original. cleaned: the samples are the same; comments, trailing bytes, spare bits or wrong offset tables were removed.',
          ),
      })
      .describe(
        'The new file read again: every element against the rules, all bytes but the pixels for names, numbers, UIDs, dates and institutions.',
      ),
    counts: countsField,
    provenance: provenanceField,
  }),
  document: { field: 'file', mediaTypes: ['application/dicom', 'application/octet-stream'] },
  download: { field: 'file', mediaType: 'application/dicom', extension: 'dcm', verdict: ['verification', 'status'] },
  maxInputBytes: 200 * 1024 * 1024,
  mayRunLong: true,
  smallMayRunLong: (file) => !declaresPlain(file),
  // To blank pixels is work by lines, frames and regions.
  copiedBytes: (file, options) => (mayBlank(options) ? 0 : countBulkBytes(file)),
  bypass: (options) => (mayBlank(options) ? undefined : bypassPixels()),
  examples: [
    {
      title: 'A CT image',
      input: { file: TINY_FILE },
      options: { key: 'correct horse battery staple' },
      output: {
        transferSyntax: '1.2.840.10008.1.2.1',
        burnedIn: { risk: 'low' },
        verification: { status: 'passed', residuals: [], pixels: 'identical' },
        counts: { name: 1, date: 1, mrn: 1, 'other-id': 1 },
      },
    },
    {
      title: 'Dates shifted, descriptions searched',
      input: { file: TINY_FILE },
      options: { key: 'correct horse battery staple', options: ['retain-modified-dates', 'clean-descriptors'] },
      output: { actions: { 'date-shift': 1 }, verification: { status: 'passed' } },
    },
    {
      title: 'A name in the pixels, blanked by a rectangle',
      input: { file: PHANTOM_WITH_TEXT },
      options: { key: 'correct horse battery staple', regions: [{ column: 0, row: 0, width: 128, height: 20 }] },
      output: { burnedIn: { risk: 'high', regionsBlanked: 1 }, verification: { status: 'passed', pixels: 'blanked' } },
    },
  ],
  checkOptions({ profile: _profile, ...settings }) {
    checkSettings(settings)
  },
  async run({ file }, { profile, ...settings }) {
    const read = readDicom(file)
    const result = await deidentifyPixels(read, settings)
    const { judgement, regions } = result.pixels
    const isLeft = judgement.risk === 'high' && regions.length === 0 && !result.search
    return {
      file: result.bytes,
      transferSyntax: result.transferSyntax,
      changes: [...result.changes],
      changesOmitted: result.changesOmitted,
      actions: Object.fromEntries(result.actions),
      burnedIn: {
        risk: judgement.risk,
        reason: [...judgement.reasons],
        regionsBlanked: regions.length,
        found: describeSearch(result.search),
      },
      verification: {
        status: result.residuals.length > 0 || result.missingAtEnd.length > 0 || isLeft ? ('needs-review' as const) : ('passed' as const),
        residuals: [...result.residuals],
        independentReader: result.independentReader,
        missingAtEnd: [...result.missingAtEnd],
        pixels: result.pixelState,
      },
      counts: result.counts,
      provenance: {
        policy: [`ps3.15-${profile}`, ...settings.options].join('+'),
        ruleset: `${PROFILE_EDITION} Table E.1-1; ${DETECTOR_RULESET}`,
        version: VERSION,
        keyId: result.keyId,
      },
    }
  },
})
