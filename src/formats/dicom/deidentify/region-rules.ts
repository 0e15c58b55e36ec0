// Where devices burn text into their images, by rules on manufacturer, model, size and kind of the image.
import { readAsciiValue } from '../decode-value.ts'
import { type DicomFile, findIn } from '../dicom-file.ts'
import { readUint16 } from '../element-header.ts'
import { unpackTable } from '../unpack-table.ts'
import type { PixelRegion } from './pixel-region.ts'
import { REGION_RULES } from './region-rules.generated.ts'

interface Condition {
  /** contains, equals, missing, empty */
  readonly operator: string
  readonly tag: number
  /** One of these, in capitals. */
  readonly texts: readonly string[]
}

interface RegionRule {
  /** All groups have to hold, of each group one condition. */
  readonly groups: readonly (readonly Condition[])[]
  readonly regions: readonly PixelRegion[]
}

let rules: readonly RegionRule[] | undefined

/** Regions of all rules that hold. */
export function matchRegionRules(file: DicomFile): PixelRegion[] {
  rules ??= unpackTable(REGION_RULES)[0]!.split('\n').map(readRule)
  const known = new Map<number, string | undefined>()
  const textOf = (tag: number): string | undefined => {
    if (!known.has(tag)) known.set(tag, readValue(file, tag))
    return known.get(tag)
  }
  return rules
    .filter((rule) => rule.groups.every((group) => group.some((condition) => holds(condition, textOf))))
    .flatMap((rule) => rule.regions)
}

function readRule(line: string): RegionRule {
  const [conditions = '', regions = ''] = line.split('\t')
  return {
    groups: conditions.split('&').map((group) => group.split(';').map(readCondition)),
    regions: regions.split(' ').map((text) => {
      const [column = 0, row = 0, width = 0, height = 0] = text.split(',').map(Number)
      return { column, row, width, height }
    }),
  }
}

function readCondition(text: string): Condition {
  return { operator: text.slice(0, 1), tag: Number.parseInt(text.slice(1, 9), 16), texts: text.slice(9).toUpperCase().split('|') }
}

function holds({ operator, tag, texts }: Condition, textOf: (tag: number) => string | undefined): boolean {
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
