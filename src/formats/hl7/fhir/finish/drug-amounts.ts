// Amounts of drugs that are no numbers (`one`, `<81`, `1/2`), or a number that says that nobody knows: R4 has no place for them in a dose, so they
// stand in a note of the same resource.
import { readDecimal } from '../decimal.ts'
import type { FhirNode, Resource } from '../fhir-node.ts'
import { put, rawText, shownCharacters, unplace } from '../observed/place-part.ts'
import type { ResourceGraph } from '../resource-graph.ts'
import { isValued, leavesOf, type SourceMessage, type SourceSegment } from '../source-message.ts'

/** Fields with an amount, rate, strength or number of refills (HL7 v2.8.2 §4A.4). */
const AMOUNTS: Readonly<Record<string, readonly number[]>> = {
  RXO: [2, 3, 11, 13, 18, 21],
  RXE: [3, 4, 10, 12, 16, 23, 25],
  RXD: [4, 8, 12, 16],
  RXG: [5, 6, 15, 17],
  RXA: [6, 13],
  RXC: [3, 5],
}
const HOLDERS = ['MedicationRequest', 'MedicationDispense', 'MedicationAdministration', 'Immunization'] as const

/** Puts what the maps could not use into notes; it is said by its field, since a note has no other way to say what it is about. */
export function keepDrugAmounts(message: SourceMessage, graph: ResourceGraph): void {
  for (const segment of message.named('RXA')) dropUnknownDose(segment, graph)
  for (const [id, fields] of Object.entries(AMOUNTS)) {
    for (const segment of message.named(id)) {
      const holder = holderOf(graph, segment)
      if (holder) for (const field of fields) keepAmount(segment, field, holder.node)
    }
  }
}

/** 999 without a unit says that the dose of a vaccine is not known (CDC's implementation guide for immunization messaging, RXA-6): it is none. */
function dropUnknownDose({ serial, fields }: SourceSegment, graph: ResourceGraph): void {
  const node = graph.filledBy(serial, 'Immunization')?.node
  const dose = node?.first('doseQuantity')
  const [amount] = (fields[DOSE] ?? []).flatMap(leavesOf)
  if (!node || !dose || !amount || Number(amount.value) !== UNKNOWN_DOSE || fields[DOSE + 1]?.some(isValued)) return
  unplace(dose)
  node.remove('doseQuantity')
  const text = node.child('note', `${serial}.${DOSE}`)!.child('text', '')!
  put(text, `Dose not known (RXA-6: ${amount.value.trim()})`, [amount])
  text.isOwn = true
}

const DOSE = 6
const UNKNOWN_DOSE = 999

/** What the segment filled; a part of a mixture (RXC), which fills the drug alone, is of what stands before it. */
function holderOf(graph: ResourceGraph, segment: SourceSegment): Resource | undefined {
  for (const serial of [segment.serial, segment.followed]) {
    for (const type of HOLDERS) {
      const found = graph.filledBy(serial, type)
      if (found) return found
    }
  }
  return undefined
}

function keepAmount({ id, serial, fields }: SourceSegment, field: number, node: FhirNode): void {
  const leaves = (fields[field] ?? []).flatMap(leavesOf).filter(isValued)
  if (leaves.length === 0 || leaves.some(({ nodes, value }) => nodes.length > 0 || readDecimal(value) !== undefined)) return
  const text = node.child('note', `${serial}.${field}`)!.child('text', '')!
  put(text, `${id}-${field}: ${shownCharacters(fields[field]!.map((part) => rawText(part)).join('~'))}`, leaves)
  text.isOwn = true
}
