// The language of what people read: phrases that no native writer would use were replaced, and must not return.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { allTexts } from '../../build/languages/languages.ts'
import { loadCommandGroups } from '../../src/cli/command-line/command-list.ts'
import { composeManPage } from '../../src/cli/manual/man-page.ts'
import { listSettings } from '../../src/platform/config/config-template.ts'
import { catalogue } from '../../src/tools/catalogue.ts'
import { projectFolder } from '../architecture/source-file.ts'
import { PHRASES } from './phrases.ts'

const read = (path: string): string => readFileSync(join(projectFolder, path), 'utf8')

function filesBelow(folder: string, ending: string): string[] {
  const names = readdirSync(join(projectFolder, folder), { recursive: true, encoding: 'utf8' })
  return names.filter((name) => name.endsWith(ending) && !name.includes('generated')).map((name) => `${folder}/${name}`)
}

/** Strings of four words and more in a source file, one a line; SQL and comments are no texts for people. */
function sentencesOf(source: string): string {
  const code = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')
  const strings = Array.from(code.matchAll(/'((?:[^'\\\n]|\\.)+)'|`((?:[^`\\]|\\.)+)`/g), ([, plain, template]) => plain ?? template ?? '')
  return strings
    .map((text) => text.replaceAll('\n', ' '))
    .filter((text) => text.split(/\s+/).length > 3 && !/health_tools\.|=>|\bnew ProblemError\(/.test(text))
    .join('\n')
}

/** Names of registers and laws are theirs, and lists of words are data. */
const DATA = /^src\/formats\/(?:ids\/schemes|phi)\/|\/syllable-exceptions\.ts$/

const manual = { version: '0', groups: await loadCommandGroups(), settings: listSettings() }
const texts: readonly (readonly [name: string, text: string])[] = [
  [
    'texts of the tools and the page',
    allTexts(catalogue)
      .map(({ text }) => text)
      .join('\n'),
  ],
  ['the man page', composeManPage(manual)],
  ['the configuration template', read('config/health-tools.yaml')],
  [
    'sentences in the sources',
    filesBelow('src', '.ts')
      .filter((path) => !DATA.test(path))
      .map((path) => sentencesOf(read(path)))
      .join('\n'),
  ],
  ...['README.md', 'SECURITY.md', 'CHANGELOG.md', ...filesBelow('docs', '.md')].map((path) => [path, read(path)] as const),
]

/** Names in code keep their words. */
function withoutCode(line: string): string {
  return line.replace(/`[^`]*`|\$\{[^}]*\}|\]\([^)]*\)/g, '')
}

/** Lines with one of the phrases. */
function findPhrases(text: string, phrases: readonly RegExp[] = PHRASES): string[] {
  return text.split('\n').filter((line) => phrases.some((phrase) => phrase.test(withoutCode(line))))
}

describe('plain English', () => {
  test.each(texts)('%s', (name, text) => {
    // The glossary names the former words.
    const lines = name === 'docs/glossary.md' ? text.split('\n').map((line) => line.split('|').slice(0, -2).join('|')) : text.split('\n')
    expect(findPhrases(lines.join('\n')).map((line) => line.slice(0, 200))).toEqual([])
  })

  test('is looked for in everything that people read', () => {
    expect(texts.length).toBeGreaterThan(40)
    expect(texts.filter(([, text]) => text.length < 100).map(([name]) => name)).toEqual([])
  })

  test('each phrase is found where it stands', () => {
    expect(findPhrases('How grave a breach of each rule is')).toHaveLength(1)
    expect(findPhrases('Severity of violations of each rule')).toEqual([])
    expect(new Set(PHRASES.map(({ source }) => source)).size).toBe(PHRASES.length)
  })
})
