// Where devices burn text into their images, by rules on manufacturer, model, size and kind of the image.
import { type DicomFile, findIn } from '../../dicom-file.ts'
import { unpackTable } from '../../dictionary/unpack-table.ts'
import { readUint16 } from '../../read/element-header.ts'
import { readAsciiValue } from '../../value/decode-value.ts'
import type { PixelRegion } from '../pixels/pixel-region.ts'
import { REGION_RULES } from './region-rules.generated.ts'

interface Condition {
  /** contains, equals, missing, empty */
  readonly operator: string
  readonly tag: number
  /** One of these, in capitals. */
  readonly texts: readonly string[]
}

/** One of the conditions has to hold. */
interface ConditionGroup {
  /** Its place among all groups, of which many rules have the same. */
  readonly number: number
  readonly conditions: readonly Condition[]
}

interface RegionRule {
  /** All of them have to hold. */
  readonly groups: ConditionGroup[]
  readonly regions: readonly PixelRegion[]
}

interface RegionRules {
  readonly rules: readonly RegionRule[]
  /** What a file says to each group; used over and over, because every file asks. */
  readonly judged: Int8Array
}

let all: RegionRules | undefined

/** Regions of all rules that hold. */
export function matchRegionRules(file: DicomFile): PixelRegion[] {
  all ??= readRules()
  const known = new Map<number, string | undefined>()
  const textOf = (tag: number): string | undefined => {
    if (!known.has(tag)) known.set(tag, readValue(file, tag))
    return known.get(tag)
  }
  const { judged } = all
  judged.fill(0)
  const found: PixelRegion[] = []
  for (const { groups, regions } of all.rules) if (areMet(groups, judged, textOf)) found.push(...regions)
  return found
}

/** @param judged by the numbers of the groups: 1 for those that hold, -1 for those that do not, 0 for those that nobody has asked yet */
function areMet(groups: readonly ConditionGroup[], judged: Int8Array, textOf: TextOf): boolean {
  for (const { number, conditions } of groups) {
    if (judged[number] === 0) judged[number] = conditions.some((condition) => isMet(condition, textOf)) ? 1 : -1
    if (judged[number] === -1) return false
  }
  return true
}

type TextOf = (tag: number) => string | undefined

function readRules(): RegionRules {
  const groups = new Map<string, ConditionGroup>()
  const rules = unpackTable(REGION_RULES)[0]!
    .split('\n')
    .map((line) => readRule(line, groups))
  const uses = new Int32Array(groups.size)
  for (const rule of rules) for (const { number } of rule.groups) uses[number]!++
  // What most rules ask comes first, the kind of image and the maker: most end with the first answer.
  for (const rule of rules) rule.groups.sort((a, b) => uses[b.number]! - uses[a.number]!)
  return { rules, judged: new Int8Array(groups.size) }
}

function readRule(line: string, known: Map<string, ConditionGroup>): RegionRule {
  const [conditions = '', regions = ''] = line.split('\t')
  const groupOf = (text: string): ConditionGroup => {
    const group = known.get(text) ?? { number: known.size, conditions: text.split(';').map(readCondition) }
    known.set(text, group)
    return group
  }
  return {
    groups: conditions.split('&').map(groupOf),
    regions: regions.split(' ').map((text) => {
      const [column = 0, row = 0, width = 0, height = 0] = text.split(',').map(Number)
      return { column, row, width, height }
    }),
  }
}

function readCondition(text: string): Condition {
  return { operator: text.slice(0, 1), tag: Number.parseInt(text.slice(1, 9), 16), texts: text.slice(9).toUpperCase().split('|') }
}

function isMet({ operator, tag, texts }: Condition, textOf: TextOf): boolean {
  const value = textOf(tag)
  // The packed letter of `equals` and `empty` is the same: an empty one compares with nothing.
  if (operator === 'm') return value === undefined
  if (operator === 'e') return texts[0] === '' ? value === '' : value === texts[0]
  return value !== undefined && texts.some((text) => value.includes(text))
}

/** In capitals; numbers in digits. */
function readValue({ data, dataset, meta, bytes }: DicomFile, tag: number): string | undefined {
  if (tag >>> 16 === 2) {
    const declared = findIn(meta, tag)
    return declared && readAsciiValue(bytes, declared).toUpperCase()
  }
  const element = findIn(dataset, tag)
  if (!element || element.items) return undefined
  const isNumber = element.vr === 'US' && element.valueEnd - element.valueStart >= 2
  return isNumber ? String(readUint16(data, element.valueStart, element.littleEndian)) : readAsciiValue(data, element).toUpperCase()
}
