// phi/deidentify-fhir: a mark in every value of every type of every version, none of which survives where nothing unknown may stay.
import { describe, expect, test } from 'vitest'
import { runTool } from '../../../src/core/run.ts'
import { type FhirModel, modelOf, type TypePlan } from '../../../src/formats/fhir/model/element-plan.ts'
import { FHIR_VERSIONS } from '../../../src/formats/fhir/model/versions.ts'
import { phiDeidentifyFhir } from '../../../src/tools/phi/deidentify-fhir.ts'

// biome-ignore lint/suspicious/noExplicitAny: JSON whose elements the test names
type Json = any

describe('a mark in every value of every type', () => {
  const LETTERS = 'bcdfghjklm'
  let count = 0
  const mark = () => `Qu${[...String(++count + 100_000)].map((digit) => LETTERS[Number(digit)]).join('')}`

  /** Addresses of a site, below a public one, relative ones and plain words take turns. */
  function addressOf(value: string): string {
    return [`http://${value}.example.com/a`, `http://hl7.org/fhir/${value}`, `Patient/${value}`, value, `urn:oid:${value}`][count % 5]!
  }

  function sampleOf(type: string): unknown {
    switch (type) {
      case 'boolean':
        return true
      case 'integer':
      case 'positiveInt':
      case 'unsignedInt':
      case 'decimal':
        return 3
      case 'integer64':
        return '3'
      case 'date':
        return '2001-02-03'
      case 'dateTime':
      case 'instant':
        return '2001-02-03T04:05:06Z'
      case 'time':
        return '10:00:00'
      case 'base64Binary':
        return btoa(mark())
      case 'uri':
      case 'url':
      case 'canonical':
        return addressOf(mark())
      case 'xhtml':
        return `<div xmlns="http://www.w3.org/1999/xhtml">${mark()}</div>`
      default:
        return mark()
    }
  }

  /** All choices of an element at once: the reader does not mind. */
  function make(plan: TypePlan, depth: number): Json {
    const made: Json = plan.kind === 'resource' ? { resourceType: plan.name } : {}
    for (const { prohibited, properties, list } of depth > 3 ? [] : plan.elements) {
      for (const { name, type } of prohibited ? [] : properties) {
        if (type.plan.kind === 'resource' || (type.code === 'Extension' && depth > 0)) continue
        const value = type.plan.kind === 'primitive' ? sampleOf(type.code) : make(type.plan, depth + 1)
        if (Object.keys(Object(value)).length > 0 || typeof value !== 'object') made[name] = list ? [value] : value
      }
    }
    return made
  }

  const typesOf = (model: FhirModel) => model.names('resource').filter((name) => !model.type(name)!.abstract)

  test.each(FHIR_VERSIONS)('of %s is gone where nothing unknown may stay', { timeout: 60_000 }, (version) => {
    const model = modelOf(version)
    const documents = typesOf(model)
      .filter((_, i) => version === 'R4' || i % 4 === 0)
      .map((name) => JSON.stringify(make(model.type(name)!, 0)))
    const told = runTool(phiDeidentifyFhir, { resource: documents.join('\n') }, { version, mode: 'fail-closed' })
    const { resource, residual } = told as unknown as { readonly resource: string; readonly residual: readonly unknown[] }
    expect(documents.join('').match(/Qu[bcdfghjklm]{6}/g)!.length).toBeGreaterThan(10_000)
    expect(resource.match(/Qu[bcdfghjklm]{6}/gi) ?? []).toEqual([])
    expect(resource).not.toContain('2001-02')
    expect(residual).toEqual([])
  })

  test('a number in the place of a recording, a type, an edition or an answer is gone', () => {
    const subject = { reference: 'Patient/1' }
    const signal = (data: string) => ({
      resourceType: 'Observation',
      status: 'final',
      code: { text: 'x' },
      subject: { ...subject, type: 'http://hl7.org/fhir/Zzgrblx' },
      valueSampledData: { origin: { value: 0 }, period: 1, dimensions: 1, data },
    })
    const answered = {
      resourceType: 'QuestionnaireResponse',
      status: 'completed',
      item: [{ linkId: '1', text: 'MRN', answer: [{ valueInteger: 70102947 }] }],
    }
    const task = {
      resourceType: 'Task',
      status: 'requested',
      intent: 'order',
      input: [{ type: { text: 'chart number' }, valueInteger: 70102947 }],
    }
    const patient = { resourceType: 'Patient', id: '1', identifier: [{ value: '60304050' }] }
    const counted = { ...signal('1 2 E 3.5 -4'), valueSampledData: undefined, valueInteger: 60304050 }
    const note = { resourceType: 'Condition', subject, code: { coding: [{ version: '94107-1234' }] }, note: [{ text: '94107-1234' }] }
    const entry = [patient, signal('19570314'), signal('600-10-1000'), answered, task, counted, note].map((resource) => ({ resource }))
    const bundle = { resourceType: 'Bundle', type: 'collection', entry: [...entry, { resource: signal('1 2 E 3.5 -4') }] }
    const told = runTool(phiDeidentifyFhir, { resource: JSON.stringify(bundle) }, {}) as unknown as { readonly resource: string }
    expect(told.resource.match(/19570314|600-10|70102947|60304050|94107|zzgrblx/gi)).toBeNull()
    expect(told.resource).toContain('"data":"1 2 E 3.5 -4"')
  })
})
