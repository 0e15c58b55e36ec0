// Identifiers: the system of a number by its authority, and the numbers of a group of orders.
import type { OwnMap } from './own-map.ts'

/** ORC-4 is an EI, and an EIP in messages of senders that number the group at both ends: then its components are divided further. */
const IS_PAIR = 'EIP.1.2 VALUED OR EIP.2.2 VALUED'
const IS_SINGLE = 'EIP.1.2 NOT VALUED AND EIP.2.2 NOT VALUED'

export const IDENTIFIER_MAPS: readonly OwnMap[] = [
  // The address of an authority that stands in EI.2 to EI.4; done by rule.
  { name: 'EI[uri]', root: 'uri', rows: '' },
  {
    name: 'EI[Identifier-PlacerGroup]',
    root: 'Identifier',
    rows: `
      0 | | $this | EI[Identifier-Extension]
      1 | | type.text | | | "Placer group number"`,
  },
  {
    name: 'EI[Identifier-FillerGroup]',
    root: 'Identifier',
    rows: `
      0 | | $this | EI[Identifier-Extension]
      1 | | type.text | | | "Filler group number"`,
  },
  { name: 'EIP[Identifier-PlacerGroup]', root: 'Identifier', rows: '1 | | $this | EI[Identifier-PlacerGroup]' },
  { name: 'EIP[Identifier-FillerGroup]', root: 'Identifier', rows: '2 | | $this | EI[Identifier-FillerGroup]' },
]

/** ORC-4: a number of the group at the placer, and where it is a pair, one at the filler. */
export function groupRows(placer: string, filler: string | undefined): string {
  const rows = `
    4 | IF ${IS_SINGLE} | ${placer} | EI[Identifier-PlacerGroup]
    4 | IF ${IS_PAIR} | ${placer} | EIP[Identifier-PlacerGroup]`
  return filler === undefined
    ? rows
    : `${rows}
    4 | IF ${IS_PAIR} | ${filler} | EIP[Identifier-FillerGroup]`
}

/** Rows beside the guide's own, by the map that they are added to. */
export const IDENTIFIER_ROWS: Readonly<Record<string, string>> = {
  // An OID or UUID stands as in HD: one authority is one Organization, whichever data type names it.
  'EI[Identifier-Extension]': `
    0 | IF EI.1 VALUED | system | EI[uri]
    4 | IF EI.4 IN ("ISO", "UUID") | assigner(Organization.identifier[2].system) | | | "urn:ietf:rfc:3986"`,
  'ORC[DiagnosticReport]': groupRows('identifier[4]', 'identifier[41]'),
  'ORC[Immunization]': groupRows('identifier[4]', 'identifier[41]'),
  'ORC[ServiceRequest]': `${groupRows('requisition', 'identifier[4]')}
    38 | | identifier[5] | EI[Identifier-FillerGroup]`,
}
