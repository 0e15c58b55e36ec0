// Compares phi/deidentify-dicom with gdcmanon, dicom-anonymizer and dcmjs over a folder of files; dicom-deid-check.py judges all of them alike.
// Usage: node test/bench/dicom-deid-compare.ts [folder] [--list]
// Peers that are not installed are left out: `apt-get install libgdcm-tools dicom3tools python3-pydicom openssl`, `pip install dicom-anonymizer`
// (DICOM_ANONYMIZER names the program where it is not on the PATH). dcmjs comes with the codecs' package; DCMJS names another folder of it.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deidentifyFile } from '../../src/formats/dicom/deidentify/deidentify-file.ts'
import type { DeidentifySettings } from '../../src/formats/dicom/deidentify/prepare.ts'
import { readDicom } from '../../src/formats/dicom/read/read-dicom.ts'

const root = new URL('../..', import.meta.url).pathname
const checker = new URL('dicom-deid-check.py', import.meta.url).pathname
const table = join(root, '../shared/data/dicom/confidentiality_profile_attributes.json')

const SETTINGS: DeidentifySettings = {
  options: [],
  unlisted: 'remove',
  key: 'a key for this comparison alone',
  pseudonyms: 'surrogate',
  regions: [],
  onBurnedIn: 'warn',
  mode: 'high-recall',
}

interface Verdict {
  readonly file: string
  readonly error?: string
  readonly survivors: Readonly<Record<string, number>>
  readonly residuals: number
  readonly private: number
  readonly pixels: boolean | null
  readonly complaints: readonly string[] | null
  readonly uids: readonly (readonly [string, string])[]
}

type Anonymizer = (source: string, target: string, scratch: string) => boolean

const ours: Anonymizer = (source, target) => {
  try {
    writeFileSync(target, deidentifyFile(readDicom(new Uint8Array(readFileSync(source))), SETTINGS).bytes)
    return true
  } catch {
    return false
  }
}

const gdcmanon: Anonymizer = (source, target, scratch) => {
  const certificate = join(scratch, 'certificate.pem')
  if (!existsSync(certificate)) {
    const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', join(scratch, 'key.pem'), '-out', certificate]
    spawnSync('openssl', [...request, '-days', '2', '-subj', '/CN=bench'])
  }
  return spawnSync('gdcmanon', ['-e', '-c', certificate, source, target], { timeout: 60_000 }).status === 0
}

const dicomAnonymizer: Anonymizer = (source, target) =>
  spawnSync(process.env.DICOM_ANONYMIZER ?? 'dicom-anonymizer', [source, target], { timeout: 60_000 }).status === 0

interface Log {
  setLevel(level: string): void
}

interface Dcmjs {
  readonly anonymizer: { cleanTags(dict: object): void }
  readonly data: { readonly DicomMessage: { readFile(bytes: ArrayBuffer): { dict: object; write(): ArrayBuffer } } }
  readonly log: Log & { getLogger(name: string): Log }
}

/** Undefined where the package is not there. */
function loadDcmjs(): Anonymizer | undefined {
  const require = createRequire(import.meta.url)
  let dcmjs: Dcmjs
  try {
    dcmjs = require(process.env.DCMJS ?? 'dcmjs') as Dcmjs
  } catch {
    return undefined
  }
  for (const log of [dcmjs.log, dcmjs.log.getLogger('validation.dcmjs')]) log.setLevel('silent')
  return (source, target) => {
    try {
      const read = dcmjs.data.DicomMessage.readFile(Uint8Array.from(readFileSync(source)).buffer)
      dcmjs.anonymizer.cleanTags(read.dict)
      writeFileSync(target, Buffer.from(read.write()))
      return true
    } catch {
      return false
    }
  }
}

const dcmjsAnonymizer = loadDcmjs()

const PEERS: readonly (readonly [name: string, program: string, anonymize: Anonymizer])[] = [
  ['health-tools', '', ours],
  ['gdcmanon -e', 'gdcmanon', gdcmanon],
  ['dicom-anonymizer', process.env.DICOM_ANONYMIZER ?? 'dicom-anonymizer', dicomAnonymizer],
  ...(dcmjsAnonymizer ? ([['dcmjs cleanTags', '', dcmjsAnonymizer]] as const) : []),
]

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(?:tsv|json|dump|gz|dicom)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

