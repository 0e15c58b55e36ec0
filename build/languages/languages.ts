// The languages of the page: one file each, which must have every text of every part, and no other.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Tool } from '../../src/core/tool.ts'
import type { PluralForms } from '../../src/web/language/language.ts'
import { projectFolder } from '../project-folder.ts'
import { pageTexts, type Text } from './page-texts.ts'
import { TOOL_PARTS, toolTexts } from './tool-texts.ts'

export const LANGUAGE_FOLDER = 'src/web/languages'

/** In the order in which they are worth translating. */
export const PARTS = ['page', ...TOOL_PARTS] as const
export type Part = (typeof PARTS)[number]

export interface PartText extends Text {
  readonly part: Part
}

export interface LanguageFile {
  /** By the English text; forms by the names of `Intl.PluralRules` for a text that counts. */
  readonly texts: Readonly<Record<string, string | PluralForms>>
  /** English texts that are the same in this language. */
  readonly same: readonly string[]
}

/** Every text, in the first part that has it. */
export function allTexts(tools: readonly Tool[]): PartText[] {
  const found = new Map<string, PartText>(pageTexts().map((text) => [text.text, { ...text, part: 'page' }]))
  const each = tools.map((tool) => ({ id: tool.id, texts: toolTexts(tool) }))
  for (const part of TOOL_PARTS) {
    for (const { id, texts } of each) {
      for (const text of texts[part]) found.set(text, found.get(text) ?? { text, part, places: [id] })
    }
  }
  return [...found.values()].sort((a, b) => PARTS.indexOf(a.part) - PARTS.indexOf(b.part))
}

/** The languages beside English, by their tags. */
export function readLanguages(): Record<string, LanguageFile> {
  return Object.fromEntries(languageTags().map((tag) => [tag, readLanguage(tag)]))
}

function languageTags(): string[] {
  return readdirSync(join(projectFolder, LANGUAGE_FOLDER))
    .flatMap((name) => /^(\w+)\.json$/.exec(name)?.[1] ?? [])
    .sort()
}

export function readLanguage(tag: string): LanguageFile {
  return JSON.parse(readFileSync(join(projectFolder, LANGUAGE_FOLDER, `${tag}.json`), 'utf8')) as LanguageFile
}

/** What is wrong with a language file, a line each; texts that are missing are those of `missingTexts`. */
export function checkLanguage({ texts, same }: LanguageFile, all: readonly PartText[]): string[] {
  const known = new Map(all.map((text) => [text.text, text]))
  const unknown = [...Object.keys(texts), ...same].filter((text) => !known.has(text)).map((text) => `superfluous: ${text}`)
  const twice = same.filter((text) => Object.hasOwn(texts, text)).map((text) => `both translated and the same: ${text}`)
  const wrong = Object.entries(texts).flatMap(([text, translated]) => {
    const entry = known.get(text)
    return entry ? checkText(entry, translated).map((problem) => `${problem}: ${text}`) : []
  })
  return [...unknown, ...twice, ...wrong]
}

export function missingTexts({ texts, same }: LanguageFile, all: readonly PartText[]): PartText[] {
  const kept = new Set(same)
  return all.filter(({ text }) => !Object.hasOwn(texts, text) && !kept.has(text))
}

export function checkText({ text, one }: Pick<Text, 'text' | 'one'>, translated: string | PluralForms): string[] {
  if (one !== undefined) {
    if (typeof translated !== 'object') return ['needs the forms one and other']
    const lacks = ['one', 'other'].filter((form) => !Object.hasOwn(translated, form)).map((form) => `lacks the form ${form}`)
    return [...lacks, ...Object.values(translated).flatMap((form) => checkMarks(text, form))]
  }
  if (typeof translated !== 'string') return ['needs one text']
  if (translated === text) return ['not translated; a text that is the same belongs to "same"']
  return checkMarks(text, translated)
}

/** Placeholders, and code in backticks, are those of the English text. */
function checkMarks(text: string, translated: string): string[] {
  const problems = []
  if (translated.trim() !== translated || translated === '') problems.push('empty, or blank at an end')
  if (marksOf(text, /\{\w+\}/g) !== marksOf(translated, /\{\w+\}/g)) problems.push('other placeholders')
  if (marksOf(text, /`[^`]*`/g) !== marksOf(translated, /`[^`]*`/g)) problems.push('other code in backticks')
  return problems
}

function marksOf(text: string, pattern: RegExp): string {
  return [...new Set(text.match(pattern) ?? [])].sort().join(' ')
}
