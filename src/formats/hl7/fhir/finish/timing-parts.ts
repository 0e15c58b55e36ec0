// What a code of a repeat pattern says (HL7 v2 table 0335), in the elements that FHIR has for it: how often, and as needed.
import { readDecimal } from '../decimal.ts'
import type { FhirNode, Part, Primitive, Resource } from '../fhir-node.ts'
import { placeAt } from '../observed/place-part.ts'

/** Adds frequency and period to timings that have a code alone, and asNeeded to what is given as needed. */
export function fillTimings({ type, node }: Resource): void {
  if (type === 'ServiceRequest') fillTiming(node, node.first('occurrenceTiming'))
  else for (const dosage of node.list('dosageInstruction') ?? []) fillTiming(dosage, dosage.first('timing'))
}

/** @param owner of the timing, which says whether it is as needed */
function fillTiming(owner: FhirNode, timing: FhirNode | undefined): void {
  const codes = timing?.first('code')?.list('coding') ?? []
  const code = codes.map((coding) => coding.first('code')).find((each) => each !== undefined && each.leaves.length > 0)
  if (!timing || typeof code?.value !== 'string') return
  const pattern = code.value.trim().toUpperCase()
  const often = pattern.replace(/^PRN[ -]?|[ -]?PRN$/, '')
  if (often !== pattern) set(owner.child('asNeededBoolean', ''), true, code.leaves)
  const rate = rateOf(often)
  if (!rate) return
  const repeat = timing.child('repeat', '')!
  if (OFTEN.some((name) => repeat.has(name))) return
  set(repeat.child('frequency', ''), readDecimal(rate.frequency), code.leaves)
  set(repeat.child('period', ''), readDecimal(rate.period), code.leaves)
  set(repeat.child('periodUnit', ''), rate.unit, code.leaves)
}

/** Elements of a timing that say how often already. */
const OFTEN = ['frequency', 'period', 'timeOfDay', 'when'] as const

const TIMES_A_DAY: Readonly<Record<string, string>> = { QD: '1', BID: '2', TID: '3', QID: '4' }
const UNITS: Readonly<Record<string, string>> = { S: 's', M: 'min', H: 'h', D: 'd', W: 'wk', L: 'mo' }

interface Rate {
  readonly frequency: string
  readonly period: string
  readonly unit: string
}

/** `BID`: twice in a day; `6ID`; `Q8H`: once in eight hours; `QOD`: once in two days. */
function rateOf(pattern: string): Rate | undefined {
  const times = Object.hasOwn(TIMES_A_DAY, pattern) ? TIMES_A_DAY[pattern] : /^([5-9]|1[0-9]|2[0-4])ID$/.exec(pattern)?.[1]
  if (times !== undefined) return { frequency: times, period: '1', unit: 'd' }
  if (pattern === 'QOD') return { frequency: '1', period: '2', unit: 'd' }
  const [, period, letter = ''] = /^Q([1-9][0-9]{0,2})([SMHDWL])$/.exec(pattern) ?? []
  return period === undefined ? undefined : { frequency: '1', period, unit: UNITS[letter]! }
}

function set(node: FhirNode | undefined, value: Primitive | undefined, leaves: readonly Part[]): void {
  if (!node || value === undefined || node.value !== undefined) return
  node.value = value
  node.isOwn = true
  for (const leaf of leaves) placeAt(leaf, node)
}
