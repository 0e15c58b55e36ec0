// Packs the GS1 Barcode Syntax Dictionary into src/formats/udi/gs1/ai-table.generated.ts.
// Usage: node build/udi-tables.ts [dictionaryFile [targetDir]]; the same file gives the same bytes.
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeTable } from './pack-table.ts'

const root = new URL('..', import.meta.url).pathname
const dictionary = process.argv[2] ?? join(root, '../shared/corpora/udi/gs1+gs1-syntax-dictionary/gs1-syntax-dictionary.txt')
const targetDir = process.argv[3] ?? join(root, 'src/formats/udi/gs1')

/** One AI or a range, its flags, the components, the attributes, and the title behind the first number sign. */
const ENTRY = /^(\d{2,4}(?:-\d{2,4})?) +([^\sA-Z\d]*) *([^#]*)(?:#(.*))?$/

const columns: string[][] = [[], [], [], [], []]
for (const line of readFileSync(dictionary, 'utf8').split('\n')) {
  if (line.trim() === '' || line.startsWith('#')) continue
  const match = ENTRY.exec(line)
  if (!match) throw new Error(`A line of the dictionary is no entry: ${line}`)
  const words = match[3]!.trim().split(/ +/)
  // Components begin with a class of characters and a length; what follows them are attributes.
  const isComponent = (word: string): boolean => /^\[?[NXYZ](?:\.\.)?\d/.test(word)
  columns[0]!.push(match[1]!)
  columns[1]!.push(match[2]!)
  columns[2]!.push(words.filter(isComponent).join(' '))
  columns[3]!.push(words.filter((word) => !isComponent(word)).join(' '))
  columns[4]!.push((match[4] ?? '').trim())
}
mkdirSync(targetDir, { recursive: true })
writeTable(targetDir, 'ai-table', 'AI_TABLE', columns, { maker: 'build/udi-tables.ts' })
