// The languages of the page: every text in each, and no other; what is wrong with a file is told.
import { describe, expect, test } from 'vitest'
import { allTexts, checkLanguage, checkText, missingTexts, PARTS, readLanguages } from '../../build/languages/languages.ts'
import { catalogue } from '../../src/tools/catalogue.ts'

const all = allTexts(catalogue)
const languages = Object.entries(readLanguages())

describe('the texts', () => {
  test('are found in each part, with the places that show them', () => {
    for (const part of PARTS) expect(all.filter((text) => text.part === part).length).toBeGreaterThan(100)
    expect(all.find(({ text }) => text === 'Copy link')).toMatchObject({
      part: 'page',
      places: [expect.stringContaining('tool-panel.ts:')],
    })
    expect(all.find(({ text }) => text === '{count} files')).toMatchObject({ one: '{count} file' })
    expect(all.find(({ text }) => text === 'Invalid JSON')).toMatchObject({ places: ['src/core/problem.ts'] })
    expect(all.find(({ text }) => text === 'Check letter')?.part).toBe('page')
  })

  test('have no blanks at their ends', () => {
    expect(all.filter(({ text }) => text.trim() !== text).map(({ text }) => text)).toEqual([])
  })
})

// `node build/languages/list-texts.ts --missing <tag>` lists what is missing; its head says how to add it.
describe.each(languages)('%s', (_tag, file) => {
  test('has every text', () => {
    const missing = missingTexts(file, all)
    expect(missing.map(({ part, text }) => `${part}: ${text}`)).toEqual([])
  })

  test('has no other, with the placeholders and the code of the English one', () => {
    expect(checkLanguage(file, all)).toEqual([])
  })
})

describe('the check', () => {
  const said = (text: string, translated: Parameters<typeof checkText>[1], one?: string) =>
    checkText({ text, ...(one && { one }) }, translated)

  test('takes what is right', () => {
    expect(said('Run {count} of `all`', '{count} von `all` ausführen')).toEqual([])
    expect(said('{count} files', { one: '{count} Datei', other: '{count} Dateien' }, '{count} file')).toEqual([])
  })

  test.each([
    ['Run', 'Run', 'not translated; a text that is the same belongs to "same"'],
    ['Run', ' Ausführen', 'empty, or blank at an end'],
    ['Run', { one: 'Ausführen', other: 'Ausführen' }, 'needs one text'],
    ['At {time}', 'Um {zeit}', 'other placeholders'],
    ['Use `auto`', 'Nimm `automatisch`', 'other code in backticks'],
  ])('finds what is wrong with %s as %s', (text, translated, problem) => {
    expect(said(text, translated)).toEqual([problem])
  })

  test('finds forms that are missing, texts that are superfluous and texts given twice', () => {
    expect(said('{count} files', 'Dateien', '{count} file')).toEqual(['needs the forms one and other'])
    expect(said('{count} files', { other: '{count} Dateien' }, '{count} file')).toEqual(['lacks the form one'])
    const [first, second] = all
    const file = { same: [first!.text, 'No such text'], texts: { [first!.text]: 'x', [second!.text]: second!.text } }
    expect(checkLanguage(file, all)).toEqual([
      'superfluous: No such text',
      `both translated and the same: ${first!.text}`,
      ...checkText(first!, 'x').map((problem) => `${problem}: ${first!.text}`),
      `not translated; a text that is the same belongs to "same": ${second!.text}`,
    ])
    expect(missingTexts(file, all)).toHaveLength(all.length - 2)
  })
})
