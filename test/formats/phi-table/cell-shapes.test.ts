// What a cell is by its form alone.
import { describe, expect, test } from 'vitest'
import { isClinicalCode, shapeOf } from '../../../src/formats/phi/table/cell-shapes.ts'

describe('the form of a cell', () => {
  test.each([
    ['', 'empty'],
    ['7.1', 'small-number'],
    ['<0.5', 'small-number'],
    ['120000', 'number'],
    ['10004711', 'other-id'],
    ['AB-123456', 'other-id'],
    ['123-45-6789', 'ssn'],
    ['312-555-0117', 'phone'],
    ['a@b.org', 'email'],
    ['10.0.0.7', 'ip'],
    ['2024-06-02', 'date'],
    ['6/2/24', 'date'],
    ['2 June 2024', 'date'],
    ['120/80', 'words'],
    ['negative', 'words'],
    ['5 mg', 'words'],
    ['https://x.org/1', 'url'],
  ])('%s', (cell, shape) => {
    expect(shapeOf(cell)).toBe(shape)
  })

  test.each(['E11.9', '250.00', '2345-7', '99213', 'A10BA02', '73211009', '22298006', '0002-8215-01', 'J1100'])(
    '%s is a clinical code',
    (code) => {
      expect(isClinicalCode(code)).toBe(true)
    },
  )

  test.each(['10004711', '123-45-6789', 'AB-123456', '73211008', '312-555-0117', 'Ada', '2024-06-02'])('%s is none', (code) => {
    expect(isClinicalCode(code)).toBe(false)
  })
})
