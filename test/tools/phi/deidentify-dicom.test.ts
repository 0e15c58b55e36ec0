// phi/deidentify-dicom as it is called: its declaration, its examples, one key for all formats, a report without values, and the real files
// where the corpus is at hand.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it, test } from 'vitest'
import { containsPart } from '../../../src/core/part.ts'
import { ProblemError } from '../../../src/core/problem.ts'
import { runTool } from '../../../src/core/run.ts'
import { inputFromJson } from '../../../src/core/wire.ts'
import { findIn } from '../../../src/formats/dicom/dicom-file.ts'
import { readDicom } from '../../../src/formats/dicom/read/read-dicom.ts'
import { findTilingGap } from '../../../src/formats/dicom/read/tiling.ts'
import { readAsciiValue } from '../../../src/formats/dicom/value/decode-value.ts'
import { phiDeidentifyDicom } from '../../../src/tools/phi/deidentify-dicom.ts'
import { phiDeidentifyText } from '../../../src/tools/phi/deidentify-text.ts'
import { checkDeclaration } from '../../catalogue/declaration-rules.ts'
import { KEY, patientFile, SECRETS } from '../../formats/dicom-deidentify/sample-patient.ts'

interface Report {
  readonly file: Uint8Array
  readonly verification: { readonly status: string; readonly residuals: readonly unknown[]; readonly pixels: string }
  readonly provenance: { readonly policy: string; readonly keyId: string }
}

const run = async (file: Uint8Array, options: object = {}) =>
  (await runTool(phiDeidentifyDicom, { file }, { key: KEY, ...options })) as unknown as Report
const latin1 = (bytes: Uint8Array) => new TextDecoder('latin1').decode(bytes)

test('the declaration keeps the rules', () => {
  expect(checkDeclaration(phiDeidentifyDicom)).toEqual([])
})

test.each(phiDeidentifyDicom.examples.map((example) => [example.title, example] as const))(
  'example: %s',
  async (_title, { input, options, output }) => {
    const result = await runTool(phiDeidentifyDicom, inputFromJson(phiDeidentifyDicom, input), options)
    expect(phiDeidentifyDicom.output.safeParse(result).error?.issues).toBeUndefined()
    expect(containsPart(result, output)).toBe(true)
  },
)

test('the report holds no value, the file none that was to go', async () => {
  const { file, ...report } = await run(patientFile())
  for (const secret of SECRETS) {
    expect(latin1(file), secret).not.toContain(secret)
    expect(JSON.stringify(report), secret).not.toContain(secret)
  }
  expect(report.verification).toEqual({
    status: 'passed',
    residuals: [],
    independentReader: { status: 'agrees', reason: null },
    missingAtEnd: [],
    pixels: 'identical',
  })
  expect(report.provenance).toMatchObject({ policy: 'ps3.15-basic', keyId: expect.stringMatching(/^[0-9a-f]{16}$/) })
})

test('an image that is cut before its pixels asks for a review and says what is missing', async () => {
  const whole = patientFile()
  const { verification } = await run(whole.subarray(0, findIn(readDicom(whole).dataset, 0x7fe00010)!.start))
  expect(verification).toEqual({
    status: 'needs-review',
    residuals: [],
    independentReader: { status: 'agrees', reason: null },
    missingAtEnd: ['(7FE0,0010)'],
    pixels: 'none',
  })
})

test('a name and a number get in an image what they get in a note', async () => {
  const { text } = (await runTool(
    phiDeidentifyText,
    { text: 'Alvin Zebulonquux, MRN 10004711' },
    { policy: 'pseudonymize', key: KEY, known: { names: ['Alvin Zebulonquux'], ids: ['10004711'] } },
  )) as { text: string }
  const [, given, family, number] = /^(\w+) (\w+), MRN (\d+)$/.exec(text)!
  const { file } = await run(patientFile())
  expect(latin1(file)).toContain(`${family}^${given}`)
  expect(latin1(file)).toContain(number)
})

test('dates move by the days of the patient, or of the subject that is named', async () => {
  const dateOf = async (options: object) => {
    const { data, dataset } = readDicom((await run(patientFile(), { options: ['retain-modified-dates'], ...options })).file)
    return readAsciiValue(data, findIn(dataset, 0x00080020)!)
  }
  expect(await dateOf({})).toMatch(/^202[34]\d{4}$/)
  expect(await dateOf({})).toBe(await dateOf({ subject: '10004711' }))
  expect(await dateOf({})).not.toBe(await dateOf({ subject: 'another' }))
})

test.each([
  ['an option that is none', { options: ['retain-names'] }],
  ['a region without width', { regions: [{ column: 0, row: 0, width: 0, height: 1 }] }],
  ['a weak key', { key: 'short' }],
])('%s is refused', async (_name, options) => {
  await expect(run(patientFile(), options)).rejects.toMatchObject({ code: 'invalid_input' })
})

const corpus = new URL('../../../../shared/corpora/dicom', import.meta.url).pathname

describe.skipIf(!existsSync(corpus))('the corpus', () => {
  const files = existsSync(corpus)
    ? readdirSync(corpus, { recursive: true, encoding: 'utf8', withFileTypes: true })
        .filter((entry) => entry.isFile() && !/\.(?:tsv|json|dicom)$/.test(entry.name))
        .map((entry) => [entry.name, `${entry.parentPath}/${entry.name}`] as const)
    : []

  it('has files', () => {
    expect(files.length).toBeGreaterThan(200)
  })

  it('is de-identified file by file, or refused with a place', async () => {
    const refused: string[] = []
    for (const [name, path] of files) {
      try {
        const { file, verification } = await run(new Uint8Array(readFileSync(path)), { onBurnedIn: 'warn' })
        const read = readDicom(file)
        expect(findTilingGap(read), name).toBeUndefined()
        expect(
          read.issues.issues.filter(({ code }) => code === 'truncated' || code === 'meta_length'),
          name,
        ).toEqual([])
        expect(verification.residuals, name).toEqual([])
        expect(verification.pixels, name).not.toBe('blanked')
      } catch (error) {
        if (!(error instanceof ProblemError)) throw error
        expect(error.at?.byteOffset, name).toBeTypeOf('number')
        refused.push(name)
      }
    }
    expect(refused.length).toBeLessThan(12)
  })
})
