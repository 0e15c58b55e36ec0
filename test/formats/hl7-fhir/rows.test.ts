// Every row of the v2-to-FHIR guide is packed, or listed as not done with the reason; and the tables are what the generator makes of the files.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { FILLED_CODES, OWN_MAPS as OWN_CODE_MAPS } from '../../../build/fhir-codes.ts'
import { FALLBACK } from '../../../build/fhir-fallback.ts'
import { OWN_MAPS, OWN_MESSAGE_ROWS, ROWS_BESIDE_ROWS, ROWS_OF_MESSAGES } from '../../../build/fhir-own/all-maps.ts'
import { readSources } from '../../../build/fhir-sources.ts'
import { readBlocks, unpackText } from '../../../src/formats/hl7/dictionary/unpack-text.ts'
import { CODE_MAPS } from '../../../src/formats/hl7/fhir/code-maps.generated.ts'
import { fhirMap, messageRows } from '../../../src/formats/hl7/fhir/map-table.ts'
import { MAPS } from '../../../src/formats/hl7/fhir/maps.generated.ts'

const root = new URL('../../..', import.meta.url).pathname
const sources = join(root, '../shared/data/hl7/v2-to-fhir/mappings')
const tables = join(root, 'src/formats/hl7')
const LIMIT_BYTES = 400_000

const ledger = readFileSync(join(root, 'build/fhir-rows.generated.tsv'), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => {
    const [file = '', row = '', status = '', why = ''] = line.split('\t')
    return { file, row: Number(row), status, why }
  })
const linesOf = (body: string) => (body === '' ? 0 : body.split('\n').length)
const [mapText = '', messageText = ''] = unpackText(MAPS).split('\f')
const codeText = unpackText(CODE_MAPS).split('\f')[0]!

const ROWS_BESIDE_OTHERS = Object.values(ROWS_BESIDE_ROWS).flat()

/** True for a row of a message map that stands there since the map has another one. */
function isRowWith(line: string): boolean {
  const cells = line.split('\t')
  return ROWS_BESIDE_OTHERS.some(([condition, label, map]) => cells[3] === condition && cells[4] === label && cells[6] === map)
}

/** Packed rows by file, without those that are no rows of the guide. */
function packedRows(): Map<string, number> {
  const counts = new Map<string, number>()
  const ownMaps = new Set(OWN_MAPS.map(({ name }) => name))
  for (const [name, { body }] of readBlocks(mapText))
    if (!ownMaps.has(name)) counts.set(name, linesOf(body) - body.split('\n').filter((line) => line.startsWith('+')).length)
  for (const [name, { body }] of readBlocks(messageText))
    if (name !== '*') counts.set(name, linesOf(body) - (ROWS_OF_MESSAGES[name]?.length ?? 0) - body.split('\n').filter(isRowWith).length)
  const own = new Set<string>(OWN_CODE_MAPS.map(({ name }) => name))
  for (const [name, { body }] of readBlocks(codeText))
    if (!own.has(name)) counts.set(name, linesOf(body) - (FILLED_CODES[name]?.length ?? 0))
  return counts
}

describe('the rows', () => {
  test('that count as executed are the packed ones', () => {
    const executed = Map.groupBy(
      ledger.filter(({ status }) => status === 'executed'),
      ({ file }) => file,
    )
    const packed = packedRows()
    expect(packed.size).toBeGreaterThan(270)
    expect([...packed].filter(([name, count]) => (executed.get(name)?.length ?? 0) !== count)).toEqual([])
    expect([...executed.keys()].filter((name) => !packed.has(name))).toEqual([])
  })

  test('that are not done have a reason', () => {
    expect(new Set(ledger.map(({ status }) => status))).toEqual(new Set(['executed', 'no target', 'not done']))
    expect(ledger.filter(({ status, why }) => status === 'not done' && why.length < 10)).toEqual([])
  })

  test('are each listed once', () => {
    expect(new Set(ledger.map(({ file, row }) => `${file} ${row}`)).size).toBe(ledger.length)
  })

  test('can all be read', () => {
    for (const name of readBlocks(mapText).keys()) expect(fhirMap(name).rows.length).toBeGreaterThanOrEqual(0)
    for (const name of readBlocks(messageText).keys())
      for (const [, rows] of messageRows(name)!) for (const { map } of rows) expect(fhirMap(map).name).toBe(map)
    const added = readBlocks(messageText).get('*')!.body.split('\n').filter(isRowWith).length
    expect(added).toBe(3)
    expect(FALLBACK.length + OWN_MESSAGE_ROWS.length + added).toBe([...messageRows('*')!.values()].flat().length)
  })
})

describe.skipIf(!existsSync(sources))('of the files of the guide', () => {
  test('every row that says anything is listed', () => {
    const listed = Map.groupBy(ledger, ({ file }) => file)
    for (const folder of ['messages', 'segments', 'datatypes', 'codesystems']) {
      for (const { name, rows } of readSources(join(sources, folder))) {
        const expected = rows.flatMap((row, i) => (row.some((cell) => cell !== '') ? [i + 3] : []))
        expect([name, (listed.get(name) ?? []).map(({ row }) => row)]).toEqual([name, expected])
      }
    }
  })

  test('every row with a target is executed or not done', () => {
    const withTarget = readSources(join(sources, 'segments')).flatMap(({ name, rows }) =>
      rows.flatMap((row, i) => (row[9] || row[10] ? [`${name} ${i + 3}`] : [])),
    )
    const done = new Set(ledger.filter(({ status }) => status !== 'no target').map(({ file, row }) => `${file} ${row}`))
    expect(withTarget.length).toBeGreaterThan(1_000)
    expect(withTarget.filter((each) => !done.has(each))).toEqual([])
  })

  test('the generator makes the tables', () => {
    const folder = mkdtempSync(join(tmpdir(), 'fhir-tables-'))
    try {
      const { status, stderr } = spawnSync(process.execPath, [join(root, 'build/fhir-tables.ts'), sources, folder], { encoding: 'utf8' })
      expect([status, stderr]).toEqual([0, ''])
      for (const name of ['maps.generated.ts', 'code-maps.generated.ts']) {
        expect(readFileSync(join(folder, name)).equals(readFileSync(join(tables, 'fhir', name)))).toBe(true)
      }
      expect(readFileSync(join(folder, 'fhir-rows.generated.tsv')).equals(readFileSync(join(root, 'build/fhir-rows.generated.tsv')))).toBe(
        true,
      )
    } finally {
      rmSync(folder, { recursive: true })
    }
  }, 60_000)
})

test(`all tables of HL7 together are at most ${LIMIT_BYTES} bytes`, () => {
  const files = ['dictionary/codes', 'dictionary/components', 'dictionary/fields', 'dictionary/structures', 'fhir/maps', 'fhir/code-maps']
  const total = files.reduce((sum, name) => sum + readFileSync(join(tables, `${name}.generated.ts`)).length, 0)
  expect(total).toBeGreaterThan(200_000)
  expect(total).toBeLessThan(LIMIT_BYTES)
})
