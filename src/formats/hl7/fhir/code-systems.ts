// Codes of HL7 v2 as those of FHIR: the code maps of the guide, and the addresses of the code systems that messages name.
import { ProblemError } from '../../../core/problem.ts'
import { readBlocks, unpackText } from '../dictionary/unpack-text.ts'
import { CODE_MAPS } from './code-maps.generated.ts'
import { intern } from './intern.ts'

export interface MappedCode {
  readonly code: string
  readonly system: string
  readonly display: string
  /** What a report calls the rule of the site; undefined for a code of the guide. */
  readonly rule?: string | undefined
}

export interface CodeOverride {
  /** What a report calls it. */
  readonly rule?: string
  readonly map: string
  readonly from: string
  readonly to: string
  readonly system?: string | undefined
  readonly display?: string | undefined
}

type CodeMap = ReadonlyMap<string, MappedCode>

let blocks: ReturnType<typeof readBlocks> | undefined
let addresses: readonly string[] = []
const codeMaps = new Map<string, CodeMap>()

function unpack(): NonNullable<typeof blocks> {
  if (!blocks) {
    const [maps = '', systems = ''] = unpackText(CODE_MAPS).split('\f')
    addresses = systems.split('\n')
    blocks = readBlocks(maps)
  }
  return blocks
}

function codeMap(name: string): CodeMap {
  let map = codeMaps.get(name)
  if (!map) {
    const body = unpack().get(name)!.body
    const rows = (body === '' ? [] : body.split('\n')).map((line): [string, MappedCode] => {
      const [from = '', code = '', system = '', display = ''] = line.split('\t')
      return [from, { code: code || from, system: addresses[Number(system)] ?? '', display }]
    })
    map = new Map(rows.reverse())
    codeMaps.set(name, map)
  }
  return map
}

/** Whether the guide, or this program, has a code map of the name. */
export function isCodeMap(name: string): boolean {
  return unpack().has(name)
}

/** The code maps all of whose codes are of the code system. */
export function codeMapsTo(system: string): string[] {
  return [...unpack().keys()].filter((name) => {
    const codes = [...codeMap(name).values()]
    return codes.length > 0 && codes.every((each) => each.system === system)
  })
}

/** A code of HL7 v2 and what it is in FHIR. */
export interface MapEntry extends MappedCode {
  readonly from: string
}

/** Code maps with what the caller adds to them. */
export class CodeMaps {
  readonly #added = new Map<string, MappedCode>()
  readonly #reversed = new Map<string, readonly MapEntry[]>()

  /** @throws ProblemError `invalid_input` for a map that there is not */
  constructor(overrides: readonly CodeOverride[]) {
    for (const [i, { map, from, to, system = '', display = '', rule = 'codeMaps' }] of overrides.entries()) {
      if (!isCodeMap(map)) throw unknownMap(`/options/codeMaps/${i}/map`)
      this.#added.set(`${map} ${from}`, { code: to, system, display, rule })
    }
  }

  find(map: string, code: string): MappedCode | undefined {
    const added = this.#added.size === 0 ? undefined : this.#added.get(`${map} ${code}`)
    return added ?? codeMap(map).get(code)
  }

  /** All codes of a map: those that the caller added, then those of the guide in its order. */
  entries(map: string): readonly MapEntry[] {
    let known = this.#reversed.get(map)
    if (!known) {
      const added = [...this.#added].flatMap(([key, mapped]) =>
        key.startsWith(`${map} `) ? [{ ...mapped, from: key.slice(map.length + 1) }] : [],
      )
      const own = new Set(added.map(({ from }) => from))
      const guide = [...codeMap(map)].reverse().flatMap(([from, mapped]) => (own.has(from) ? [] : [{ ...mapped, from }]))
      known = [...added, ...guide]
      this.#reversed.set(map, known)
    }
    return known
  }
}

function unknownMap(pointer: string): ProblemError {
  const detail = 'is no code map of the v2-to-FHIR guide'
  return new ProblemError('Unknown code map.', {
    code: 'invalid_input',
    at: { pointer },
    errors: [{ pointer, code: 'invalid_value', detail }],
  })
}

