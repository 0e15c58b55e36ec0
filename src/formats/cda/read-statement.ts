// Clinical statements: every act, observation, administration and their like in one shape, with all that stands within it.
import type { XmlElement, XmlNode } from '../xml/node.ts'
import { type CdaReading, compact } from './cda-reading.ts'
import type { Criterion, ExternalValue, Participation, Relation, Statement } from './fields/statement-fields.ts'
import type { CodeValue, MediaValue, NarrativeReference, TimeValue, Value } from './fields/value-fields.ts'
import { KNOWN_URIS } from './namespaces.ts'
import { readCode, readIdentifier, readTemplates } from './read-code.ts'
import { readQuantity } from './read-quantity.ts'
import { readParticipation } from './read-roles.ts'
import { readFlag, readNumber, readSimpleCode, readText } from './read-simple.ts'
import { readTime } from './read-time.ts'
import { readMedia, readValue } from './read-value.ts'
import { templateName } from './templates.ts'

/** Elements that are clinical statements (CDA R2, 4.3.6). */
export const STATEMENTS: ReadonlySet<string> = new Set([
  'act',
  'encounter',
  'observation',
  'observationMedia',
  'organizer',
  'procedure',
  'regionOfInterest',
  'substanceAdministration',
  'supply',
])

const PARTICIPATIONS: ReadonlySet<string> = new Set([
  'performer',
  'participant',
  'informant',
  'subject',
  'specimen',
  'consumable',
  'product',
  'location',
  'dataEnterer',
  'responsibleParty',
])

const RELATIONS: ReadonlySet<string> = new Set(['entryRelationship', 'component', 'inFulfillmentOf1', 'outboundRelationship', 'sourceOf'])
const CRITERIA: ReadonlySet<string> = new Set(['observationRange', 'criterion', 'eventCriterion'])
const EXTERNALS: ReadonlySet<string> = new Set([
  'externalAct',
  'externalObservation',
  'externalProcedure',
  'externalDocument',
  'actReference',
  'order',
  'parentDocument',
])

/** Whether a node is a clinical statement of CDA, and not an element of the same name from elsewhere. */
export function isStatement(node: XmlNode): node is XmlElement {
  return isOneOf(node, STATEMENTS)
}

function isOneOf(node: XmlNode, names: ReadonlySet<string>): node is XmlElement {
  return node.kind === 'element' && names.has(node.local) && KNOWN_URIS.has(node.uri)
}

export function readStatement(reading: CdaReading, element: XmlElement): Statement {
  const templates = readTemplates(reading, element)
  const [effective, timing] = readTimes(reading, element)
  const code = reading.one(element, 'code', readCode)
  const text = reading.one(element, 'text', readMedia)
  const value = reading.each(element, 'value', element.local === 'observationMedia' ? readMediaValue : readValue)
  const participants = readParticipations(reading, element)
  return compact<Statement>({
    path: reading.paths.of(element),
    xmlId: reading.attribute(element, 'ID'),
    as: element.local,
    name: templates && templateName(templates),
    class: reading.attribute(element, 'classCode'),
    mood: reading.attribute(element, 'moodCode'),
    negated: reading.flag(element, 'negationInd') ?? reading.flag(element, 'actionNegationInd') ?? false,
    nullFlavor: reading.attribute(element, 'nullFlavor'),
    templates,
    id: reading.each(element, 'id', readIdentifier),
    code,
    title: reading.one(element, 'title', readText),
    text: text && ownText(text),
    reference: referenceOf(text, code, value),
    status: reading.one(element, 'statusCode', readSimpleCode),
    effective,
    timing,
    activity: reading.one(element, 'activityTime', readTime),
    expectedUse: reading.one(element, 'expectedUseTime', readTime),
    value,
    interpretation: reading.each(element, 'interpretationCode', readCode),
    referenceRange: readCriteria(reading, element, 'referenceRange'),
    method: reading.each(element, 'methodCode', readCode),
    targetSite: reading.each(element, 'targetSiteCode', readCode),
    approachSite: reading.each(element, 'approachSiteCode', readCode),
    priority: reading.one(element, 'priorityCode', readCode),
    language: reading.one(element, 'languageCode', readCode),
    confidentiality: reading.one(element, 'confidentialityCode', readCode),
    uncertainty: reading.one(element, 'uncertaintyCode', readCode),
    reason: reading.each(element, 'reasonCode', readCode),
    disposition: reading.one(element, 'dischargeDispositionCode', readCode),
    derivation: reading.one(element, 'derivationExpr', readText),
    independent: reading.one(element, 'independentInd', readFlag),
    interruptible: reading.one(element, 'interruptibleInd', readFlag),
    substance: substanceOf(participants),
    dose: reading.one(element, 'doseQuantity', readQuantity),
    rate: reading.one(element, 'rateQuantity', readQuantity),
    maxDose: reading.each(element, 'maxDoseQuantity', readQuantity),
    route: reading.one(element, 'routeCode', readCode),
    unitForm: reading.one(element, 'administrationUnitCode', readCode),
    repeats: reading.one(element, 'repeatNumber', readQuantity),
    quantity: reading.one(element, 'quantity', readQuantity),
    author: reading.each(element, 'author', readParticipation),
    participants,
    preconditions: readCriteria(reading, element, 'precondition'),
    externals: reading.each(element, 'reference', readExternal),
    start: reading.keepsPositions ? element.start : undefined,
    end: reading.keepsPositions ? element.end : undefined,
    related: readRelations(reading, element),
  })
}

