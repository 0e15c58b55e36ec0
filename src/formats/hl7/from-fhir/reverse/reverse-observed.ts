// The value of an Observation as OBX-2, OBX-5 and OBX-6: the way back from keepObservedValue.
import { isAtLeast } from '../../dictionary/versions.ts'
import { systemName } from '../../fhir/code-systems.ts'
import type { Scope } from '../draft/claim-log.ts'
import { addressText, type DraftSegment } from '../draft/draft-segment.ts'
import type { MessageBuilder } from '../draft/message-builder.ts'
import type { FhirElement } from '../draft/source-tree.ts'
import { reverseDate } from './reverse-value.ts'

/** Longest text of ST (HL7 v2.5.1 §2.A.75). */
const SHORT_TEXT = 199

/** An Observation or a component of one, and the OBX that it fills. */
export interface ObservedPlace {
  readonly builder: MessageBuilder
  readonly segment: DraftSegment
  readonly element: FhirElement
  readonly scope: Scope
  /** Of OBX-5. */
  readonly repetition: number
}

/** Fills OBX-2, OBX-5 and OBX-6 from the value. @returns the type; undefined without a value */
export function reverseObserved(place: ObservedPlace): string | undefined {
  for (const [name, list] of place.element.children) {
    const write = WRITERS[name]
    const type = write?.(place, list[0]!)
    if (type === undefined) continue
    place.segment.put({ field: 2, repetition: 1, inner: [] }, type)
    return type
  }
  return undefined
}

type Writer = (place: ObservedPlace, value: FhirElement) => string | undefined

const WRITERS: Readonly<Record<string, Writer>> = {
  valueQuantity: writeQuantity,
  valueString: writeText,
  valueCodeableConcept: writeConcept,
  valueBoolean: writeBoolean,
  valueInteger: (place, value) => (put(place, [], value.text, value) ? 'NM' : undefined),
  valueDateTime: writeDateTime,
  valueTime: (place, value) => (put(place, [], value.text?.replaceAll(':', ''), value) ? 'TM' : undefined),
  valuePeriod: writePeriod,
  valueRange: (place, value) => writeNumbers(place, value, ['low', 'high'], '-'),
  valueRatio: (place, value) => writeNumbers(place, value, ['numerator', 'denominator'], ':'),
  valueSampledData: writeSamples,
}

/** Puts a text in OBX-5 and notes that it holds the element. */
function put(
  { builder, segment, scope, repetition }: ObservedPlace,
  inner: readonly number[],
  text: string | undefined,
  element: FhirElement,
): boolean {
  if (text === undefined || text === '') return false
  const address = { field: 5, repetition, inner }
  const { log } = builder.context
  if (!log.put(segment, address, text, element)) return false
  log.claim(scope, element, addressText(segment.id, address))
  return true
}

function claim({ builder, scope }: ObservedPlace, element: FhirElement | undefined, target: string): void {
  if (element?.text !== undefined) builder.context.log.claim(scope, element, target)
}

/** A number is NM, with a comparator SN. */
function writeQuantity(place: ObservedPlace, quantity: FhirElement): string | undefined {
  const number = quantity.first('value')
  const comparator = quantity.first('comparator')
  writeUnit(place, quantity)
  if (number?.text === undefined) return 'NM'
  if (comparator?.text === undefined) return put(place, [], plainNumber(number.text), number) ? 'NM' : undefined
  put(place, [1], comparator.text, comparator)
  return put(place, [2], plainNumber(number.text), number) ? 'SN' : undefined
}

/** NM has no exponent. */
function plainNumber(text: string): string {
  if (!/[eE]/.test(text)) return text
  const number = Number(text)
  return Number.isFinite(number) ? number.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 18 }) : text
}

/** A unit with a code of a system as CWE, any other as its text. */
function writeUnit(place: ObservedPlace, quantity: FhirElement): void {
  const { builder, segment, scope } = place
  const { log, systems } = builder.context
  const [code, unit, system] = ['code', 'unit', 'system'].map((name) => quantity.first(name))
  const putUnit = (component: number, text: string | undefined, element: FhirElement | undefined) => {
    const address = { field: 6, repetition: 1, inner: [component] }
    if (text !== undefined && element && log.put(segment, address, text, element))
      log.claim(scope, element, addressText(segment.id, address))
  }
  if (code?.text === undefined) {
    putUnit(1, unit?.text, unit)
    return
  }
  putUnit(1, code.text, code)
  if (unit?.text === code.text) claim(place, unit, 'OBX-6')
  else putUnit(2, unit?.text, unit)
  if (system?.text !== undefined) putUnit(3, systemName(system.text, systems), system)
}

/** One line is ST, a long one TX, and several lines are FT. */
function writeText(place: ObservedPlace, value: FhirElement): string | undefined {
  if (!put(place, [], value.text, value)) return undefined
  if (/[\r\n]/.test(value.text!)) return 'FT'
  return value.text!.length > SHORT_TEXT ? 'TX' : 'ST'
}

