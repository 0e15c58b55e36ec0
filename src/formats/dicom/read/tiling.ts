// Proves that a tree accounts for every byte: de-identification and comparison may only stand on one that does.
import type { DicomElement, DicomFile, DicomItem, Span } from '../dicom-file.ts'

/** The parts of an item or data set in file order: elements and skipped bytes. */
function partsOf(container: {
  elements?: readonly Span[]
  items?: readonly Span[]
  skipped: readonly Span[] | undefined
}): readonly Span[] {
  const inOrder = container.elements ?? container.items ?? []
  if (!container.skipped) return inOrder
  const parts: Span[] = [...inOrder, ...container.skipped]
  return parts.sort((a, b) => a.start - b.start)
}

/**
 * Checks that headers, values, items, fragments, delimiters and skipped bytes cover the data set without gap or overlap.
 * @returns the first offset that is not covered or covered twice, or undefined
 */
export function findTilingGap(file: DicomFile): number | undefined {
  const metaGap = file.meta && gapInItem(file.meta)
  if (metaGap !== undefined) return metaGap
  if (file.meta && !file.deflated && file.dataset.start !== file.meta.end) return file.meta.end
  if (file.dataset.end !== file.data.length) return file.dataset.end
  return gapInItem(file.dataset)
}

function gapInItem(item: DicomItem): number | undefined {
  return gapBetween(partsOf(item), item.valueStart, item.valueEnd, (part) =>
    'tag' in part ? gapInElement(part as DicomElement) : undefined,
  )
}

function gapInElement(element: DicomElement): number | undefined {
  if (element.valueStart - element.start < 8 || element.end < element.valueEnd) return element.start
  const { valueStart, valueEnd } = element
  if (element.items) {
    const parts = partsOf({ items: element.items, skipped: element.skipped })
    return gapBetween(parts, valueStart, valueEnd, (part) => ('elements' in part ? gapInItem(part as DicomItem) : undefined))
  }
  if (element.fragments) {
    return gapBetween(partsOf({ items: element.fragments, skipped: element.skipped }), valueStart, valueEnd, () => undefined)
  }
  return undefined
}

function gapBetween(parts: readonly Span[], start: number, end: number, inside: (part: Span) => number | undefined): number | undefined {
  let position = start
  for (const part of parts) {
    if (part.start !== position || part.end < part.start) return position
    const gap = inside(part)
    if (gap !== undefined) return gap
    position = part.end
  }
  return position === end ? undefined : position
}
