// dicom/validate: every breach of the standard that a file shows, with its place, its module and the type of the attribute, never a value.
import * as z from 'zod'
import { bytesField } from '../../core/document.ts'
import { ProblemError } from '../../core/problem.ts'
import { defineTool } from '../../core/tool.ts'
import { showAs } from '../../core/view.ts'
import { findElement } from '../../formats/dicom/dictionary/dictionary.ts'
import { findIod, IOD_EDITION, type Iod } from '../../formats/dicom/iod/iod-table.ts'
import { readDicom } from '../../formats/dicom/read/read-dicom.ts'
import { skimDicom } from '../../formats/dicom/read/skim-dicom.ts'
import { parseTag } from '../../formats/dicom/tag.ts'
import { FINDING_CODES, type Finding } from '../../formats/dicom/validate/finding.ts'
import { validateFile } from '../../formats/dicom/validate/validate-file.ts'
import { EXAMPLE_FILE } from './example-file.ts'

const count = z.int().min(0)

export const dicomValidate = defineTool({
  id: 'dicom/validate',
  version: '1.0.0',
  title: 'Validate a DICOM file',
  summary:
    'Checks a DICOM file against its IOD (modules, attribute types), the data dictionary, the rules of value representations, and the file format.',
  input: z.strictObject({ file: bytesField('The DICOM file, with or without preamble.') }),
  options: z.strictObject({
    iod: z
      .string()
      .regex(/^[a-z0-9-]{0,100}$/)
      .default('')
      .describe('Key of the IOD to check against, such as ct-image; empty for the one of the SOP class of the file.'),
    edition: z
      .enum([IOD_EDITION])
      .default(IOD_EDITION)
      .describe(
        'Edition of PS3.3 whose modules and attribute types are checked; lists of enumerated values and conditions of attributes are older, and leave out those that later editions extended.',
      ),
    minSeverity: z.enum(['error', 'warning', 'info']).default('info').describe('Minimum severity to list. All issues are counted.'),
  }),
  output: z.strictObject({
    iod: z.string().nullable().describe('Key of the IOD that was checked; null if there is none for the file, such as a DICOMDIR.'),
    edition: z.string(),
    valid: z.boolean().describe('True if no issue is an error and the modules of an IOD were checked.'),
    counts: z.strictObject({ error: count, warning: count, info: count }).describe('Issues of each severity, listed or not.'),
    issues: z
      .array(
        z.strictObject({
          code: z.string(),
          severity: z.enum(['error', 'warning', 'info']),
          message: z.string(),
          path: z.string().optional().describe('Path of the element, such as (0040,A730)[0].(0040,A168); items count from 0.'),
          keyword: z.string().optional().describe('Keyword of PS3.6 of the last element of the path.'),
          module: z.string().optional().describe('The module that names the attribute, as a key such as general-series.'),
          type: z.enum(['1', '1C', '2', '2C', '3']).optional().describe('Type of the attribute in the module (PS3.5 §7.4).'),
          byteOffset: z
            .int()
            .describe(
              'Offset in the file, of the compressed data where the data set is deflated; of what is missing, where it would stand.',
            ),
          inflatedOffset: z.int().optional().describe('Offset in the inflated data set.'),
        }),
      )
      .describe('In the order of the file.')
      .meta(showAs({ kind: 'findings', of: null })),
    issuesOmitted: z.int().describe('Number of issues that are not listed, those below minSeverity not counted.'),
  }),
  document: { field: 'file', mediaTypes: ['application/dicom', 'application/octet-stream'] },
  maxInputBytes: 200 * 1024 * 1024,
  mayRunLong: true,
  skim: () => skimDicom(0),
  examples: [
    {
      title: 'A secondary capture without study and series',
      input: { file: EXAMPLE_FILE },
      options: { minSeverity: 'error' },
      output: { iod: 'secondary-capture-image', edition: IOD_EDITION, valid: false },
    },
  ],
  run({ file: bytes }, { iod: key, edition, minSeverity }) {
    const chosen = key ? chooseIod(key) : undefined
    const { iod, findings } = validateFile(readDicom(bytes), chosen)
    const listed = findings.list().filter(({ code }) => RANKS[FINDING_CODES[code].severity] >= RANKS[minSeverity])
    return {
      iod: iod?.key ?? null,
      edition,
      valid: findings.counts.error === 0 && iod !== undefined,
      counts: findings.counts,
      issues: listed.map(describeFinding),
      issuesOmitted: findings.omitted,
    }
  },
})

const RANKS = { info: 0, warning: 1, error: 2 } as const

function chooseIod(key: string): Iod {
  const iod = findIod(key)
  if (iod) return iod
  throw new ProblemError('There is no IOD with this key.', {
    code: 'invalid_input',
    errors: [{ pointer: '/options/iod', code: 'unknown_iod', detail: 'expected the key of an IOD of PS3.3, such as ct-image' }],
  })
}

function describeFinding({ code, path, module, type, byteOffset, inflatedOffset }: Finding) {
  const tag = path ? parseTag(path.slice(-11)) : undefined
  const keyword = tag === undefined ? undefined : findElement(tag)?.keyword
  return {
    code,
    ...FINDING_CODES[code],
    ...(path ? { path } : {}),
    ...(keyword ? { keyword } : {}),
    ...(module ? { module } : {}),
    ...(type ? { type } : {}),
    byteOffset,
    ...(inflatedOffset === undefined ? {} : { inflatedOffset }),
  }
}
