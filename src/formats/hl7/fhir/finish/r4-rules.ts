// Rules of R4 between elements that a message can break: what they forbid is put otherwise or left out here.
import { once } from '../../../../core/once.ts'
import { officialAddress } from '../code-systems.ts'
import { numberOf } from '../decimal.ts'
import { type FhirNode, markAbsent, type Resource } from '../fhir-node.ts'
import { mediaTypeOf } from '../observed/media-type.ts'
import { keepAppointment } from './appointment-parts.ts'
import { dropHollow, isHollow } from './hollow.ts'
import { moveText } from './move-text.ts'
import { cutTimes } from './original-text.ts'
import { keepOrder } from './period-order.ts'
import { keepCurrency, keepTable, keepUnit } from './table-codes.ts'
import { keepVitalSign } from './vital-signs.ts'

const URI_SYSTEM = 'urn:ietf:rfc:3986'

/** @param sender whose the codes are that tables of HL7 do not have */
export function keepRules({ node }: Resource, sender: string): void {
  keepNode(node, sender)
}

function keepNode(node: FhirNode, sender: string): void {
  let isEmptied = false
  for (const first of node.children) {
    if (keepChild(first, sender)) isEmptied = true
    if (first.further) for (const each of first.further.nodes) if (keepChild(each, sender)) isEmptied = true
  }
  if (isEmptied) dropHollow(node)
  RULES[node.type]?.(node, sender)
}

/** @returns whether a rule has taken out all that an element held */
function keepChild(child: FhirNode, sender: string): boolean {
  if (child.children.length === 0) return false
  keepNode(child, sender)
  return child.definition !== undefined && isHollow(child)
}

const RULES: Readonly<Record<string, (node: FhirNode, sender: string) => void>> = {
  Identifier: keepUriIdentifier,
  Coding: keepTable,
  // cpt-2: a value needs a system.
  ContactPoint: (node) => {
    if (node.has('value') && node.first('system')?.value === undefined) node.child('system', 'absent')!.value = 'other'
  },
  // org-1: a name or an identifier.
  Organization: (node) => {
    needOne(node, ['name', 'identifier'])
    // org-2, org-3: nothing of an organization is at home.
    for (const name of ['telecom', 'address']) {
      for (const each of node.list(name) ?? []) if (each.first('use')?.value === 'home') each.remove('use')
    }
  },
  // pat-1: more than a relationship.
  'Patient.contact': (node) => needOne(node, ['name', 'telecom', 'address', 'organization']),
  Period: keepOrder,
  Money: keepCurrency,
  Quantity: keepUnit,
  // drt-1: a unit of something.
  Duration: (node) => {
    keepUnit(node)
    if (!node.has('value')) for (const name of ['code', 'system', 'unit']) node.remove(name)
  },
  Extension: keepExtension,
  Meta: keepLabels,
  Range: keepRange,
  // rat-1: both or none.
  Ratio: (node) => {
    for (const name of ['numerator', 'denominator']) needOne(node, [name])
  },
  Appointment: keepAppointment,
  Observation: (node) => {
    keepVitalSign(node)
    cutTimes(node.list('valueTime'))
  },
  'Observation.component': (node) => cutTimes(node.list('valueTime')),
  // app-1: an actor or a type.
  'Appointment.participant': (node) => needOne(node, ['actor', 'type']),
  Attachment: (node) => {
    keepContentType(node)
    needOne(node, ['url', 'data'])
  },
  // prr-1: details of an order stand beside its code.
  ServiceRequest: (node) => {
    if (node.has('orderDetail')) needOne(node, ['code'])
  },
  // tim-1, tim-2: a number with its unit.
  'Timing.repeat': (node) => {
    for (const name of ['duration', 'period']) {
      if (!node.has(`${name}Unit`)) node.remove(name)
      if (!node.has(name)) node.remove(`${name}Unit`)
    }
    cutTimes(node.list('timeOfDay'))
    // tim-10: a time of day, or an event of it.
    if (node.has('timeOfDay')) node.remove('when')
  },
  // mad-1: a dose or a rate.
  'MedicationAdministration.dosage': (node) => {
    if (!['dose', 'rateRatio', 'rateQuantity'].some((name) => node.has(name))) markAbsent(node.child('dose', 'absent')!)
  },
  // con-4, con-5: what was entered in error has no clinical status, and so no end either.
  Condition: (node) => {
    if (!isEnteredInError(node)) return
    node.remove('clinicalStatus')
    const end = node.first('abatementDateTime')
    if (!end) return
    const text = node.child('note', 'abatement')!.child('text', '')!
    moveText(end, text)
    text.value = `Abatement: ${String(end.value)}`
    node.remove('abatementDateTime')
  },
  'Patient.communication': keepLanguage,
  'RelatedPerson.communication': keepLanguage,
  Practitioner: (node) => {
    for (const language of node.list('communication') ?? []) keepLanguageCode(language)
  },
  CodeableConcept: keepBinding,
  // ait-1: a clinical status, which the guide takes for active where the message says nothing.
  AllergyIntolerance: (node) => {
    if (isEnteredInError(node)) {
      node.remove('clinicalStatus')
      return
    }
    if (node.first('clinicalStatus')?.has('coding')) return
    const coding = node.child('clinicalStatus', '')!.child('coding', 'usual')!
    coding.child('system', '')!.value = CLINICAL_STATUS
    coding.child('code', '')!.value = 'active'
  },
  // Beside content that is there, one that only names its kind is none.
  DocumentReference: (node) => {
    const contents = node.list('content') ?? []
    const whole = contents.filter((each) => ['data', 'url'].some((name) => each.first('attachment')?.first(name)?.value !== undefined))
    if (whole.length > 0 && whole.length < contents.length) node.keep('content', whole)
  },
  // A response without a known code is none, nor is a language that BCP 47 does not have.
  MessageHeader: (node) => {
    const language = node.first('language')
    const tag = languageTag(String(language?.value))
    if (language && tag !== undefined) language.value = tag
    else node.remove('language')
    if (node.first('response')?.first('code')?.value === undefined) node.remove('response')
  },
}

