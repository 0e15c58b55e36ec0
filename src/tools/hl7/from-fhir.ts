// hl7/from-fhir: a Bundle of FHIR R4 as HL7 v2 messages by the maps of HL7's v2-to-FHIR guide backwards, with an account of every element.
import * as z from 'zod'
import { bytesField, textOrBytesField } from '../../core/document.ts'
import { ProblemError } from '../../core/problem.ts'
import { defineTool } from '../../core/tool.ts'
import { FHIR_MEDIA_TYPES } from '../../formats/fhir/document/fhir-document.ts'
import { readFhirDocument } from '../../formats/fhir/document/read-document.ts'
import type { JsonObject } from '../../formats/fhir/json/json-value.ts'
import { modelOf } from '../../formats/fhir/model/element-plan.ts'
import { readDocument } from '../../formats/hl7/document.ts'
import { BUNDLE_OPTIONS, readBundleOptions } from '../../formats/hl7/from-fhir/bundle-options.ts'
import { convertBundle, type WrittenMessage } from '../../formats/hl7/from-fhir/convert-bundle.ts'
import { validateDocument } from '../../formats/hl7/validate/validate-document.ts'
import { readValidationOptions, structureField, validationOptions } from '../../formats/hl7/validate/validation-options.ts'

const RESULT = JSON.stringify({
  resourceType: 'Bundle',
  type: 'collection',
  timestamp: '2026-01-02T08:09:10+01:00',
  entry: [
    {
      fullUrl: 'urn:uuid:6d9c2f0e-5d3c-4c3e-9d7e-0a8f1f1b2c01',
      resource: {
        resourceType: 'Patient',
        identifier: [{ system: 'urn:oid:2.999.1', value: '1001' }],
        name: [{ family: 'Sample', given: ['Ada'] }],
        gender: 'female',
        birthDate: '1970-01-02',
      },
    },
    {
      fullUrl: 'urn:uuid:6d9c2f0e-5d3c-4c3e-9d7e-0a8f1f1b2c02',
      resource: {
        resourceType: 'Observation',
        status: 'final',
        code: { coding: [{ system: 'http://loinc.org', code: '2345-7', display: 'Glucose' }] },
        subject: { reference: 'urn:uuid:6d9c2f0e-5d3c-4c3e-9d7e-0a8f1f1b2c01' },
        valueQuantity: { value: 5.4, unit: 'mmol/L', system: 'http://unitsofmeasure.org', code: 'mmol/L' },
      },
    },
  ],
})

const place = z.strictObject({
  path: z.string().describe('FHIRPath of the element in the Bundle.'),
  target: z.string().describe('Field of the message, such as OBX-11 or PID-3[2].4.1.'),
})