/** CWE since 2.5 (table 0125), before that CE, and CWE where the concept needs more than CE has. */
function writeConcept(place: ObservedPlace, concept: FhirElement): string | undefined {
  const { builder, segment, scope, repetition } = place
  const codings = concept.all('coding')
  const only = concept.first('text')
  if (codings.length === 0 && only?.text !== undefined && !isAtLeast(builder.version, '2.5')) {
    return put(place, [2], only.text, only) ? 'CE' : undefined
  }
  const frame = { ...builder.frame(segment, scope, 5), repetition }
  builder.context.reverse('CWE[CodeableConcept]', concept, frame)
  const isPlain = ![7, 8, 9, 10].some((component) => segment.isValued(5, repetition, [component]))
  return isPlain && !isAtLeast(builder.version, '2.5') ? 'CE' : 'CWE'
}

/** The codes of table 0136. */
function writeBoolean(place: ObservedPlace, value: FhirElement): string | undefined {
  if (value.text === undefined || !put(place, [1], value.text === 'true' ? 'Y' : 'N', value)) return undefined
  const { segment, repetition } = place
  segment.put({ field: 5, repetition, inner: [2] }, value.text === 'true' ? 'Yes' : 'No')
  segment.put({ field: 5, repetition, inner: [3] }, 'HL70136')
  place.builder.context.log.chosen.set(value, value.text === 'true' ? 'Y' : 'N')
  return isAtLeast(place.builder.version, '2.5') ? 'CWE' : 'CE'
}

/** A day is DT; a time is DTM, before 2.6 TS. The text that to-fhir kept beside a day is the time itself. */
function writeDateTime(place: ObservedPlace, value: FhirElement): string | undefined {
  const original = value.all('extension').find((each) => each.textAt('url') === ORIGINAL_TEXT)
  const kept = original?.first('valueString')
  if (kept?.text !== undefined && put(place, [], kept.text, kept)) {
    claim(place, original!.first('url'), 'OBX-5')
    claim(place, value, 'OBX-5')
  } else if (value.text === undefined || !put(place, [], reverseDate(value.text), value)) return undefined
  if (place.segment.textIn(5, place.repetition, []).length <= 8) return 'DT'
  return isAtLeast(place.builder.version, '2.6') ? 'DTM' : 'TS'
}

const ORIGINAL_TEXT = 'http://hl7.org/fhir/StructureDefinition/originalText'

function writePeriod(place: ObservedPlace, period: FhirElement): string | undefined {
  const [start, end] = [period.first('start'), period.first('end')]
  const hasStart = start?.text !== undefined && put(place, [1], reverseDate(start.text), start)
  const hasEnd = end?.text !== undefined && put(place, [2], reverseDate(end.text), end)
  return hasStart || hasEnd ? 'DR' : undefined
}

/** A range or ratio is SN, with the sign that to-fhir kept. */
function writeNumbers(place: ObservedPlace, value: FhirElement, names: readonly [string, string], usual: string): string | undefined {
  const [first, second] = names.map((name) => value.first(name))
  const [from, to] = [first?.first('value'), second?.first('value')]
  const original = value.all('extension').find((each) => each.textAt('url') === ORIGINAL_TEXT)
  const [, sign = usual] = /^(?:[<>=]{0,2} )?[0-9.+-]{1,40} ([-:/]) /.exec(original?.textAt('valueString') ?? '') ?? []
  for (const quantity of [first, second]) if (quantity) writeUnit(place, quantity)
  const comparator = first?.first('comparator')
  if (comparator?.text !== undefined) put(place, [1], comparator.text, comparator)
  if (from?.text !== undefined) put(place, [2], plainNumber(from.text), from)
  place.segment.put({ field: 5, repetition: place.repetition, inner: [3] }, sign)
  if (to?.text !== undefined) put(place, [4], plainNumber(to.text), to)
  for (const name of ['url', 'valueString']) claim(place, original?.first(name), 'OBX-5')
  return 'SN'
}

function writeSamples(place: ObservedPlace, value: FhirElement): string | undefined {
  const data = value.first('data')
  const numbers = data?.text?.split(' ') ?? []
  if (numbers.length === 0 || !numbers.every((each) => /^[-+]?[0-9.]{1,40}$/.test(each))) return undefined
  for (const [i, number] of numbers.entries()) place.segment.put({ field: 5, repetition: place.repetition, inner: [i + 1] }, number)
  claim(place, data, 'OBX-5')
  claim(place, value.first('dimensions'), 'OBX-5')
  const origin = value.first('origin')
  if (origin) {
    writeUnit(place, origin)
    claim(place, origin.first('value'), 'OBX-5')
  }
  return 'NA'
}
