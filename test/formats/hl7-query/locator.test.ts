// The notation of paths and conditions: what it means, and where it is refused.
import { describe, expect, test } from 'vitest'
import { readDocument } from '../../../src/formats/hl7/document.ts'
import { matchesMessage, valuesOf } from '../../../src/formats/hl7/query/locate.ts'
import { readCondition, readLocator } from '../../../src/formats/hl7/query/locator.ts'
import { MessageView, openMessage, segmentsOf } from '../../../src/formats/hl7/query/message-view.ts'
import { thrownProblem } from '../../thrown-problem.ts'

const RESULT = [
  'MSH|^~\\&|LAB|NORTH|REG|NORTH|20260102080910||ORU^R01^ORU_R01|R-7|P|2.5.1',
  'PID|1||1001^^^NORTH&1.2&ISO^MR~X-77||Sample^Ada^^^^^L~Probe||""|F',
  'NTE|1||about the patient',
  'OBR|1|||24323-8^Panel^LN',
  'OBX|1|NM|2345-7^Glucose^LN||5.4|mmol/L|3-6||||F',
  'NTE|1||about a result',
  'OBX|2|NM|2160-0^Creatinine^LN||71|umol/L|||||P',
  'OBR|2|||58410-2^Count^LN',
  'OBX|1|NM|718-7^Hemoglobin^LN||-2.5|g/dL||H|||F',
  'OBX|2|ST|8251-1^Comment^LN||a \\T\\ b \\X41\\||||||F',
].join('\r')

function viewOf(text: string): MessageView {
  const document = readDocument(text)
  const [message] = document.messages
  return new MessageView(openMessage(document, message!), segmentsOf(document, message!))
}
const view = viewOf(RESULT)

describe('a path', () => {
  test.each([
    ['PID-5-1', ['Sample']],
    ['PID-5.1', ['Sample']],
    ['PID.5.1', ['Sample']],
    ['PID-5[2].1', ['Probe']],
    ['PID-5[2]-1', ['Probe']],
    ['PID-5[*].1', ['Sample', 'Probe']],
    ['PID-5[*].2', ['Ada']],
    ['PID-5[last].1', ['Probe']],
    ['PID-8[last]', ['F']],
    ['PID-30[last]', []],
    ['PID-3(CX.5="MR").1', ['1001']],
    ['PID-3(CX.5="VN").1', []],
    ['PID-3(CX.5!="MR")', ['X-77']],
    ['PID-3(not CX.5).1', ['X-77']],
    ['PID-3(CX.4.2="1.2").1', ['1001']],
    ['PID-3(CX.1^="1" or CX.1^="X").1', ['1001', 'X-77']],
    ['PID-3(CX.1)[2].1', ['X-77']],
    ['PID-3(CX.1)[last].1', ['X-77']],
    ['PID-3(CX.1)[3].1', []],
    ['PID(PID-3(CX.5="MR").1="1001")-8', ['F']],
    ['PID(PID-3(CX.5="MR").1="X-77")-8', []],
    ['OBX[last]-3.1', ['8251-1']],
    ['OBX(OBX-2="NM")[last]-3.1', ['718-7']],
    ['PID-5', ['Sample^Ada^^^^^L~Probe']],
    ['PID-5[1]', ['Sample^Ada^^^^^L']],
    ['PID-3.4.2', ['1.2']],
    ['PID-3.4', ['NORTH&1.2&ISO']],
    ['PID-3.1.1', ['1001']],
    ['PID-7', [null]],
    ['PID-30', []],
    ['PID-5.9', []],
    ['MSH-1', ['|']],
    ['MSH-2', ['^~\\&']],
    ['MSH-2.1', []],
    ['MSH-3', ['LAB']],
    ['MSH-9.2', ['R01']],
    ['OBX-5', ['5.4']],
    ['OBX[3]-5', ['-2.5']],
    ['OBX[*]-5', ['5.4', '71', '-2.5', 'a & b A']],
    ['OBX[9]-5', []],
    ['ZZZ-1', []],
    ['OBX(OBX-3.1="2345-7")-5', ['5.4']],
    ["OBX(OBX-3.1='2345-7')-5", ['5.4']],
    ['OBX(OBX-11="F")-3.1', ['2345-7', '718-7', '8251-1']],
    ['OBX(OBX-11="F")[2]-3.1', ['718-7']],
    ['OBX( OBX-8 or OBX-7 )-3.1', ['2345-7', '718-7']],
    ['OBX(OBX-5>"0" and OBX-5<="5.4")-3.1', ['2345-7']],
    ['OBX(OBX-5<"0")-3.1', ['718-7']],
    ['OBX(OBX-3.2^="H" or OBX-3.2$="e")-3.2', ['Glucose', 'Creatinine', 'Hemoglobin']],
    ['OBX(not (OBX-2="NM"))-5', ['a & b A']],
    ['OBX(OBX-3.2 *= "omm")-2', ['ST']],
    ['OBX(OBX-3.1 in ("718-7", "2160-0"))-11', ['P', 'F']],
    ['OBX(OBX-8="")-3.1', ['2345-7', '2160-0', '8251-1']],
    ['ORDER_OBSERVATION[2]/OBX-5', ['-2.5']],
    ['ORDER_OBSERVATION[*]/OBX-5', ['5.4', '-2.5']],
    ['ORDER_OBSERVATION[*]/OBX[2]-5', ['71', 'a & b A']],
    ['ORDER_OBSERVATION/OBX[*]-5', ['5.4', '71']],
    ['PATIENT_RESULT/ORDER_OBSERVATION[2]/OBX[*]-3.1', ['718-7', '8251-1']],
    ['PATIENT_RESULT/PATIENT/NTE-3', ['about the patient']],
    ['OBSERVATION/NTE-3', ['about a result']],
    ['ORDER_OBSERVATION[3]/OBX-5', []],
    ['VISIT/PV1-2', []],
  ] as const)('%s', (path, expected) => {
    expect(valuesOf(view, readLocator(path, ''))).toEqual(expected)
  })

  test.each([
    ['', 1, 'a segment identifier'],
    ['PI-5', 1, 'a segment identifier'],
    ['pid-5', 1, 'a segment identifier'],
    ['PID5', 1, 'a segment identifier'],
    ['PID-3(PID-3.5="MR")', 7, 'a component by its data type'],
    ['PID-3(5="MR")', 7, 'a component by its data type'],
    ['PID-3(CX="MR")', 7, 'a component by its data type'],
    ['PID-3(CX.5="MR"', 16, ')'],
    ['PID-5[first]', 7, 'a number'],
    ['PID-', 5, 'a number'],
    ['PID-0', 5, 'a number'],
    ['PID-5.', 7, 'a number'],
    ['PID-5[', 7, 'a number'],
    ['PID-5[0]', 7, 'a number'],
    ['PID-5[2', 8, ']'],
    ['PID-5.1.2.3', 10, 'the end of the path'],
    ['PID-5 ', 6, 'the end of the path'],
    ['PID-99999999', 5, 'a number'],
    ['OBX(', 5, 'a segment identifier'],
    ['OBX(OBX-3.1=2345)-5', 13, 'a text in quotes'],
    ['OBX(OBX-3.1="2345)-5', 14, 'a closing quote'],
    ['OBX(OBX-3.1="2345"-5', 19, ')'],
    ['OBX(PID-3="1")-5', 4, 'conditions of fields of OBX'],
    ['OBX(OBX[2]-3="1")-5', 4, 'conditions of fields of OBX'],
    ['OBX(OBX="1")-5', 4, 'conditions of fields of OBX'],
    ['group/OBX-5', 1, 'the name of a group'],
    ['A/B/', 5, 'a segment identifier'],
  ] as const)('%s is refused at its place', (path, column, detail) => {
    const fault = thrownProblem(() => readLocator(path, '/p'))
    expect(fault).toMatchObject({ code: 'invalid_input', at: { pointer: '/p', column } })
    expect(fault.errors![0]!.detail).toContain(detail)
  })
})

