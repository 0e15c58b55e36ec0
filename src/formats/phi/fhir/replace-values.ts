// Puts into a document what was decided of its values, and says of each change where, why and how.
import type { JsonArray, JsonObject } from '../../fhir/json/json-value.ts'
import { sha1 } from '../../fhir/sha1.ts'
import type { PhiCategory } from '../category.ts'
import type { OriginalValues } from '../hl7/original-values.ts'
import { readConventions } from '../language/conventions.ts'
import type { Deidentifier } from '../policy/deidentifier.ts'
import type { PhiAction } from '../policy/policy-schema.ts'
import { base64Of, cleanData, type DataSettings, type Embedded, ofSubject } from './embedded-documents.ts'
import { quoted, withoutDateLabels } from './expression-spans.ts'
import { type FhirLeaf, leafValue, type ResourceScope, textAt, type Walked } from './fhir-leaf.ts'
import type { FhirChange, FhirResidual, FhirSettings } from './fhir-settings.ts'
import type { IdGraph } from './id-graph.ts'
import type { FhirWork } from './judge/fhir-work.ts'
import { isAge } from './judge/judge-works.ts'
import { LAST_AGE_KEPT, placeIn, yearsOf } from './leaf-facts.ts'
import { escaped } from './narrative-spans.ts'
import { GONE, insteadOf, MASKED_VALUE } from './prune.ts'
import { isCodedLabel, type searchTexts } from './search-texts.ts'
import { changeDate } from './shift-element.ts'
import type { SubjectFinder } from './subject-of.ts'
import { writeYearAsPeriod } from './year-alone.ts'

type Spans = ReturnType<typeof searchTexts>[number]
/** Documents and messages need the time of their Bundle (bdl-10): where only its year may stay, it is the beginning of that. */
const NEEDED = 'Bundle.timestamp'

type GraphVerdict = 'graph' | 'search' | 'id' | 'oid' | 'address'

export interface ReplaceMeans {
  /** With what the document says of its persons. */
  readonly settings: FhirSettings
  readonly graph: IdGraph
  /** Whether an entry of the document has the address. */
  readonly isEntry: (address: string) => boolean
  readonly subjects: SubjectFinder
  readonly fhir: DataSettings['fhir']
  readonly cda: DataSettings['cda']
}

export class ValueReplacer {
  readonly changes: FhirChange[] = []
  readonly embedded: Embedded[] = []
  /** By resource, what was done to it. */
  readonly actions = new Map<JsonObject, Set<PhiAction>>()
  readonly #means: ReplaceMeans

  constructor(means: ReplaceMeans) {
    this.#means = means
  }

  /** @param found the spans of each work @param isKept whether a rule keeps what goes whole */
  replaceAll(
    walked: readonly Walked[],
    works: readonly FhirWork[],
    found: readonly Spans[],
    isKept: (index: number, path: string) => boolean,
  ): void {
    // A search by an identifier has to find what that has become.
    for (const work of works) if (work.leaf.treatment === 'identifier') this.#apply(work, [])
    works.forEach((work, i) => {
      if (work.leaf.treatment !== 'identifier') this.#apply(work, found[i]!)
    })
    walked.forEach(({ removals }, index) => {
      for (const { holder, name, at, path, category, element, resource } of removals) {
        if (isKept(index, path)) continue
        setAt(holder, name, at, insteadOf(element))
        this.#note(resource, { index, path, category, action: 'remove', rule: element?.path ?? 'unknown' })
      }
    })
  }

  /** Where a value that was taken out still stands. */
  searchAgain(works: readonly FhirWork[], originals: OriginalValues): FhirResidual[] {
    const isBalanced = (this.#means.settings.detect.mode ?? 'balanced') === 'balanced'
    const known = new Map<string, readonly PhiCategory[]>()
    const categoriesIn = (text: string): readonly PhiCategory[] => {
      const found = known.get(text) ?? originals.find(text)
      known.set(text, found)
      return found
    }
    return works.flatMap(({ leaf, verdict, index, action }) => {
      const now = leafValue(leaf)
      if (typeof now !== 'string' || action === 'keep') return []
      if (verdict !== 'scan' && verdict !== 'look' && typeof verdict !== 'object') return []
      if (isBalanced && isCodedLabel(leaf)) return []
      return categoriesIn(now).map((category) => ({ index, path: leaf.path, category }))
    })
  }

  #note({ value }: ResourceScope, change: FhirChange): void {
    this.changes.push(change)
    const actions = this.actions.get(value)
    if (actions) actions.add(change.action)
    else this.actions.set(value, new Set([change.action]))
  }

