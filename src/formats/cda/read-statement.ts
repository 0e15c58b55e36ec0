// Clinical statements: every act, observation, administration and their like in one shape, with all that stands within it.
import type { XmlElement, XmlNode } from '../xml/node.ts'
import { type CdaReading, compact } from './cda-reading.ts'
import { attribute, computed, ElementPlan, each, eachOf, flag, localName, one, type Slots, type Source, taken } from './element-plan.ts'
import type { Criterion, Participation, Relation, Statement } from './fields/statement-fields.ts'
import type { CodeValue, MediaValue, NarrativeReference, TimeValue, Value } from './fields/value-fields.ts'
import { KNOWN_URIS } from './namespaces.ts'
import { readCode, readIdentifier, templates } from './read-code.ts'
import { joined, readExternal } from './read-external.ts'
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

/** Whether a node is a clinical statement of CDA, and not an element of the same name from elsewhere. */
export function isStatement(node: XmlNode): node is XmlElement {
  return node.kind === 'element' && STATEMENTS.has(node.local) && KNOWN_URIS.has(node.uri)
}

interface Beside {
  readonly times: TimeValue[] | undefined
  readonly content: MediaValue | undefined
}

const STATEMENT = new ElementPlan<Statement, Beside>(
  {
    path: computed(),
    xmlId: attribute('ID'),
    as: localName(),
    name: computed(),
    class: attribute('classCode'),
    mood: attribute('moodCode'),
    negated: flag('negationInd') as Source<boolean>,
    nullFlavor: attribute('nullFlavor'),
    templates: templates(),
    id: each('id', readIdentifier),
    code: one('code', readCode),
    title: one('title', readText),
    text: computed(),
    reference: computed(),
    status: one('statusCode', readSimpleCode),
    effective: computed(),
    timing: computed(),
    activity: one('activityTime', readTime),
    expectedUse: one('expectedUseTime', readTime),
    value: each('value', readValueOf),
    interpretation: each('interpretationCode', readCode),
    referenceRange: each('referenceRange', readCriterion),
    method: each('methodCode', readCode),
    targetSite: each('targetSiteCode', readCode),
    approachSite: each('approachSiteCode', readCode),
    priority: one('priorityCode', readCode),
    language: one('languageCode', readCode),
    confidentiality: one('confidentialityCode', readCode),
    uncertainty: one('uncertaintyCode', readCode),
    reason: each('reasonCode', readCode),
    disposition: one('dischargeDispositionCode', readCode),
    derivation: one('derivationExpr', readText),
    independent: one('independentInd', readFlag),
    interruptible: one('interruptibleInd', readFlag),
    substance: computed(),
    dose: one('doseQuantity', readQuantity),
    rate: one('rateQuantity', readQuantity),
    maxDose: each('maxDoseQuantity', readQuantity),
    route: one('routeCode', readCode),
    unitForm: one('administrationUnitCode', readCode),
    repeats: one('repeatNumber', readQuantity),
    quantity: one('quantity', readQuantity),
    author: each('author', readParticipation),
    participants: each(PARTICIPATIONS, readParticipation),
    preconditions: each('precondition', readCriterion),
    externals: each('reference', readExternal),
    start: computed(),
    end: computed(),
    // Some documents leave out the relationship between an organizer and its statement.
    related: eachOf<Relation>([RELATIONS, readRelation], [STATEMENTS, readBare]),
  },
  { hidden: { times: each('effectiveTime', readTime), content: one('text', readMedia) } },
)

export function readStatement(reading: CdaReading, element: XmlElement): Statement {
  const { slots } = STATEMENT
  const found = STATEMENT.collect(reading, element)
  const claimed = taken<string[]>(found, slots.templates)
  found[slots.path] = reading.paths.of(element)
  if (claimed) found[slots.name] = templateName(claimed)
  found[slots.negated] = taken<boolean>(found, slots.negated) ?? reading.flag(element, 'actionNegationInd') ?? false
  setTexts(found)
  setTimes(found)
  found[slots.substance] = substanceOf(taken(found, slots.participants))
  if (reading.keepsPositions) {
    found[slots.start] = element.start
    found[slots.end] = element.end
  }
  return STATEMENT.build(found)
}