/** Code systems outside of HL7 by their names of table 0396. */
const SYSTEMS: Readonly<Record<string, string>> = {
  LN: 'http://loinc.org',
  LOINC: 'http://loinc.org',
  LNC: 'http://loinc.org',
  SCT: 'http://snomed.info/sct',
  SNM: 'http://snomed.info/sct',
  SNOMED: 'http://snomed.info/sct',
  'SNOMED-CT': 'http://snomed.info/sct',
  UCUM: 'http://unitsofmeasure.org',
  RXNORM: 'http://www.nlm.nih.gov/research/umls/rxnorm',
  RXN: 'http://www.nlm.nih.gov/research/umls/rxnorm',
  ATC: 'http://www.whocc.no/atc',
  UNII: 'http://fdasis.nlm.nih.gov',
  MDC: 'urn:iso:std:iso:11073:10101',
  NDC: 'http://hl7.org/fhir/sid/ndc',
  CVX: 'http://hl7.org/fhir/sid/cvx',
  MVX: 'http://hl7.org/fhir/sid/mvx',
  C4: 'http://www.ama-assn.org/go/cpt',
  CPT: 'http://www.ama-assn.org/go/cpt',
  CPT4: 'http://www.ama-assn.org/go/cpt',
  I9: 'http://hl7.org/fhir/sid/icd-9-cm',
  I9C: 'http://hl7.org/fhir/sid/icd-9-cm',
  ICD9: 'http://hl7.org/fhir/sid/icd-9-cm',
  I10: 'http://hl7.org/fhir/sid/icd-10',
  ICD10: 'http://hl7.org/fhir/sid/icd-10',
  I10C: 'http://hl7.org/fhir/sid/icd-10-cm',
  'ICD-10-CM': 'http://hl7.org/fhir/sid/icd-10-cm',
  CDCREC: 'urn:oid:2.16.840.1.113883.6.238',
  ISO3166_1: 'urn:iso:std:iso:3166',
  NPI: 'http://hl7.org/fhir/sid/us-npi',
}

/** OIDs of systems that FHIR R4 has an address for, which stands in place of the OID (FHIR R4, Code Systems and Identifier Systems). */
const ADDRESSES_OF_OIDS: Readonly<Record<string, string>> = {
  '1.0.3166.1.2.2': 'urn:iso:std:iso:3166',
  '2.16.840.1.113883.4.1': 'http://hl7.org/fhir/sid/us-ssn',
  '2.16.840.1.113883.4.6': 'http://hl7.org/fhir/sid/us-npi',
  '2.16.840.1.113883.4.9': 'http://fdasis.nlm.nih.gov',
  '2.16.840.1.113883.6.1': 'http://loinc.org',
  '2.16.840.1.113883.6.3': 'http://hl7.org/fhir/sid/icd-10',
  '2.16.840.1.113883.6.8': 'http://unitsofmeasure.org',
  '2.16.840.1.113883.6.12': 'http://www.ama-assn.org/go/cpt',
  '2.16.840.1.113883.6.24': 'urn:iso:std:iso:11073:10101',
  '2.16.840.1.113883.6.69': 'http://hl7.org/fhir/sid/ndc',
  '2.16.840.1.113883.6.73': 'http://www.whocc.no/atc',
  '2.16.840.1.113883.6.88': 'http://www.nlm.nih.gov/research/umls/rxnorm',
  '2.16.840.1.113883.6.90': 'http://hl7.org/fhir/sid/icd-10-cm',
  '2.16.840.1.113883.6.96': 'http://snomed.info/sct',
  '2.16.840.1.113883.6.103': 'http://hl7.org/fhir/sid/icd-9-cm',
  '2.16.840.1.113883.12.292': 'http://hl7.org/fhir/sid/cvx',
  '2.16.840.1.113883.12.227': 'http://hl7.org/fhir/sid/mvx',
}

/** OIDs of the tables of HL7 v2 end with the number of the table. */
const TABLE_OID = /^2\.16\.840\.1\.113883\.12\.([1-9][0-9]{0,3})$/

const V2_TABLE = 'http://terminology.hl7.org/CodeSystem/v2-'
const LOCAL = 'urn:hl7-v2:'

/**
 * The address of a code system by its name in a message; a local name becomes one that is unlike every official address.
 * @param sender whose local name it is: two senders may mean two systems by one name
 */
