// The schemas of roles, participations and clinical statements: one shape for all, as CDA has one model for all. What a document does not have is left out.
import * as z from 'zod'
import {
  type AddressValue,
  addressField,
  type CodeValue,
  codeField,
  formerSetId,
  type Identifier,
  identifierField,
  mediaField,
  type NameValue,
  type NullFlavored,
  nameField,
  orNull,
  type QuantityValue,
  quantityField,
  referenceField,
  type TelecomValue,
  type TimeValue,
  telecomField,
  timeField,
  valueField,
} from './value-fields.ts'

const nullFlavor = z.string().optional().describe('Why there is nothing, such as UNK, NI, NA.')
const text = z.string().optional()
/** Elements with one value may have a nullFlavor instead. */
const simple = orNull(z.string()).optional()
const flag = orNull(z.boolean()).optional()
const templates = z.array(z.string()).optional().describe('Templates that it claims: an OID, or OID:extension.')

export interface EntityValue {
  readonly as: string
  readonly class?: string | undefined
  readonly determiner?: string | undefined
  readonly templates?: string[] | undefined
  readonly id?: Identifier[] | undefined
  readonly code?: CodeValue | undefined
  readonly name?: NameValue[] | undefined
  readonly description?: string | NullFlavored | undefined
  readonly quantity?: QuantityValue | undefined
  readonly telecom?: TelecomValue[] | undefined
  readonly address?: AddressValue[] | undefined
  readonly gender?: CodeValue | undefined
  readonly birthTime?: TimeValue | undefined
  readonly deceased?: boolean | NullFlavored | undefined
  readonly deceasedTime?: TimeValue | undefined
  readonly race?: CodeValue[] | undefined
  readonly ethnicity?: CodeValue[] | undefined
  readonly industry?: CodeValue | undefined
  readonly model?: CodeValue | undefined
  readonly software?: CodeValue | undefined
  readonly lot?: string | NullFlavored | undefined
  readonly form?: CodeValue | undefined
  readonly expiry?: TimeValue | undefined
  readonly partOf?: RoleValue | undefined
  readonly roles?: RoleValue[] | undefined
  readonly nullFlavor?: string | undefined
}

export interface RoleValue {
  readonly as: string
  readonly class?: string | undefined
  readonly templates?: string[] | undefined
  readonly id?: Identifier[] | undefined
  readonly code?: CodeValue | undefined
  readonly status?: string | NullFlavored | undefined
  readonly effective?: TimeValue | undefined
  readonly name?: NameValue[] | undefined
  readonly address?: AddressValue[] | undefined
  readonly telecom?: TelecomValue[] | undefined
  readonly quantity?: QuantityValue | undefined
  readonly description?: string | NullFlavored | undefined
  readonly player?: EntityValue | undefined
  readonly scoper?: EntityValue | undefined
  readonly roles?: RoleValue[] | undefined
  readonly nullFlavor?: string | undefined
}

export const entityField: z.ZodType<EntityValue> = z
  .lazy(() =>
    z.strictObject({
      as: z.string().describe('Element, such as assignedPerson, representedOrganization.'),
      class: text,
      determiner: text,
      templates,
      id: z.array(identifierField).optional(),
      code: codeField.optional(),
      name: z.array(nameField).optional(),
      description: simple,
      quantity: quantityField.optional(),
      telecom: z.array(telecomField).optional(),
      address: z.array(addressField).optional(),
      gender: codeField.optional(),
      birthTime: timeField.optional(),
      deceased: flag,
      deceasedTime: timeField.optional(),
      race: z.array(codeField).optional(),
      ethnicity: z.array(codeField).optional(),
      industry: codeField.optional(),
      model: codeField.optional().describe('manufacturerModelName of a device.'),
      software: codeField.optional().describe('softwareName of a device.'),
      lot: simple.describe('lotNumberText of a material.'),
      form: codeField.optional(),
      expiry: timeField.optional(),
      partOf: roleField.optional().describe('The organization that it is a part of.'),
      roles: z.array(roleField).optional().describe('Ingredients, containers and their like.'),
      nullFlavor,
    }),
  )
  .meta({ id: 'Entity' })

export const roleField: z.ZodType<RoleValue> = z
  .lazy(() =>
    z.strictObject({
      as: z.string().describe('Element, such as assignedAuthor, manufacturedProduct.'),
      class: text,
      templates,
      id: z.array(identifierField).optional(),
      code: codeField.optional(),
      status: simple,
      effective: timeField.optional(),
      name: z.array(nameField).optional(),
      address: z.array(addressField).optional(),
      telecom: z.array(telecomField).optional(),
      quantity: quantityField.optional(),
      description: simple,
      player: entityField.optional().describe('Who or what has the role: a person, device, place or material.'),
      scoper: entityField.optional().describe('Scoper of the role, usually an organization.'),
      roles: z.array(roleField).optional(),
      nullFlavor,
    }),
  )
  .meta({ id: 'Role' })

export const participationField = z
  .strictObject({
    as: z.string().describe('Element, such as author, performer, participant.'),
    type: text.describe('typeCode, such as AUT, PRF, CSM.'),
    contextControl: text,
    negated: z.boolean().optional(),
    templates,
    id: z.array(identifierField).optional(),
    code: codeField.optional(),
    function: codeField.optional(),
    time: timeField.optional(),
    mode: codeField.optional(),
    awareness: codeField.optional(),
    signature: simple,
    signatureText: mediaField.optional(),
    role: roleField.optional(),
    nullFlavor,
  })
  .meta({ id: 'Participation' })

