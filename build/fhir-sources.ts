// Reads the CSV files of the v2-to-FHIR guide: their names and their rows.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface SourceFile {
  /** `PID[Patient]`, `CWE[CodeableConcept]`, `ORU_R01`, `AddressType[Use]`. */
  readonly name: string
  readonly file: string
  /** The rows behind the two header rows. */
  readonly rows: readonly (readonly string[])[]
}

export function readSources(dir: string): SourceFile[] {
  return readdirSync(dir)
    .filter((file) => file.endsWith('.csv'))
    .sort()
    .map((file) => {
      const rows = readCsv(readFileSync(join(dir, file), 'utf8').replace(/^\uFEFF/, ''))
      return { name: nameOf(file), file, rows: rows.slice(2).map((row) => row.map((cell) => cell.trim())) }
    })
}

/** The columns of a concept map stand in three orders: source code and target code, display and system are found by the header. */
export function headerOf(dir: string, file: string): string[] {
  return readCsv(readFileSync(join(dir, file), 'utf8').replace(/^\uFEFF/, ''))[1]!.map((cell) => cell.trim())
}

function nameOf(file: string): string {
  const match = /(?:R4_|Map_) (.+?) - /.exec(file)
  if (!match) throw new Error('a file of the guide has another kind of name')
  return match[1]!
}

function readCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let quoted = false
  for (let i = 0; i < text.length; i++) {
    const char = text[i]!
    if (quoted) {
      if (char !== '"') cell += char
      else if (text[i + 1] === '"') {
        cell += '"'
        i++
      } else quoted = false
    } else if (char === '"') quoted = true
    else if (char === ',' || char === '\n') {
      row.push(cell)
      cell = ''
      if (char === '\n') {
        rows.push(row)
        row = []
      }
    } else if (char !== '\r') cell += char
  }
  if (cell !== '' || row.length > 0) rows.push([...row, cell])
  return rows
}