describe('a condition', () => {
  test.each([
    ['MSH-9.1="ORU"', true],
    ['MSH-9.1="ADT"', false],
    ['MSH-9.1!="ADT"', true],
    ['PID-30=""', true],
    ['PID-30!=""', false],
    ['PID-7=null', true],
    ['PID-7=""', false],
    ['PID-7', true],
    ['PID-30', false],
    ['not PID-30', true],
    ['OBX[*]-8="H"', true],
    ['OBX-8="H"', false],
    ['OBX(OBX-8="H")', true],
    ['OBX(OBX-8="L")', false],
    ['PID-30 or PID-8="F" and MSH-9.2="A01"', false],
    ['(PID-8 or PID-30) and MSH-9.2="R01"', true],
    ['MSH-7>"2026"', true],
    ['MSH-7<"2026"', false],
    ['PID-5.1="Sam""ple"', false],
    ['PID-8>="E"', true],
    ['PID-8>"5"', false],
  ] as const)('%s', (text, expected) => {
    expect(matchesMessage(view, readCondition(text, ''))).toBe(expected)
  })

  test.each([
    ['MSH-9.1=', 9],
    ['MSH-9.1="ORU" and', 18],
    ['MSH-9.1="ORU" xor PID-3', 15],
    ['(MSH-9.1="ORU"', 15],
    [`${'('.repeat(20)}PID-3${')'.repeat(20)}`, undefined],
  ] as const)('%s is refused', (text, column) => {
    const { at } = thrownProblem(() => readCondition(text, '/w'))
    expect(at).toMatchObject(column === undefined ? { pointer: '/w' } : { pointer: '/w', column })
  })

  test('that is refused does not repeat what it holds', () => {
    const { message, errors } = thrownProblem(() => readCondition('PID-5.1="Zebedee', ''))
    expect(JSON.stringify([message, errors])).not.toContain('Zebedee')
  })
})
