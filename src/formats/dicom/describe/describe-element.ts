// The elements of a data set as a tree for people and programs: names, decoded values, items, creators.
import { ProblemError } from '../../../core/problem.ts'
import type { DicomElement, DicomItem } from '../dicom-file.ts'
import { findIn } from '../dicom-file.ts'
import { formatPath, type IssueList } from '../dicom-issue.ts'
import { findElement } from '../dictionary/dictionary.ts'
import { findPrivateElement } from '../dictionary/private-dictionary.ts'
import { findUid } from '../dictionary/uid-dictionary.ts'
import { creatorOf, lookUpVr } from '../read/implicit-vr.ts'
import { formatTag, isCreatorTag, isGroupLengthTag, isPrivateTag, UNDEFINED_LENGTH } from '../tag.ts'
import { selectElement, selectInItem, type TagPath } from '../tag-path.ts'
import { type CharacterSet, resolveCharacterSet } from '../value/character-set.ts'
import { decodeValue, encodeValue, readAsciiValue } from '../value/decode-value.ts'
import { traitsOf, type Vr } from '../value/vr.ts'

export interface ElementView {
  tag: string
  keyword?: string
  name?: string
  vr: string
  /** The VR by which the value of an element of VR UN was decoded. */
  decodedAs?: string
  vm: number
  /** Bytes of the value, of all items and delimiters inside it for a sequence. */
  length: number
  undefinedLength?: true
  /** Offset of the element's header. */
  byteOffset: number
  value?: (string | number)[]
  /** Names of registered UIDs, in the order of the values. */
  uidNames?: (string | null)[]
  /** The bytes of a value that is not text, number, tag or sequence. */
  base64?: string
  /** Only the beginning of the value is given. */
  cut?: true
  fragments?: { count: number; offsetTableBytes: number }
  items?: ItemView[]
  private: boolean
  creator?: string
}

export interface ItemView {
  /** From 0. */
  index: number
  byteOffset: number
  elements: ElementView[]
}

export interface ViewOptions {
  readonly maxValueBytes: number
  readonly includePrivate: boolean
  /** Undefined for everything. */
  readonly paths: readonly TagPath[] | undefined
}

const SPECIFIC_CHARACTER_SET = 0x00080005
/** A description takes some 300 bytes of JSON. */
const MAX_DESCRIBED = 500_000

/**
 * Describes the elements of a data set, adding what is wrong with values to the issues.
 * @throws ProblemError `resource_limit` where there are more than half a million to describe
 */
export function describeDataset(bytes: Uint8Array, dataset: DicomItem, options: ViewOptions, issues: IssueList): ElementView[] {
  return new Describer(bytes, options, issues).describeItem(dataset, resolveCharacterSet(''), options.paths)
}

/** The character set of an item: its own, or that of the item around it (PS3.3 §C.12.1.1.2). */
export function characterSetOf(bytes: Uint8Array, item: DicomItem, inherited: CharacterSet): CharacterSet {
  const element = findIn(item, SPECIFIC_CHARACTER_SET)
  return element ? resolveCharacterSet(readAsciiValue(bytes, element)) : inherited
}

class Describer {
  private readonly bytes: Uint8Array
  private readonly options: ViewOptions
  private readonly issues: IssueList
  /** Tags and item numbers down to the current element. */
  private readonly steps: number[] = []
  private described = 0

  constructor(bytes: Uint8Array, options: ViewOptions, issues: IssueList) {
    this.bytes = bytes
    this.options = options
    this.issues = issues
  }

  describeItem(item: DicomItem, inherited: CharacterSet, paths: readonly TagPath[] | undefined): ElementView[] {
    const set = this.readCharacterSet(item, inherited)
    const views: ElementView[] = []
    for (const element of item.elements) {
      const selected = selectElement(paths, element.tag)
      if (!selected || (isPrivateTag(element.tag) && !this.options.includePrivate)) continue
      if (++this.described > MAX_DESCRIBED) this.refuse(element)
      this.steps.push(element.tag)
      views.push(this.describeElement(item, element, set, selected))
      this.steps.pop()
    }
    return views
  }

  /** Its problems concern every text of the item, also where the element itself is not wanted. */
  private readCharacterSet(item: DicomItem, inherited: CharacterSet): CharacterSet {
    const set = characterSetOf(this.bytes, item, inherited)
    const element = set.problems.length > 0 ? findIn(item, SPECIFIC_CHARACTER_SET) : undefined
    if (!element) return set
    this.steps.push(element.tag)
    for (const problem of set.problems) this.report(problem, element)
    this.steps.pop()
    return set
  }