function isEnteredInError(node: FhirNode): boolean {
  const codings = node.first('verificationStatus')?.list('coding') ?? []
  return codings.some((each) => each.first('code')?.value === 'entered-in-error')
}

/** Extensions of R4 that take certain codes alone, or need a part that the message need not have. */
function keepExtension(node: FhirNode): void {
  const url = node.first('url')?.value
  if (url === `${CORE}humanname-assembly-order`) {
    if (!/^(?:F|G|UNK|NL[1-4])$/.test(String(node.first('valueCode')?.value))) node.remove('valueCode')
  } else if (url === `${CORE}patient-animal`) {
    const parts = node.list('extension') ?? []
    if (parts.length === 0 || parts.some((each) => each.first('url')?.value === 'species')) return
    const species = node.child('extension', 'species absent')!
    species.child('url', '')!.value = 'species'
    markAbsent(species.child('valueCodeableConcept', '')!)
  }
}

const CORE = 'http://hl7.org/fhir/StructureDefinition/'

/** A label is one of a resource once. */
function keepLabels(node: FhirNode): void {
  const labels = node.list('security') ?? []
  const keyOf = (each: FhirNode) => `${String(each.first('system')?.value)}\n${String(each.first('code')?.value)}`
  const kept: FhirNode[] = []
  for (const label of labels) {
    const same = kept.find((each) => keyOf(each) === keyOf(label))
    if (!same) kept.push(label)
    else if (same.has('code')) same.absorb(label)
    else addName(same, label)
  }
  if (kept.length < labels.length) node.keep('security', kept)
}

/** Labels without a code differ by their names alone. */
function addName(label: FhirNode, other: FhirNode): void {
  const [own, name] = [label, other].map((each) => each.first('display'))
  if (!own || !name || own.value === name.value) return
  own.value = `${String(own.value)}; ${String(name.value)}`
  for (const leaf of name.leaves) own.hold(leaf)
}

function needOne(node: FhirNode, names: readonly string[]): void {
  if (!names.some((name) => node.has(name))) markAbsent(node.child(names[0]!, 'absent')!)
}

const CLINICAL_STATUS = 'http://terminology.hl7.org/CodeSystem/allergyintolerance-clinical'

/** Of a required value set only its codes; what else the message says is the text. */
function keepBinding(node: FhirNode): void {
  const codes = node.element?.codes
  const codings = node.list('coding')
  if (!codes || !codings) return
  const allowed = codings.filter((each) => codes.has(String(each.first('code')?.value)))
  if (allowed.length === codings.length) return
  const other = codings.find((each) => !allowed.includes(each))
  const said = other?.first('display') ?? other?.first('code')
  if (said) moveText(said, node.child('text', '')!)
  if (allowed.length > 0) node.keep('coding', allowed)
  else node.remove('coding')
}

