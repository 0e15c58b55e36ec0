// Converts every message of a document, and writes what can be downloaded: the Bundle, or of several messages a collection of their Bundles.
import { reportUnescapedPowers } from '../charset/unescaped-power.ts'
import { ResultBudget } from '../describe/result-budget.ts'
import { shownText } from '../document.ts'
import type { Hl7Document, Hl7Message } from '../document-types.ts'
import { hasFields } from '../index/line-start.ts'
import { fieldStart, lineEnd, lineKind, lineStart, type SegmentIndex } from '../index/segment-index.ts'
import { controlId } from '../message-header.ts'
import { type ConvertSettings, convertMessage } from './convert-message.ts'
import { readEnvelope } from './source-message.ts'
import { type BundleSettings, bundleId, type Json, type Written, writeBundle } from './write/write-bundle.ts'

export interface ConvertedMessage extends Written {
  /** Structure of the guide's map that was used; null for the fallback. */
  readonly map: string | null
  /** MSH-10 as it can be shown. */
  readonly controlId: string | null
}

export interface ConvertedDocument {
  readonly messages: readonly ConvertedMessage[]
  /** The values of FHS, BHS, BTS and FTS: no Bundle holds them. */
  readonly envelope: Written['unmapped']
  /** UTF-8 JSON, written by each call: hl7/from-fhir compares Bundles without it. */
  content(): Uint8Array
}

/** @throws ProblemError `resource_limit` where the result would be too large */
export function convertDocument(document: Hl7Document, settings: ConvertSettings, bundle: BundleSettings): ConvertedDocument {
  const { index, messages } = document
  // A conversion takes fifty times the memory of its message: what the heap of the command line cannot hold is not begun.
  new ResultBudget(ADVICE).spendText(CHARACTERS_PER_VALUE * countValues(index))
  const budget = new ResultBudget(ADVICE)
  const converted = messages.map((message, i) => {
    budget.spendMessage()
    const text = index.text.slice(lineStart(index, message.firstLine), lineEnd(index, message.endLine - 1))
    const conversion = convertMessage(document, message, settings)
    reportUnescapedPowers(document, message)
    const written = writeBundle(conversion, `${i}\n${text}`, bundle)
    reportWithoutPatient(document, message, written.withoutPatient)
    // The Bundle stands in the result twice, once in base64; each row of the trace is two paths.
    budget.spendText(3 * written.characters + 200 * (written.trace.length + written.unmapped.length))
    const id = controlId(document, message)
    return { ...written, map: conversion.map, controlId: id === null ? null : shownText(document, id) }
  })
  const content = () => new TextEncoder().encode(textOf(converted, bundle))
  const envelope = readEnvelope(document).map(({ path, reason }) => ({ path, reason: reason ?? ('no_segment_map' as const) }))
  return { messages: converted, envelope, content }
}

const ADVICE = 'Convert the messages as a feed, and divide a longer message.'

/** @param serials of segments: their places among those of the message */
function reportWithoutPatient(
  { index, findings }: Hl7Document,
  { firstLine, endLine }: Hl7Message,
  serials: ReadonlyMap<number, string>,
): void {
  if (serials.size === 0) return
  let serial = 0
  for (let line = firstLine; line < endLine; line++) {
    if (!hasFields(lineKind(index, line))) continue
    const path = serials.get(serial++)
    if (path !== undefined) findings.add('patient_unknown', lineStart(index, line), lineEnd(index, line), () => path)
  }
}

/** What a value takes in memory while it is converted, in characters of a result: 800,000 values ended a process with a heap of 1 GB. */
const CHARACTERS_PER_VALUE = 800

/** Fields that hold anything, about: what ends a line counts with the last one. */
function countValues(index: SegmentIndex): number {
  let count = 0
  for (let i = 1; i < index.fields.length; i++) if (fieldStart(index, i) - fieldStart(index, i - 1) > 1) count++
  return count
}

function textOf(messages: readonly ConvertedMessage[], settings: BundleSettings): string {
  const texts = messages.map(({ bundle }) => JSON.stringify(bundle))
  if (texts.length === 1) return texts[0]!
  const ids = messages.map(({ bundle }) => bundle.id as string)
  return collectionOf(texts, ids, settings)
}

function collectionOf(texts: readonly string[], ids: readonly string[], { namespace }: BundleSettings): string {
  const head: { [name: string]: Json } = { resourceType: 'Bundle', id: bundleId(namespace, ids.join('\n')), type: 'collection' }
  if (texts.length === 0) return JSON.stringify(head)
  const entries = texts.map((text, i) => `{"fullUrl":"urn:uuid:${ids[i]}","resource":${text}}`)
  return `${JSON.stringify(head).slice(0, -1)},"entry":[${entries.join(',')}]}`
}
