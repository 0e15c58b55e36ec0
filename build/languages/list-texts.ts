// Lists the English texts of the page, or those that a language lacks, and takes translations in the same order.
//   node build/languages/list-texts.ts                          every text with its part and where it is shown, and how many words the parts have
//   node build/languages/list-texts.ts --missing fr [--part labels] [--most 200]     a JSON array of texts to translate
//   node build/languages/list-texts.ts --add fr FILE [--part labels] [--most 200]    FILE: a JSON array of translations in that order; superfluous ones go
//   node build/languages/list-texts.ts --check fr              what is missing, superfluous or wrong
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { catalogue } from '../../src/tools/catalogue.ts'
import type { PluralForms } from '../../src/web/language/language.ts'
import { projectFolder } from '../project-folder.ts'
import {
  allTexts,
  checkLanguage,
  checkText,
  LANGUAGE_FOLDER,
  type LanguageFile,
  missingTexts,
  PARTS,
  type PartText,
  readLanguage,
} from './languages.ts'

const { values, positionals } = parseArgs({
  options: {
    missing: { type: 'string' },
    add: { type: 'string' },
    check: { type: 'string' },
    part: { type: 'string' },
    most: { type: 'string' },
  },
  allowPositionals: true,
})
const all = allTexts(catalogue)
if (values.missing !== undefined) print(JSON.stringify(chosen(values.missing).map(requestText), undefined, 1))
else if (values.add !== undefined) add(values.add, positionals[0]!)
else if (values.check !== undefined) check(values.check)
else list()

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

function pathOf(tag: string): string {
  return join(projectFolder, LANGUAGE_FOLDER, `${tag}.json`)
}

function fileOf(tag: string): LanguageFile {
  return existsSync(pathOf(tag)) ? readLanguage(tag) : { same: [], texts: {} }
}

/** The next texts that the language lacks. */
function chosen(tag: string): PartText[] {
  const missing = missingTexts(fileOf(tag), all)
  return missing.filter(({ part }) => values.part === undefined || part === values.part).slice(0, Number(values.most ?? missing.length))
}

function requestText({ text, one }: PartText): string | PluralForms {
  return one === undefined ? text : { one, other: text }
}

/** A translation that is equal to the English text is noted as the same. */
function add(tag: string, file: string): void {
  const given = JSON.parse(readFileSync(file, 'utf8')) as readonly (string | PluralForms)[]
  const asked = chosen(tag)
  if (given.length !== asked.length) throw new Error(`${file} has ${given.length} translations for ${asked.length} texts`)
  const { texts, same } = fileOf(tag)
  const entries: [string, string | PluralForms][] = []
  const kept: string[] = []
  const problems = asked.flatMap((entry, i) => {
    if (given[i] === entry.text) {
      kept.push(entry.text)
      return []
    }
    entries.push([entry.text, given[i]!])
    return checkText(entry, given[i]!).map((problem) => `${i}: ${problem}: ${entry.text}`)
  })
  if (problems.length > 0) throw new Error(`Nothing was written:\n${problems.join('\n')}`)
  const order = new Map(all.map(({ text }, i) => [text, i]))
  const byOrder = (a: string, b: string) => order.get(a)! - order.get(b)!
  // A text that the page has no more goes with its translation.
  const merged = Object.entries({ ...texts, ...Object.fromEntries(entries) }).filter(([text]) => order.has(text))
  const next = {
    same: [...same, ...kept].filter((text) => order.has(text)).sort(byOrder),
    texts: Object.fromEntries(merged.sort(([a], [b]) => byOrder(a, b))),
  }
  writeFileSync(pathOf(tag), `${JSON.stringify(next, undefined, 2)}\n`)
  print(`${entries.length} translations and ${kept.length} texts that are the same were added to ${pathOf(tag)}`)
}

function check(tag: string): void {
  const file = fileOf(tag)
  for (const problem of checkLanguage(file, all)) print(problem)
  const missing = missingTexts(file, all)
  for (const part of PARTS) print(`${part}: ${missing.filter((text) => text.part === part).length} missing`)
}

function list(): void {
  for (const { part, text, one, places } of all)
    print(`${part}\t${places.join(' ')}\t${JSON.stringify(one === undefined ? text : { one, other: text })}`)
  for (const part of PARTS) {
    const texts = all.filter((text) => text.part === part)
    print(`${part}: ${texts.length} texts, ${texts.flatMap(({ text }) => text.split(/\s+/)).length} words`)
  }
}
