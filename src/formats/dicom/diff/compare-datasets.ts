// Compares two data sets element by element and item by item; what it lists is bounded, what it counts is not.
import { characterSetOf } from '../describe/describe-element.ts'
import type { DicomElement, DicomItem } from '../dicom-file.ts'
import { formatPath } from '../dicom-issue.ts'
import { findElement } from '../dictionary/dictionary.ts'
import { creatorOf, lookUpVr } from '../read/implicit-vr.ts'
import { isPrivateTag } from '../tag.ts'
import { type CharacterSet, resolveCharacterSet } from '../value/character-set.ts'
import { traitsOf, type Vr } from '../value/vr.ts'
import { haveEqualValues, type Side, showValue } from './compare-values.ts'
import { type IgnoreRules, isIgnored, isItemIgnored } from './ignore-rules.ts'
import { type ElementPair, matchElements } from './match-elements.ts'

export interface Change {
  /** `(0008,1140)[0].(0008,1155)`, items from 0. The tag is the left one; that of the right side where the left has none. */
  path: string
  keyword?: string
  creator?: string
  /** From 0, of an element that stands in its item more than once. */
  occurrence?: number
  op: 'add' | 'remove' | 'change' | 'vr-change'
  left: string | null
  right: string | null
  leftCut?: true
  rightCut?: true
  vr: { left: string | null; right: string | null }
  /** Bytes of the values; of items and delimiters, too, for sequences. */
  bytes: { left: number | null; right: number | null }
}

/** One of two files: the bytes its offsets count in, a data set, and how it is encoded. */
export interface ComparedDataset {
  readonly bytes: Uint8Array
  readonly dataset: DicomItem
}

export interface CompareOptions {
  readonly rules: IgnoreRules
  readonly maxValueChars: number
  readonly maxChanges: number
  /** Elements of the data set itself that are compared elsewhere. */
  readonly skipTags: ReadonlySet<number>
}

export interface Comparison {
  readonly changes: Change[]
  /** Changes beyond those listed. */
  omitted: number
}

export function compareDatasets(left: ComparedDataset, right: ComparedDataset, options: CompareOptions): Comparison {
  const comparison: Comparison = { changes: [], omitted: 0 }
  new Comparer(left.bytes, right.bytes, options, comparison).compareItems(left.dataset, right.dataset)
  return comparison
}

interface Place {
  readonly item: DicomItem
  readonly set: CharacterSet
}

class Comparer {
  private readonly leftBytes: Uint8Array
  private readonly rightBytes: Uint8Array
  private readonly options: CompareOptions
  private readonly comparison: Comparison
  /** Tags and item numbers down to the current element. */
  private readonly steps: number[] = []

  constructor(leftBytes: Uint8Array, rightBytes: Uint8Array, options: CompareOptions, comparison: Comparison) {
    this.leftBytes = leftBytes
    this.rightBytes = rightBytes
    this.options = options
    this.comparison = comparison
  }

  compareItems(left: DicomItem, right: DicomItem, leftSet = resolveCharacterSet(''), rightSet = resolveCharacterSet('')): void {
    const places: [Place, Place] = [
      { item: left, set: characterSetOf(this.leftBytes, left, leftSet) },
      { item: right, set: characterSetOf(this.rightBytes, right, rightSet) },
    ]
    for (const pair of matchElements(left, right)) {
      const tag = (pair.left ?? pair.right)!.tag
      if (this.steps.length === 0 && this.options.skipTags.has(tag)) continue
      this.steps.push(tag)
      if (!isIgnored(this.options.rules, this.steps)) this.comparePair(pair, places)
      this.steps.pop()
    }
  }

