// Every rule on a known device: a file as the rule has it gets its regions, and loses them with any of its conditions.
import { describe, expect, it } from 'vitest'
import { judgeBurnedIn } from '../../../src/formats/dicom/deidentify/pixels/burned-in.ts'
import type { PixelRegion } from '../../../src/formats/dicom/deidentify/pixels/pixel-region.ts'
import { REGION_RULES } from '../../../src/formats/dicom/deidentify/profile/region-rules.generated.ts'
import { matchRegionRules } from '../../../src/formats/dicom/deidentify/profile/region-rules.ts'
import { unpackTable } from '../../../src/formats/dicom/dictionary/unpack-table.ts'
import { readDicom } from '../../../src/formats/dicom/read/read-dicom.ts'
import { concat, element, metaGroup, text, u16 } from '../dicom/build-dicom.ts'

interface ExpectedMatch {
  readonly tag: number
  readonly value: string
}

interface Rule {
  readonly line: string
  readonly wanted: readonly ExpectedMatch[]
  readonly regions: readonly PixelRegion[]
}

const RULES: readonly Rule[] = unpackTable(REGION_RULES)[0]!
  .split('\n')
  .map((line) => {
    const [conditions = '', regions = ''] = line.split('\t')
    return {
      line,
      // Of conditions of which one is enough the first, of values of which one is enough the first.
      wanted: conditions.split('&').map((group) => {
        const [condition = ''] = group.split(';')
        return { tag: Number.parseInt(condition.slice(1, 9), 16), value: condition.slice(9).split('|')[0]! }
      }),
      regions: regions.split(' ').map((numbers) => {
        const [column = 0, row = 0, width = 0, height = 0] = numbers.split(',').map(Number)
        return { column, row, width, height }
      }),
    }
  })

const IMPLEMENTATION = 0x00020013
const PIXELS = element(0x7fe00010, 'OB', Uint8Array.of(1, 2))

/** A file that says all of it, in small letters where it may. */
function fileOf(wanted: readonly ExpectedMatch[]) {
  const values = new Map<number, string>()
  for (const { tag, value } of wanted) values.set(tag, [...(values.has(tag) ? [values.get(tag)!] : []), value].join(' '))
  const elements = [...values]
    .filter(([tag]) => tag !== IMPLEMENTATION)
    .sort(([a], [b]) => a - b)
    .map(([tag, value]) =>
      tag === 0x00280010 || tag === 0x00280011 ? element(tag, 'US', u16(Number(value))) : element(tag, 'LO', value.toLowerCase()),
    )
  const name = values.get(IMPLEMENTATION)
  const meta = metaGroup('1.2.840.10008.1.2.1', name === undefined ? concat() : element(IMPLEMENTATION, 'SH', name))
  return readDicom(concat(new Uint8Array(128), text('DICM'), meta, ...elements, PIXELS))
}

it('the rules were seen', () => {
  expect(RULES.length).toBeGreaterThan(100)
})

describe('a known device', () => {
  it.each(RULES.map((rule) => [rule.line, rule] as const))('%s', (_line, { wanted, regions }) => {
    const file = fileOf(wanted)
    const found = matchRegionRules(file)
    expect(found).toEqual(expect.arrayContaining([...regions]))
    expect(judgeBurnedIn(file)).toMatchObject({ risk: 'high', reasons: expect.arrayContaining(['known-device']) })
    for (const missing of wanted) {
      const rest = wanted.filter((one) => one.tag !== missing.tag)
      expect(matchRegionRules(fileOf(rest)).length).toBeLessThan(found.length)
    }
  })
})