/** The reference becomes a member of the statement, not of its text. */
function setTexts(found: Slots): void {
  const { slots } = STATEMENT
  const text = taken<MediaValue>(found, slots.content)
  if (text) found[slots.text] = ownText(text)
  found[slots.reference] = referenceOf(text, taken(found, slots.code), taken(found, slots.value))
}

/** The first time that is not a rhythm is when it happened; the others say how often. */
function setTimes(found: Slots): void {
  const { slots } = STATEMENT
  const times = taken<TimeValue[]>(found, slots.times)
  if (!times) return
  const first = times.findIndex(({ type, operator }) => operator !== 'A' && (type === undefined || !/^(?:PIVL|EIVL|SXPR)/.test(type)))
  found[slots.effective] = times[first]
  if (times.length > 1 || first < 0) found[slots.timing] = times.filter((_, i) => i !== first)
}

function readValueOf(reading: CdaReading, element: XmlElement): Value {
  return element.parent?.local === 'observationMedia' ? { media: readMedia(reading, element) } : readValue(reading, element)
}

function ownText(text: MediaValue): MediaValue | undefined {
  for (const member in text) {
    if (member === 'reference') continue
    if (!text.reference) return text
    const { reference: _, ...rest } = text
    return rest
  }
  return undefined
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

/** What is given, supplied or reacted to. */
function substanceOf(participants: readonly Participation[] | undefined): CodeValue | undefined {
  for (const { as, type, role } of participants ?? []) {
    const isProduct = as === 'consumable' || as === 'product' || (as === 'participant' && type === 'CSM')
    if (isProduct && role?.player?.code) return role.player.code
  }
  return undefined
}

interface OuterCriterion extends Pick<Criterion, 'type' | 'templates' | 'nullFlavor'> {
  readonly inner?: Criterion | undefined
}

const OUTER_CRITERION = new ElementPlan<OuterCriterion>({
  type: attribute('typeCode'),
  templates: templates(),
  inner: one(CRITERIA, (reading, element) => INNER_CRITERION.read(reading, element)),
  nullFlavor: attribute('nullFlavor'),
})

const INNER_CRITERION = new ElementPlan<Omit<Criterion, 'type'>>({
  as: localName(),
  class: attribute('classCode'),
  templates: templates(),
  code: one('code', readCode),
  text: one('text', readMedia),
  value: each('value', readValue),
  interpretation: each('interpretationCode', readCode),
  nullFlavor: attribute('nullFlavor'),
})

/** `referenceRange/observationRange` and `precondition/criterion`. */
function readCriterion(reading: CdaReading, element: XmlElement): Criterion {
  const { inner, ...outer } = OUTER_CRITERION.read(reading, element)
  return compact<Criterion>({
    as: inner?.as ?? element.local,
    type: outer.type,
    class: inner?.class,
    templates: joined(outer.templates, inner?.templates),
    code: inner?.code,
    text: inner?.text,
    value: inner?.value,
    interpretation: inner?.interpretation,
    nullFlavor: outer.nullFlavor ?? inner?.nullFlavor,
  })
}

export function readBare(reading: CdaReading, element: XmlElement): Relation {
  reading.countRelation(element)
  return { statement: readStatement(reading, element) }
}

const RELATION = new ElementPlan<Relation>({
  type: attribute('typeCode'),
  inverted: flag('inversionInd'),
  negated: flag('negationInd'),
  sequence: one('sequenceNumber', readNumber),
  separable: one('seperatableInd', readFlag),
  contextConducted: flag('contextConductionInd'),
  templates: templates(),
  nullFlavor: attribute('nullFlavor'),
  statement: one(STATEMENTS, readStatement),
})

/** An entry, entryRelationship or component with the statement in it. */
export function readRelation(reading: CdaReading, element: XmlElement): Relation {
  reading.countRelation(element)
  const relation = RELATION.read(reading, element)
  if (!relation.statement && !element.attributes.some(({ local }) => local === 'nullFlavor')) reading.report('statement_unknown', element)
  return relation
}
