// The options of hl7/to-fhir, and what they mean to the conversion.
import * as z from 'zod'
import { ProblemError } from '../../../core/problem.ts'
import { CodeMaps, isAddress } from './code-systems.ts'
import type { ConvertSettings } from './convert-message.ts'
import { readZone } from './date-values.ts'
import { readSite } from './site/read-site.ts'
import { SITE_OPTIONS } from './site/site-options.ts'

export const CONVERT_OPTIONS = {
  bundle: z
    .enum(['message', 'transaction', 'collection'])
    .default('message')
    .describe('Type of the Bundle. transaction: with a request for each resource, see writes. A MessageHeader is always first.'),
  writes: z
    .enum(['upsert', 'create'])
    .default('upsert')
    .describe(
      'Of a transaction. upsert: a resource with an identifier that has a system is updated by it (PUT with a search), and so are patients and visits by ADT messages; other messages, and what is only referred to, create it where it is not there yet (POST with ifNoneExist). Resources without such an identifier are created by POST. create: each resource is created by POST.',
    ),
  ids: z
    .enum(['message', 'identifier'])
    .default('message')
    .describe(
      'Source of the IDs, which are UUIDs and reproducible. message: all of the message. identifier: of a resource with an identifier that has a system or an assigner, that, so that it has the same id in every message; of an Organization or a Practitioner with a number of the sender, that and the sender.',
    ),
  idNamespace: z
    .string()
    .max(200)
    .default('')
    .describe('Text that becomes part of each ID, so that other sites get other IDs for the same message.'),
  timezone: z
    .string()
    .min(1)
    .max(64)
    .optional()
    .describe(
      'Time zone of times without an offset, if MSH-7 has none: +01:00 or Europe/Vienna. Without it, such a time becomes a date, and is listed as no_timezone. Dates are never shifted.',
    ),
  timestamp: z
    .string()
    .regex(/^[0-9]{14}(?:\.[0-9]{1,4})?[+-][0-9]{4}$/)
    .optional()
    .describe('Time of the conversion, for Provenance.recorded. Default: MSH-7, so that a message always gives the same result.'),
  systems: z
    .record(z.string().min(1).max(200), z.string().min(1).max(2_000))
    .default({})
    .describe('Addresses of assigning authorities and code systems by their names in the messages: {"NORTH": "urn:oid:1.2.3"}.'),
  codeMaps: z
    .array(
      z.strictObject({
        map: z.string().min(1).max(100).describe('Name of a code map of the guide: AdministrativeSex, PatientClass[EncounterClass].'),
        from: z.string().min(1).max(200).describe('Code in the message.'),
        to: z.string().min(1).max(200).describe('Code in FHIR.'),
        system: z.string().min(1).max(2_000).optional().describe('Address of its code system.'),
        display: z.string().min(1).max(500).optional().describe('Its display.'),
      }),
    )
    .max(10_000)
    .default([])
    .describe('Codes that extend or override the code maps of the guide.'),
  ...SITE_OPTIONS,
}

const optionsShape = z.strictObject(CONVERT_OPTIONS)

/** @throws ProblemError `invalid_input` for an unknown zone or code map, and for what is no address */
export function readConvertOptions({
  timezone,
  timestamp,
  systems,
  codeMaps,
  rules,
  conceptMaps,
}: Pick<z.infer<typeof optionsShape>, 'timezone' | 'timestamp' | 'systems' | 'codeMaps' | 'rules' | 'conceptMaps'>): ConvertSettings {
  const zone = timezone === undefined ? undefined : readZone(timezone)
  if (timezone !== undefined && !zone) throw invalid('/options/timezone', 'is no offset and no time zone')
  for (const [name, address] of Object.entries(systems)) {
    if (!isAddress(address)) throw invalid(`/options/systems/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, 'is no absolute address')
  }
  for (const [i, { system }] of codeMaps.entries()) {
    if (system !== undefined && !isAddress(system)) throw invalid(`/options/codeMaps/${i}/system`, 'is no absolute address')
  }
  const site = readSite({ rules, conceptMaps })
  const codes = new CodeMaps([...codeMaps, ...site.overrides])
  return { zone, systems: new Map(Object.entries(systems)), codes, timestamp, site }
}

function invalid(pointer: string, detail: string): ProblemError {
  return new ProblemError('An option has an invalid value.', {
    code: 'invalid_input',
    at: { pointer },
    errors: [{ pointer, code: 'invalid_value', detail }],
  })
}
