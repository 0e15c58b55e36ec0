// Decides for every element of a data set, at every depth, and lists what is written: views where nothing changes, new bytes where it does.
import { characterSetOf } from '../describe/describe-element.ts'
import { type DicomElement, type DicomFile, type DicomItem, findIn } from '../dicom-file.ts'
import { lookUpVr } from '../read/implicit-vr.ts'
import { ITEM_DELIMITER, isPrivateTag, isStructure, PIXEL_DATA, SEQUENCE_DELIMITER, UNDEFINED_LENGTH } from '../tag.ts'
import type { CharacterSet } from '../value/character-set.ts'
import { readAsciiValue } from '../value/decode-value.ts'
import { isAt } from '../value/same-bytes.ts'
import { traitsOf, type Vr } from '../value/vr.ts'
import { encodeAscii, encodeElement, encodeHeader, encodeItemHeader } from '../write/encode-element.ts'
import { PartList } from '../write/part-list.ts'
import type { ChangeAction, ChangeList } from './change-list.ts'
import { isBirthDateAlone } from './check/birth-date.ts'
import { categoryOfChange, type IdentityKind, identityKind } from './check/identity.ts'
import type { Originals } from './check/originals.ts'
import { judgeRetained, validTerms } from './hidden/retained-values.ts'
import type { Marker } from './markers.ts'
import { AGE_RULE, generalizeAge, generalizeMeasuredAge, repeatsMeasuredAge } from './patient-age.ts'
import type { Decider, Decision, Treatment } from './profile/decide.ts'
import { listSafePrivate } from './profile/safe-private.ts'
import type { Pseudonyms } from './pseudonyms.ts'
import { dummySequence, dummyValue } from './replacement-items.ts'
import { replacementText } from './replacement-text.ts'
import type { TextCleaner } from './words/clean-text.ts'
import { judgesWords, maskWords } from './words/mask-words.ts'
import { fitsShape } from './words/value-shape.ts'

export interface PlanMeans {
  readonly file: DicomFile
  readonly decide: Decider
  readonly pseudonyms: Pseudonyms
  /** Whether patients, studies and orders get pseudonyms where the profile allows a value. */
  readonly usesPseudonyms: boolean
  readonly keepsSafePrivate: boolean
  /** Whether words of technical values that are no words of the field are masked; where not, they are reported. */
  readonly masksWords: boolean
  /** What an option lets stay is not looked for where it goes with something else. */
  readonly retainedKinds: ReadonlySet<IdentityKind>
  readonly cleaner: TextCleaner
  readonly markers: readonly Marker[]
  /** What stands in place of the Pixel Data; undefined where it stays. */
  readonly pixels: PartList | undefined
  /** Offsets of elements in which a search found an original. */
  readonly forced: ReadonlySet<number>
  readonly changes: ChangeList
  readonly originals: Originals
}

interface Place {
  readonly item: DicomItem
  readonly set: CharacterSet
  /** Tag of the sequence around the item, 0 at the top. */
  readonly parent: number
  /** Inside a sequence whose texts are to be cleaned. */
  readonly cleaning: boolean
  readonly safe: ReadonlySet<number>
  /** The item with the sequence. */
  readonly around: DicomItem | undefined
}

const NONE: ReadonlySet<number> = new Set()
const NOTHING = new Uint8Array(0)
/** All texts are read by it: of its terms those stay that are some. */
const CHARACTER_SET = 0x00080005
const UNKNOWN_WORDS: Decision = { treatment: 'clean', rule: 'words', fallback: 'empty' }
/** Float and Double Float Pixel Data. */
const FLOAT_PIXELS: ReadonlySet<number> = new Set([0x7fe00008, 0x7fe00009])
const GRAPHIC_LAYER = 0x00700002
const CODING: ReadonlySet<number> = new Set([0x00080100, 0x00080102, 0x00080103])
const TEXTS: ReadonlySet<Vr> = new Set(['LO', 'SH', 'ST', 'LT', 'UT', 'UC'])

export class Planner {
  private readonly means: PlanMeans
  private readonly bytes: Uint8Array
  private readonly steps: number[] = []
  private nextMarker = 0

  constructor(means: PlanMeans) {
    this.means = means
    this.bytes = means.file.data
  }

  /** The data set with the markers in their places. */
  planDataset(set: CharacterSet): PartList {
    const list = new PartList(this.bytes)
    const { dataset } = this.means.file
    const place = this.placeOf(dataset, { set }, 0, false)
    for (const element of dataset.elements) {
      this.addMarkers(list, element.tag)
      this.planElement(list, place, element)
    }
    this.addMarkers(list, Number.POSITIVE_INFINITY)
    return list
  }

  private placeOf(
    item: DicomItem,
    around: { readonly set: CharacterSet; readonly item?: DicomItem },
    parent: number,
    cleaning: boolean,
  ): Place {
    const safe = this.means.keepsSafePrivate && item.creators ? listSafePrivate(this.bytes, item, this.means.forced) : NONE
    return { item, set: characterSetOf(this.bytes, item, around.set), parent, cleaning, safe, around: around.item }
  }