  private comparePair(pair: ElementPair, [left, right]: [Place, Place]): void {
    const a = pair.left && sideOf(this.leftBytes, pair.left, left)
    const b = pair.right && sideOf(this.rightBytes, pair.right, right)
    if (!a || !b) {
      this.report(pair, a ? 'remove' : 'add', a, b, a ? left.item : right.item)
      return
    }
    const [vrA, vrB] = settleVrs(a, b, left.item, right.item)
    const one = { ...a, vr: vrA }
    const other = { ...b, vr: vrB }
    const { items } = a.element
    if (items && b.element.items) this.compareSequences(items, b.element.items, left.set, right.set)
    else if (items || b.element.items || !haveEqualValues(one, other)) {
      this.report(pair, 'change', one, other, left.item)
      return
    }
    if (vrA !== vrB) this.report(pair, 'vr-change', one, other, left.item)
  }

  private compareSequences(left: readonly DicomItem[], right: readonly DicomItem[], leftSet: CharacterSet, rightSet: CharacterSet): void {
    const count = Math.max(left.length, right.length)
    for (let i = 0; i < count; i++) {
      const a = left[i]
      const b = right[i]
      this.steps.push(i)
      if (!isItemIgnored(this.options.rules, this.steps)) {
        if (a && b) this.compareItems(a, b, leftSet, rightSet)
        else this.reportItem(a, b)
      }
      this.steps.pop()
    }
  }

  private report({ occurrence }: ElementPair, op: Change['op'], left: Side | undefined, right: Side | undefined, item: DicomItem): void {
    if (!this.hasRoom()) return
    const leftText = left && showValue(left, this.options.maxValueChars)
    const rightText = right && showValue(right, this.options.maxValueChars)
    this.comparison.changes.push({
      path: formatPath(this.steps),
      ...nameOf((left ?? right)!.element.tag, item),
      ...(occurrence > 0 ? { occurrence } : {}),
      op,
      left: leftText?.text ?? null,
      right: rightText?.text ?? null,
      ...(leftText?.cut ? { leftCut: true } : {}),
      ...(rightText?.cut ? { rightCut: true } : {}),
      vr: { left: left?.vr ?? null, right: right?.vr ?? null },
      bytes: { left: left ? lengthOf(left.element) : null, right: right ? lengthOf(right.element) : null },
    })
  }

  private reportItem(left: DicomItem | undefined, right: DicomItem | undefined): void {
    if (!this.hasRoom()) return
    this.comparison.changes.push({
      path: formatPath(this.steps),
      op: left ? 'remove' : 'add',
      left: null,
      right: null,
      vr: { left: null, right: null },
      bytes: { left: left ? lengthOf(left) : null, right: right ? lengthOf(right) : null },
    })
  }

  private hasRoom(): boolean {
    if (this.comparison.changes.length < this.options.maxChanges) return true
    this.comparison.omitted++
    return false
  }
}

/** An element of VR UN is read by the VR that the registries know, where its length suits that. */
function sideOf(bytes: Uint8Array, element: DicomElement, { item, set }: Place): Side {
  const known = element.vr === 'UN' && !element.items ? lookUpVr(bytes, element.tag, item) : element.vr
  const isSuited = known !== 'SQ' && lengthOf(element) % traitsOf(known).unit === 0
  return { bytes, element, vr: isSuited ? known : element.vr, set }
}

/** A VR that the file does not state (implicit VR, UN) gives way to that of the other side. */
function settleVrs(left: Side, right: Side, leftItem: DicomItem, rightItem: DicomItem): [Vr, Vr] {
  const isLeftStated = leftItem.encoding.explicit && left.element.vr !== 'UN'
  const isRightStated = rightItem.encoding.explicit && right.element.vr !== 'UN'
  if (isLeftStated && isRightStated) return [left.element.vr, right.element.vr]
  return isLeftStated ? [left.vr, left.vr] : isRightStated ? [right.vr, right.vr] : [left.vr, right.vr]
}

function nameOf(tag: number, item: DicomItem): { keyword?: string; creator?: string } {
  if (isPrivateTag(tag)) {
    const creator = creatorOf(item, tag)
    return creator ? { creator } : {}
  }
  const keyword = findElement(tag)?.keyword
  return keyword ? { keyword } : {}
}

function lengthOf({ valueStart, valueEnd }: DicomElement | DicomItem): number {
  return valueEnd - valueStart
}
