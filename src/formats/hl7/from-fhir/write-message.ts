// Writes the segments of a message: delimiters and line ends in values escaped.
import { encodeLeaf } from '../build/encode-leaf.ts'
import { SegmentDraft } from '../build/segment-draft.ts'
import type { Delimiters } from '../delimiters.ts'
import { addressText, type DraftSegment } from './draft/draft-segment.ts'

const DELIMITERS: Delimiters = { field: '|', component: '^', repetition: '~', escape: '\\', subcomponent: '&', truncation: null }
const LEAVES = { delimiters: DELIMITERS, escapes: 'escape', lineBreaks: 'br' } as const

/** @returns the segments, each ended by the terminator */
export function writeSegments(segments: readonly DraftSegment[], terminator: string): string {
  let text = ''
  for (const segment of segments) text += writeSegment(segment) + terminator
  return text
}

function writeSegment(segment: DraftSegment): string {
  const draft = new SegmentDraft(segment.id)
  for (const { field, repetition, component, subcomponent, text } of segment.texts()) {
    const path = addressText(segment.id, { field, repetition, inner: [component] })
    draft.set({ field, repetition, component, subcomponent }, encodeLeaf(text, LEAVES, path))
  }
  const line = draft.write(DELIMITERS, '^~\\&')
  // BHS has the delimiters where MSH has them.
  return segment.id === 'BHS' ? `BHS|^~\\&|${line.split('|').slice(3).join('|')}` : line
}
