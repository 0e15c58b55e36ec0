// De-identifies documents of CDA: every attribute and text by what the specification says of its place, all text by the detector, ids and references
// as one graph, and nothing that neither of them knows. What is not changed stays as it was written.
import type { XmlDocument } from '../../xml/node.ts'
import type { PhiCategory } from '../category.ts'
import type { DetectOptions } from '../compiled-options.ts'
import { base64Of, cleanData, ofSubject } from '../fhir/embedded-documents.ts'
import { IdGraph } from '../fhir/id-graph.ts'
import { type FieldValue, isEnglish, knownOf } from '../hl7/known-of-message.ts'
import { OriginalValues } from '../hl7/original-values.ts'
import { isShortCode, shortNames } from '../hl7/short-codes.ts'
import { readConventions } from '../language/conventions.ts'
import { readMarkup } from '../markup/read-markup.ts'
import type { Deidentifier } from '../policy/deidentifier.ts'
import type { PhiAction } from '../policy/policy-schema.ts'
import { type CdaLeaf, type WalkedCda, walkCda } from './cda-leaf.ts'
import type { CdaVerdict } from './cda-verdict.ts'
import type { CdaWork } from './cda-work.ts'
import { type ChangeReason, ChangeReport, type Embedded } from './change-report.ts'
import {
  type ChangeMeans,
  changeAddress,
  changeContact,
  changeLink,
  changeRoot,
  changeTime,
  changeXmlIds,
  type ValueChange,
} from './change-value.ts'
import { DocumentEdits } from './edit-document.ts'
import { segmentsBefore } from './flow-text.ts'
import { findHidden } from './hidden-values.ts'
import { judgeValue, LAST_AGE_KEPT } from './judge-value.ts'
import { codeAt, houseNumberOf } from './known-elements.ts'
import { PlaceNames } from './place-names.ts'
import { type FoundSpan, searchTexts } from './search-texts.ts'
import { subjectOf } from './subject-of.ts'
import { CDA_NAMESPACES, isPlainStylesheet } from './syntax-values.ts'
import { checkPrefixes, findTellingNames } from './telling-names.ts'
import { wordsOf, XmlIds } from './xml-ids.ts'

export interface CdaSettings {
  readonly deidentifier: Deidentifier
  readonly detect: DetectOptions
  readonly unknown: 'block' | 'search'
  readonly embedded: 'clean' | 'remove'
  readonly key: string | undefined
  /** Whom all dates belong to; the patient of the document where it is left out. */
  readonly subject: string | undefined
}

export interface CleanedCda {
  readonly text: string
  readonly report: ChangeReport
  /** Elements that were taken out whole. */
  readonly removed: ReadonlySet<unknown>
}

/** @throws ProblemError where a text cannot be searched, or a name of the document's own markup tells of a person */
export function deidentifyCda(document: XmlDocument, settings: CdaSettings): CleanedCda {
  return new Deidentification(document, settings).run()
}

class Deidentification {
  readonly #document: XmlDocument
  readonly #settings: CdaSettings
  readonly #walked: WalkedCda
  /** Of all values that may change, in document order. */
  readonly #works: CdaWork[] = []
  readonly #edits: DocumentEdits
  readonly #report: ChangeReport
  /** For the patient of the document. */
  readonly #deidentifier: Deidentifier
  readonly #graph: IdGraph
  readonly #subject: string | undefined | null
  /** Object identifiers and UUIDs that stand for something else now, in lower case. */
  readonly #replaced = new Set<string>()
  #originals = new OriginalValues([])

