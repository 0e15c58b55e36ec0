// The text of a document (MDM): lines that stand in several OBX or repetitions are one attachment.
import { convertValue } from '../convert-value.ts'
import type { FhirNode, Part } from '../fhir-node.ts'
import { isValued, leavesOf, partAt, type SourceSegment } from '../source-message.ts'
import { put, rawText } from './place-part.ts'

interface Text {
  readonly lines: string[]
  readonly leaves: Part[]
}

/** Collects what the OBX of a message say in words for each DocumentReference; encapsulated data (ED) and pointers (RP) have rows of the guide. */
export class DocumentTexts {
  readonly #texts = new Map<FhirNode, Text>()

  add(segment: SourceSegment, document: FhirNode): void {
    const named = partAt(segment.fields[2]?.[0], 1)
    const type = named?.value.trim().toUpperCase() ?? ''
    const values = (segment.fields[5] ?? []).filter(isValued)
    if (type === 'ED' || type === 'RP' || values.length === 0) return
    const unit = segment.fields[6]?.find(isValued)
    const text = this.#texts.get(document) ?? { lines: [], leaves: [] }
    this.#texts.set(document, text)
    const lines = values.map((part) => rawText(part))
    text.lines.push(...(unit ? lines.map((line) => `${line} ${rawText(unit)}`) : lines))
    text.leaves.push(...[named, ...values, unit].flatMap(leavesOf).filter(isValued))
  }

  /** Puts the texts into their resources. */
  write(): void {
    for (const [document, { lines, leaves }] of this.#texts) {
      const attachment = document.child('content', 'text')!.child('attachment', '')!
      const data = attachment.child('data', '')!
      const { value } = convertValue(lines.join('\n'), data.element!, undefined, NO_CONTEXT)
      if (value === undefined) continue
      put(data, value, leaves)
      put(attachment.child('contentType', '')!, 'text/plain', [])
    }
  }
}

const NO_CONTEXT = { zone: () => undefined, systems: new Map<string, string>(), sender: '' }
