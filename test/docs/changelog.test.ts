// The changelog: short enough to be read, newest version first, and that of the program.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectFolder } from '../architecture/source-file.ts'

const MAX_LINES = 40

const [, ...sections] = readFileSync(join(projectFolder, 'CHANGELOG.md'), 'utf8').split(/^## /m)
const versions = sections.map((section) => ({ title: section.split('\n')[0]!, lines: section.trimEnd().split('\n') }))

test('a version has at most 40 lines', () => {
  expect(versions.filter(({ lines }) => lines.length > MAX_LINES).map(({ title, lines }) => `${title}: ${lines.length}`)).toEqual([])
})

test('the newest version is that of the program', () => {
  const { version } = JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8')) as { version: string }
  expect(versions[0]!.title).toBe('Unreleased')
  expect(versions[1]!.title).toMatch(new RegExp(`^${version.replaceAll('.', '\\.')} - \\d{4}-\\d{2}-\\d{2}$`))
})

test('changes are grouped as Keep a Changelog has it', () => {
  const headings = versions.flatMap(({ lines }) => lines.filter((line) => line.startsWith('#')))
  const kinds = headings.map((line) => line.replace(/^### /, '').split(':')[0])
  expect(kinds.filter((kind) => !['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'].includes(kind!))).toEqual([])
})
