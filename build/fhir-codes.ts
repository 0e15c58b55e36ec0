// Packs the concept maps of the v2-to-FHIR guide: for each code of HL7 v2 the code, system and display of FHIR.
import type { LedgerRow } from './fhir-maps.ts'
import { OWN_CODES } from './fhir-own/all-maps.ts'
import { pairsOf } from './fhir-own/own-map.ts'
import { headerOf, readSources } from './fhir-sources.ts'

const MAX_DISPLAY = 120

/** Maps of tables that the guide has none of. */
export const OWN_MAPS = [
  {
    // Table 0008: an error may be gone on another try, a rejection stays.
    name: 'AcknowledgmentCode',
    system: 'http://hl7.org/fhir/response-code',
    codes: [
      ['AA', 'ok'],
      ['CA', 'ok'],
      ['AE', 'transient-error'],
      ['CE', 'transient-error'],
      ['AR', 'fatal-error'],
      ['CR', 'fatal-error'],
    ],
  },
  {
    // Table 0271: what nobody has authenticated yet is preliminary.
    name: 'DocumentCompletionStatus',
    system: 'http://hl7.org/fhir/composition-status',
    codes: [
      ['AU', 'final'],
      ['LA', 'final'],
      ['DI', 'preliminary'],
      ['DO', 'preliminary'],
      ['IN', 'preliminary'],
      ['IP', 'preliminary'],
      ['PA', 'preliminary'],
    ],
  },
  ...OWN_CODES.map((map) => ({ name: map.name, system: map.system, codes: pairsOf(map) })),
]

/** Codes that the guide lists without one of FHIR, by its maps; each in words of its table. */
export const FILLED_CODES: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  // Table 0085: pending and described ones are registered, what nobody has verified is preliminary, what is verified is final.
  ObservationResultStatusCodesInterpretation: filled('I O:registered', 'R S:preliminary', 'V U:final', 'B:amended'),
  // Table 0123: some results are there; corrected ones that are not final; a procedure is done and its results are to come.
  'ResultStatus[Non-Queries]': filled('A:partial', 'M:corrected', 'N:registered'),
  // Table 0119: an order that is not accepted or is replaced is revoked; what is asked, numbered, changed or could not be changed stays active.
  'OrderControlCode[ServiceRequest.status]': filled(
    'UA RP RU:revoked',
    'DE:entered-in-error',
    'CH CN CP LI NA OE OF OP OR PA RE RF RR SC SN SR SS UC UD UF UH UM UN UR UX XO XR XX MC:active',
  ),
  // Table 0038: some results are there.
  OrderStatus: filled('A:active'),
}

function filled(...pairs: string[]): (readonly [string, string])[] {
  return pairs.flatMap((text) => {
    const [from = '', to = ''] = text.split(':')
    return from.split(' ').map((code) => [code, to] as const)
  })
}

export function packCodes(dir: string): { text: string; names: ReadonlySet<string>; ledger: LedgerRow[] } {
  const lines: string[] = []
  const names = new Set<string>()
  const ledger: LedgerRow[] = []
  const systems = new Map<string, number>()
  for (const { name, file, rows } of readSources(dir)) {
    const header = headerOf(dir, file)
    const [, code] = positions(header, 'Code')
    const display = header.indexOf('Display')
    const [, system] = positions(header, 'Code System')
    names.add(name)
    lines.push(`=${name}`)
    const known = new Set<string>()
    let index = 0
    for (const [i, row] of rows.entries()) {
      if (row.every((cell) => cell === '')) continue
      const from = row[0] ?? ''
      const to = row[code!] ?? ''
      const put = (status: LedgerRow['status'], why: string) => ledger.push({ file: name, row: i + 3, status, why })
      if (to === '') put('no target', '')
      else if (from === '') put('not done', 'the row names no code of HL7 v2')
      else if (/[<>]/.test(from)) put('not done', 'the code of HL7 v2 is a pattern')
      else if (/[\s\t]/.test(to)) put('not done', 'the code of FHIR is no code')
      else {
        const address = (row[system!] ?? '').replace(/\/+$/, '')
        if (!systems.has(address)) systems.set(address, systems.size)
        // Some maps have it in the column without a name, behind the code.
        const shown = row[display] || (header[code! + 1] === '' ? row[code! + 1] : '')
        const text = (shown ?? '').replace(/\s+/g, ' ')
        lines.push([from, to === from ? '' : to, systems.get(address), text.length > MAX_DISPLAY ? '' : text].join('\t').trimEnd())
        put('executed', '')
        known.add(from)
        index = systems.get(address)!
      }
    }
    for (const [from, to] of FILLED_CODES[name] ?? []) {
      if (known.has(from)) throw new Error(`${name}: the guide has a code for ${from}`)
      lines.push(`${from}\t${to}\t${index}`)
    }
  }
  for (const { name, system, codes } of OWN_MAPS) {
    names.add(name)
    if (!systems.has(system)) systems.set(system, systems.size)
    lines.push(`=${name}`, ...codes.map(([from, to]) => `${from}\t${to}\t${systems.get(system)}`))
  }
  return { text: `${lines.join('\n')}\f${[...systems.keys()].join('\n')}`, names, ledger }
}

function positions(header: readonly string[], name: string): number[] {
  return header.flatMap((each, i) => (each === name ? [i] : []))
}