/** An identifier that is an address itself is one with its scheme. */
function keepUriIdentifier(node: FhirNode): void {
  const value = node.first('value')
  if (node.first('system')?.value !== URI_SYSTEM || typeof value?.value !== 'string') return
  if (/^[0-2](?:\.(?:0|[1-9][0-9]{0,30})){1,40}$/.test(value.value)) {
    // As text, an OID too short to be one of an authority stands without the scheme.
    if (officialAddress(value.value) === undefined) node.remove('system')
    else value.value = `urn:oid:${value.value}`
  } else if (/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(value.value))
    value.value = `urn:uuid:${value.value.toLowerCase()}`
  else if (!/^[a-z]{2,10}:[!-~]{1,2000}$/.test(value.value)) node.remove('system')
}

/** rng-2: the low end is not above the high one. */
function keepRange(node: FhirNode): void {
  const low = node.first('low')?.first('value')?.value
  const high = node.first('high')?.first('value')?.value
  if (low === undefined && high !== undefined) node.remove('low')
  if (high === undefined || (low !== undefined && numberOf(low) > numberOf(high))) node.remove('high')
}

const UNKNOWN_CONTENT = 'application/octet-stream'

/** att-1: data has a type, which is one of RFC 2046. */
function keepContentType(node: FhirNode): void {
  const type = node.first('contentType')
  if (typeof type?.value === 'string') {
    const known = mediaTypeOf(type.value)
    if (known !== undefined) type.value = known
    if (known !== undefined || /^[a-z]{1,20}\/[a-z0-9.+-]{1,80}$/i.test(type.value)) return
    moveText(type, node.child('title', '')!)
    type.value = UNKNOWN_CONTENT
    return
  }
  if (node.has('data')) node.child('contentType', 'unknown')!.value = isNamedText(node) ? 'text/plain' : UNKNOWN_CONTENT
}

/** True where the kind of data is told by ED.2 alone, as text (table 0191). */
function isNamedText(node: FhirNode): boolean {
  const codings = node.list('extension')?.flatMap((each) => each.first('valueCodeableConcept')?.list('coding') ?? []) ?? []
  return codings.some((coding) => ['TEXT', 'TX', 'FT'].includes(String(coding.first('code')?.value).toUpperCase()))
}

const LANGUAGES = 'urn:ietf:bcp:47'

/** A language is one of BCP 47, which takes the codes of ISO 639 for theirs; any other is a text. */
function keepLanguage(node: FhirNode): void {
  const language = node.first('language')
  if (language) keepLanguageCode(language)
}

function keepLanguageCode(language: FhirNode): void {
  const codings = language.list('coding') ?? []
  const coding = codings.find((each) => typeof each.first('code')?.value === 'string')
  const code = coding?.first('code')
  if (!coding || !code) {
    // A name of a language is a text, whatever system it stands beside.
    const name = codings.map((each) => each.first('display')).find((each) => each !== undefined)
    if (name) moveText(name, language.child('text', '')!)
    language.remove('coding')
    return
  }
  const tag = languageTag(String(code.value))
  if (tag !== undefined) {
    code.value = tag
    coding.child('system', '')!.value = LANGUAGES
    // R4 takes one code; by what names else the sender knows the language is its text.
    const other = language.list('coding')!.find((each) => each !== coding)
    const name = other?.first('display') ?? other?.first('code')
    if (name) moveText(name, language.child('text', '')!)
    language.keep('coding', [coding])
    return
  }
  moveText(coding.first('display') ?? code, language.child('text', '')!)
  language.remove('coding')
}

function languageTag(text: string): string | undefined {
  if (!/^[A-Za-z]{2,3}(?:-[A-Za-z]{2})?$/.test(text)) return undefined
  const known = knownTags.get(text)
  if (known !== undefined) return known ?? undefined
  const tag = canonicalTag(text)
  if (knownTags.size >= MOST_TAGS) knownTags.clear()
  knownTags.set(text, tag ?? null)
  return tag
}

/** The messages of a feed have few languages, and to ask for the name of one takes longer than most rules. Null for what is none. */
const knownTags = new Map<string, string | null>()
const MOST_TAGS = 64

function canonicalTag(text: string): string | undefined {
  try {
    const [tag] = Intl.getCanonicalLocales(text)
    return tag && languageNames().of(tag) !== undefined ? tag : undefined
  } catch {
    return undefined
  }
}

const languageNames = once(() => new Intl.DisplayNames('en', { type: 'language', fallback: 'none' }))
