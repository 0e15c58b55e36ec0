// hl7/import-profile: conformance profiles in HL7's and NIST's XML forms as profiles of hl7/validate, with a list of what they lose.
import * as z from 'zod'
import { textOrBytesField } from '../../core/document.ts'
import { ProblemError } from '../../core/problem.ts'
import { defineTool } from '../../core/tool.ts'
import { type ImportedMessage, importProfile } from '../../formats/hl7/profile-import/import-profile.ts'
import { NOT_IMPORTED, type NotImportedKind } from '../../formats/hl7/profile-import/message-model.ts'

const kinds = Object.keys(NOT_IMPORTED) as [NotImportedKind, ...NotImportedKind[]]

const notImportedField = z.array(
  z.strictObject({
    path: z.string().describe('Place in the message, such as PID-3.1 or PATIENT/PV1; what the file calls it where it is no place.'),
    kind: z.enum(kinds).describe(kinds.map((kind) => `${kind}: ${NOT_IMPORTED[kind]}.`).join(' ')),
  }),
)

const PROFILE = [
  '<HL7v2xConformanceProfile HL7Version="2.5" ProfileType="Implementation"><MetaData Name="North admission" OrgName="North"/>',
  '<HL7v2xStaticDef MsgType="ADT" EventType="A01" MsgStructID="ADT_A01" Role="Sender">',
  '<Segment Name="MSH" Usage="R" Min="1" Max="1"/><Segment Name="EVN" Usage="R" Min="1" Max="1"/>',
  '<Segment Name="PID" Usage="R" Min="1" Max="1">',
  '<Field Name="Set ID" Usage="X" Min="0" Max="0" Datatype="SI"/><Field Name="Patient ID" Usage="O" Min="0" Max="1" Datatype="CX"/>',
  '<Field Name="Patient Identifier List" Usage="R" Min="1" Max="2" Datatype="CX">',
  '<Component Name="ID" Usage="R" Datatype="ST" Length="10"/><Component Name="Check Digit" Usage="C" Datatype="ST"/></Field>',
  '</Segment></HL7v2xStaticDef></HL7v2xConformanceProfile>',
].join('')

export const hl7ImportProfile = defineTool({
  id: 'hl7/import-profile',
  version: '1.0.0',
  title: 'Import an HL7 v2 profile',
  summary: 'Converts conformance profiles in HL7 or NIST XML to profiles for hl7/validate, and lists what cannot be converted.',
  input: z.strictObject({
    profile: textOrBytesField("HL7's HL7v2xConformanceProfile, or NIST's ConformanceProfile (Profile.xml of IGAMT)."),
    valueSets: textOrBytesField("Codes: NIST's ValueSetLibrary (ValueSets.xml), or hl7tables of the Messaging Workbench.").optional(),
    constraints: textOrBytesField("NIST's ConformanceContext (Constraints.xml), with predicates and conformance statements.").optional(),
  }),
  options: z.strictObject({
    message: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe('Message of the profile, by identifier, structure or event, such as ORU_R01 or ORU^R01. Default: all.'),
    severity: z.enum(['info', 'warning', 'error']).default('error').describe('Severity of rows without a severity in the file.'),
  }),
  output: z.strictObject({
    form: z.enum(['hl7', 'nist']).describe("The form of the file: HL7's own, or NIST's."),
    name: z.string().describe('Name of the profile.'),
    version: z.strictObject({ declared: z.string(), used: z.string() }).describe('The version of HL7, and the one whose tables were used.'),
    profiles: z
      .array(
        z.strictObject({
          id: z.string().describe('Name of the message in the file.'),
          structure: z.string().describe('Message structure.'),
          rows: z.int().min(0).describe('Rows of the profile.'),
          profile: z
            .record(z.string(), z.unknown())
            .describe('The profile: value of the option profile of hl7/validate, hl7/ack and hl7/build.'),
          notImported: notImportedField.describe('Rules of the message that were not imported, in file order.'),
        }),
      )
      .describe(
        'One profile per message. Names, descriptions, examples and conformance lengths are not imported, because they are not rules.',
      ),
    notImported: notImportedField.describe('Rules of the files that were not imported.'),
  }),
  document: { field: 'profile', mediaTypes: ['application/xml', 'text/xml'] },
  maxInputBytes: 50_000_000,
  mayRunLong: true,
  examples: [
    {
      title: "A profile in HL7's form",
      input: { profile: PROFILE },
      output: {
        form: 'hl7',
        profiles: [
          {
            id: '1',
            structure: 'ADT_A01',
            rows: 7,
            profile: {
              name: 'North admission',
              messages: [{ code: 'ADT', trigger: 'A01' }],
              segments: [
                { segment: 'MSH', usage: 'R', max: 1 },
                { segment: 'EVN', usage: 'R', max: 1 },
                { segment: 'PID', usage: 'R', max: 1 },
              ],
              places: [
                { path: 'PID-1', usage: 'X' },
                { path: 'PID-2', max: 1 },
                { path: 'PID-3', usage: 'R', max: 2 },
                { path: 'PID-3.1', usage: 'R', maxLength: 10 },
              ],
            },
            notImported: [{ path: 'PID-3.2', kind: 'conditional_usage' }],
          },
        ],
        notImported: [],
      },
    },
  ],
  run({ profile, valueSets, constraints }, { message, severity }) {
    const { form, name, version, messages, notImported } = importProfile({ profile, valueSets, constraints })
    const chosen = message === undefined ? messages : messages.filter((each) => matchesMessage(each, message))
    if (chosen.length === 0) {
      const errors = [{ pointer: '/options/message', code: 'invalid_value', detail: 'the profile has no such message' }]
      throw new ProblemError('The profile has no such message.', { code: 'invalid_input', errors })
    }
    const profiles = chosen.map(({ id, structure, profile: imported, notImported: lacking }) => {
      const segments = imported.segments.map((row) => withSeverity(row, severity))
      const places = imported.places.map((row) => withSeverity(row, severity))
      const whole = { ...imported, segments, places }
      return { id, structure, rows: segments.length + places.length, profile: whole as Record<string, unknown>, notImported: [...lacking] }
    })
    return { form, name, version, profiles, notImported: [...notImported] }
  },
})

function matchesMessage({ id, structure, profile }: ImportedMessage, requested: string): boolean {
  return (
    id === requested || structure === requested || profile.messages.some(({ code, trigger }) => `${code}^${trigger ?? ''}` === requested)
  )
}

/** The default of the format is an error. */
function withSeverity<T extends object>(row: T, severity: 'info' | 'warning' | 'error'): T {
  return severity === 'error' || 'severity' in row ? row : { ...row, severity }
}
