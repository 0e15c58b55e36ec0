// Codes and units that a system of R4 does not have: they are the sender's own, or the text of a unit.

import { once } from '../../../../core/once.ts'
import { codeSystemsOf } from '../../../fhir/model/value-sets.ts'
import { isCurrency } from '../../../fhir/terminology/currencies.ts'
import { parseUnit } from '../../../ucum/grammar.ts'
import { isMeasure, measureOf } from '../../../ucum/measure.ts'
import { codeTable, type TableCode } from '../../dictionary/code-tables.ts'
import { HL7_VERSIONS } from '../../dictionary/versions.ts'
import { localSystem } from '../code-systems.ts'
import type { FhirNode } from '../fhir-node.ts'
import { moveText } from './move-text.ts'

const V2_SYSTEM = 'http://terminology.hl7.org/CodeSystem/v2-'
const MARITAL = 'http://terminology.hl7.org/CodeSystem/v3-MaritalStatus'
const UCUM = 'http://unitsofmeasure.org'
const NEWEST = HL7_VERSIONS.at(-1)!

/** Codes of the tables of HL7 that the edition of R4 does not have: they are newer, or senders use them and the standard does not. */
const NOT_IN_R4: Readonly<Record<string, string>> = {
  '0001': 'X',
  '0003': 'varies S38 S39 S40 S41 S42 S43 S44 S45 S46 S47 S48 S49 S50 S51 S52',
  '0076': 'SET',
  '0201': 'DSM',
  '0203': 'AIN CAAI DSG ETIN FGN GIN GKV IRISTEM KZVA L&I NIIH PAYERID PGN PIN PKV SAMN SRX UCID UMB ZANR',
  '0211': 'ascii',
  '0277': 'COMPLETE NORMAL TENTATIVE',
  '0278': 'BLOCKED BOOKED CANCELLED COMPLETE DELETED OVERBOOK PENDING STARTED WAITLIST Dc',
  '0279': 'CONFIRM NO NOTIFY YES',
  '0281': 'HOM LAB MED PSY RAD SKN',
  '0294': 'FRI MON PREFEND PREFSTART SAT SUN THU TUE WED',
  '0301': 'B',
  '0354': 'SET_S38 SET_S40 SET_S41 SET_S45 SET_S50 SET_S52',
  '0369': 'H',
  '0396':
    'DAR CDCINDUSTRY2010 CDCOCCUPATION2010 CDCODH Chrom-Loc CLINVAR-V CMSHCC CMSOEC CMSOMC COSMIC-Smpl COSMIC-Strc dbVar-GL dbVar-som ensembl-G Ensembl-P ensembl-T FIPS55_3 HGNC-Symb HGVS.c HGVS.g HGVS.p I10P0 ISCN LRG-RefSeq Medgen-Dis NCIT refSeq-G RefSeq-P refSeq-T RxT-Ingrd SPCU UB04FL42 UB04FL67',
  '0513': 'TI TS',
  '0717':
    'PersDEID JurisIP JurisCUI JurisDEID JurisLDS JurisNSI JurisPI JurisSP-CUI JurisUUI OrgIP OrgCUI OrgDEID OrgLDS OrgNSI OrgPI OrgSP-CUI OrgUUI PersIP PersNSI PersLDS PersPI GRANTORCHOICE IMPLIED IMPLIEDD NOCONSENT OPTIN OPTINR OPTOUT OPTOUTE EMRGONLY NOPP OOC OOS OIC OIS 42CFRPart2CD HIPAAauthCD HIPAAConsentCD HIPAAROACD HIPAAResearchAuthCD CompoundResearchCD MDHHS-5515 GDPRCD GDPRResearchCD 42CFRPart2 COMMONRULE HIPAANOPP HIPAAPsyNotes HIPAASelfPay Title38Section7332 HIPAAConsent HIPAAAuth HIPAAROA GDPRCONSENT GDPRCONTRACT GDPRHLTHSOCSY GDPRLEGALCLAIM GDPRLEGALOBL GDPRLEGITINTEREST GDPRPUBLICHEALTH GDPRPUBLICINTEREST GDPRRESEARCH GDPRVITALINTEREST',
  '0912': 'CLPO DIE ED EO FL OF OPO RIE TL',
}