/** The first time that is no rhythm is when it was so; the others say how often. */
function readTimes(reading: CdaReading, element: XmlElement): [TimeValue | undefined, TimeValue[] | undefined] {
  const times = reading.each(element, 'effectiveTime', readTime) ?? []
  const first = times.findIndex(({ type, operator }) => !/^(?:PIVL|EIVL|SXPR)/.test(type ?? '') && operator !== 'A')
  const others = times.filter((_, i) => i !== first)
  return [times[first], others.length === 0 ? undefined : others]
}

function readMediaValue(reading: CdaReading, element: XmlElement): Value {
  return { media: readMedia(reading, element) }
}

/** Without the reference, which is that of the statement. */
function ownText({ reference: _, ...text }: MediaValue): MediaValue | undefined {
  return Object.keys(text).length === 0 ? undefined : text
}

function referenceOf(
  text: MediaValue | undefined,
  code: CodeValue | undefined,
  values: Value[] | undefined,
): NarrativeReference | undefined {
  if (text?.reference) return text.reference
  if (code?.reference) return code.reference
  for (const { code: own, media } of values ?? []) {
    const reference = own?.reference ?? media?.reference
    if (reference) return reference
  }
  return undefined
}

function readParticipations(reading: CdaReading, element: XmlElement): Participation[] | undefined {
  const found: Participation[] = []
  for (const child of element.children) {
    if (!isOneOf(child, PARTICIPATIONS)) continue
    child.isMarked = true
    found.push(readParticipation(reading, child))
  }
  return found.length === 0 ? undefined : found
}

/** What is given, supplied or reacted to. */
function substanceOf(participants: readonly Participation[] | undefined): CodeValue | undefined {
  for (const { as, type, role } of participants ?? []) {
    const isProduct = as === 'consumable' || as === 'product' || (as === 'participant' && type === 'CSM')
    if (isProduct && role?.player?.code) return role.player.code
  }
  return undefined
}

/** `referenceRange/observationRange` and `precondition/criterion`. */
function readCriteria(reading: CdaReading, element: XmlElement, name: string): Criterion[] | undefined {
  return reading.each(element, name, (_, outer) => {
    const inner = reading.firstOf(outer, CRITERIA)
    return compact<Criterion>({
      as: inner?.local ?? outer.local,
      type: reading.attribute(outer, 'typeCode'),
      class: inner && reading.attribute(inner, 'classCode'),
      templates: joined(readTemplates(reading, outer), inner && readTemplates(reading, inner)),
      code: inner && reading.one(inner, 'code', readCode),
      text: inner && reading.one(inner, 'text', readMedia),
      value: inner && reading.each(inner, 'value', readValue),
      interpretation: inner && reading.each(inner, 'interpretationCode', readCode),
      nullFlavor: reading.attribute(outer, 'nullFlavor') ?? (inner && reading.attribute(inner, 'nullFlavor')),
    })
  })
}

function joined(first: string[] | undefined, second: string[] | undefined): string[] | undefined {
  return first && second ? [...first, ...second] : (first ?? second)
}

/** A reference to what stands outside of the document, or another document that it is related to. */
export function readExternal(reading: CdaReading, outer: XmlElement): ExternalValue {
  const inner = reading.firstOf(outer, EXTERNALS)
  const documentSetId = inner && reading.one(inner, 'setId', readIdentifier)
  return compact<ExternalValue>({
    type: reading.attribute(outer, 'typeCode'),
    as: inner?.local ?? outer.local,
    class: inner && reading.attribute(inner, 'classCode'),
    mood: inner && reading.attribute(inner, 'moodCode'),
    separable: reading.one(outer, 'seperatableInd', readFlag),
    templates: joined(readTemplates(reading, outer), inner && readTemplates(reading, inner)),
    id: inner && reading.each(inner, 'id', readIdentifier),
    documentSetId,
    setId: documentSetId,
    version: inner && reading.one(inner, 'versionNumber', readNumber),
    code: inner && reading.one(inner, 'code', readCode),
    text: inner && reading.one(inner, 'text', readMedia),
    effective: inner && reading.one(inner, 'effectiveTime', readTime),
    status: inner && reading.one(inner, 'statusCode', readSimpleCode),
    priority: inner && reading.one(inner, 'priorityCode', readCode),
    nullFlavor: reading.attribute(outer, 'nullFlavor') ?? (inner && reading.attribute(inner, 'nullFlavor')),
  })
}

function readRelations(reading: CdaReading, element: XmlElement): Relation[] | undefined {
  const found: Relation[] = []
  for (const child of element.children) {
    // Some documents leave out the relationship between an organizer and its statement.
    if (isOneOf(child, RELATIONS)) found.push(readRelation(reading, child))
    else if (isStatement(child)) found.push(readBare(reading, child))
  }
  return found.length === 0 ? undefined : found
}

function readBare(reading: CdaReading, element: XmlElement): Relation {
  reading.countRelation(element)
  element.isMarked = true
  return { statement: readStatement(reading, element) }
}

/** An entry, entryRelationship or component with the statement in it. */
export function readRelation(reading: CdaReading, element: XmlElement): Relation {
  reading.countRelation(element)
  element.isMarked = true
  const inner = element.children.find(isStatement)
  if (inner) inner.isMarked = true
  else if (!element.attributes.some(({ local }) => local === 'nullFlavor')) reading.report('statement_unknown', element)
  return compact<Relation>({
    type: reading.attribute(element, 'typeCode'),
    inverted: reading.flag(element, 'inversionInd'),
    negated: reading.flag(element, 'negationInd'),
    sequence: reading.one(element, 'sequenceNumber', readNumber),
    separable: reading.one(element, 'seperatableInd', readFlag),
    contextConducted: reading.flag(element, 'contextConductionInd'),
    templates: readTemplates(reading, element),
    nullFlavor: reading.attribute(element, 'nullFlavor'),
    statement: inner && readStatement(reading, inner),
  })
}
