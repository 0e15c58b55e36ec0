// Runs pydicom over files by way of dicom-pydicom.py.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { clean, type PeerRow, type Row } from './dicom-row.ts'

/** The files that pydicom reads without an exception. */
export function readPydicom(files: readonly string[]): Map<string, PeerRow[]> {
  const result = new Map<string, PeerRow[]>()
  const python = existsSync('/usr/bin/python3') ? '/usr/bin/python3' : 'python3'
  const script = fileURLToPath(new URL('dicom-pydicom.py', import.meta.url))
  const run = spawnSync(python, [script], { input: `${files.join('\n')}\n`, encoding: 'utf8', maxBuffer: 1 << 30 })
  for (const line of run.stdout?.split('\n') ?? []) {
    if (!line) continue
    const { file, error, rows } = JSON.parse(line) as {
      file: string
      error?: string
      rows: [string, string, PythonValue][]
    }
    if (error) continue
    result.set(
      file,
      rows.map(([path, vr, value]) => ({ path, vr, equals: (row) => equalsPython(row, value) })),
    )
  }
  return result
}

type PythonValue = null | { bytes: number; sha1: string } | (string | number)[]

function equalsPython(row: Row, value: PythonValue): boolean {
  if (value === null) return row.values === undefined
  if (!Array.isArray(value)) {
    if (!row.raw) return row.values === undefined
    return row.raw.length === value.bytes && createHash('sha1').update(row.raw).digest('hex') === value.sha1
  }
  const own = row.values ?? []
  if (value.length === 0) return own.every((each) => each === '') && (row.raw?.length ?? 0) < 1024
  return value.length === own.length && value.every((each, i) => equalsEither(each, own[i]!))
    ? true
    : clean(value.join('\\')) === clean(own.join('\\'))
}

function equalsEither(theirs: string | number, own: string | number): boolean {
  if (theirs === own) return true
  if (typeof own === 'number')
    return (typeof theirs === 'string' && theirs.trim() !== '' ? Number(theirs) : theirs) === own || tagNumber(theirs) === own
  if (typeof theirs === 'number') return formatPythonTag(theirs) === own || String(theirs) === own
  return clean(theirs) === clean(own)
}

function tagNumber(value: string | number): number {
  return typeof value === 'number' ? value : Number.parseInt(value.replace(/[^0-9a-f]/gi, ''), 16)
}

function formatPythonTag(value: number): string {
  const hex = value.toString(16).padStart(8, '0').toUpperCase()
  return `(${hex.slice(0, 4)},${hex.slice(4)})`
}
