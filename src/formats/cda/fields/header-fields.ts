// The schemas of the header of a document. What a document does not have is left out.
import * as z from 'zod'
import { entityField, externalField, participationField, roleField } from './statement-fields.ts'
import { addressField, codeField, formerSetId, identifierField, nameField, orNull, telecomField, timeField } from './value-fields.ts'

const text = z.string().optional()
const simple = orNull(z.string()).optional()
const flag = orNull(z.boolean()).optional()
const templates = z.array(z.string()).optional()

const patientField = z
  .strictObject({
    templates,
    id: z.array(identifierField),
    name: z.array(nameField),
    personId: z.array(identifierField).optional(),
    gender: codeField.optional(),
    birthTime: timeField.optional(),
    deceased: flag,
    deceasedTime: timeField.optional(),
    multipleBirth: flag,
    birthOrder: simple,
    maritalStatus: codeField.optional(),
    religion: codeField.optional(),
    race: z.array(codeField).optional(),
    ethnicity: z.array(codeField).optional(),
    languages: z
      .array(
        z.strictObject({
          templates,
          code: simple,
          mode: codeField.optional(),
          proficiency: codeField.optional(),
          preferred: flag,
          nullFlavor: text,
        }),
      )
      .optional(),
    guardians: z.array(roleField).optional(),
    birthplace: roleField.optional(),
    address: z.array(addressField).optional(),
    telecom: z.array(telecomField).optional(),
    identifiedBy: z.array(roleField).optional(),
    provider: entityField.optional().describe('providerOrganization.'),
    nullFlavor: text,
  })
  .meta({ id: 'Patient' })

const serviceEventField = z
  .strictObject({
    class: text,
    mood: text,
    templates,
    id: z.array(identifierField).optional(),
    code: codeField.optional(),
    status: simple,
    effective: timeField.optional(),
    performers: z.array(participationField).optional(),
    nullFlavor: text,
  })
  .meta({ id: 'ServiceEvent' })

const encounterField = z.strictObject({
  class: text,
  mood: text,
  templates,
  id: z.array(identifierField).optional(),
  code: codeField.optional(),
  effective: timeField.optional(),
  admission: codeField.optional().describe('admissionReferralSourceCode.'),
  disposition: codeField.optional().describe('dischargeDispositionCode.'),
  participants: z.array(participationField).optional(),
  location: participationField.optional(),
})

export const headerField = z.strictObject({
  realm: z.array(codeField).optional(),
  typeId: identifierField.optional(),
  id: identifierField.optional(),
  documentSetId: identifierField.optional().describe('The same in all versions of the document.'),
  setId: formerSetId,
  version: simple,
  title: simple,
  status: simple,
  effectiveTime: timeField.optional(),
  copyTime: timeField.optional(),
  confidentiality: codeField.optional(),
  language: simple,
  category: z.array(codeField).optional(),
  patient: patientField.optional(),
  otherPatients: z.array(patientField).optional(),
  authors: z.array(participationField),
  dataEnterer: participationField.optional(),
  informants: z.array(participationField).optional(),
  custodian: participationField.optional(),
  recipients: z.array(participationField).optional(),
  legalAuthenticator: participationField.optional(),
  authenticators: z.array(participationField).optional(),
  participants: z.array(participationField),
  orders: z.array(externalField).optional().describe('inFulfillmentOf.'),
  serviceEvents: z.array(serviceEventField).describe('documentationOf.'),
  relatedDocuments: z.array(externalField),
  consents: z.array(serviceEventField).optional().describe('authorization.'),
  encompassingEncounter: encounterField.optional(),
})

export type Patient = z.infer<typeof patientField>
export type ServiceEvent = z.infer<typeof serviceEventField>
export type Encounter = z.infer<typeof encounterField>
export type Header = z.infer<typeof headerField>
