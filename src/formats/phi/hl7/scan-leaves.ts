// One search over all text of a message: each place is context for the others.
import type { PhiCategory } from '../category.ts'
import type { DetectOptions } from '../compiled-options.ts'
import { detectPhi, type PhiSpan } from '../detect-phi.ts'
import type { Leaf } from './leaf.ts'

/** What the search has to know of a leaf. */
export interface Scanned {
  readonly leaf: Leaf
  readonly decoded: { readonly text: string }
  readonly isScanned: boolean
  readonly category: PhiCategory | undefined
  readonly embedded: string | undefined
  readonly spelled: string | undefined
}

/** @returns for each leaf what is found in the text that the detector reads of it, in order */
export function scan(works: readonly Scanned[], options: DetectOptions): PhiSpan[][] {
  const found: PhiSpan[][] = works.map(() => [])
  const starts: number[] = []
  const owners: number[] = []
  const parts: string[] = []
  let length = 0
  let previous: Leaf | undefined
  const searched = works.flatMap((work, i) => (work.isScanned && work.category === undefined ? [{ work, i }] : []))
  // A code is no context for the words beside it, nor they for it.
  const isAlone = ({ work }: { readonly work: Scanned }) => work.leaf.treatment === 'code'
  for (const each of [...searched.filter((one) => !isAlone(one)), ...searched.filter(isAlone)]) {
    const { leaf } = each.work
    const separator = previous === undefined ? '' : isAlone(each) ? '\n\n' : separatorOf(previous, leaf)
    const text = shownText(each.work)
    starts.push(length + separator.length)
    owners.push(each.i)
    parts.push(separator, text)
    length += separator.length + text.length
    previous = leaf
  }
  let at = 0
  for (const span of detectPhi(parts.join(''), options)) {
    while (at + 1 < starts.length && starts[at + 1]! <= span.start) at++
    for (let k = at; k < starts.length && starts[k]! < span.end; k++) {
      const size = shownText(works[owners[k]!]!).length
      const start = Math.max(0, span.start - starts[k]!)
      const end = Math.min(size, span.end - starts[k]!)
      if (end > start) found[owners[k]!]!.push({ ...span, start, end })
    }
  }
  return found
}

function separatorOf(previous: Leaf, leaf: Leaf): string {
  if (previous.repetition === leaf.repetition) return ' '
  return previous.flow === leaf.flow ? '\n' : '\n\n'
}

/** What the detector reads of a leaf. */
function shownText({ embedded, spelled, decoded }: Scanned): string {
  return embedded ?? spelled ?? decoded.text
}
