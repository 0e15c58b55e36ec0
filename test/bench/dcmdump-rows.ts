// Runs dcmdump (DCMTK) and reads its listing.
import { spawnSync } from 'node:child_process'
import { clean, type PeerRow, type Row } from './dicom-row.ts'

/** The files that dcmdump reads without an error. */
export function readDcmdump(files: readonly string[]): Map<string, PeerRow[]> {
  const result = new Map<string, PeerRow[]>()
  const options = { encoding: 'latin1', maxBuffer: 1 << 30, timeout: 120_000 } as const
  for (const file of files) {
    const args = ['-q', '+L', '+Qo', '-Un']
    let dump = spawnSync('dcmdump', [...args, '+U8', file], options)
    // Conversion fails where DCMTK knows no converter for the character set; then only ASCII text can be compared.
    const isUtf8 = dump.status === 0
    if (!isUtf8) dump = spawnSync('dcmdump', [...args, file], options)
    if (dump.error) return result
    if (dump.status === 0) result.set(file, parseDump(dump.stdout, isUtf8))
  }
  return result
}

function parseDump(output: string, isUtf8: boolean): PeerRow[] {
  const rows: PeerRow[] = []
  const stack: { path: string; items: number }[] = []
  let depth = 0
  let inPixels = false
  for (const line of output.split('\n')) {
    const match = /^( *)\(([0-9a-f]{4}),([0-9a-f]{4})\) (\S\S) /.exec(line)
    if (!match) continue
    const [head, indent = '', group = '', element = '', vr = ''] = match
    const value = line.slice(head.length, line.lastIndexOf('#')).trimEnd()
    depth = indent.length / 2
    if (group === 'fffe') {
      // An item line stands one level below its sequence; its elements one level deeper.
      if (element === 'e000' && !inPixels) stack[depth - 1]!.items++
      if (element === 'e0dd') inPixels = false
      continue
    }
    inPixels = value.startsWith('(PixelSequence')
    stack.length = depth + 1
    const parent = depth >= 2 ? stack[depth - 2] : undefined
    const path = `${parent ? `${parent.path}[${parent.items - 1}].` : ''}${group}${element}`
    stack[depth] = { path, items: 0 }
    // The conversion to UTF-8 writes this element.
    if (isUtf8 && group + element === '00080005') continue
    rows.push({ path, vr, equals: (row) => equalsDump(row, vr, value, isUtf8) })
  }
  return rows
}

function equalsDump(row: Row, vr: string, value: string, isUtf8: boolean): boolean {
  if (value.startsWith('(Sequence') || value.startsWith('(PixelSequence')) return row.values === undefined
  if (value === '(no value available)') return (row.raw?.length ?? 0) === 0 || (row.values ?? []).every((each) => each === '')
  if (['OB', 'OW', 'UN', '??', 'OL', 'OV'].includes(vr)) return equalsHex(row, value)
  if (!row.values) return false
  // A backslash before three digits is an escape or a separator before a number: dcmdump does not tell.
  if (value.startsWith('['))
    return [decodeOctal(value.slice(1, -1), isUtf8), value.slice(1, -1)].some((text) => equalsText(row.values!, text, isUtf8))
  if (vr === 'OF' || vr === 'OD') return true
  const parts = value.split('\\')
  return parts.length === row.values.length && parts.every((part, i) => equalsNumber(part, row.values![i]!))
}

function equalsHex(row: Row, value: string): boolean {
  if (!row.raw) return false
  const words = value === '' ? [] : value.split('\\')
  const unit = (words[0]?.length ?? 2) / 2
  // dcmdump fills values of odd length up.
  if (row.raw.length % 2 === 1 && words.length * unit === row.raw.length + 1 && Number.parseInt(words.at(-1)!, 16) === 0) words.pop()
  if (words.length !== Math.ceil(row.raw.length / unit)) return false
  return words.every((word, i) => {
    for (let at = 0; at < unit; at++) {
      const byte = row.littleEndian ? unit - 1 - at : at
      if ((row.raw![i * unit + byte] ?? 0) !== Number.parseInt(word.slice(at * 2, at * 2 + 2), 16)) return false
    }
    return true
  })
}

/** `\012` stands for one byte; a backslash that is none of these separates values. */
function decodeOctal(text: string, isUtf8: boolean): string {
  const bytes: number[] = []
  for (let i = 0; i < text.length; i++) {
    const octal = text[i] === '\\' ? /^[0-3][0-7]{2}/.exec(text.slice(i + 1, i + 4)) : null
    if (octal) i += 3
    bytes.push(octal ? Number.parseInt(octal[0], 8) : text.charCodeAt(i))
  }
  return new TextDecoder(isUtf8 ? 'utf-8' : 'latin1', { ignoreBOM: true }).decode(Uint8Array.from(bytes))
}

function equalsText(values: readonly (string | number)[], text: string, isUtf8: boolean): boolean {
  const own = values.map((value) => (typeof value === 'number' ? String(value) : value))
  if (!isUtf8 && /[^\u0000-\u007f]|\u001b/.test(text)) return true
  if (clean(own.join('\\')) === clean(text)) return true
  const parts = text.split('\\')
  return (
    parts.length === own.length &&
    parts.every((part, i) => clean(part) === clean(own[i]!) || (part.trim() !== '' && Number(part) === values[i]))
  )
}

function equalsNumber(text: string, value: string | number): boolean {
  if (typeof value === 'string') return text.toLowerCase() === value.toLowerCase() || (value === 'NaN' && text.includes('nan'))
  const number = Number(text)
  return number === value || Math.abs(number - value) <= 1e-6 * Math.abs(value)
}
