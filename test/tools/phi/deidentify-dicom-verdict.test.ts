// A de-identified DICOM file leaves with its verdict: in a header and the file name over HTTP, in file names of ZIP files and folders.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runVerbs } from '../../../src/cli/commands/run-verb.ts'
import { resultNames } from '../../../src/cli/run/result-names.ts'
import { findIn } from '../../../src/formats/dicom/dicom-file.ts'
import { readDicom } from '../../../src/formats/dicom/read/read-dicom.ts'
import { phiDeidentifyDicom } from '../../../src/tools/phi/deidentify-dicom.ts'
import { callVerb } from '../../cli/commands/call-verb.ts'
import { KEY, patientFile } from '../../formats/dicom-deidentify/sample-patient.ts'
import { type ApiHarness, openApi } from '../../http/api-harness.ts'
import { makeScratchFolder } from '../../platform/scratch-folder.ts'

const TOOL = 'phi/deidentify-dicom'
const options = JSON.stringify({ key: KEY })
const whole = patientFile()
/** Without its pixels, so that it needs review. */
const cut = whole.subarray(0, findIn(readDicom(whole).dataset, 0x7fe00010)!.start)

let api: ApiHarness
beforeAll(async () => {
  api = await openApi()
})
afterAll(() => api.close())

function post(path: string, ...files: readonly Uint8Array[]): Promise<Response> {
  const form = new FormData()
  for (const file of files) form.append('file', new Blob([file as BlobPart]), 'a')
  form.set('options', options)
  return api.call(`/v1/tools/${TOOL}${path}`, { method: 'POST', body: form })
}

async function namesIn(archive: Response): Promise<string[]> {
  return Object.keys(unzipSync(new Uint8Array(await archive.arrayBuffer())))
}

test.each([
  ['passed', whole, 'deidentify-dicom.dcm'],
  ['needs-review', cut, 'deidentify-dicom.needs-review.dcm'],
])('a download that is %s says so in a header and in the file name', async (verdict, file, name) => {
  const single = await post('?output=file', file)
  expect([single.status, single.headers.get('verification-status')]).toEqual([200, verdict])
  expect(single.headers.get('content-disposition')).toBe(`attachment; filename="${name}"`)
  const archive = await post('?output=zip', file)
  expect(archive.headers.get('verification-status')).toBe(verdict)
  expect(await namesIn(archive)).toEqual([name, 'report.json'])
})

test('a batch as ZIP marks the files that need review', async () => {
  const names = await namesIn(await post('/batch?output=zip', whole, cut))
  expect(names.filter((name) => name.endsWith('.dcm'))).toEqual(['0001.dcm', '0002.needs-review.dcm'])
})

test('a folder run marks them, resumes, and leaves no result with an old verdict', async () => {
  const cwd = makeScratchFolder()
  mkdirSync(join(cwd, 'in'))
  const put = (name: string, file: Uint8Array): void => writeFileSync(join(cwd, 'in', name), file)
  const run = async (out: string): Promise<unknown> => {
    const args = [TOOL, 'in', '--options', options, '--output', 'file', '--out', out, '--threads', '1']
    const called = await callVerb(runVerbs, 'run', { positionals: args, cwd })
    const { summary } = JSON.parse(called.out.trim().split('\n').at(-1)!) as { summary: { succeeded: number; skipped: number } }
    const names = readdirSync(join(cwd, out)).filter((name) => name.endsWith('.dcm'))
    return [summary.succeeded, summary.skipped, ...names.sort()]
  }
  put('a.dcm', cut)
  put('b.dcm', cut)
  expect(await run('out')).toEqual([2, 0, '0000001.needs-review.dcm', '0000002.needs-review.dcm'])
  put('a.dcm', whole)
  expect(await run('out')).toEqual([1, 1, '0000001.dcm', '0000002.needs-review.dcm'])
})

test('a result that keeps its name takes no name of another result', () => {
  const folder = makeScratchFolder()
  const naming = { tool: phiDeidentifyDicom, form: 'file', keepsNames: true } as const
  const input = { path: join(folder, 'a.dcm'), target: 'x/a.dcm' }
  expect(resultNames(naming, input, 1)).toEqual(['x/a.dcm', 'x/a.needs-review.dcm'])
  writeFileSync(join(folder, 'a.needs-review.dcm'), '')
  expect(resultNames(naming, input, 1)).toEqual(['x/a.dcm', 'x/a.needs-review.needs-review.dcm'])
})

test('one result that needs review is announced on standard error', async () => {
  const cwd = makeScratchFolder()
  writeFileSync(join(cwd, 'a'), cut)
  writeFileSync(join(cwd, 'b'), whole)
  const errorsOf = async (file: string): Promise<string> => {
    const args = [TOOL, file, '--options', options, '--output', 'file', '--out', `${file}.dcm`]
    return (await callVerb(runVerbs, 'run', { positionals: args, cwd })).err
  }
  expect(await errorsOf('a')).toContain('needs-review')
  expect(await errorsOf('b')).toBe('')
})
