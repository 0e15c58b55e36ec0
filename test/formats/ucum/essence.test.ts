// The table of UCUM: the packed bytes are those of the published file, and what is read from it is what stands in it.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { projectFolder } from '../../../build/project-folder.ts'
import { definitionBytes, readUcumDefinitions } from '../../../src/formats/ucum/read-essence.ts'

/** SHA-256 of ucum-essence.xml 2.2 as github.com/ucum-org/ucum has it: the licence allows unmodified copies alone. */
const PUBLISHED = 'dfccea1b5dc284245ebae97edd1dc03c45864da4e87df55bc9851797b4fd0b61'

describe('the essence file', () => {
  test('is the published one, byte for byte, in the sources and packed', () => {
    const file = readFileSync(join(projectFolder, 'src/formats/ucum/ucum-essence.xml'))
    expect(createHash('sha256').update(file).digest('hex')).toBe(PUBLISHED)
    expect(createHash('sha256').update(definitionBytes()).digest('hex')).toBe(PUBLISHED)
  })

  test('comes with its copyright, licence and disclaimer', () => {
    const notice = readFileSync(join(projectFolder, 'NOTICE'), 'utf8')
    for (const text of ['Copyright 1999-2024 Regenstrief Institute', 'https://unitsofmeasure.org/license', 'WITHOUT\nWARRANTIES']) {
      expect(notice).toContain(text)
    }
  })

  test('is read whole', () => {
    const { version, prefixes, units } = readUcumDefinitions()
    const xml = readFileSync(join(projectFolder, 'src/formats/ucum/ucum-essence.xml'), 'utf8')
    expect(version).toBe('2.2')
    expect(prefixes.length).toBe(xml.split('<prefix ').length - 1)
    expect(units.length).toBe(xml.split('<unit ').length + xml.split('<base-unit ').length - 2)
    expect(units.filter(({ functionName }) => functionName !== '').length).toBe(xml.split('<function ').length - 1)
    expect(units.filter(({ arbitrary }) => arbitrary).length).toBe(xml.split('isArbitrary="yes"').length - 1)
    expect(units.every(({ code, upperCode, names, print, property }) => code && upperCode && names[0] && print && property)).toBe(true)
  })

  test('keeps letters and signs of other alphabets, and no markup', () => {
    const { units } = readUcumDefinitions()
    const unit = (code: string) => units.find((each) => each.code === code)!
    expect(unit('Ao').print).toBe('Å')
    expect(unit('m[H2O]').print).toBe('m H2O')
    expect(unit('Ohm').print).toBe('Ω')
    expect(unit('A').names).toEqual(['ampère'])
    expect(unit('[pi]').value).toHaveLength(66)
    expect(unit('[degF]')).toMatchObject({ functionName: 'degF', value: '5', unit: 'K/9', metric: false })
    expect(unit('m')).toMatchObject({ dimension: 'L', metric: true, functionName: '' })
    expect(units.filter(({ names, print }) => /[<>&]/.test(names.join('') + print))).toEqual([])
  })
})
