// De-identifies resources of FHIR: every element by what the definitions say of its place, all text by the detector, ids and references as one graph,
// and nothing that neither of them knows.
import type { JsonArray, JsonObject } from '../../fhir/json/json-value.ts'
import { NumberText } from '../../fhir/json/number-text.ts'
import { modelOf } from '../../fhir/model/element-plan.ts'
import { valueSetsOf } from '../../fhir/model/value-sets.ts'
import type { FhirVersion } from '../../fhir/model/versions.ts'
import type { PhiCategory } from '../category.ts'
import type { DetectOptions } from '../compiled-options.ts'
import { type FieldValue, knownOf } from '../hl7/known-of-message.ts'
import { OriginalValues } from '../hl7/original-values.ts'
import { isShortCode, shortNames } from '../hl7/short-codes.ts'
import type { Deidentifier } from '../policy/deidentifier.ts'
import type { PhiAction } from '../policy/policy-schema.ts'
import { cleanData, type Embedded } from './embedded-documents.ts'
import { type FhirLeaf, leafValue, type Walked, walkResource } from './fhir-leaf.ts'
import { IdGraph } from './id-graph.ts'
import { type FhirVerdict, judgeValue, showsPerson, textAt } from './judge-value.ts'
import { categoryAskedAt, isAgeAt, LAST_AGE_KEPT, placeOf, yearsOf } from './leaf-facts.ts'
import { GONE, insteadOf, MASKED_VALUE, pruneResource } from './prune.ts'
import { typesOf } from './resource-types.ts'
import { type RuleAction, RulePlaces } from './rule-places.ts'
import { isCodedLabel, searchTexts } from './search-texts.ts'
import { addSecurityLabels } from './security-labels.ts'
import { changeDate } from './shift-element.ts'
import { SubjectFinder } from './subject-of.ts'

export interface FhirChange {
  /** Place of the resource in the document, from 0. */
  index: number
  /** FHIRPath of the element. */
  path: string
  category: PhiCategory
  action: PhiAction
}

export interface FhirResidual {
  index: number
  path: string
  category: PhiCategory
}

export interface FhirSettings {
  readonly deidentifier: Deidentifier
  readonly detect: DetectOptions
  readonly version: FhirVersion
  readonly unknown: 'block' | 'search'
  readonly narrative: 'remove' | 'clean'
  readonly attachments: 'clean' | 'remove'
  readonly rules: readonly RuleAction[]
  /** Whom all dates belong to; of each resource its own patient where it is left out. */
  readonly subject: string | undefined
  /** By logical id of a patient, whom its dates belong to. */
  readonly subjects: ReadonlyMap<string, string>
  readonly labels: boolean
}

export interface DeidentifiedFhir {
  readonly changes: FhirChange[]
  readonly residual: FhirResidual[]
  readonly embedded: Embedded[]
}

/** A leaf with what is decided of it. */
export interface FhirWork {
  readonly leaf: FhirLeaf
  readonly index: number
  readonly text: string
  verdict: FhirVerdict
  action: PhiAction | undefined
}

/**
 * Changes the resources in place.
 * @returns undefined where one is of a type that the version does not have
 * @throws Fault where a text cannot be searched, or a rule is none
 */
export function deidentifyFhir(resources: readonly JsonObject[], settings: FhirSettings): DeidentifiedFhir | undefined {
  const model = modelOf(settings.version)
  const walked: Walked[] = []
  for (const value of resources) {
    const one = walkResource(model, value, settings)
    if (!one) return undefined
    walked.push(one)
  }
  const run = new Deidentification(walked, settings)
  run.run()
  for (const value of resources) {
    pruneResource(model, value)
    if (settings.labels) addSecurityLabels(value, run.changes)
  }
  return run
}

class Deidentification implements DeidentifiedFhir {
  readonly changes: FhirChange[] = []
  readonly residual: FhirResidual[] = []
  readonly embedded: Embedded[] = []
  readonly #walked: readonly Walked[]
  readonly #settings: FhirSettings
  readonly #graph: IdGraph
  readonly #rules: RulePlaces
  readonly #subjects: SubjectFinder
  /** By what leads to them, types of resources. */
  readonly #types: ReadonlyMap<string, string>
  readonly #works: FhirWork[] = []
  #originals = new OriginalValues([])
  /** With what the document says of its persons. */
  #detect: DetectOptions

  constructor(walked: readonly Walked[], settings: FhirSettings) {
    this.#walked = walked
    this.#settings = settings
    this.#detect = settings.detect
    this.#graph = new IdGraph(settings.deidentifier)
    this.#rules = new RulePlaces(settings.rules, walked, modelOf(settings.version))
    this.#subjects = new SubjectFinder(walked, settings)
    this.#types = typesOf(walked)
  }