export const externalField = z
  .strictObject({
    type: text.describe('typeCode of the reference, such as REFR, RPLC.'),
    as: z.string().describe('Element, such as externalDocument, parentDocument.'),
    class: text,
    mood: text,
    separable: flag,
    templates,
    id: z.array(identifierField).optional(),
    documentSetId: identifierField.optional().describe('The same in all versions of the document.'),
    setId: formerSetId,
    version: simple,
    code: codeField.optional(),
    text: mediaField.optional(),
    effective: timeField.optional(),
    status: simple,
    priority: codeField.optional(),
    nullFlavor,
  })
  .meta({ id: 'External' })

export const criterionField = z
  .strictObject({
    as: z.string(),
    type: text,
    class: text,
    templates,
    code: codeField.optional(),
    text: mediaField.optional(),
    value: z.array(valueField).optional(),
    interpretation: z.array(codeField).optional(),
    nullFlavor,
  })
  .meta({ id: 'Criterion' })

const statementShape = {
  path: z.string().describe('Place of the element, as an XPath.'),
  xmlId: text.describe('Attribute ID of the element.'),
  as: z.string().describe('Element: act, encounter, observation, organizer, procedure, substanceAdministration, supply, or another.'),
  name: text.describe('Name of the first known template.'),
  class: text,
  mood: text.describe('EVN for what happened; INT, RQO, PRP, GOL for what is planned, ordered, proposed or a goal.'),
  negated: z.boolean().describe('True if the statement says that it is not so, or was not done: negationInd.'),
  nullFlavor,
  templates,
  id: z.array(identifierField).optional(),
  code: codeField.optional(),
  title: simple,
  text: mediaField.optional().describe('Text of the statement, or the narrative that it points to.'),
  reference: referenceField.optional().describe('The narrative that says the same: that of text, else of the code or a value.'),
  status: simple,
  effective: timeField.optional().describe('When it was so; of an administration, from when to when.'),
  timing: z.array(timeField).optional().describe('Further times: how often a medication is taken.'),
  activity: timeField.optional().describe('activityTime.'),
  expectedUse: timeField.optional(),
  value: z.array(valueField).optional(),
  interpretation: z.array(codeField).optional(),
  referenceRange: z.array(criterionField).optional(),
  method: z.array(codeField).optional(),
  targetSite: z.array(codeField).optional(),
  approachSite: z.array(codeField).optional(),
  priority: codeField.optional(),
  language: codeField.optional(),
  confidentiality: codeField.optional(),
  uncertainty: codeField.optional(),
  reason: z.array(codeField).optional(),
  disposition: codeField.optional().describe('dischargeDispositionCode.'),
  derivation: simple.describe('derivationExpr.'),
  independent: flag,
  interruptible: flag,
  substance: codeField.optional().describe('The drug, vaccine, supply or allergen.'),
  dose: quantityField.optional(),
  rate: quantityField.optional(),
  maxDose: z.array(quantityField).optional(),
  route: codeField.optional(),
  unitForm: codeField.optional().describe('administrationUnitCode.'),
  repeats: quantityField.optional(),
  quantity: quantityField.optional(),
  author: z.array(participationField).optional(),
  participants: z.array(participationField).optional().describe('Performers, products, subjects, specimens, informants and others.'),
  preconditions: z.array(criterionField).optional(),
  externals: z.array(externalField).optional().describe('Documents and statements elsewhere that it refers to.'),
  start: z.int().min(0).optional().describe('First character of the element in the text, from 0.'),
  end: z.int().min(0).optional(),
} as const

const statementFacts = z.strictObject(statementShape)
type StatementFacts = z.infer<typeof statementFacts>

export interface Statement extends StatementFacts {
  readonly related?: Relation[] | undefined
}

export interface Relation {
  readonly type?: string | undefined
  readonly inverted?: boolean | undefined
  readonly negated?: boolean | undefined
  readonly sequence?: string | NullFlavored | undefined
  readonly separable?: boolean | NullFlavored | undefined
  readonly contextConducted?: boolean | undefined
  readonly templates?: string[] | undefined
  readonly nullFlavor?: string | undefined
  readonly statement?: Statement | undefined
}

export const relationField: z.ZodType<Relation> = z
  .lazy(() =>
    z.strictObject({
      type: text.describe('typeCode, such as SUBJ, REFR, CAUS, MFST, RSON, COMP, DRIV.'),
      inverted: z.boolean().optional().describe('True if the relationship leads from the inner statement to the outer one.'),
      negated: z.boolean().optional(),
      sequence: simple,
      separable: flag,
      contextConducted: z.boolean().optional(),
      templates,
      nullFlavor,
      statement: z.strictObject({ ...statementShape, related }).optional(),
    }),
  )
  .meta({ id: 'Relation' })

const related = z.array(relationField).optional().describe('Statements within it, such as reactions, severities, indications, dispenses.')

export const itemField = z
  .strictObject({
    ...statementShape,
    related,
    section: z.string().nullable().describe('Path of its section; null for a part of a document without one.'),
    within: z.array(z.string()).optional().describe('Paths of the groups around it, the nearest last.'),
  })
  .meta({ id: 'ClinicalItem' })

export type Participation = z.infer<typeof participationField>
export type ExternalValue = z.infer<typeof externalField>
export type Criterion = z.infer<typeof criterionField>
export type ClinicalItem = z.infer<typeof itemField>
