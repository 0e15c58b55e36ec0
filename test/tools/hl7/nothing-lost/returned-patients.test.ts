// hl7/from-fhir: no result, order or visit stands behind the PID of another patient.
import { describe, expect, it } from 'vitest'
import { runTool } from '../../../../src/core/run.ts'
import { hl7FromFhir } from '../../../../src/tools/hl7/from-fhir.ts'
import { hl7ToFhir } from '../../../../src/tools/hl7/to-fhir.ts'

interface Entry {
  // biome-ignore lint/suspicious/noExplicitAny: JSON whose elements the tests name
  readonly resource: any
}
interface Finding {
  readonly code: string
  readonly severity: string
  readonly message: number | null
  readonly resources?: readonly string[]
}

const head = (type: string): string => `MSH|^~\\&|LAB|NORTH|REG|NORTH|20260102080910+0100||${type}|R-7|P|2.5.1`
const ANN = 'PID|1||1^^^H^MR||Sample^Ann||19700102|F'
const BOB = 'PID|2||2^^^H^MR||Sample^Bob||19800102|M'
const request = (number: number): string => `OBR|1||F-${number}|24323-8^Panel^LN`
const result = (value: number): string => `OBX|1|NM|718-7^Hb^LN||${value}|g/dL|||||F`
const ORU = [head('ORU^R01^ORU_R01'), ANN, request(1), result(1), BOB, request(2), result(2)]

function bundleOf(...lines: string[]): { readonly entry: Entry[] } {
  return (runTool(hl7ToFhir, { message: lines.join('\r') }, {}) as unknown as { bundle: { entry: Entry[] } }).bundle
}

function fromFhir(
  bundle: unknown,
  options: object = {},
): { readonly message: string; readonly lines: string[]; readonly findings: Finding[] } {
  const found = runTool(hl7FromFhir, { bundle: JSON.stringify(bundle) }, options)
  expect(hl7FromFhir.output.safeParse(found).error?.issues).toBeUndefined()
  const { message, findings } = found as unknown as { message: string; findings: Finding[] }
  // What tells the segments apart: patient and value.
  const lines = message.split('\r').flatMap((line) => {
    const fields = line.split('|')
    if (fields[0] === 'PID') return [`PID ${fields[5]}`]
    return fields[0] === 'OBX' ? [`OBX ${fields[5]}`] : []
  })
  return { message, lines, findings }
}

const resourcesIn = ({ entry }: { entry: Entry[] }, type: string) =>
  entry.map(({ resource }) => resource).filter((each) => each.resourceType === type)