  #apply(work: FhirWork, spans: Spans): void {
    const { verdict, action, ruling } = work
    if (action === 'keep') return
    if (ruling?.text !== undefined) this.#set(work, ruling.text, categoryOf(work), action!)
    else if (typeof verdict === 'object') this.#replaceWhole(work, verdict.category)
    else if (verdict === 'scan') this.#replaceSpans(work, spans)
    else if (verdict === 'date') this.#replaceDate(work)
    else if (verdict === 'keep' || verdict === 'look') return
    else if (verdict === 'data') this.#cleanData(work)
    else if (verdict === 'remove' || action === 'remove') this.#set(work, undefined, 'other-id', 'remove')
    else this.#set(work, this.#inGraph(verdict, work), verdict === 'address' ? 'url' : 'other-id', this.#means.graph.action ?? 'replace')
  }

  #inGraph(verdict: GraphVerdict, { leaf, text }: FhirWork): string | undefined {
    const { graph } = this.#means
    const other = this.#led(verdict, leaf, text)
    if (leaf.treatment === 'identifier' && other !== undefined) graph.identifiers.set(text, other)
    return other
  }

  #led(verdict: GraphVerdict, leaf: FhirLeaf, text: string): string | undefined {
    const { graph } = this.#means
    if (verdict === 'graph') return graph.reference(text) ?? this.#insteadOf(leaf, text)
    if (verdict === 'oid') return /^urn:oid:/i.test(text) ? `urn:oid:${graph.oid(text.slice(8))}` : graph.oid(text)
    return graph[verdict](text)
  }

  /** The request of an entry needs an address; a search of unknown form keeps its type alone. */
  #insteadOf({ definition }: FhirLeaf, text: string): string | undefined {
    if (definition === 'Bundle.entry.request.url') return this.#means.graph.typeOf(text)
    // `resource:0` of a health card leads to the entry of that address, and a name of a site (urn:site:patient:1) to what has the same.
    const isLink = definition === 'Reference.reference' && (this.#means.isEntry(text) || /^urn:[a-z0-9][a-z0-9-]{0,31}:/i.test(text))
    return isLink || ['Bundle.link.url', 'Bundle.entry.fullUrl', 'Identifier.value'].includes(definition)
      ? this.#means.graph.address(text)
      : undefined
  }

  #replaceWhole(work: FhirWork, category: PhiCategory): void {
    const { leaf, text, action } = work
    const { deidentifier } = this.#means.settings
    if (typeof leafValue(leaf) !== 'string') {
      if (isAge(leaf) && (action === undefined || action === 'generalize')) this.#replaceAge(work)
      else this.#set(work, undefined, category, 'remove')
      return
    }
    const own = this.#deidentifierOf(leaf)
    const value = { category, text, path: placeIn(deidentifier, leaf) }
    const done = action === undefined ? own.replace(value) : deidentifier.apply(action, value)
    if (leaf.treatment === 'identifier') this.#means.graph.identifiers.set(text, done.text)
    const isText = leaf.type === 'string' || leaf.type === 'markdown' || leaf.type === 'code'
    this.#set(work, isText ? done.text : done.action === 'keep' ? text : undefined, category, done.action)
  }

  #replaceAge({ leaf, text, index, ruling }: FhirWork): void {
    if (yearsOf(leaf, text) <= LAST_AGE_KEPT) return
    setAt(leaf.holder, leaf.name, leaf.at, LAST_AGE_KEPT + 1)
    leaf.beside.comparator = '>='
    const rule = ruling?.rule ?? leaf.definition
    this.#note(leaf.resource, { index, path: leaf.path, category: 'age', action: 'generalize', rule })
  }

  #deidentifierOf(leaf: FhirLeaf): Deidentifier {
    return ofSubject(this.#means.settings.deidentifier, this.#means.subjects.subjectOf(leaf))
  }

  #replaceSpans({ leaf, text, index }: FhirWork, spans: Spans): void {
    if (spans.length === 0) return
    const deidentifier = this.#deidentifierOf(leaf)
    const path = placeIn(deidentifier, leaf)
    const conventions = readConventions(text, this.#means.settings.detect)
    const isExpression = leaf.treatment === 'expression'
    let result = ''
    let at = 0
    for (const { start, end, category, rule } of spans) {
      const value = { category, text: text.slice(start, end), path, ...conventions({ start, category }) }
      const { action, text: other } = deidentifier.replace(value)
      // A value that stays is already escaped.
      if (other === value.text) continue
      result += text.slice(at, start) + (isExpression ? quoted(other) : leaf.type === 'xhtml' ? escaped(other) : other)
      at = end
      this.#note(leaf.resource, { index, path: leaf.path, category, action, rule: `detector/${rule}` })
    }
    result += text.slice(at)
    if (isExpression) result = withoutDateLabels(result)
    if (result !== text) setAt(leaf.holder, leaf.name, leaf.at, result.trim() === '' ? GONE : result)
  }

  #replaceDate(work: FhirWork): void {
    const { leaf, text, action: given } = work
    const { deidentifier } = this.#means.settings
    const own: Deidentifier =
      given === undefined ? deidentifier : { ...deidentifier, actionFor: () => given, replace: (value) => deidentifier.apply(given, value) }
    const path = placeIn(deidentifier, leaf)
    const subject = own.actionFor('date', path) === 'date-shift' ? this.#means.subjects.subjectOf(leaf) : undefined
    const { text: other, action } = changeDate(own, { text, type: leaf.type, isNeeded: leaf.definition === NEEDED, path, subject })
    if (other !== undefined && other !== text && writeYearAsPeriod(leaf, other)) {
      this.#note(leaf.resource, {
        index: work.index,
        path: leaf.path,
        category: 'date',
        action,
        rule: work.ruling?.rule ?? leaf.definition,
      })
      return
    }
    this.#set(work, other, 'date', action)
    // The beginning of an appointment is known, but not told (app-3).
    if (other === undefined && leaf.at < 0) leaf.holder[leaf.name] = MASKED_VALUE
  }

  #cleanData(work: FhirWork): void {
    const { leaf, text, index } = work
    const { settings, subjects, fhir, cda } = this.#means
    const { beside } = leaf
    const mediaType = textAt(beside, 'contentType')
    const isCleaned = settings.attachments === 'clean' && work.action !== 'remove'
    const cleaned = isCleaned ? cleanData(text, mediaType, { ...settings, subject: subjects.subjectOf(leaf), fhir, cda }) : undefined
    const { tool = null, changes = 0 } = cleaned ?? {}
    this.embedded.push({ index, path: leaf.path, mediaType: cleaned?.mediaType ?? null, tool, changes })
    if (leaf.definition === 'Attachment.data') describeData(beside, cleaned?.bytes)
    this.#set(work, cleaned && base64Of(cleaned.bytes), 'other-id', cleaned ? 'replace' : 'remove')
  }

  /** Undefined takes the value out. */
  #set({ leaf, text, index, ruling }: FhirWork, other: string | undefined, category: PhiCategory, action: PhiAction): void {
    if (other === text) return
    const isGone = other === undefined || other === ''
    setAt(leaf.holder, leaf.name, leaf.at, isGone ? GONE : other)
    const rule = ruling?.rule ?? leaf.definition
    this.#note(leaf.resource, { index, path: leaf.path, category, action: isGone ? 'remove' : action, rule })
  }
}

/** The size and hash of an attachment, where it states them. */
function describeData(attachment: JsonObject, bytes: Uint8Array | undefined): void {
  const { size, hash } = attachment
  if (!bytes) for (const name of ['size', 'hash']) delete attachment[name]
  else {
    if (size !== undefined) attachment.size = typeof size === 'string' ? String(bytes.length) : bytes.length
    if (hash !== undefined) attachment.hash = base64Of(sha1(bytes))
  }
}

function categoryOf({ verdict }: FhirWork): PhiCategory {
  return typeof verdict === 'object' ? verdict.category : verdict === 'date' ? 'date' : 'other-id'
}

function setAt(holder: JsonObject, name: string, at: number, value: JsonObject | string | number): void {
  if (at < 0) holder[name] = value
  else (holder[name] as JsonArray)[at] = value
}
