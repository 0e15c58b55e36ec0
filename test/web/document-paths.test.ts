// Paths that the page completes, places of findings in a text, and the sentences of findings.
import { describe, expect, test } from 'vitest'
import { ISSUE_CODES } from '../../src/formats/hl7/validate/rules.ts'
import { dicomPathsOf } from '../../src/web/form/paths/dicom-paths.ts'
import { completeFhirPath, elementNamesOf } from '../../src/web/form/paths/fhir-paths.ts'
import { messagePathsOf } from '../../src/web/form/paths/message-paths.ts'
import { byteOffsets } from '../../src/web/views/hl7/byte-offsets.ts'
import { findingSentence } from '../../src/web/views/hl7/finding-words.ts'
import { offsetsOf } from '../../src/web/views/hl7/message-findings.ts'

describe('paths of a document', () => {
  test('of messages: fields and components of the first', () => {
    const message = 'MSH|^~\\&|LAB\rPID|||7^^^X~8||Quist^Ada\rOBX|1\rOBX|2||a^b\rMSH|^~\\&|OTHER'
    expect(messagePathsOf(message).map(({ value, label }) => `${value} ${label}`)).toEqual([
      'MSH-1 |',
      'MSH-2 ^~\\&',
      'MSH-3 LAB',
      'PID-3 7^^^X~8',
      'PID-3.1 7',
      'PID-3.4 X',
      'PID-5 Quist^Ada',
      'PID-5.1 Quist',
      'PID-5.2 Ada',
      'OBX-1 1',
      'OBX[2]-1 2',
      'OBX[2]-3 a^b',
      'OBX[2]-3.1 a',
      'OBX[2]-3.2 b',
    ])
  })

  test('of resources: what may follow, behind functions too', () => {
    const patient = '{"resourceType":"Patient","name":[{"use":"usual","given":["Ada"]}],"valueQuantity":{"unit":"g"}}'
    const names = elementNamesOf(patient)
    const next = (typed: string) => completeFhirPath(names, typed).map(({ value }) => value)
    expect(next('na')).toEqual(['name'])
    expect(next('Patient.name.')).toEqual(['Patient.name.use', 'Patient.name.given'])
    expect(next("name.where(use = 'usual').first()[0].g")).toEqual(["name.where(use = 'usual').first()[0].given"])
    expect(next('active or name.given.exists() and value.u')).toEqual(['active or name.given.exists() and value.unit'])
    const choices = { medicationCodeableConcept: {}, abatementAge: {}, valueSet: 'x', birthDate: 'x' }
    const others = elementNamesOf(JSON.stringify({ resourceType: 'X', ...choices }))
    expect(completeFhirPath(others, '').map(({ value }) => value)).toEqual(
      expect.arrayContaining(['medication', 'abatement', 'valueSet', 'birthDate']),
    )
    expect([next('birth.'), completeFhirPath(elementNamesOf('{'), 'n')]).toEqual([[], []])
  })

  test('of DICOM files: keywords, within sequences too', () => {
    const leaf = { tag: '(0010,0010)', keyword: 'PatientName', vr: 'PN', length: 3, value: ['Ada'] }
    const sequence = { tag: '(0008,1140)', keyword: 'ReferencedImageSequence', name: 'Referenced', vr: 'SQ', length: 9 }
    expect(dicomPathsOf([leaf, { ...sequence, items: [{ index: 0, elements: [leaf] }] }])).toEqual([
      { value: 'PatientName', label: '(0010,0010) Ada' },
      { value: 'ReferencedImageSequence', label: '(0008,1140) Referenced' },
      { value: 'ReferencedImageSequence[0].PatientName', label: '(0010,0010) Ada' },
    ])
  })
})

test('places in bytes are places in the text', () => {
  const text = `a\u00fc\u20ac\u{1f600}\ud800${'\u00e9'.repeat(3000)}z`
  const offsetOf = byteOffsets(text)
  for (const at of [0, 1, 2, 3, 5, 6, 700, 1023, 1024, 1025, 2048, 3005, 3006, text.length])
    expect(offsetOf(Buffer.byteLength(text.slice(0, at), 'utf8'))).toBe(at)
  expect([offsetOf(1e9), byteOffsets('')(3)]).toEqual([text.length, 0])
})

test('places in a file are behind its byte order mark, which its text lacks', () => {
  const marked = { charsetFrom: 'bom' }
  expect([offsetsOf('MSH|', marked)(3), offsetsOf('MSH|', marked)(6), offsetsOf('MSH|', marked)(0)]).toEqual([0, 3, 0])
  expect([offsetsOf('\ufeffMSH|', marked)(3), offsetsOf('MSH|', { charsetFrom: 'default' })(3)]).toEqual([1, 3])
})

test('each code of the HL7 validator is a sentence', () => {
  const codes = Object.keys(ISSUE_CODES)
  expect(codes.filter((code) => !/^[A-Z].*\.$/.test(findingSentence(code)))).toEqual([])
  expect(new Set(codes.map(findingSentence)).size).toBe(codes.length)
})