const notInR4 = once(() => new Map(Object.entries(NOT_IN_R4).map(([id, codes]) => [id, new Set(codes.split(' '))])))

/** Entries of a table that are no codes: ranges, forms with a placeholder, remarks. */
const NO_CODE = /\s|\.\.\.|[<>*]./

/** A code that a table of HL7 does not have is one of the sender's own; one that it has is shown by its name there. */
export function keepTable(node: FhirNode, sender: string): void {
  const system = node.first('system')
  const code = node.first('code')?.value
  if (typeof system?.value !== 'string') return
  if (system.value === MARITAL) keepMarital(node)
  else if (system.value === UCUM && typeof code === 'string' && !isUcum(code)) system.value = localSystem('UCUM', sender)
  const codes = codesOf(system.value)
  if (!codes) return
  const known = typeof code === 'string' ? codes.get(code) : undefined
  if (!known) system.value = localSystem(`HL7${system.value.slice(V2_SYSTEM.length)}`, sender)
  else if (known.display !== '' && !node.has('display')) node.child('display', '')!.value = known.display
}

type Codes = ReadonlyMap<string, TableCode>

/** The codes that R4 has of a table of HL7, by the address of the table; undefined for an address of anything else. */
function codesOf(address: string): Codes | undefined {
  const known = tables.get(address)
  if (known || !address.startsWith(V2_SYSTEM)) return known
  const id = address.slice(V2_SYSTEM.length)
  const table = codeTable(NEWEST, id)
  // Messages may name any table: only those that there are take place.
  if (!table) return NO_CODES
  const isOfR4 = (code: string) => !NO_CODE.test(code) && !notInR4().get(id)?.has(code)
  const codes = new Map([...table.codes].filter(([code]) => isOfR4(code)))
  tables.set(address, codes)
  return codes
}

const tables = new Map<string, Codes>()
const NO_CODES: Codes = new Map()

/** Codes that HL7 v3 got after R4 stand in the table of v2 (common law: C). */
function keepMarital(node: FhirNode): void {
  if (
    !codeSystemsOf('R4')
      .get(MARITAL)!
      .codes.has(String(node.first('code')?.value))
  )
    node.first('system')!.value = `${V2_SYSTEM}0002`
}

/** qty-3: a code is one of a system; what is written against UCUM, or is of a table of HL7, is no unit of it. */
export function keepUnit(node: FhirNode): void {
  const code = node.first('code')
  if (!code) return
  const system = node.first('system')?.value
  if (system !== undefined && !isNoUnitSystem(String(system)) && !(system === UCUM && isNoUnit(String(code.value)))) return
  const unit = node.child('unit', '')!
  const name = unit.value
  if (typeof name === 'string' && name !== code.value) {
    unit.value = undefined
    moveText(code, unit)
    unit.value = `${String(code.value)} (${name})`
  } else moveText(code, unit)
  node.remove('code')
  node.remove('system')
}

/** Systems of HL7 that have no units. */
function isNoUnitSystem(system: string): boolean {
  return system.startsWith(V2_SYSTEM) || system.startsWith('http://hl7.org/fhir/sid/')
}

/** `IU` without brackets, and words in capitals (`TAB`, `CAP`), which a reader may take for units with prefixes, and what UCUM does not have. */
function isNoUnit(code: string): boolean {
  return /(?:^|[^[])[iI]U/.test(code) || /(?:^|[./])[A-Z]{3,}/.test(code) || !isUcum(code)
}

function isUcum(code: string): boolean {
  if (code.length > LONGEST_UNIT) return false
  let known = units.get(code)
  if (known === undefined) {
    const parsed = parseUnit(code, { caseInsensitive: false })
    known = parsed.errors.length === 0 && isMeasure(measureOf(parsed))
    // Messages have few units, but may write anything.
    if (units.size >= MOST_UNITS) units.clear()
    units.set(code, known)
  }
  return known
}

const LONGEST_UNIT = 200
const MOST_UNITS = 1_000
const units = new Map<string, boolean>()

/** Money is in a currency of ISO 4217. */
export function keepCurrency(node: FhirNode): void {
  const currency = node.first('currency')?.value
  if (currency !== undefined && !isCurrency(String(currency))) node.remove('currency')
}
