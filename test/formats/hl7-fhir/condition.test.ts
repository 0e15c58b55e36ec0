// The grammar of conditions: what the v2-to-FHIR guide writes, read and evaluated, and what it does not allow.
import { describe, expect, test } from 'vitest'
import { type Facts, holds, type Operand, parseCondition, parseOperand, requiresAbsence } from '../../../src/formats/hl7/fhir/condition.ts'

/** Values by `PID-3`, `CX.5` and, for the part itself, an empty name. */
function factsOf(values: Readonly<Record<string, string | readonly string[]>>): Facts {
  const nameOf = ({ name, ofSegment, field, component }: Operand) =>
    name === '' ? '' : name + (field ? (ofSegment ? '-' : '.') + field : '') + (component ? `.${component}` : '')
  const listOf = (operand: Operand) => [values[nameOf(operand)] ?? []].flat()
  return {
    isValued: (operand) => listOf(operand).some((text) => text !== ''),
    textOf: (operand) => listOf(operand)[0] ?? '',
    textsOf: listOf,
    countOf: (operand) => listOf(operand).length,
  }
}

describe('a condition holds', () => {
  test.each([
    ['IF PV1-43 VALUED', { 'PV1-43': 'x' }, true],
    ['IF PV1-43 VALUED', {}, false],
    ['IF MSH-4 IS VALUED', { 'MSH-4': 'x' }, true],
    ['IF OBR-8 NOT VALUED', {}, true],
    ['IF OBR-8 NOT VALUED', { 'OBR-8': 'x' }, false],
    ['IF TQ1-3.9 IS EMPTY', {}, true],
    ['IF NOT VALUED', {}, true],
    ['IF NOT VALUED', { '': 'x' }, false],
    ['IF PID VALUED', { PID: 'x' }, true],
    ['IF MRG-1.1 AMONG PID-3.1', { 'MRG-1.1': ['2', '3'], 'PID-3.1': ['1', '3'] }, true],
    ['IF MRG-1.1 AMONG PID-3.1', { 'MRG-1.1': '2', 'PID-3.1': ['1', '3'] }, false],
    ['IF MRG-1.1 AMONG PID-3.1', { 'PID-3.1': '1' }, false],
    ['IF MRG-1.1 NOT AMONG PID-3.1', { 'MRG-1.1': '2', 'PID-3.1': ['1', '3'] }, true],
    ['IF MRG-1.1 NOT AMONG PID-3.1', { 'MRG-1.1': ['2', '3'], 'PID-3.1': ['1', '3'] }, false],
    ['IF MRG-1.1 NOT AMONG PID-3.1', { 'PID-3.1': '1' }, false],
    ['IF OBR-11 EQUALS "A"', { 'OBR-11': 'A' }, true],
    ['IF OBR-11 EQUALS "A"', { 'OBR-11': 'B' }, false],
    ['IF OBX-2="ED"', { 'OBX-2': 'ED' }, true],
    ["IF PRT-4 IS 'PP'", { 'PRT-4': 'PP' }, true],
    ['IF EVN-4 NOT "U"', { 'EVN-4': 'U' }, false],
    ['IF EVN-4 IS NOT "U"', { 'EVN-4': 'V' }, true],
    ['IF NOT EQUAL TO "="', { '': '=' }, false],
    ['IF NOT EQUAL TO "="', { '': '<' }, true],
    ['IF OBX-2 IN ("ST", "FT", "TX")', { 'OBX-2': 'FT' }, true],
    ['IF OBR-11 NOT IN ("G","A")', { 'OBR-11': 'G' }, false],
    ['IF OBR-11 NOT IN ("G","A")', {}, true],
    ['IF PID-33 AND PID-34 VALUED', { 'PID-33': 'x' }, false],
    ['IF PID-33 AND PID-34 VALUED', { 'PID-33': 'x', 'PID-34': 'y' }, true],
    ['IF SCH-26 OR SCH-27 VALUED', { 'SCH-27': 'x' }, true],
    ['IF PL.1 AND PL.2 NOT VALUED', { 'PL.2': 'x' }, false],
    ['IF PL.1 AND PL.2 NOT VALUED', {}, true],
    ['IF A01 VALUED OR B02 VALUED AND C03 VALUED', { A01: 'x' }, true],
    ['IF (A01 VALUED OR B02 VALUED) AND C03 VALUED', { A01: 'x' }, false],
    ['IF OBX-5 LST.count GREATER THAN 1', { 'OBX-5': ['a', 'b'] }, true],
    ['IF OBX-5 LST.COUNT LESS THAN OR EQUALS 1', { 'OBX-5': ['a', 'b'] }, false],
    ['IF OBX-33 COUNT>1', { 'OBX-33': ['a'] }, false],
    ['IF OBX-33 COUNT=1', { 'OBX-33': ['a'] }, true],
    ['IF PID-7 LENGTH GREATER THAN 8', { 'PID-7': '19700102' }, false],
    ['IF PID-7 LENGTH GREATER THAN 8', { 'PID-7': '197001020304' }, true],
    ['IF PID-11.9 IS VALUED NOT EQUAL PID-12', { 'PID-11.9': 'a', 'PID-12': 'b' }, true],
    ['IF PID-11.9 IS VALUED NOT EQUAL PID-12', { 'PID-11.9': 'a', 'PID-12': 'a' }, false],
    ['IF CX.5 IS "SN"', { 'CX.5': 'SN' }, true],
    ['IF XTN.3 NOT IN ("Internet", "X.400") AND XTN.7 NOT VALUED', { 'XTN.3': 'PH' }, true],
  ] as const)('%s with %o: %s', (text, values, expected) => {
    expect(holds(parseCondition(text), factsOf(values))).toBe(expected)
  })
})

describe('a condition is refused', () => {
  test.each([
    'IF',
    'IF PID-3',
    'IF PID-3 VALUED PID-4',
    'IF (PID-3 VALUED',
    'IF PID-3 EQUALS',
    'IF PID-3 IN ("a"',
    'IF PID-3 EQUALS "a',
    'IF PID-3 LENGTH',
    'IF pid-3 VALUED',
    'IF PID-3; VALUED',
  ])('%s', (text) => {
    expect(() => parseCondition(text)).toThrow()
  })
})

test.each([
  ['IF MSH-24 NOT VALUED AND MSH-3 NOT VALUED', 'MSH', 24, true],
  ['IF MSH-24 NOT VALUED AND MSH-3 NOT VALUED', 'MSH', 5, false],
  ['IF NOT VALUED', 'HD', 3, true],
  ['IF MSH-24 VALUED', 'MSH', 24, false],
])('%s asks for the absence of %s-%i: %s', (text, name, position, expected) => {
  expect(requiresAbsence(parseCondition(text), name, position)).toBe(expected)
})

test.each([
  ['PID', { name: 'PID', ofSegment: true, field: 0, component: 0 }],
  ['PID-11.9', { name: 'PID', ofSegment: true, field: 11, component: 9 }],
  ['CX.4', { name: 'CX', ofSegment: false, field: 4, component: 0 }],
  ['CX.4.2', { name: 'CX', ofSegment: false, field: 4, component: 2 }],
])('the operand %s', (text, operand) => {
  expect(parseOperand(text)).toEqual(operand)
})
