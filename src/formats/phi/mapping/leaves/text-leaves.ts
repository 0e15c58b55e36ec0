// Plain text: its lines.
import type { LeafDocument, PlacedLeaf } from './leaf-document.ts'
import { writePlaced } from './leaf-document.ts'

const asIs = (text: string) => text

export function textLeaves(text: string): LeafDocument {
  const leaves: PlacedLeaf[] = []
  let start = 0
  for (const line of text.split('\n')) {
    const end = start + line.length
    leaves.push({ place: `line ${leaves.length + 1}`, text: line, start, end, encode: asIs })
    start = end + 1
  }
  return { leaves, write: (texts) => writePlaced(text, leaves, texts) }
}
