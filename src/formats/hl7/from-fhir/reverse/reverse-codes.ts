// Codes of FHIR as those of HL7 v2: the code maps of the guide backwards. Where several codes became one, a stated rule takes one of them.
import type { CodeMaps, MapEntry } from '../../fhir/code-systems.ts'

export interface ReversedCode {
  readonly code: string
  readonly entry: MapEntry
  /** True where other codes of HL7 v2 become the same code of FHIR. */
  readonly isChosen: boolean
}

/** What is taken where the first code of the map is not the one that most messages have. */
const USUAL: Readonly<Record<string, string>> = {
  'OrderControlCode[ServiceRequest.status] active': 'NW',
  'OrderControlCode[ServiceRequest.status] revoked': 'OC',
  'OrderControlCode[ServiceRequest.status] on-hold': 'OH',
  'OrderControlCode[MedicationRequest.status] active': 'NW',
  'OrderStatus active': 'IP',
  'OrderStatus[MedicationRequest.status] active': 'IP',
  'ObservationResultStatusCodesInterpretation registered': 'I',
  'ObservationResultStatusCodesInterpretation entered-in-error': 'W',
  'AllergyType allergy': 'DA',
  'TelecommunicationEquipmentType other': 'MD',
  'DocumentCompletionStatus preliminary': 'IP',
}

/**
 * @param system of the code; undefined where the element says none. A map without systems fits any.
 * @returns undefined where no code of HL7 v2 becomes this one
 */
export function reverseCode(codes: CodeMaps, map: string, code: string, system: string | undefined): ReversedCode | undefined {
  const found = codes
    .entries(map)
    .filter((each) => each.code === code && (system === undefined || each.system === '' || each.system === system))
  const [first] = found
  if (!first) return undefined
  const usual = USUAL[`${map} ${code}`]
  const entry = found.find(({ from }) => from === usual) ?? found.find(({ from }) => from === code) ?? first
  return { code: entry.from, entry, isChosen: found.length > 1 }
}
