// Speed of dicom/inspect beside bare dicom-parser, dcmdump and pydicom on the same files: node test/bench/dicom-bench.ts
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import dicomParser from 'dicom-parser'
import { ProblemError } from '../../src/core/problem.ts'
import { runTool } from '../../src/core/run.ts'
import { readDicom } from '../../src/formats/dicom/read/read-dicom.ts'
import { dicomInspect } from '../../src/tools/dicom/inspect.ts'
import { phiDeidentifyDicom } from '../../src/tools/phi/deidentify-dicom.ts'
import { buildFixtures } from '../fixtures/dicom/make-fixtures.ts'
import { concat, element, encapsulated, part10, u16 } from '../formats/dicom/build-dicom.ts'
import { benchPlan } from './dicom-plan-bench.ts'
import { composeImage } from './dicom-upload-file.ts'
import { benchPng } from './png-bench.ts'
import { type BenchRow, formatTable, median, missingRow } from './row.ts'

const corpus = new URL('../../../shared/corpora/dicom/', import.meta.url).pathname

/** dicom/inspect beside each peer that is installed and reads the file; the ratio is the peer's time over ours. */
export async function benchDicom(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'dicom-bench-'))
  try {
    const rows = benchFiles().flatMap(([what, bytes]) => benchFile(what, bytes, join(folder, 'file.dcm')))
    return [...rows, ...(await benchDeidentify()), benchPlan(), ...benchPng()]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function benchFiles(): [string, Uint8Array][] {
  const image = concat(
    element(0x00280002, 'US', u16(1)),
    element(0x00280010, 'US', u16(4096)),
    element(0x00280011, 'US', u16(4096)),
    element(0x00280100, 'US', u16(16)),
  )
  const fragments = Array.from({ length: 1000 }, () => new Uint8Array(100_000))
  const files: [string, Uint8Array][] = [
    ['fixture explicit-little.dcm', buildFixtures().get('explicit-little.dcm')!],
    [NATIVE, part10(concat(image, element(0x7fe00010, 'OW', new Uint8Array(100_000_000))))],
    ['100 MB in 1,000 fragments', part10(concat(image, encapsulated([], fragments)), '1.2.840.10008.1.2.4.90')],
  ]
  const real = [
    'pydicom__pydicom/MR_small.dcm',
    'pydicom__pydicom/CT_small.dcm',
    'pydicom__pydicom/rtplan.dcm',
    'cornerstonejs__dicomParser/image_dfl',
    'ImagingDataCommons__highdicom/seg_image_sm_dots_tiled_full.dcm',
    'dcmjs-org__dcmjs/cine-test.dcm',
  ]
  for (const name of real) if (existsSync(corpus + name)) files.push([name, new Uint8Array(readFileSync(corpus + name))])
  return files
}

function benchFile(what: string, bytes: Uint8Array, path: string): BenchRow[] {
  writeFileSync(path, bytes)
  const inspectMs = medianMs(() => runTool(dicomInspect, { file: bytes }))
  const readMs = medianMs(() => readDicom(bytes))
  const megabytesPerSecond = bytes.length / 1e3 / inspectMs
  const measured = `${inspectMs.toFixed(3)} ms (read ${readMs.toFixed(3)} ms), ${megabytesPerSecond.toFixed(0)} MB/s`
  const peers: [string, number | undefined][] = [
    ['dicom-parser, parse alone', dicomParserMs(bytes)],
    ['dcmdump, a process', processMs('dcmdump', ['-q', path])],
    ['pydicom, all values', pydicomMs(path)],
  ]
  const name = { what: `dicom/inspect ${what}`, measured }
  const speed = { ...name, ...(what === NATIVE && { id: 'inspect', figure: megabytesPerSecond }), reference: '', ratio: undefined }
  const rows = peers.flatMap(([peer, ms]) =>
    ms === undefined ? [] : [{ ...name, reference: `${peer} ${ms.toFixed(3)} ms`, ratio: ms / inspectMs }],
  )
  return what === NATIVE || rows.length === 0 ? [speed, ...rows] : rows
}

const NATIVE = '100 MB of native pixels'
const MEBIBYTE = 1 << 20

/** Milliseconds of processor time of this process, which the hashing on other threads is part of. */
async function benchDeidentify(): Promise<BenchRow[]> {
  const options = { key: 'correct horse battery staple', onBurnedIn: 'warn' }
  const large = composeImage(100 * MEBIBYTE, 1)
  const largeMs = await medianCpuMs(() => runTool(phiDeidentifyDicom, { file: large }, options), 5)
  const speed = large.length / 1e3 / largeMs
  const row: BenchRow = {
    id: 'deidentify',
    what: 'phi/deidentify-dicom, an image of 105 MB',
    measured: `${speed.toFixed(0)} MB/s of processor time`,
    reference: '',
    ratio: undefined,
    figure: speed,
  }
  const files = existsSync(corpus) ? corpusFiles() : []
  const what = 'phi/deidentify-dicom, median of the files of the corpus'
  if (files.length === 0) return [row, missingRow('deidentify-file', what, 'the corpus is missing')]
  const times: number[] = []
  for (const file of files) {
    try {
      times.push(await medianCpuMs(() => runTool(phiDeidentifyDicom, { file }, options), 20))
    } catch (error) {
      // Files that the tool refuses are no measure of its speed.
      if (!(error instanceof ProblemError)) throw error
    }
  }
  const fileMs = median(times)
  return [
    row,
    {
      id: 'deidentify-file',
      what,
      measured: `${fileMs.toFixed(3)} ms of ${times.length} files`,
      reference: '',
      ratio: undefined,
      figure: fileMs,
    },
  ]
}

function corpusFiles(): Uint8Array[] {
  return readdirSync(corpus, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'MANIFEST.tsv')
    .map((entry) => new Uint8Array(readFileSync(join(entry.parentPath, entry.name))))
}

async function medianCpuMs(run: () => unknown, rounds: number): Promise<number> {
  const times: number[] = []
  for (let i = -1; i < rounds; i++) {
    const before = process.cpuUsage()
    await run()
    const { user, system } = process.cpuUsage(before)
    if (i >= 0) times.push((user + system) / 1_000)
  }
  return median(times)
}

/** Median milliseconds over about half a second, after a warm-up. */
function medianMs(run: () => unknown): number {
  const times: number[] = []
  const warmUntil = performance.now() + 200
  do run()
  while (performance.now() < warmUntil)
  const until = performance.now() + 500
  do {
    const start = performance.now()
    run()
    times.push(performance.now() - start)
  } while (performance.now() < until)
  return median(times)
}

/** Undefined where it throws, as on deflated data. */
function dicomParserMs(bytes: Uint8Array): number | undefined {
  try {
    return medianMs(() => dicomParser.parseDicom(bytes))
  } catch {
    return undefined
  }
}

function processMs(command: string, args: readonly string[]): number | undefined {
  const times: number[] = []
  for (let i = 0; i < 5; i++) {
    const start = performance.now()
    const { status } = spawnSync(command, args, { maxBuffer: 1 << 30 })
    if (status !== 0) return undefined
    times.push(performance.now() - start)
  }
  return median(times)
}

function pydicomMs(path: string): number | undefined {
  const script = [
    'import sys,time,warnings,pydicom',
    'warnings.simplefilter("ignore")',
    'times=[]',
    'for _ in range(15):',
    '    start=time.perf_counter()',
    '    for element in pydicom.dcmread(sys.argv[1]).iterall():',
    '        if not isinstance(element.value, bytes): str(element.value)',
    '    times.append(time.perf_counter()-start)',
    'print(sorted(times)[7]*1000)',
  ]
  const run = spawnSync('/usr/bin/python3', ['-c', script.join('\n'), path], { encoding: 'utf8' })
  return run.status === 0 ? Number(run.stdout) : undefined
}

if (import.meta.main) console.log(formatTable(await benchDicom()))
