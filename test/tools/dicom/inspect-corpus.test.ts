// dicom/inspect over damaged fixtures, and over the real files where the corpus is at hand.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readDicom } from '../../../src/formats/dicom/read/read-dicom.ts'
import { findTilingGap } from '../../../src/formats/dicom/read/tiling.ts'
import { mutate, seededRandom } from '../../formats/dicom/mutate-bytes.ts'
import { soakStep } from '../../formats/dicom/soak-reader.ts'
import { fixtures, inspect, validateJson } from './inspect-result.ts'

const shared = new URL('../../../../shared/corpora/', import.meta.url).pathname

function listFiles(folder: string): [string, Uint8Array][] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(?:tsv|json)$/.test(entry.name))
    .map((entry) => [entry.name, new Uint8Array(readFileSync(`${entry.parentPath}/${entry.name}`))])
}
describe('damaged files', () => {
  it('give a ProblemError or a result that explains itself, tiles the file and comes soon', () => {
    const random = seededRandom(42)
    const sources = [...fixtures.values()]
    const outcomes = new Map<string, number>()
    let slowest = 0
    for (let i = 0; i < 4000; i++) {
      const { outcome, milliseconds } = soakStep(mutate(sources[i % sources.length]!, random), random)
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
      slowest = Math.max(slowest, milliseconds)
    }
    expect([...outcomes.keys()].sort()).toEqual(['partial', 'resource_limit', 'unreadable_input', 'whole'])
    expect(slowest).toBeLessThan(2000)
  })
})

describe.skipIf(!existsSync(`${shared}dicom`))('the corpus', () => {
  const files = existsSync(`${shared}dicom`) ? listFiles(`${shared}dicom`) : []
  /** Text files in the corpus, and one data set behind a stray byte. */
  const unreadable = ['remove_coordinates_us_all.dicom', 'deid.dicom', 'func-sequence-replace_deid.dicom', 'no_meta.dcm']

  it('has files', () => {
    expect(files.length).toBeGreaterThan(200)
  })

  it.each(files)('%s', (name, bytes) => {
    if (unreadable.includes(name)) {
      expect(() => inspect(bytes)).toThrow(expect.objectContaining({ code: 'unreadable_input', at: { byteOffset: 0 } }))
      return
    }
    expect(findTilingGap(readDicom(bytes))).toBeUndefined()
    const { meta, elements, issues } = inspect(bytes)
    expect(elements!.length).toBeGreaterThan(0)
    expect(meta.complete || issues.some(({ severity }) => severity === 'error')).toBe(true)
    expect(validateJson(inspect(bytes, { format: 'dicom-json' }).dicomJson), JSON.stringify(validateJson.errors?.[0])).toBe(true)
  })

  it('the cut ones are partial, the others whole', () => {
    const partial = files.filter(([name, bytes]) => !unreadable.includes(name) && !readDicom(bytes).complete).map(([name]) => name)
    expect(partial.sort()).toEqual(['DICOMDIR-nooffset', 'MR_truncated.dcm', 'rtplan_truncated.dcm'])
  })

  it.each([
    ['chrArab.dcm', 'قباني^لنزار'],
    ['chrFren.dcm', 'Buc^Jérôme'],
    ['chrGerm.dcm', 'Äneas^Rüdiger'],
    ['chrGreek.dcm', 'Διονυσιος'],
    ['chrH31.dcm', 'Yamada^Tarou=山田^太郎=やまだ^たろう'],
    ['chrH32.dcm', 'ﾔﾏﾀﾞ^ﾀﾛｳ=山田^太郎=やまだ^たろう'],
    ['chrHbrw.dcm', 'שרון^דבורה'],
    ['chrI2.dcm', 'Hong^Gildong=洪^吉洞=홍^길동'],
    ['chrRuss.dcm', 'Люкceмбypг'],
    ['chrX1.dcm', 'Wang^XiaoDong=王^小東='],
    ['chrX2.dcm', 'Wang^XiaoDong=王^小东='],
    ['chrJapMulti.dcm', 'やまだ^たろう'],
    ['chrKoreanMulti.dcm', '김희중'],
  ])('%s holds the name %s', (name, value) => {
    const bytes = files.find(([file]) => file === name)![1]
    expect(inspect(bytes, { tags: ['PatientName'] }).elements![0]!.value).toEqual([value])
  })
})
