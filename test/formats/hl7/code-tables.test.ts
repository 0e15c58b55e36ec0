// Code tables by version.
import { describe, expect, test } from 'vitest'
import { codeTable } from '../../../src/formats/hl7/dictionary/code-tables.ts'

describe('code tables', () => {
  test('0001 says what is of the version', () => {
    const table = codeTable('2.5.1', '0001')!
    expect(table).toMatchObject({ id: '0001', name: 'Administrative Sex', kind: 'user', inVersion: true })
    expect(table.codes.get('F')).toEqual({ code: 'F', display: 'Female', inVersion: true })
    expect(table.codes.get('A')?.inVersion).toBe(true)
    expect(codeTable('2.1', '0001')!.codes.get('A')?.inVersion).toBe(false)
    expect(codeTable('2.1', '0001')!.kind).toBe('hl7')
    // A code that came after 2.8.2.
    expect(table.codes.get('X')).toEqual({ code: 'X', display: 'Non-Binary', inVersion: false, isNewer: true })
  })

  test.each([
    ['0076', 'ORU'],
    ['0103', 'P'],
    ['0104', '2.5.1'],
    ['0125', 'NM'],
    ['0008', 'AE'],
    ['0357', '101'],
    ['0354', 'ADT_A01'],
    ['0211', 'UNICODE UTF-8'],
    ['0136', 'Y'],
  ])('%s of 2.5.1 has %s', (id, code) => {
    expect(codeTable('2.5.1', id)?.codes.get(code)?.inVersion).toBe(true)
  })

  test('write characters, no character references', () => {
    expect(codeTable('2.5.1', '0203')!.codes.get('MC')!.display).toBe("Patient's Medicare number")
    expect([...codeTable('2.8', '0277')!.codes.values()].filter(({ display }) => display.includes('&#'))).toEqual([])
  })

  test('hold names, no sentences, no signs of omission', () => {
    const codes = ['0001', '0078', '0211', '0291', '0357', '0396', '0910'].flatMap((id) => [...codeTable('2.8.2', id)!.codes.values()])
    expect(codes.length).toBeGreaterThan(150)
    expect(codes.filter(({ code, display }) => display.length > 80 || code === '' || code === '...' || /[<>]|&\w+;/.test(display))).toEqual(
      [],
    )
  })

  test('know the versions that have them', () => {
    expect(codeTable('2.1', '0399')!.inVersion).toBe(false)
    expect(codeTable('2.4', '0399')!.codes.get('USA')?.inVersion).toBe(true)
    expect(codeTable('2.5.1', '0399')).toMatchObject({ inVersion: true, kind: 'hl7' })
  })

  test('keep codes of signs alone', () => {
    expect([...codeTable('2.5.1', '0078')!.codes.keys()]).toEqual(expect.arrayContaining(['<', '>', 'H', 'LL']))
  })

  test('write ranges in one way', () => {
    expect(codeTable('2.8.2', '0350')!.codes.has('70...99')).toBe(true)
  })

  test.each(['9998', '', '1', '__proto__'])('%j is not one', (id) => {
    expect(codeTable('2.5.1', id)).toBeUndefined()
  })
})