export function systemAddress(name: string, known: ReadonlyMap<string, string>, sender: string): string {
  const plain = name.trim()
  const named = known.get(plain) ?? SYSTEMS[plain.toUpperCase()] ?? officialAddress(plain)
  return named ?? localSystem(plain, sender)
}

/** The address of a system that only its sender knows, or of codes that a sender adds to a table of HL7. */
export function localSystem(name: string, sender: string): string {
  return `${LOCAL}${sender === '' ? '' : `${encodeURIComponent(sender)}:`}${encodeURIComponent(name)}`
}

/** The address of a table of HL7, of an OID or UUID, or of an address itself; undefined for a local name. */
export function officialAddress(name: string): string | undefined {
  if (name.length > LONGEST_KNOWN) return readAddress(name)
  let known = addressesOfNames.get(name)
  if (known === undefined) {
    known = readAddress(name) ?? null
    if (addressesOfNames.size >= MOST_KNOWN) addressesOfNames.clear()
    // Neither may keep the text of a message alive.
    addressesOfNames.set(intern(name), known === null ? null : intern(known))
  }
  return known ?? undefined
}

/** The messages of a feed have few systems, and it takes several patterns to tell what a name is. Null for a local name. */
const addressesOfNames = new Map<string, string | null>()
const MOST_KNOWN = 1_000
const LONGEST_KNOWN = 100

function readAddress(name: string): string | undefined {
  const table = /^HL7-?([0-9]{4})$/i.exec(name)?.[1]
  if (table) return `${V2_TABLE}${table}`
  if (/^[0-2](?:\.(?:0|[1-9][0-9]{0,30})){2,40}$/.test(name) && name.lastIndexOf('.') >= SHORTEST_OID) return addressOfOid(name)
  if (/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(name)) return `urn:uuid:${name.toLowerCase()}`
  return isAddress(name) && !(name.startsWith('urn:oid:') && name.lastIndexOf('.') < 'urn:oid:'.length + SHORTEST_OID) ? name : undefined
}

/** Where the last point of an OID stands at least: the official validator of FHIR takes nothing shorter for one. */
const SHORTEST_OID = 5

function addressOfOid(oid: string): string {
  const table = TABLE_OID.exec(oid)?.[1]
  return ADDRESSES_OF_OIDS[oid] ?? (table ? `${V2_TABLE}${table.padStart(4, '0')}` : `urn:oid:${oid}`)
}

/** The first name of each address in table 0396, and the tables of HL7. */
const NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries(SYSTEMS)
    .map(([name, address]) => [address, name] as const)
    .reverse(),
)

/**
 * The name of a code system in a message by its address, the way back from systemAddress.
 * @param known names of the caller by address
 */
export function systemName(address: string, known: ReadonlyMap<string, string>): string {
  const named = known.get(address) ?? NAMES.get(address) ?? (address === 'urn:ietf:bcp:47' ? 'HL70296' : undefined)
  if (named !== undefined) return named
  if (address.startsWith(V2_TABLE) && /^[0-9]{4}$/.test(address.slice(V2_TABLE.length))) return `HL7${address.slice(V2_TABLE.length)}`
  if (address.startsWith(LOCAL)) return decodeLocal(address.slice(address.lastIndexOf(':') + 1))
  if (address.startsWith('urn:oid:')) return address.slice('urn:oid:'.length)
  return address.startsWith('urn:uuid:') ? address.slice('urn:uuid:'.length) : address
}

function decodeLocal(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** True for a table of HL7 v2, and for a local name, which senders use for codes of such tables. */
export function isHl7System(address: string): boolean {
  return address.startsWith(V2_TABLE) || address.startsWith(LOCAL)
}

/** An absolute address without blanks. */
export function isAddress(text: string): boolean {
  if (!/^(?:https?:\/\/|urn:|mailto:|ftp:\/\/|tel:)[!-~]{1,2000}$/.test(text)) return false
  if (text.startsWith('urn:oid:')) return /^urn:oid:[0-2](?:\.(?:0|[1-9][0-9]{0,30})){1,40}$/.test(text)
  if (text.startsWith('urn:uuid:')) return /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(text)
  return true
}