export const hl7FromFhir = defineTool({
  id: 'hl7/from-fhir',
  version: '1.0.0',
  title: 'FHIR to HL7 v2',
  summary:
    "Converts FHIR R4 Bundles to HL7 v2 messages by applying HL7's v2-to-FHIR maps in reverse, and lists every element without a field.",
  input: z.strictObject({
    bundle: textOrBytesField(
      'A Bundle of FHIR R4 as JSON or XML: message, transaction, collection or any other type. Bundles in it become messages, too.',
    ),
  }),
  options: z.strictObject(BUNDLE_OPTIONS),
  output: z.strictObject({
    message: z.string().describe('The messages. Several messages are enclosed in a batch, see the option batch.'),
    content: bytesField('The same in the character set of MSH-18.'),
    messages: z
      .array(
        z.strictObject({
          type: z.string().describe('MSH-9, such as ORU^R01^ORU_R01.'),
          controlId: z.string().describe('MSH-10.'),
          structure: structureField.describe('Structure that the segment order was checked against.'),
        }),
      )
      .describe('The messages in order.'),
    mapped: z
      .strictObject({
        elements: z.int().min(0).describe('Elements with a value that come back when hl7/to-fhir reads the messages again.'),
        ratio: z.number().min(0).max(1).describe('Their share of all elements.'),
      })
      .describe('An element is a value of the Bundle that is not divided further; resourceType is not counted.'),
    unmapped: z
      .array(
        z.strictObject({
          path: z.string().describe('FHIRPath of the element in the Bundle.'),
          reason: z
            .enum([
              'no_map',
              'no_code',
              'no_form',
              'no_repetition',
              'not_in_version',
              'field_taken',
              'no_segment',
              'no_message',
              'identity',
              'bundle',
              'dangling_reference',
            ])
            .describe(
              'no_map: no map has the element. no_code: HL7 v2 has no such code. no_form: HL7 v2 cannot represent the value. no_repetition: the field does not repeat. not_in_version: neither the requested version nor a later one has the field. field_taken: the field has another value. no_segment: the message has no segment for the resource. no_message: no message was created. identity: an id or fullUrl, which messages do not have. bundle: a member of the Bundle or of an entry. dangling_reference: the target is not in the Bundle.',
            ),
        }),
      )
      .describe('Every element that is not in the messages.'),
    altered: z.array(place).describe('Elements in a field that hl7/to-fhir reads back with another value or at another place.'),
    chosen: z
      .array(place)
      .describe(
        'Codes with several equivalents in HL7 v2: the usual one is written, else the one of the same letters, else the first one of the map.',
      ),
    findings: z
      .array(
        z.strictObject({
          code: z
            .enum(['no_patient', 'no_time', 'no_sender', 'no_message', 'other_patient', 'patient_unknown'])
            .describe(
              'no_patient: the message is about no Patient of the Bundle. no_time: neither Bundle nor options give MSH-7. no_sender: nor MSH-3 or MSH-4. no_message: the Bundle holds nothing that a message is made of. other_patient: resources of another patient were left out, because the message has a place for one patient. patient_unknown: resources were left out, because the Bundle has several patients and does not say whose they are.',
            ),
          severity: z.enum(['error', 'warning']).describe('error: resources were left out.'),
          message: z.int().min(0).nullable().describe('Place of the message, from 0; null for the Bundle.'),
          resources: z.array(z.string()).optional().describe('FHIRPaths of the resources that were left out.'),
        }),
      )
      .describe('Differences of the messages.'),
  }),
  document: { field: 'bundle', mediaTypes: FHIR_MEDIA_TYPES },
  download: { field: 'content', mediaType: 'application/hl7-v2', extension: 'hl7', isCopy: true },
  maxInputBytes: 200_000_000,
  mayRunLong: true,
  examples: [
    {
      title: 'An observation',
      input: { bundle: RESULT },
      options: { header: { sendingApplication: 'EHR', timestamp: '20260102080910+0100', controlId: 'F-1' } },
      output: {
        message:
          'MSH|^~\\&|EHR||||20260102080910+0100||ORU^R01^ORU_R01|F-1|P|2.5.1\rPID|1||1001^^^&2.999.1&ISO||Sample^Ada||19700102|F\rOBR|1|||2345-7^Glucose^LN\rOBX|1|NM|2345-7^Glucose^LN||5.4|mmol/L^^UCUM|||||F\r',
      },
    },
  ],
  checkOptions(options) {
    readBundleOptions(options)
  },
  run({ bundle }, options) {
    const settings = readBundleOptions(options)
    const { messages, text, content, elements, unmapped, altered, chosen, findings } = convertBundle(readOne(bundle), settings)
    return {
      message: text,
      content,
      messages: describeMessages(messages),
      mapped: {
        elements: elements - unmapped.length - altered.length,
        ratio: elements === 0 ? 0 : Math.round(((elements - unmapped.length - altered.length) / elements) * 10_000) / 10_000,
      },
      unmapped: [...unmapped],
      altered: [...altered],
      chosen: [...chosen],
      findings: [...findings],
    }
  },
})

/** @throws ProblemError `invalid_input` for a document of several resources */
function readOne(source: string | Uint8Array): JsonObject {
  const { resources } = readFhirDocument(source, modelOf('R4'))
  const found: JsonObject[] = []
  for (const { value } of resources()) {
    found.push(value)
    if (found.length > 1)
      throw new ProblemError('The input has several resources. Send one Bundle, or a batch with one resource per line.', {
        code: 'invalid_input',
      })
  }
  const [bundle] = found
  if (!bundle) throw new ProblemError('The input has no resource.', { code: 'invalid_input' })
  return bundle
}

const CHECKS = z.strictObject(validationOptions('lenient'))

function describeMessages(messages: readonly WrittenMessage[]) {
  const options = readValidationOptions(CHECKS.parse({ maxIssues: 1 }))
  return messages.map(({ text, type, controlId }) => {
    const [validation] = validateDocument(readDocument(text), options).messages
    return {
      type: [type.code, type.trigger, type.structure].filter((part) => part !== '').join('^'),
      controlId,
      structure: validation!.structure,
    }
  })
}