  private addMarkers(list: PartList, before: number): void {
    const { markers, changes } = this.means
    for (let marker = markers[this.nextMarker]; marker && marker.tag <= before; marker = markers[++this.nextMarker]) {
      list.add(marker.bytes)
      if (marker.bytes.length > 0) changes.add([marker.tag], 'add', marker.rule)
    }
  }

  private planElement(list: PartList, place: Place, element: DicomElement): void {
    const { tag } = element
    this.steps.push(tag)
    if (isStructure(tag)) this.means.changes.touch()
    else if (place.parent === 0 && this.means.markers.some((marker) => marker.tag === tag)) this.means.changes.touch()
    else if (isPrivateTag(tag)) this.planPrivate(list, place, element)
    else if (tag === PIXEL_DATA || (place.parent !== 0 && FLOAT_PIXELS.has(tag))) this.planPixels(list, place, element)
    else this.planStandard(list, place, element)
    this.steps.pop()
  }

  private planPrivate(list: PartList, place: Place, element: DicomElement): void {
    if (this.means.forced.has(element.start)) this.remove(place, element, 'residual')
    else if (!place.safe.has(element.tag)) this.remove(place, element, 'private')
    else if (element.items) this.planItems(list, place, element, place.cleaning)
    else list.keep(element.start, element.end)
  }

  private planPixels(list: PartList, place: Place, element: DicomElement): void {
    if (place.parent !== 0) this.remove(place, element, 'nested pixel data')
    else if (this.means.pixels) {
      list.append(this.means.pixels)
      this.means.changes.add(this.steps, 'blank', 'E.3.1')
    } else list.keep(element.start, element.end)
  }

  private planStandard(list: PartList, place: Place, element: DicomElement): void {
    const vr = element.vr === 'UN' ? lookUpVr(this.bytes, element.tag, place.item) : element.vr
    const decision = this.decide(place, element, vr)
    const isEmpty = element.valueEnd === element.valueStart
    switch (decision.treatment) {
      case 'remove':
        this.remove(place, element, decision.rule)
        return
      case 'keep':
      case 'clean':
        this.keepOrClean(list, place, element, vr, decision)
        return
      default:
        // What is empty already says nothing.
        if (isEmpty) list.keep(element.start, element.end)
        else this.replace(list, place, element, vr, decision.treatment, decision)
    }
  }

  private decide(place: Place, element: DicomElement, vr: Vr): Decision {
    const { decide, forced } = this.means
    // Fragments that are no Pixel Data, and a sequence that could not be opened: nobody has looked inside.
    const isClosed = vr === 'SQ' && !element.items && element.valueEnd > element.valueStart
    if (element.fragments || isClosed) return { treatment: 'remove', rule: 'closed', fallback: 'remove' }
    const decision = decide(element.tag, vr, place.parent)
    const { treatment } = decision
    if ((treatment === 'keep' || treatment === 'clean') && forced.has(element.start))
      return { treatment: CODING.has(element.tag) ? 'dummy' : 'empty', rule: 'residual', fallback: 'empty' }
    if (treatment === 'keep' && !element.items && !fitsShape(this.bytes, element, vr))
      return { treatment: 'empty', rule: 'VR', fallback: 'empty' }
    const spoilt = treatment === 'keep' && !element.items ? judgeRetained(this.bytes, element, vr, decision) : undefined
    if (spoilt) return spoilt
    if (treatment === 'keep' && place.cleaning && TEXTS.has(vr) && !CODING.has(element.tag))
      return { treatment: 'clean', rule: 'E.3.4 C', fallback: 'dummy', technical: decision.technical === true }
    return decision
  }

  private keepOrClean(list: PartList, place: Place, element: DicomElement, vr: Vr, decision: Decision): void {
    if (element.items) {
      this.planItems(list, place, element, place.cleaning || decision.treatment === 'clean')
      return
    }
    if (element.tag === CHARACTER_SET) {
      const terms = validTerms(this.bytes, element)
      if (terms === undefined) list.keep(element.start, element.end)
      else this.write(list, place, element, vr, encodeAscii(terms, vr), 'clean', 'charset')
      return
    }
    const steps = { detect: decision.treatment === 'clean', words: this.masksWords(decision, element.tag, vr) }
    if (!steps.detect && !steps.words) {
      if (repeatsMeasuredAge(this.bytes, element, place)) this.remove(place, element, AGE_RULE)
      else if ((vr !== 'AS' && vr !== 'DS') || !this.generalizeAge(list, place, element, vr)) list.keep(element.start, element.end)
      return
    }
    const cleaned = this.means.cleaner.clean(element, vr, place.set, steps)
    const { rule, fallback } = steps.detect ? decision : UNKNOWN_WORDS
    if (cleaned === 'same') list.keep(element.start, element.end)
    else if (cleaned === undefined) this.replace(list, place, element, vr, fallback, { treatment: fallback, rule, fallback })
    else this.write(list, place, element, vr, cleaned, 'clean', rule)
  }

  private masksWords(decision: Decision, tag: number, vr: Vr): boolean {
    return this.means.masksWords && tag !== CHARACTER_SET && judgesWords(decision, vr)
  }

