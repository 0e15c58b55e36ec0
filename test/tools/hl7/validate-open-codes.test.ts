// hl7/validate: where the standard lets sites add codes, an unlisted one is a warning.
import { expect, test } from 'vitest'
import * as z from 'zod'
import { readDocument } from '../../../src/formats/hl7/document.ts'
import { validateDocument } from '../../../src/formats/hl7/validate/validate-document.ts'
import { readValidationOptions, validationOptions } from '../../../src/formats/hl7/validate/validation-options.ts'

const OPTIONS = readValidationOptions(z.strictObject(validationOptions('strict')).parse({}))
const HEAD = 'MSH|^~\\&|A|B|C|D|20260102080910||OML^O21^OML_O21|7|P|'

function severity(version: string, path: string, ...segments: string[]): string | undefined {
  const text = [`${HEAD}${version}`, 'PID|1||1||Sample^Ada', 'ORC|NW|P-1', 'OBR|1|P-1||1^T^L', ...segments].join('\r')
  const { issues } = validateDocument(readDocument(text), OPTIONS)
  return issues.find(({ code, path: at }) => code === 'code_not_in_table' && at === path)?.severity
}

test.each([
  ['SPM|1|||TREE^Tree', 'warning'],
  ['SPM|1|||TREE^Tree^HL70487', 'error'],
  ['SPM|1|||TREE^Tree^L', undefined],
])('a specimen type %s: %s', (segment, expected) => {
  expect(severity('2.5.1', 'SPM-4.1', segment)).toBe(expected)
})

test('a source of a comment of the site is a warning', () => {
  expect(severity('2.5.1', 'NTE-2', 'NTE|1|SITE|text')).toBe('warning')
})

test('PV1-7 of 2.3 may repeat', () => {
  const text = 'MSH|^~\\&|A|B|C|D|20260102080910||ADT^A01|7|P|2.3\rEVN|A01|20260102\rPID|1||1||Sample^Ada\rPV1|1|I|||||1^A~2^B'
  const { issues } = validateDocument(readDocument(text), OPTIONS)
  expect(issues.filter(({ code }) => code === 'repetition_not_allowed')).toEqual([])
})
