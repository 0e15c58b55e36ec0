// The security papers: what a line points to is there, a line without a pointer says why, and the table of ASVS is whole.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { projectFolder } from '../../build/project-folder.ts'

const folder = join(projectFolder, 'docs', 'security')
const papers = readdirSync(folder).sort()
const textOf = (name: string): string => readFileSync(join(folder, name), 'utf8')
const POINTER = /`((?:test|src|docs|installers|build|config)\/[^`\s]*|[A-Z]+\.md|[a-z-]+\.json)`/g

const pointersIn = (text: string): string[] => [...text.matchAll(POINTER)].map(([, path]) => path!)
/** Cells of the rows of all tables, without heads and lines between. */
const rowsOf = (text: string): string[][] =>
  text
    .split('\n')
    .filter((line, i, lines) => line.startsWith('| ') && !lines[i + 1]?.startsWith('|--'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )

/** Of a row that is met: no pointer, and no word that says why. */
function lacksEvidence(row: readonly string[]): boolean {
  const line = row.join(' ')
  return pointersIn(line).length === 0 && !/n\.a\.|gap|not met/.test(line)
}

describe('the security papers', () => {
  test('are all there', () => {
    expect(papers).toEqual([
      'README.md',
      'asvs.md',
      'cryptography.md',
      'data-flows.md',
      'disclosure.md',
      'iec-81001-5-1.md',
      'mds2.md',
      'threat-model.md',
    ])
  })

  test.each(papers)('%s points to what exists', (name) => {
    const pointers = pointersIn(textOf(name))
    expect(pointers.length).toBeGreaterThan(name === 'README.md' ? 0 : 5)
    expect(pointers.filter((path) => !existsSync(join(projectFolder, path)))).toEqual([])
  })

  test.each(['mds2.md', 'iec-81001-5-1.md'])('%s shows each line, or says why not', (name) => {
    const rows = rowsOf(textOf(name))
    expect(rows.length).toBeGreaterThan(20)
    expect(rows.filter(lacksEvidence)).toEqual([])
    expect(lacksEvidence(['5.9', 'A claim', 'done', ''])).toBe(true)
  })

  test('ASVS: 253 requirements of level 2, each with a verdict, and sums that are right', () => {
    const rows = rowsOf(textOf('asvs.md'))
    const [sums = []] = rows
    const requirements = rows.filter(([number = '']) => /^\d+\.\d+\.\d+$/.test(number))
    expect(new Set(requirements.map(([number]) => number)).size).toBe(253)
    const count = (verdict: string): number => requirements.filter((row) => row[1] === verdict).length
    expect(sums.map(Number)).toEqual([count('met'), count('site'), count('not met'), count('n.a.'), 253])
    const applying = requirements.filter((row) => row[1] !== 'n.a.')
    const shown = applying.filter((row) => row[1] !== 'not met' && /`[^`]+`/.test(row[2]!))
    expect(shown.length / applying.length).toBeGreaterThanOrEqual(0.9)
  })
})
