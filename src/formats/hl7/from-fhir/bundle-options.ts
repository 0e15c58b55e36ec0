// The options of hl7/from-fhir, and what they mean to the conversion.
import * as z from 'zod'
import { ProblemError } from '../../../core/problem.ts'
import { charsetNamed } from '../charset/charsets.ts'
import { HL7_VERSIONS } from '../dictionary/versions.ts'
import { CONVERT_OPTIONS, readConvertOptions } from '../fhir/convert-options.ts'
import type { BundleSettings } from './convert-bundle.ts'
import { typeOfEvent } from './plan/plan-header.ts'

const text = (description: string) => z.string().min(1).max(250).optional().describe(description)

const TERMINATORS = ['cr', 'lf', 'crlf'] as const
const TERMINATOR_TEXTS = { cr: '\r', lf: '\n', crlf: '\r\n' } as const

export const BUNDLE_OPTIONS = {
  type: z
    .string()
    .regex(/^[A-Z0-9]{3}\^[A-Z0-9]{3}$/)
    .optional()
    .describe(
      'MSH-9.1 and MSH-9.2 of all messages, such as ORU^R01. Default: the event of MessageHeader, else by resource: ORU^R01 for each DiagnosticReport and for 200 Observations without one, VXU^V04, OML^O21 (before 2.5 ORM^O01), RDE^O11 (before 2.5 RDE^O01), RDS^O13 and RAS^O17 for what each patient has, 200 in a message, of Immunizations, ServiceRequests, MedicationRequests, MedicationDispenses and MedicationAdministrations, SIU^S12 for each Appointment, MDM^T02 for each DocumentReference, and for each Encounter by its status and class A01, A03, A04, A05, A08 or A11 of ADT; ADT^A28 for a patient without any of these.',
    ),
  version: z.enum(HL7_VERSIONS).default('2.5.1').describe('MSH-12, and the version of the tables of fields and components.'),
  header: z
    .strictObject({
      sendingApplication: text('MSH-3.'),
      sendingFacility: text('MSH-4.'),
      receivingApplication: text('MSH-5.'),
      receivingFacility: text('MSH-6.'),
      timestamp: z
        .string()
        .regex(/^[0-9]{4,14}(?:\.[0-9]{1,4})?(?:[+-][0-9]{4})?$/)
        .optional()
        .describe('MSH-7. Default: Bundle.timestamp. The system clock is not used.'),
      controlId: text('MSH-10; of several messages, -2, -3 … are added. Default: Bundle.identifier, else 1, 2, 3 …'),
      processingId: z.string().min(1).max(20).default('P').describe('MSH-11, if the MessageHeader has none.'),
      characterSet: text('MSH-18 in HL7’s spelling, such as 8859/1: the result uses it. Default: UTF-8.'),
    })
    .prefault({})
    .describe('Values for MSH that override the Bundle.'),
  terminator: z.enum(TERMINATORS).default('cr').describe('Segment terminator. HL7 v2 requires cr.'),
  batch: z
    .enum(['auto', 'always', 'never'])
    .default('auto')
    .describe('Enclose the messages in BHS and BTS. auto: if there are several messages.'),
  systems: CONVERT_OPTIONS.systems.describe(
    'Names of assigning authorities and code systems in messages, with their addresses: {"NORTH": "urn:oid:1.2.3"}, as hl7/to-fhir takes them.',
  ),
  codeMaps: CONVERT_OPTIONS.codeMaps.describe(
    'Codes that are added to the code maps of the guide, as hl7/to-fhir takes them: `to` becomes `from`.',
  ),
}

const optionsShape = z.strictObject(BUNDLE_OPTIONS)

/** @throws ProblemError `invalid_input` for an unknown code map or character set, and for what is no address */
export function readBundleOptions({
  type,
  version,
  header,
  terminator,
  batch,
  systems,
  codeMaps,
}: z.infer<typeof optionsShape>): BundleSettings {
  const again = readConvertOptions({ systems, codeMaps, rules: [], conceptMaps: [], timezone: undefined, timestamp: undefined })
  const { characterSet } = header
  if (characterSet !== undefined && !charsetNamed(characterSet)) {
    const pointer = '/options/header/characterSet'
    throw new ProblemError('An option has an invalid value.', {
      code: 'invalid_input',
      at: { pointer },
      errors: [{ pointer, code: 'invalid_value', detail: 'is no character set of table 0211' }],
    })
  }
  const [code = '', trigger = ''] = type?.split('^') ?? []
  return {
    type: type === undefined ? undefined : typeOfEvent(code, trigger, version),
    version,
    header: {
      sendingApplication: header.sendingApplication,
      sendingFacility: header.sendingFacility,
      receivingApplication: header.receivingApplication,
      receivingFacility: header.receivingFacility,
      timestamp: header.timestamp,
      controlId: header.controlId,
      processingId: header.processingId,
      characterSet,
    },
    terminator: TERMINATOR_TEXTS[terminator],
    batch,
    codes: again.codes,
    // Of two names for one address, the first one is written.
    systems: new Map(
      Object.entries(systems)
        .map(([name, address]) => [address, name] as const)
        .reverse(),
    ),
    again,
  }
}
