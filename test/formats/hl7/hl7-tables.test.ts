// The generated tables are what the generator makes of the sources, on every run the same, and small.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = new URL('../../..', import.meta.url).pathname
const tables = join(root, 'src/formats/hl7/dictionary')
const sources = join(root, '../shared/data/hl7')
/** Of all HL7 tables together, as they stand in the program. */
const LIMIT_BYTES = 400_000

const generated = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.generated.ts'))
    .sort()
const OWN = ['codes.generated.ts', 'components.generated.ts', 'fields.generated.ts', 'structures.generated.ts']

describe('the packed tables', () => {
  test(`are at most ${LIMIT_BYTES} bytes`, () => {
    const bytes = generated(tables).map((name) => readFileSync(join(tables, name)).length)
    expect(bytes.length).toBeGreaterThanOrEqual(OWN.length)
    const total = bytes.reduce((sum, length) => sum + length, 0)
    expect(total).toBeGreaterThan(150_000)
    expect(total).toBeLessThan(LIMIT_BYTES)
  })

  test.skipIf(!existsSync(sources))('are what the generator makes of the sources', () => {
    const folder = mkdtempSync(join(tmpdir(), 'hl7-tables-'))
    try {
      const { status, stderr } = spawnSync(process.execPath, [join(root, 'build/hl7-tables.ts'), sources, folder], { encoding: 'utf8' })
      expect([status, stderr]).toEqual([0, ''])
      expect(generated(folder)).toEqual(OWN)
      for (const name of OWN) expect(readFileSync(join(folder, name)).equals(readFileSync(join(tables, name)))).toBe(true)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