  run(): void {
    this.#judgeAll()
    const values = this.#values()
    this.#originals = new OriginalValues(values)
    this.#findOriginals(values)
    this.#detect = knownOf(values, this.#settings.detect)
    const found = searchTexts(this.#works, this.#detect)
    for (const work of this.#works) if (work.leaf.treatment === 'identifier') this.#apply(work, [])
    this.#works.forEach((work, i) => {
      if (work.leaf.treatment !== 'identifier') this.#apply(work, found[i]!)
    })
    this.#walked.forEach(({ removals }, index) => {
      for (const { holder, name, at, path, category, element } of removals) {
        if (this.#rules.actionAt(index, path) === 'keep') continue
        setAt(holder, name, at, insteadOf(element))
        this.changes.push({ index, path, category, action: 'remove' })
      }
    })
    for (const work of this.#works) this.#searchAgain(work)
  }

  #judgeAll(): void {
    const { detect, deidentifier, version } = this.#settings
    const means = {
      mode: detect.mode ?? 'balanced',
      valueSet: valueSetsOf(version),
      typeOf: (reference: string) => this.#types.get(reference),
    }
    this.#walked.forEach(({ leaves }, index) => {
      for (const leaf of leaves) {
        const value = leafValue(leaf)
        const action = this.#rules.actionAt(index, leaf.path)
        const text = typeof value === 'string' ? value : value instanceof NumberText ? value.text : String(value)
        let verdict = typeof value === 'string' ? judgeValue(leaf, text, means) : this.#judgeNumber(leaf, text)
        if (action !== undefined || deidentifier.hasRuleFor(placeOf(leaf))) {
          if (verdict === 'keep' || verdict === 'look' || verdict === 'scan') verdict = { category: categoryAskedAt(leaf) ?? 'other-id' }
        } else if (verdict === 'scan' || verdict === 'look') {
          const asked = leaf.treatment === 'text' ? categoryAskedAt(leaf) : undefined
          if (asked) verdict = { category: asked }
        }
        this.#works.push({ leaf, index, text, verdict, action })
      }
    })
  }

  /** Numbers and booleans stay but in extensions of a person, and ages over 89. */
  #judgeNumber(leaf: FhirLeaf, text: string): FhirVerdict {
    if (leaf.treatment !== 'keep') return 'remove'
    const { deidentifier } = this.#settings
    const isAge = leaf.definition === 'Quantity.value' && isAgeAt(leaf) && yearsOf(leaf, text) > LAST_AGE_KEPT
    return isAge && deidentifier.actionFor('age') !== 'keep' ? { category: 'age' } : 'keep'
  }

  /** What the document says of its persons. */
  #values(): FieldValue[] {
    const { deidentifier } = this.#settings
    const values: FieldValue[] = []
    for (const { verdict, leaf, text, action } of this.#works) {
      const category = typeof verdict === 'object' ? verdict.category : leaf.definition === 'Patient.birthDate' ? 'date' : undefined
      if (category === undefined || category === 'age') continue
      if (leaf.treatment === 'shown' && !showsPerson(leaf, (reference) => this.#types.get(reference))) continue
      if ((action ?? deidentifier.actionFor(category, placeOf(leaf))) === 'keep') continue
      const value = { category, text, repetition: leaf.group }
      // The detector wants the family name before the given ones.
      if (leaf.definition === 'HumanName.family') values.unshift(value)
      else if (leaf.definition !== 'HumanName.text') values.push(value)
      else values.push({ ...value, repetition: -1 - leaf.group })
    }
    return values
  }

  /** Codes and titles stay where nobody in the document is called so. */
  #findOriginals(values: readonly FieldValue[]): void {
    const short = shortNames(values, this.#settings.detect.known)
    for (const work of this.#works) {
      if (work.verdict !== 'look') continue
      const { text } = work
      if (this.#originals.isOne(text)) work.verdict = { category: this.#originals.categoryOf(text) }
      else if (isShortCode(text) && work.leaf.treatment === 'code' && short.has(text.toLowerCase())) work.verdict = { category: 'name' }
    }
  }

  #apply(work: FhirWork, spans: ReturnType<typeof searchTexts>[number]): void {
    const { leaf, text, verdict } = work
    if (work.action === 'keep') return
    if (typeof verdict === 'object') this.#replaceWhole(work, verdict.category)
    else if (verdict === 'scan') this.#replaceSpans(work, spans)
    else if (verdict === 'date') this.#replaceDate(work)
    else if (verdict === 'data') this.#cleanData(work)
    else if (verdict === 'remove') this.#set(work, undefined, 'other-id', 'remove')
    else if (verdict !== 'keep' && verdict !== 'look')
      this.#set(work, this.#inGraph(verdict, leaf, text), verdict === 'address' ? 'url' : 'other-id', 'replace')
  }

  #inGraph(verdict: 'graph' | 'search' | 'id' | 'oid' | 'address', leaf: FhirLeaf, text: string): string | undefined {
    const graph = this.#graph
    if (verdict === 'graph') return graph.reference(text) ?? this.#insteadOf(leaf, text)
    if (verdict === 'oid') return /^urn:oid:/i.test(text) ? `urn:oid:${graph.oid(text.slice(8))}` : graph.oid(text)
    return graph[verdict](text)
  }

  /** The request of an entry needs an address; a search of unknown form keeps its type alone. */
  #insteadOf({ definition }: FhirLeaf, text: string): string | undefined {
    if (definition === 'Bundle.entry.request.url') return /^[A-Z][A-Za-z]{2,60}(?=$|[/?])/.exec(text)?.[0]
    return ['Bundle.link.url', 'Bundle.entry.fullUrl', 'Identifier.value'].includes(definition) ? this.#graph.address(text) : undefined
  }

  #replaceWhole(work: FhirWork, category: PhiCategory): void {
    const { leaf, text, action } = work
    const { deidentifier } = this.#settings
    if (typeof leafValue(leaf) !== 'string') {
      if (category === 'age' && action === undefined) {
        setAt(leaf.holder, leaf.name, leaf.at, LAST_AGE_KEPT + 1)
        leaf.beside.comparator = '>='
        this.changes.push({ index: work.index, path: leaf.path, category, action: 'generalize' })
      } else this.#set(work, undefined, category, 'remove')
      return
    }
    const subject = this.#subjects.subjectOf(leaf.resource) ?? undefined
    const value = { category, text, path: placeOf(leaf), subject }
    const done = action === undefined ? deidentifier.replace(value) : deidentifier.apply(action, value)
    if (leaf.treatment === 'identifier') this.#graph.identifiers.set(text, done.text)
    const isText = leaf.type === 'string' || leaf.type === 'markdown' || leaf.type === 'code'
    this.#set(work, isText ? done.text : done.action === 'keep' ? text : undefined, category, done.action)
  }

  #replaceSpans(work: FhirWork, spans: ReturnType<typeof searchTexts>[number]): void {
    const { leaf, text, index } = work
    const { deidentifier } = this.#settings
    let result = ''
    let at = 0
    for (const { start, end, category } of spans) {
      const value = {
        category,
        text: text.slice(start, end),
        path: placeOf(leaf),
        subject: this.#subjects.subjectOf(leaf.resource) ?? undefined,
      }
      const { action, text: other } = deidentifier.replace(value)
      result += text.slice(at, start) + other
      at = end
      if (other !== value.text) this.changes.push({ index, path: leaf.path, category, action })
    }
    result += text.slice(at)
    if (result !== text) setAt(leaf.holder, leaf.name, leaf.at, result.trim() === '' ? GONE : result)
  }

  #replaceDate(work: FhirWork): void {
    const { leaf, text, action: given } = work
    const { deidentifier } = this.#settings
    const subject = this.#subjects.subjectOf(leaf.resource)
    const own: Deidentifier =
      given === undefined ? deidentifier : { ...deidentifier, actionFor: () => given, replace: (value) => deidentifier.apply(given, value) }
    const { text: other, action } = changeDate(own, { text, type: leaf.type, path: placeOf(leaf), subject })
    this.#set(work, other, 'date', action)
    // The beginning of an appointment is known, but not told (app-3).
    if (other === undefined && leaf.at < 0) leaf.holder[leaf.name] = MASKED_VALUE
  }

  #cleanData(work: FhirWork): void {
    const { leaf, text, index } = work
    const mediaType = textAt(leaf.beside, 'contentType')
    const cleaned =
      this.#settings.attachments === 'clean' ? cleanData(text, mediaType, { ...this.#settings, detect: this.#detect }) : undefined
    this.embedded.push({
      index,
      path: leaf.path,
      mediaType: cleaned?.mediaType ?? null,
      tool: cleaned?.tool ?? null,
      changes: cleaned?.changes ?? 0,
    })
    if (cleaned && leaf.beside.size !== undefined) leaf.beside.size = cleaned.size
    else if (!cleaned) delete leaf.beside.size
    this.#set(work, cleaned?.data, 'other-id', cleaned ? 'replace' : 'remove')
  }

  /** Undefined takes the value out. */
  #set({ leaf, text, index }: FhirWork, other: string | undefined, category: PhiCategory, action: PhiAction): void {
    if (other === text) return
    setAt(leaf.holder, leaf.name, leaf.at, other === undefined || other === '' ? GONE : other)
    this.changes.push({ index, path: leaf.path, category, action: other === undefined ? 'remove' : action })
  }

  /** Where a value that was taken out still stands. */
  #searchAgain({ leaf, verdict, index, action }: FhirWork): void {
    const now = leafValue(leaf)
    if (typeof now !== 'string' || action === 'keep') return
    if (verdict !== 'scan' && verdict !== 'look' && typeof verdict !== 'object') return
    if (isCodedLabel(leaf) && (this.#settings.detect.mode ?? 'balanced') === 'balanced') return
    for (const category of this.#originals.find(now)) this.residual.push({ index, path: leaf.path, category })
  }
}

function setAt(holder: JsonObject, name: string, at: number, value: JsonObject | string | number): void {
  if (at < 0) holder[name] = value
  else (holder[name] as JsonArray)[at] = value
}
