// Checks every element against PS3.5 and PS3.6: its VR, its number of values, the form of each, private blocks, group lengths.
import { characterSetOf } from '../describe/describe-element.ts'
import { type DicomElement, type DicomItem, findIn } from '../dicom-file.ts'
import { findElement } from '../dictionary/dictionary.ts'
import { readUint32 } from '../read/element-header.ts'
import { lookUpVr } from '../read/implicit-vr.ts'
import { isCreatorTag, isGroupLengthTag, isPrivateTag } from '../tag.ts'
import { type CharacterSet, resolveCharacterSet } from '../value/character-set.ts'
import { decodeValue, readAsciiValue } from '../value/decode-value.ts'
import { traitsOf, type Vr } from '../value/vr.ts'
import type { FindingList } from './finding.ts'

const SPECIFIC_CHARACTER_SET = 0x00080005
/** VRs of fixed length, which padding would break (PS3.5 Table 6.2-1). */
const UNPADDED: ReadonlySet<Vr> = new Set(['AS', 'DA'])
const SPACE = 0x20
const BACKSLASH = 0x5c

/** Looks at every element of a data set or of the File Meta Information, at every depth. */
export function checkValues(bytes: Uint8Array, dataset: DicomItem, findings: FindingList): void {
  new ValueChecker(bytes, findings).checkItem(dataset, resolveCharacterSet(''))
}

class ValueChecker {
  private readonly bytes: Uint8Array
  private readonly findings: FindingList
  /** Tags and item numbers down to the current element. */
  private readonly steps: number[] = []

  constructor(bytes: Uint8Array, findings: FindingList) {
    this.bytes = bytes
    this.findings = findings
  }

  checkItem(item: DicomItem, inherited: CharacterSet): void {
    const set = characterSetOf(this.bytes, item, inherited)
    this.checkCharacterSet(item, set)
    item.elements.forEach((element, position) => {
      this.steps.push(element.tag)
      if (isGroupLengthTag(element.tag)) this.checkGroupLength(item, element, position)
      else if (isPrivateTag(element.tag)) this.checkPrivate(element)
      else this.checkRegistered(item, element)
      if (element.items) this.checkSequence(element.items, set)
      else if (!element.fragments) this.checkValue(item, element, set)
      this.steps.pop()
    })
  }

  private checkSequence(items: readonly DicomItem[], set: CharacterSet): void {
    items.forEach((item, i) => {
      this.steps.push(i)
      this.checkItem(item, set)
      this.steps.pop()
    })
  }

  private checkCharacterSet(item: DicomItem, set: CharacterSet): void {
    const element = set.problems.length > 0 ? findIn(item, SPECIFIC_CHARACTER_SET) : undefined
    if (!element) return
    for (const problem of set.problems) this.findings.add(problem, [...this.steps, element.tag], element.start)
  }

  private checkRegistered(item: DicomItem, element: DicomElement): void {
    const entry = findElement(element.tag)
    if (!entry) {
      this.report('unknown_tag', element)
      return
    }
    if (entry.retired) this.report('retired_tag', element)
    // An implicit data set states no VR, and UN may stand for any (PS3.5 §6.2.2).
    if (!item.encoding.explicit || element.vr === 'UN') return
    if (!entry.vr.split(' or ').includes(element.vr)) this.report('wrong_vr', element)
  }

  private checkPrivate(element: DicomElement): void {
    const { tag } = element
    const elementNumber = tag & 0xffff
    if (elementNumber > 0 && elementNumber < 0x10) this.report('private_element_number', element)
    if (isCreatorTag(tag) && readAsciiValue(this.bytes, element, 64) === '') this.report('private_creator_empty', element)
  }

  /** PS3.5 §7.2: the length counts from the end of its value to the end of the last element of the group. */
  private checkGroupLength({ elements }: DicomItem, element: DicomElement, position: number): void {
    if (element.valueEnd - element.valueStart !== 4) return
    let end = element.end
    for (let i = position + 1; i < elements.length && elements[i]!.tag >>> 16 === element.tag >>> 16; i++) end = elements[i]!.end
    const declared = readUint32(this.bytes, element.valueStart, element.littleEndian)
    // The reader reports that of group 0002.
    if (element.tag !== 0x00020000 && declared !== end - element.end) this.report('group_length', element)
  }

  private checkValue(item: DicomItem, element: DicomElement, set: CharacterSet): void {
    const { valueStart, valueEnd } = element
    if (valueStart === valueEnd) return
    const vr = this.vrOf(item, element)
    const traits = traitsOf(vr)
    if (traits.kind === 'bytes' || traits.kind === 'items') return
    const { values, count, problems } = decodeValue(this.bytes, element, vr, set, valueEnd - valueStart)
    for (const problem of problems) this.report(problem, element)
    if (traits.kind === 'text') this.checkPadding(element, vr)
    if (vr === 'UI' && values.some((value) => value !== '' && !hasValidRoot(String(value)))) this.report('uid_root', element)
    const vm = isPrivateTag(element.tag) ? undefined : findElement(element.tag)?.vm
    if (vm && !allowsCount(vm, count) && values.some((value) => value !== '')) this.report('value_multiplicity', element)
  }

  private vrOf(item: DicomItem, element: DicomElement): Vr {
    if (element.vr !== 'UN') return element.vr
    const known = lookUpVr(this.bytes, element.tag, item)
    return (element.valueEnd - element.valueStart) % traitsOf(known).unit === 0 ? known : 'UN'
  }

  /** PS3.5 §6.2: every value of a text may end in spaces, except where its VR has a fixed length; a UID may end in one NUL. */
  private checkPadding(element: DicomElement, vr: Vr): void {
    const { valueStart, valueEnd } = element
    const { multiple } = traitsOf(vr)
    for (let end = valueEnd; end > valueStart; end--) {
      const isEnd = end === valueEnd || (multiple && !traitsOf(vr).localized && this.bytes[end] === BACKSLASH)
      if (!isEnd) continue
      const last = this.bytes[end - 1]
      const isWrong = vr === 'UI' ? last === SPACE || (last === 0 && end !== valueEnd) : last === 0 || (UNPADDED.has(vr) && last === SPACE)
      if (isWrong) {
        this.report('padding_byte', element)
        return
      }
      if (!multiple || traitsOf(vr).localized) return
    }
  }

  private report(code: Parameters<FindingList['add']>[0], { start }: DicomElement): void {
    this.findings.add(code, this.steps, start)
  }
}

/** ISO/IEC 9834-1: the first component is 0, 1 or 2; below 0 and 1 the second is at most 39. */
function hasValidRoot(uid: string): boolean {
  const [first, second] = uid.split('.')
  if (first === '2') return second !== undefined
  return (first === '0' || first === '1') && second !== undefined && Number(second) < 40
}

/** `1`, `1-3`, `1-n`, `2-2n`, `1-n or 1` as PS3.6 writes them. */
function allowsCount(vm: string, count: number): boolean {
  return vm.split(' or ').some((range) => {
    const [low = '1', high] = range.split('-')
    const least = Number(low)
    if (high === undefined) return count === least
    if (count < least) return false
    if (!high.endsWith('n')) return count <= Number(high)
    const step = Number(high.slice(0, -1) || '1')
    return count % step === 0
  })
}
