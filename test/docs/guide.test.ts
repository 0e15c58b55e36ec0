// The administrator's guide as text: every chapter is listed, every link leads somewhere, every command and setting in it exists.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { flagsOf, loadCommandGroups } from '../../src/cli/command-line/command-list.ts'
import { ADMIN_CHAPTERS, joinChapters } from '../../src/cli/manual/admin-chapters.ts'
import { loadConfig } from '../../src/platform/config/config.ts'
import { projectFolder } from '../binary/program.ts'
import { SCENES, sceneOf } from '../packages/guide-scenes.ts'
import { makeScratchFolder } from '../platform/scratch-folder.ts'
import { guideFolder, listBlocks, mergeSettings, readChapter } from './guide-blocks.ts'

/** The configuration that a package installs, which the blocks change. */
const installed: unknown = parse(readFileSync(join(projectFolder, 'installers', 'config.yaml'), 'utf8'))
const verbs = (await loadCommandGroups()).flatMap((group) => group.verbs)

test('every file of docs/admin is a chapter, in the order of its table of contents', () => {
  const files = readdirSync(guideFolder).map((name) => name.replace(/\.md$/, ''))
  expect(files.filter((name) => name !== 'README').sort()).toEqual([...ADMIN_CHAPTERS].sort())
  const listed = [...readChapter('README').matchAll(/^\| \[([a-z-]+)\]\(\1\.md\)/gm)].map(([, name]) => name)
  expect(listed).toEqual([...ADMIN_CHAPTERS])
})

test('printed as one text, headings nest and links lead to chapters', () => {
  const text = joinChapters(readChapter)
  expect(text.match(/^# /gm)).toBeNull()
  expect(text.match(/^## /gm)).toHaveLength(ADMIN_CHAPTERS.length)
  const anchors = new Set([...text.matchAll(/<a id="([^"]+)">/g)].map(([, id]) => id))
  const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, target]) => target!)
  expect(links.length).toBeGreaterThan(0)
  expect(links.filter((target) => !anchors.has(target.slice(1)))).toEqual([])
})

describe.each(ADMIN_CHAPTERS)('%s', (name) => {
  const blocks = listBlocks(readChapter(name))

  test('names only commands and flags that exist', () => {
    const commands = blocks.flatMap(({ language, text }) => (language.startsWith('y') ? [] : commandsOf(text)))
    expect(commands.length).toBeGreaterThan(0)
    for (const words of commands) {
      const verb = verbs.find(({ name: own }) => own === words.slice(0, 2).join(' ')) ?? verbs.find(({ name: own }) => own === words[0])
      expect(verb, words.join(' ')).toBeDefined()
      const flags = words.filter((word) => /^--[a-z]/.test(word)).map((word) => word.slice(2))
      if (verb!.name !== 'run') expect(flags.filter((flag) => !(flag in { ...flagsOf(verb!), help: 0, json: 0 }))).toEqual([])
    }
  })

  test('shows no command that no test runs', () => {
    const shown = blocks.filter(({ language }) => language === 'console')
    expect(shown.filter(({ text }) => sceneOf(name, text) === undefined).map(({ line }) => line)).toEqual([])
    const scenes = SCENES.filter(({ chapter }) => chapter === name)
    expect(scenes.filter((scene) => !shown.some(({ text }) => sceneOf(name, text) === scene))).toEqual([])
    expect(blocks.map(({ language }) => language).filter((language) => !['sh', 'yaml', 'console', 'yml'].includes(language))).toEqual([])
  })

  test('has only settings that the configuration accepts', () => {
    const file = join(makeScratchFolder(), 'config.yaml')
    for (const { language, text, line } of blocks) {
      if (language !== 'yaml') continue
      writeFileSync(file, stringify(mergeSettings(installed, parse(text))))
      expect(() => loadConfig({ file, env: { CREDENTIALS_DIRECTORY: '/' }, cwd: '/' }), `line ${line}`).not.toThrow()
    }
  })
})

/** The words after `health-tools` of each command, up to a pipe or a redirection. */
function commandsOf(text: string): string[][] {
  const joined = text.replaceAll('\\\n', ' ')
  return [...joined.matchAll(/(?:^|[$|;(]\s*)health-tools ([^|>;)\n]+)/gm)].map(([, words]) => words!.trim().split(/\s+/))
}