function comparePeer(
  name: string,
  anonymize: Anonymizer,
  files: readonly string[],
  folder: string,
): { times: number[]; verdicts: Verdict[] } {
  const target = join(folder, name.replace(/\W/g, '-'))
  mkdirSync(target)
  const pairs: string[] = []
  const times: number[] = []
  files.forEach((file, i) => {
    const result = join(target, `${i}.dcm`)
    const start = performance.now()
    const isDone = anonymize(file, result, folder)
    times.push(performance.now() - start)
    if (isDone && existsSync(result)) pairs.push(`${file}\t${result}`)
  })
  const python = existsSync('/usr/bin/python3') ? '/usr/bin/python3' : 'python3'
  const run = spawnSync(python, [checker, table], { input: `${pairs.join('\n')}\n`, encoding: 'utf8', maxBuffer: 1 << 30 })
  const verdicts = run.stdout.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Verdict]))
  return { times: times.sort((a, b) => a - b), verdicts }
}

/** UIDs that got more than one new UID over all files, and new UIDs that stand for more than one. */
function countInconsistent(verdicts: readonly Verdict[]): number {
  const after = new Map<string, Set<string>>()
  const before = new Map<string, Set<string>>()
  for (const { uids } of verdicts) {
    for (const [old, made] of uids ?? []) {
      after.set(old, (after.get(old) ?? new Set()).add(made))
      before.set(made, (before.get(made) ?? new Set()).add(old))
    }
  }
  return [...after.values(), ...before.values()].filter((set) => set.size > 1).length
}

function describe(name: string, total: number, { times, verdicts }: { times: readonly number[]; verdicts: readonly Verdict[] }): string {
  const read = verdicts.filter(({ error }) => error === undefined)
  const count = (test: (verdict: Verdict) => boolean) => read.filter(test).length
  const judged = count(({ complaints }) => complaints !== null)
  return [
    `${name}: ${verdicts.length} of ${total} files written, ${read.length} of them read by pydicom`,
    `  files with a surviving original: ${count(({ survivors }) => Object.keys(survivors).length > 0)}`,
    `  Table E.1-1 residuals: ${read.reduce((sum, { residuals }) => sum + residuals, 0)}, private elements: ${read.reduce((sum, verdict) => sum + verdict.private, 0)}`,
    `  Pixel Data not byte-identical: ${count(({ pixels }) => pixels === false)} of ${count(({ pixels }) => pixels !== null)}`,
    `  UIDs not mapped one to one over all files: ${countInconsistent(read)} of ${read.reduce((sum, { uids }) => sum + uids.length, 0)} pairs`,
    `  new errors by dciodvfy: ${count(({ complaints }) => (complaints?.length ?? 0) > 0)} of ${judged} files whose original it reads`,
    `  median ${times[times.length >> 1]?.toFixed(2)} ms a file (peers with the start of their program)`,
  ].join('\n')
}

if (import.meta.main) {
  const folder = process.argv.slice(2).find((arg) => !arg.startsWith('--')) ?? join(root, '../shared/corpora/dicom')
  const files = listFiles(folder)
  const scratch = mkdtempSync(join(tmpdir(), 'dicom-deid-'))
  try {
    for (const [name, program, anonymize] of PEERS) {
      if (program !== '' && spawnSync(program, ['--help']).error) {
        console.log(`${name}: not installed`)
        continue
      }
      const result = comparePeer(name, anonymize, files, scratch)
      console.log(describe(name, files.length, result))
      if (!process.argv.includes('--list')) continue
      for (const { file, error, survivors, complaints } of result.verdicts) {
        if (error || Object.keys(survivors).length > 0 || complaints?.length)
          console.log(`    ${file} ${error ?? ''} ${JSON.stringify(survivors)} ${complaints?.join('; ') ?? ''}`)
      }
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}
