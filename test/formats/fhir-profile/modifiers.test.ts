// Extensions as modifiers, by their definitions; and how often a required element may stand.
import { expect, test } from 'vitest'
import { BASE, profile, validate } from './package-fixture.ts'

const patient = (rest: object = {}) => ({ resourceType: 'Patient', ...rest })
const element = (path: string, rest: object) => ({ id: path, path, ...rest })

test('extensions that change a meaning stand in modifierExtension', () => {
  const not = profile('not', 'Extension', [element('Extension', { isModifier: true })])
  const codes = (member: string) =>
    validate(patient({ contact: [{ name: { text: 'x' }, [member]: [{ url: `${BASE}not`, valueBoolean: true }] }] }), [not])
      .issues.filter(({ severity }) => severity === 'error')
      .map(({ code }) => code)
  expect(codes('modifierExtension')).toEqual([])
  expect(codes('extension')).toEqual(['extension_context'])
})

test('extensions that say nothing of modifiers change no meaning', () => {
  const plain = profile('Plain', 'Extension', [{ id: 'Extension.url', path: 'Extension.url', fixedUri: `${BASE}Plain` }])
  const own = { ...plain, context: [{ type: 'element', expression: 'Patient' }] }
  const codesIn = (member: string) =>
    validate(patient({ [member]: [{ url: `${BASE}Plain`, valueBoolean: true }] }), [own])
      .issues.filter(({ severity }) => severity === 'error')
      .map(({ code, path }) => `${code} ${path}`)
  expect(codesIn('extension')).toEqual([])
  expect(codesIn('modifierExtension')).toEqual(['extension_context Patient.modifierExtension[0]'])
})

test('what a snapshot says of its root counts where the differential leaves that out', () => {
  const url = `${BASE}Whole`
  const rows = [element('Extension', { isModifier: true, min: 0, max: '*' }), element('Extension.url', { fixedUri: url })]
  const whole = profile('Whole', 'Extension', rows.slice(1), {
    context: [{ type: 'element', expression: 'Patient' }],
    snapshot: { element: rows },
  })
  const errors = validate(patient({ modifierExtension: [{ url, valueBoolean: true }] }), [whole]).issues.filter(
    ({ severity }) => severity === 'error',
  )
  expect(errors).toEqual([])
})

test('a required element is expected once if the base allows one', () => {
  const { issues } = validate(patient(), [profile('Born', 'Patient', [element('Patient.birthDate', { min: 1 })])], {
    profiles: [`${BASE}Born`],
  })
  expect(issues.find(({ code }) => code === 'required')?.expected).toBe('Patient.birthDate: 1..1')
})
