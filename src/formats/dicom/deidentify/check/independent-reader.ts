// Reads the new file again with dicom-parser, which shares no code with the reader here. Both must find the same elements in the same places.
import dicomParser, { type DataSet, type Element } from 'dicom-parser'
import { ProblemError } from '../../../../core/problem.ts'
import { type DicomElement, type DicomFile, type DicomItem, findIn } from '../../dicom-file.ts'
import { formatPath } from '../../dicom-issue.ts'
import { ITEM_DELIMITER, PIXEL_DATA, UNDEFINED_LENGTH } from '../../tag.ts'

export const UNREAD_REASONS = ['64-bit-vr', 'undescended-un', 'duplicate-tags', 'large'] as const
export type UnreadReason = (typeof UNREAD_REASONS)[number]

export interface IndependentReading {
  /** agrees: both see the same. not-read: dicom-parser cannot read files of this kind. */
  readonly status: 'agrees' | 'not-read'
  readonly reason: UnreadReason | null
}

/** Their headers have 32-bit lengths, and dicom-parser reads 16 bits. */
const LONG_VRS: ReadonlySet<string> = new Set(['OV', 'SV', 'UV'])
/** dicom-parser keeps 500 bytes of each element. */
const MAX_ELEMENTS = 50_000

/** @param result the new file, as it was read here. @throws ProblemError `unsupported_variant` with the place where the readers differ */
export function readIndependently(result: DicomFile): IndependentReading {
  const reason = whyNot(result.dataset, { count: 0 })
  if (reason) return { status: 'not-read', reason }
  compareItems(parse(result), [...(result.meta?.elements ?? []), ...result.dataset.elements], [])
  return { status: 'agrees', reason: null }
}

function whyNot({ elements, encoding }: DicomItem, seen: { count: number }): UnreadReason | undefined {
  seen.count += elements.length
  if (seen.count > MAX_ELEMENTS) return 'large'
  // It keeps the last element of a tag alone.
  if (new Set(elements.map(({ tag }) => tag)).size < elements.length) return 'duplicate-tags'
  for (const { vr, items, declaredLength } of elements) {
    if (encoding.explicit && LONG_VRS.has(vr)) return '64-bit-vr'
    if (vr === 'UN' && (items || declaredLength === UNDEFINED_LENGTH)) return 'undescended-un'
    for (const item of items ?? []) {
      const inner = item.encoding.explicit === encoding.explicit ? whyNot(item, seen) : 'undescended-un'
      if (inner) return inner
    }
  }
  return undefined
}

function parse(result: DicomFile): DataSet {
  try {
    return dicomParser.parseDicom(withKnownSyntax(result))
  } catch {
    throw differ([])
  }
}

const IMPLICIT = '1.2.840.10008.1.2'

/** dicom-parser knows one UID of Implicit VR Little Endian and takes Papyrus 3 for explicit. */
function withKnownSyntax({ bytes, meta, declaredTransferSyntax, transferSyntax }: DicomFile): Uint8Array {
  const declared = findIn(meta, 0x00020010)
  if (transferSyntax.encoding.explicit || declaredTransferSyntax === IMPLICIT || !declared) return bytes
  const copy = new Uint8Array(bytes)
  const value = copy.subarray(declared.valueStart, declared.valueEnd).fill(0)
  value.set(new TextEncoder().encode(IMPLICIT).subarray(0, value.length))
  return copy
}

/** In both directions: an element that only one reader finds is not checked. */
function compareItems(theirs: DataSet | undefined, ours: readonly DicomElement[], steps: readonly number[]): void {
  const elements = theirs?.elements ?? {}
  const keys = new Set(ours.map(({ tag }) => keyOf(tag)))
  for (const key of Object.keys(elements)) {
    if (!keys.has(key) && key !== keyOf(ITEM_DELIMITER)) throw differ([...steps, Number.parseInt(key.slice(1), 16)])
  }
  for (const element of ours) compareElements(elements[keyOf(element.tag)], element, [...steps, element.tag])
}

function compareElements(theirs: Element | undefined, ours: DicomElement, steps: readonly number[]): void {
  if (!theirs) throw differ(steps)
  if (ours.items) {
    // An empty sequence has no items for dicom-parser.
    const items = theirs.items ?? []
    if (items.length !== ours.items.length) throw differ(steps)
    ours.items.forEach((item, i) => {
      compareItems(items[i]!.dataSet, item.elements, [...steps, i])
    })
    return
  }
  if (ours.fragments) {
    if (ours.tag !== PIXEL_DATA || theirs.fragments?.length !== ours.fragments.length - 1) throw differ(steps)
    return
  }
  if (theirs.dataOffset !== ours.valueStart || theirs.length !== ours.valueEnd - ours.valueStart) throw differ(steps)
}

function keyOf(tag: number): string {
  return `x${tag.toString(16).padStart(8, '0')}`
}

function differ(steps: readonly number[]): ProblemError {
  return new ProblemError('A second, independent reader finds different elements in the new file.', {
    code: 'unsupported_variant',
    at: { ...(steps.length > 0 ? { path: formatPath([...steps]) } : {}), byteOffset: 0 },
  })
}