  constructor(document: XmlDocument, settings: CdaSettings) {
    const { root, text } = document
    this.#document = document
    this.#settings = settings
    this.#edits = new DocumentEdits(text)
    this.#report = new ChangeReport(text)
    this.#subject = settings.subject ?? subjectOf(root)
    this.#deidentifier = ofSubject(settings.deidentifier, this.#subject)
    this.#graph = new IdGraph(this.#deidentifier, undefined)
    const places = new PlaceNames()
    const { hasPathRules } = this.#deidentifier
    const rules = { mode: settings.detect.mode ?? 'balanced', unknown: settings.unknown } as const
    this.#walked = walkCda(root, settings.unknown, (leaf) => {
      const place = places.of(leaf)
      let verdict = judgeValue(leaf, rules)
      if (leaf.value.trim() !== '' && hasPathRules && this.#deidentifier.hasRuleFor(place))
        verdict = this.#verdictOfRule(verdict, leaf, place)
      const isUnknown = leaf.treatment === 'unknown' || leaf.treatment === 'stray'
      if (verdict !== 'keep' || isUnknown) this.#works.push({ leaf, place, verdict, reason: isUnknown ? 'unknown' : 'element' })
    })
  }

  /** A rule is for what stands there, whatever it is; one that keeps what its policy does not is refused. */
  #verdictOfRule(verdict: CdaVerdict, { value }: CdaLeaf, path: string): CdaVerdict {
    const deidentifier = this.#deidentifier
    const category = 'other-id'
    if (deidentifier.actionFor(category, path) === 'keep') deidentifier.replace({ category, text: value, path })
    return verdict === 'keep' || verdict === 'look' || verdict === 'scan' ? { category } : verdict
  }

  run(): CleanedCda {
    const values = this.#works.flatMap((work) => this.#valueOf(work)).sort((a, b) => Number(b.isFirst) - Number(a.isFirst))
    this.#originals = new OriginalValues(values)
    const removed = findTellingNames(this.#walked, this.#works, this.#originals)
    checkPrefixes(this.#document, this.#originals, removed)
    const ids = this.#works.flatMap(({ leaf, verdict }) => (verdict === 'xml-id' ? [leaf.value.trim()] : []))
    const means: ChangeMeans = {
      deidentifier: this.#deidentifier,
      subject: this.#subject,
      graph: this.#graph,
      ids: new XmlIds(new Set(ids), this.#originals),
      tells: (text) => this.#originals.isOne(wordsOf(text).join(' ')) || findHidden(text, this.#originals, this.#replaced).length > 0,
    }
    for (const work of this.#works) if (work.verdict === 'oid' || work.verdict === 'id') this.#changeRoot(work, means)
    this.#findOriginals(values)
    const detect = knownOf(values, this.#settings.detect)
    const found = searchTexts(this.#works, detect, (text) => findHidden(text, this.#originals, this.#replaced))
    this.#works.forEach((work, i) => {
      const { leaf } = work
      if (removed.has(leaf.element) || (leaf.attribute && removed.has(leaf.attribute))) return
      this.#apply(work, found[i]!, means, detect)
    })
    this.#removeTelling(removed)
    this.#cleanOutside()
    return { text: this.#edits.finish(), report: this.#report, removed }
  }

  #valueOf({ leaf, verdict, place }: CdaWork): (FieldValue & { readonly isFirst: boolean })[] {
    const { treatment, element, value, group } = leaf
    const isBirth = verdict === 'time' && (element.local === 'birthTime' || element.local === 'deceasedTime')
    if (verdict === 'contact') {
      const text = value.replace(/^\s*[A-Za-z][A-Za-z0-9.+-]*:(?:\/\/)?/, '').trim()
      const category = text.includes('@') ? 'email' : /^[\d\s().+;/x-]*$/i.test(text) ? 'phone' : 'url'
      return [{ category, text, repetition: 0, isFirst: false }]
    }
    if (isBirth) return [{ category: 'date', text: value.trim().slice(0, 8), repetition: 0, isFirst: false }]
    if (typeof verdict !== 'object' || treatment === 'unknown' || treatment === 'stray' || verdict.category === 'age') return []
    const { category } = verdict
    if (this.#deidentifier.actionFor(category, place) === 'keep') return []
    // The words of a name that is not divided are no parts of another one; the detector wants the family name before the given ones.
    const isWhole = category === 'name' && element.local === 'name'
    const own = { category, repetition: isWhole ? -1 - group : group, isFirst: element.local === 'family' }
    const house = element.local === 'streetName' ? houseNumberOf(element) : ''
    return [value.trim(), ...(house === '' ? [] : [`${house} ${value.trim()}`])].map((text) => ({ ...own, text }))
  }

  /** Codes and titles stay where nobody in the document is called so. */
  #findOriginals(values: readonly FieldValue[]): void {
    const short = shortNames(values, this.#settings.detect.known)
    for (const work of this.#works) {
      if (work.verdict !== 'look') continue
      const text = readMarkup(work.leaf.value)?.text ?? work.leaf.value
      const category = this.#originals.find(text)[0] ?? this.#originals.find(capitalized(text))[0]
      if (category !== undefined) work.verdict = { category }
      else if (findHidden(text, this.#originals, this.#replaced).length > 0) work.verdict = { category: 'other-id' }
      else if (work.leaf.treatment === 'code' && isShortCode(text) && short.has(text.toLowerCase())) work.verdict = { category: 'name' }
      else continue
      work.reason = 'known'
    }
  }

  #changeRoot(work: CdaWork, means: ChangeMeans): void {
    const { leaf, place, verdict } = work
    const changed = changeRoot(verdict as 'oid' | 'id', leaf.value, place, means)
    if (changed.action !== 'keep') this.#replaced.add(leaf.value.trim().toLowerCase())
    this.#set(work, changed, 'identifier')
  }

  #apply(work: CdaWork, spans: readonly FoundSpan[], means: ChangeMeans, detect: DetectOptions): void {
    const { leaf, place, verdict } = work
    if (typeof verdict === 'object') this.#replaceWhole(work, verdict.category)
    else if (verdict === 'scan') this.#replaceSpans(work, spans, detect)
    else if (verdict === 'time') this.#set(work, changeTime(leaf.value, place, means), 'date')
    else if (verdict === 'contact') this.#set(work, changeContact(leaf.value, place, means), 'element')
    else if (verdict === 'link') this.#set(work, changeLink(leaf.value, place, means), 'identifier')
    else if (verdict === 'xml-id' || verdict === 'xml-ids') this.#set(work, changeXmlIds(leaf.value, place, means), 'identifier')
    else if (verdict === 'namespace' && !CDA_NAMESPACES.has(leaf.value))
      this.#set(work, changeAddress(leaf.value, place, means), 'identifier')
    else if (verdict === 'data') this.#cleanData(work, detect)
    else if (verdict === 'remove') this.#set(work, { category: 'other-id', action: 'remove', text: undefined }, 'data')
    else if (verdict === 'keep' || verdict === 'look') this.#searchAgain(work, leaf.value)
  }

  #replaceWhole(work: CdaWork, category: PhiCategory): void {
    const { leaf, place } = work
    const deidentifier = this.#deidentifier
    const text = leaf.value.trim()
    if (category === 'age' && leaf.attribute) {
      if (deidentifier.actionFor(category, place) === 'keep') return
      const perYear = /^mo/i.test(codeAt(leaf.element, 'unit')) ? 12 : 1
      this.#set(work, { category, action: 'generalize', text: String((LAST_AGE_KEPT + 1) * perYear) }, 'element')
      return
    }
    const isId = leaf.treatment === 'extension' && leaf.element.parent?.local !== 'patientRole'
    const value = { category, text, path: place, numbered: isId }
    const isPlaceless = work.reason === 'unknown' && deidentifier.actionFor(category, place) !== 'keep'
    const replaced = isPlaceless ? deidentifier.apply('replace', value) : deidentifier.replace(value)
    this.#set(work, { category, action: replaced.action, text: replaced.text }, work.reason)
  }

  #replaceSpans(work: CdaWork, spans: readonly FoundSpan[], detect: DetectOptions): void {
    const { leaf, place } = work
    const deidentifier = this.#deidentifier
    const { value, attribute, flow, element } = leaf
    const conventions = readConventions(value, detect)
    let result = ''
    let at = 0
    for (const { start, end, category, text } of spans) {
      const given = { category, text, path: place, ...conventions({ start, category }) }
      const { action, text: other } = deidentifier.replace(given)
      result += value.slice(at, start) + other
      at = end
      if (other === text) continue
      this.#report.add({
        leaf,
        category,
        action,
        reason: 'text',
        start: flow ? flow.segments[segmentsBefore(flow.segments, start)] : undefined,
      })
      if (flow) this.#edits.setText(flow, start, end, other)
    }
    result += value.slice(at)
    if (attribute && result !== value) {
      if (result.trim() === '') this.#edits.maskAttribute(element, attribute)
      else this.#edits.setAttribute(attribute, result)
    }
    this.#searchAgain(work, result)
  }

  #cleanData({ leaf, place }: CdaWork, detect: DetectOptions): void {
    const { element, flow, value } = leaf
    const { embedded, key } = this.#settings
    const deidentifier = this.#deidentifier
    if (deidentifier.actionFor('other-id', place) === 'keep') return
    const isBase64 = codeAt(element, 'representation') === 'B64' && codeAt(element, 'compression') === ''
    const mediaType = codeAt(element, 'mediaType') || (isBase64 ? 'text/plain' : '')
    const inside = { detect, key, subject: this.#subject, version: 'R4', fhir: () => undefined } as const
    const settings = { deidentifier: this.#settings.deidentifier, ...inside }
    const cleaned = embedded === 'clean' && isBase64 ? cleanData(value, mediaType, settings) : undefined
    const replaced: Omit<Embedded, 'path' | 'line'> = {
      mediaType: cleaned?.mediaType ?? null,
      tool: cleaned?.tool ?? null,
      changes: cleaned?.changes ?? 0,
    }
    this.#report.addEmbedded(leaf, replaced)
    const data = cleaned ? base64Of(cleaned.bytes) : ''
    if (data === value.replace(/\s+/g, '')) return
    this.#edits.setText(flow!, 0, value.length, data)
    if (!cleaned) this.#edits.maskElement(element)
    this.#report.add({ leaf, category: 'other-id', action: cleaned ? 'replace' : 'remove', reason: 'data' })
  }

  /** Undefined takes the value out. */
  #set(work: CdaWork, { category, action, text }: ValueChange, reason: ChangeReason): void {
    const { leaf } = work
    const { attribute, element, flow, value } = leaf
    if (text === value || text === value.trim()) return
    const isGone = text === undefined || text === ''
    if (attribute === null) {
      const start = value.length - value.trimStart().length
      this.#edits.setText(flow!, start, value.trimEnd().length, text ?? '')
      if (isGone && reason === 'data') this.#edits.maskElement(element)
    } else if (!isGone) this.#edits.setAttribute(attribute, text)
    else if (attribute.name === 'value' || attribute.name === 'code') this.#edits.maskAttribute(element, attribute)
    else this.#edits.removeAttribute(attribute)
    this.#report.add({ leaf, category, action: isGone ? 'remove' : action, reason })
    if (!isGone && reason !== 'identifier' && reason !== 'date') this.#searchAgain(work, text)
  }

  /** Where a value that was taken out still stands. */
  #searchAgain({ leaf, verdict, place }: CdaWork, result: string): void {
    if (verdict === 'keep' || result === '') return
    if (typeof verdict === 'object' && this.#deidentifier.actionFor(verdict.category, place) === 'keep') return
    for (const category of this.#originals.find(result)) this.#report.addResidual(leaf, category)
  }

  #removeTelling(removed: ReturnType<typeof findTellingNames>): void {
    for (const node of removed) {
      if ('kind' in node) this.#edits.remove(node.start, node.end)
      else this.#edits.removeAttribute(node)
      this.#report.addPlace(node.start, { category: 'other-id', action: 'remove', reason: 'unknown' })
    }
  }

  /** Comments and processing instructions go, but for a stylesheet of a usual name. */
  #cleanOutside(): void {
    for (const node of [...this.#walked.outside, ...this.#document.outside]) {
      if (node.kind === 'instruction' && isPlainStylesheet(node.target, node.value)) continue
      this.#edits.remove(node.start, node.end)
      const action: PhiAction = 'remove'
      this.#report.addPlace(node.start, { category: 'other-id', action, reason: node.kind })
    }
  }
}

/** The words of a text that are no English ones, with a capital each: a name in small letters is one, too, where no language is written. */
function capitalized(text: string): string {
  const words = text.match(/[\p{L}\p{M}]{4,}/gu) ?? []
  return words
    .filter((word) => !isEnglish(word))
    .map((word) => word[0]!.toUpperCase() + word.slice(1))
    .join(' ')
}