  private generalizeAge(list: PartList, place: Place, element: DicomElement, vr: Vr): boolean {
    const age = vr === 'AS' ? generalizeAge(this.bytes, element) : generalizeMeasuredAge(this.bytes, element, place)
    if (age === undefined) return false
    this.write(list, place, element, vr, encodeAscii(age, vr), 'generalize', AGE_RULE)
    return true
  }

  private remove(place: Place, element: DicomElement, rule: string): void {
    this.means.changes.add(this.steps, 'remove', rule)
    this.note(place, element)
  }

  private replace(list: PartList, place: Place, element: DicomElement, vr: Vr, treatment: Treatment, { rule, fallback }: Decision): void {
    if (treatment === 'remove') {
      this.remove(place, element, rule)
      return
    }
    const text = replacementText(this.means, element, { vr, treatment, set: place.set })
    if (text) {
      this.write(list, place, element, vr, encodeAscii(text.value, vr), text.action, rule)
      return
    }
    if (treatment === 'date' && fallback !== 'date') {
      this.replace(list, place, element, vr, fallback, { treatment: fallback, rule, fallback })
      return
    }
    if (treatment !== 'dummy' && treatment !== 'uid' && treatment !== 'date') {
      this.write(list, place, element, vr, NOTHING, 'empty', rule)
      return
    }
    if (element.items || vr === 'SQ') this.replaceSequence(list, place, element, rule)
    else this.write(list, place, element, vr, dummyValue(vr)!, 'dummy', rule)
  }

  private replaceSequence(list: PartList, place: Place, element: DicomElement, rule: string): void {
    const layer = findIn(element.items?.[0], GRAPHIC_LAYER)
    const name = layer ? readAsciiValue(this.bytes, layer, 16) : ''
    // As the name of the layer itself, to which it refers.
    const masked = this.means.masksWords ? maskWords(name, GRAPHIC_LAYER, 'CS') : name
    const dummy = dummySequence(element.tag, masked, place.item.encoding)
    if (!dummy) {
      this.planItems(list, place, element, true)
      return
    }
    list.add(dummy)
    this.means.changes.add(this.steps, 'dummy', rule)
    this.note(place, element)
  }

  private write(list: PartList, place: Place, element: DicomElement, vr: Vr, value: Uint8Array, action: ChangeAction, rule: string): void {
    const { valueStart, valueEnd, start, tag } = element
    if (!element.items && valueEnd - valueStart === value.length && isAt(this.bytes, valueStart, value)) {
      list.keep(start, element.end)
      return
    }
    list.add(encodeElement(tag, vr, value, place.item.encoding))
    this.means.changes.add(this.steps, action, rule)
    this.note(place, element)
  }

  /** Keeps the original for the search, with all that is inside it. */
  private note({ item, set }: Pick<Place, 'item' | 'set'>, element: DicomElement): void {
    if (element.items) {
      for (const child of element.items) {
        const inner = characterSetOf(this.bytes, child, set)
        for (const below of child.elements) this.note({ item: child, set: inner }, below)
      }
      return
    }
    if (element.fragments) return
    const vr = element.vr === 'UN' ? lookUpVr(this.bytes, element.tag, item) : element.vr
    const kind = identityKind(element.tag, vr)
    const isBirth = isBirthDateAlone(this.means.file, element)
    if (kind && (isBirth || !this.means.retainedKinds.has(kind))) this.means.originals.add(kind, element, set)
    if (isBirth) this.means.originals.addBirthDate(element)
    this.means.changes.count(categoryOfChange(element.tag, vr))
  }

  /** A sequence that stays with what is allowed in its items; one view where nothing in it changes. */
  private planItems(list: PartList, place: Place, element: DicomElement, cleaning: boolean): void {
    const { changes } = this.means
    const before = changes.total
    const { littleEndian } = element
    const content = new PartList(this.bytes)
    for (const [index, item] of element.items!.entries()) {
      this.steps.push(index)
      const inside = new PartList(this.bytes)
      const inner = this.placeOf(item, place, element.tag, cleaning)
      for (const child of item.elements) this.planElement(inside, inner, child)
      this.steps.pop()
      const isOpen = item.declaredLength === UNDEFINED_LENGTH
      if (item.skipped || (item.end === item.valueEnd && isOpen)) changes.touch()
      content.add(encodeItemHeader(isOpen ? UNDEFINED_LENGTH : inside.length, littleEndian))
      content.append(inside)
      if (isOpen) content.add(encodeItemHeader(0, littleEndian, ITEM_DELIMITER))
    }
    const isOpen = element.declaredLength === UNDEFINED_LENGTH
    if (element.skipped || (isOpen && element.end === element.valueEnd)) changes.touch()
    if (changes.total === before) {
      list.keep(element.start, element.end)
      return
    }
    const length = isOpen ? UNDEFINED_LENGTH : content.length
    list.add(encodeHeader(element.tag, traitsOf(element.vr).long ? element.vr : 'SQ', length, place.item.encoding))
    list.append(content)
    if (isOpen) list.add(encodeItemHeader(0, littleEndian, SEQUENCE_DELIMITER))
  }
}