  private describeElement(item: DicomItem, element: DicomElement, set: CharacterSet, selected: readonly TagPath[] | 'all'): ElementView {
    const view = this.describeHeader(item, element)
    if (element.items) {
      view.vm = element.items.length > 0 ? 1 : 0
      view.items = this.describeItems(element.items, set, selected)
    } else if (element.fragments) {
      const [table, ...fragments] = element.fragments
      view.vm = 1
      view.fragments = { count: fragments.length, offsetTableBytes: table ? table.end - table.valueStart : 0 }
    } else this.describeValue(view, item, element, set)
    return view
  }

  private describeHeader(item: DicomItem, element: DicomElement): ElementView {
    const { tag } = element
    const view = isPrivateTag(tag) ? this.describePrivate(item, element) : this.describeStandard(element)
    if (element.declaredLength === UNDEFINED_LENGTH) view.undefinedLength = true
    return view
  }

  /** Literals in the order in which people read them: they are several times faster than fields that are added. */
  private describeStandard({ tag, vr, valueStart, valueEnd, start }: DicomElement): ElementView {
    const entry = findElement(tag)
    const length = valueEnd - valueStart
    const key = formatTag(tag)
    if (entry?.keyword) {
      return { tag: key, keyword: entry.keyword, name: entry.name, vr, vm: 0, length, byteOffset: start, private: false }
    }
    const name = entry?.name ?? (isGroupLengthTag(tag) ? 'Group Length' : undefined)
    if (name) return { tag: key, name, vr, vm: 0, length, byteOffset: start, private: false }
    return { tag: key, vr, vm: 0, length, byteOffset: start, private: false }
  }

  private describePrivate(item: DicomItem, { tag, vr, valueStart, valueEnd, start }: DicomElement): ElementView {
    const creator = creatorOf(item, tag)
    const name = isCreatorTag(tag)
      ? 'Private Creator'
      : isGroupLengthTag(tag)
        ? 'Private Group Length'
        : findPrivateElement(creator, tag)?.name
    const length = valueEnd - valueStart
    const key = formatTag(tag)
    const view: ElementView = name
      ? { tag: key, name, vr, vm: 0, length, byteOffset: start, private: true }
      : { tag: key, vr, vm: 0, length, byteOffset: start, private: true }
    if (creator) view.creator = creator
    return view
  }

  private describeItems(items: readonly DicomItem[], set: CharacterSet, selected: readonly TagPath[] | 'all'): ItemView[] {
    const views: ItemView[] = []
    items.forEach((item, index) => {
      const paths = selectInItem(selected, index)
      if (paths?.length === 0) return
      this.steps.push(index)
      views.push({ index, byteOffset: item.start, elements: this.describeItem(item, set, paths) })
      this.steps.pop()
    })
    return views
  }

  private describeValue(view: ElementView, item: DicomItem, element: DicomElement, set: CharacterSet): void {
    const { bytes } = this
    const { maxValueBytes } = this.options
    const vr = valueVr(bytes, item, element)
    if (vr !== element.vr) view.decodedAs = vr
    const decoded = decodeValue(bytes, element, vr, set, maxValueBytes)
    view.vm = decoded.count
    if (decoded.cut) view.cut = true
    const { kind } = traitsOf(vr)
    if (kind === 'bytes' || kind === 'items') {
      if (view.length > 0) view.base64 = encodeValue(bytes, element, maxValueBytes)
    } else if (decoded.values.length > 0) {
      view.value = kind === 'tag' ? decoded.values.map((tag) => formatTag(tag as number)) : decoded.values
      if (vr === 'UI') addUidNames(view, decoded.values)
    }
    for (const problem of decoded.problems) this.report(problem, element)
  }

  private refuse({ start }: DicomElement): never {
    const byteOffset = this.issues.deflatedAt ?? start
    throw new ProblemError('The file has too many elements to describe at once.', {
      code: 'resource_limit',
      at: { byteOffset },
      facts: { limit: MAX_DESCRIBED },
    })
  }

  private report(code: Parameters<IssueList['add']>[0], { start, valueEnd, valueStart }: DicomElement): void {
    this.issues.add(code, start, { path: formatPath(this.steps), actualBytes: valueEnd - valueStart })
  }
}

/** The VR to decode a value by: for UN that of the registries, where its length suits that VR. */
function valueVr(bytes: Uint8Array, item: DicomItem, { tag, vr, valueStart, valueEnd }: DicomElement): Vr {
  if (vr !== 'UN') return vr
  const known = lookUpVr(bytes, tag, item)
  const length = valueEnd - valueStart
  return (known !== 'SQ' || length === 0) && length % traitsOf(known).unit === 0 ? known : 'UN'
}

function addUidNames(view: ElementView, uids: readonly (string | number)[]): void {
  const names = uids.map((uid) => findUid(String(uid))?.name ?? null)
  if (names.some((name) => name !== null)) view.uidNames = names
}