describe('a Bundle of several patients', () => {
  it('becomes a group for each of them in ORU_R01', () => {
    const { message, lines, findings } = fromFhir(bundleOf(...ORU))
    expect(lines).toEqual(['PID Sample^Ann', 'OBX 1', 'PID Sample^Bob', 'OBX 2'])
    expect(message).toMatch(/PID\|1\|.*PID\|2\|/s)
    expect(findings).toEqual([])
    const again = bundleOf(message)
    const patients = resourcesIn(again, 'Observation').map(({ valueQuantity, subject }) => {
      const { resource } = again.entry.find((each) => (each as unknown as { fullUrl: string }).fullUrl === subject.reference)!
      return `${valueQuantity.value} ${resource.name[0].given[0]}`
    })
    expect(patients).toEqual(['1 Ann', '2 Bob'])
  })

  it('keeps visits and contacts with their patient', () => {
    const lines = ORU.flatMap((line) =>
      line === ANN ? [line, 'PV1|1|I|W1'] : line === BOB ? [line, 'NK1|1|Other^Cora', 'PV1|1|O|W2'] : [line],
    )
    const ids = fromFhir(bundleOf(...lines))
      .message.split('\r')
      .map((line) => line.slice(0, 3))
    expect(ids.join(' ').trim()).toBe('MSH PID PV1 OBR OBX PID NK1 PV1 OBR OBX')
  })

  it('without a header becomes a message for each of them', () => {
    const bundle = bundleOf(...ORU)
    const entry = bundle.entry.filter(({ resource }) => !['MessageHeader', 'DiagnosticReport'].includes(resource.resourceType))
    const { lines } = fromFhir({ ...bundle, type: 'collection', entry })
    expect(lines).toEqual(['PID Sample^Ann', 'OBX 1', 'PID Sample^Bob', 'OBX 2'])
  })

  it('leaves out what is of nobody, and reports it', () => {
    const bundle = bundleOf(...ORU, 'OBX|2|NM|718-7^Hb^LN||3|g/dL|||||F')
    const observation = resourcesIn(bundle, 'Observation')[2]
    delete observation.subject
    for (const report of resourcesIn(bundle, 'DiagnosticReport')) report.result = report.result?.slice(0, 1)
    delete observation.basedOn
    const place = bundle.entry.findIndex(({ resource }) => resource === observation)
    const { lines, findings } = fromFhir(bundle)
    expect(lines).toEqual(['PID Sample^Ann', 'OBX 1', 'PID Sample^Bob', 'OBX 2'])
    const resources = [`Bundle.entry[${place}].resource`]
    expect(findings).toEqual([{ code: 'patient_unknown', severity: 'error', message: 0, resources }])
  })

  it('gives a result without a subject to the patient of its report', () => {
    const bundle = bundleOf(...ORU)
    for (const observation of resourcesIn(bundle, 'Observation')) delete observation.subject
    expect(fromFhir(bundle)).toMatchObject({ lines: ['PID Sample^Ann', 'OBX 1', 'PID Sample^Bob', 'OBX 2'], findings: [] })
  })

  it('leaves out what is of somebody who is not in it', () => {
    const bundle = bundleOf(...ORU)
    resourcesIn(bundle, 'Observation')[1].subject = { reference: 'Patient/other' }
    const { lines, findings } = fromFhir(bundle)
    expect(lines).toEqual(['PID Sample^Ann', 'OBX 1', 'PID Sample^Bob'])
    expect(findings.map(({ code, resources }) => `${code} ${resources?.length}`)).toEqual(['patient_unknown 1'])
  })

  it('takes a result in the report of another patient for that of its own subject', () => {
    const bundle = bundleOf(...ORU)
    const [ann, bob] = resourcesIn(bundle, 'DiagnosticReport')
    ann.result = [...ann.result, ...bob.result]
    bob.result = undefined
    expect(fromFhir(bundle).lines).toEqual(['PID Sample^Ann', 'OBX 1', 'PID Sample^Bob', 'OBX 2'])
  })

  it.each(['OML^O21^OML_O21', 'ORU^R30^ORU_R30', 'ADT^A01^ADT_A01', 'MDM^T02^MDM_T02', 'RDE^O11^RDE_O11', 'VXU^V04^VXU_V04'])(
    'becomes %s of the first one, and what is of the others is reported',
    (type) => {
      const bundle = bundleOf(...ORU)
      const [, trigger] = type.split('^')
      const header = resourcesIn(bundle, 'MessageHeader')[0]
      header.eventCoding = { ...header.eventCoding, code: trigger, display: type }
      const { message, findings } = fromFhir(bundle)
      expect(message).toContain(`|${type}|`)
      expect(message).toContain('Sample^Ann')
      expect(message).not.toContain('Bob')
      expect(message.match(/^OBX.*\|2\|g/m)).toBeNull()
      const [error] = findings
      expect(error).toMatchObject({ code: 'other_patient', severity: 'error', message: 0 })
      const left = error!.resources!.map((path) => bundle.entry[Number(/\d+/.exec(path))]!.resource)
      expect(left.map(({ resourceType }) => resourceType)).toEqual(expect.arrayContaining(['Patient', 'Observation', 'DiagnosticReport']))
      expect(left.filter(({ resourceType }) => resourceType === 'Patient')).toMatchObject([{ name: [{ given: ['Bob'] }] }])
    },
  )

  it('reports nothing for two patients whose beds are swapped', () => {
    const bundle = bundleOf(head('ADT^A17^ADT_A17'), ANN, 'PV1|1|I|W1', BOB, 'PV1|1|I|W2')
    const { lines, findings } = fromFhir(bundle)
    expect(lines).toEqual(['PID Sample^Ann', 'PID Sample^Bob'])
    expect(findings).toEqual([])
  })
})
