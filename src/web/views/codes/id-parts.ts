// The parts of identifiers by their places, for the schemes whose numbers have any. The places are those that the rules of the schemes read.

export interface IdPart {
  readonly name: string
  readonly start: number
  /** Exclusive. */
  readonly end: number
}

/** Lengths with names, by scheme; `*` takes what the others leave. Several layouts differ in their length. */
export const LAYOUTS: Readonly<Record<string, readonly string[]>> = {
  'us-ssn': ['3 Area, 2 Group, 4 Serial'],
  'us-itin': ['3 Area, 2 Group, 4 Serial'],
  'us-npi': ['9 Number, 1 Check digit', '5 Card prefix, 9 Number, 1 Check digit'],
  'us-dea': ['1 Registrant, 1 Name, 6 Number, 1 Check digit'],
  ndc: [
    '4 Labeler, 1 -, 4 Product, 1 -, 2 Package',
    '5 Labeler, 1 -, 3 Product, 1 -, 2 Package',
    '5 Labeler, 1 -, 4 Product, 1 -, 1 Package',
    '5 Labeler, 1 -, 4 Product, 1 -, 2 Package',
    '6 Labeler, 1 -, 4 Product, 1 -, 2 Package',
    '5 Labeler, 4 Product, 2 Package',
  ],
  'ca-on-hcn': ['9 Number, 1 Check digit', '9 Number, 1 Check digit, 1 Version', '9 Number, 1 Check digit, 2 Version'],
  'ca-qc-nam': ['4 Name, 2 Year, 2 Month and sex, 2 Day, 2 Sequence'],
  'gb-nino': ['2 Prefix, 6 Number, 1 Suffix'],
  'ie-pps': ['7 Number, 1 Check letter', '7 Number, 1 Check letter, 1 Suffix'],
  'fr-nir': ['1 Sex, 2 Year, 2 Month, 2 Department, 3 Commune, 3 Order, 2 Key'],
  'fr-finess': ['2 Department, 6 Number, 1 Check digit'],
  'be-niss': ['6 Birth date, 3 Sequence, 2 Check digits'],
  'nl-agb': ['2 Kind of provider, 6 Number'],
  'lu-matricule': ['8 Birth date, 3 Sequence, 2 Check digits'],
  'de-kvnr': ['1 Letter, 8 Number, 1 Check digit'],
  'de-rvnr': ['2 Area, 6 Birth date, 1 Name, 2 Serial, 1 Check digit'],
  'de-lanr': ['6 Number, 1 Check digit, 2 Specialty'],
  'de-bsnr': ['2 Region, 7 Number'],
  'de-ik': ['2 Classification, 2 Region, 4 Serial, 1 Check digit'],
  'at-svnr': ['3 Serial, 1 Check digit, 6 Birth date'],
  'ch-ahv': ['3 Country, 9 Number, 1 Check digit'],
  'ch-insurance-card': ['5 Card prefix, 5 Insurer, * Number'],
  'it-cf': ['3 Surname, 3 Given name, 2 Year, 1 Month, 2 Day and sex, 4 Place, 1 Check letter'],
  'es-dni': ['8 Number, 1 Check letter'],
  'es-nie': ['8 Number, 1 Check letter'],
  'es-nuss': ['2 Province, 8 Number, 2 Check digits'],
  'ro-cnp': ['1 Sex and century, 6 Birth date, 2 County, 3 Serial, 1 Check digit'],
  'bg-egn': ['6 Birth date, 2 Region, 1 Sex, 1 Check digit'],
  'gr-amka': ['6 Birth date, 3 Serial, 1 Sex, 1 Check digit'],
  'ua-rntrc': ['5 Days since 1899, 3 Serial, 1 Sex, 1 Check digit'],
  'ee-ik': ['1 Sex and century, 6 Birth date, 3 Serial, 1 Check digit'],
  'lt-ak': ['1 Sex and century, 6 Birth date, 3 Serial, 1 Check digit'],
  'pl-pesel': ['6 Birth date, 3 Serial, 1 Sex, 1 Check digit'],
  'cz-rc': ['6 Birth date, 3 Serial', '6 Birth date, 3 Serial, 1 Check digit'],
  'sk-rc': ['6 Birth date, 3 Serial', '6 Birth date, 3 Serial, 1 Check digit'],
  'si-emso': ['7 Birth date, 2 Region, 3 Serial, 1 Check digit'],
  'dk-cpr': ['6 Birth date, 4 Serial'],
  'no-fnr': ['6 Birth date, 3 Serial, 2 Check digits'],
  'fi-hetu': ['6 Birth date, 1 Century, 3 Serial, 1 Check character'],
  'is-kennitala': ['6 Birth date, 2 Serial, 1 Check digit, 1 Century'],
  'cn-ric': ['6 Region, 8 Birth date, 3 Serial, 1 Check digit'],
  'hk-hkid': ['1 Prefix, 6 Number, 1 Check digit', '2 Prefix, 6 Number, 1 Check digit'],
  'tw-id': ['1 Area, 1 Sex, 7 Number, 1 Check digit'],
  'kr-rrn': ['6 Birth date, 1 Sex and century, 5 Serial, 1 Check digit'],
  'pk-cnic': ['5 Region, 7 Family, 1 Sex'],
  'za-id': ['6 Birth date, 4 Sex, 1 Citizenship, 1 Other, 1 Check digit'],
  'au-medicare': ['8 Number, 1 Check digit, 1 Issue', '8 Number, 1 Check digit, 1 Issue, 1 Person'],
  'au-provider': ['6 Stem, 1 Location, 1 Check letter'],
  'ar-cuil': ['2 Kind, 8 DNI, 1 Check digit'],
  'br-cpf': ['8 Number, 1 Fiscal region, 2 Check digits'],
  'mx-curp': ['4 Name, 6 Birth date, 1 Sex, 2 State, 3 Consonants, 1 Homonym, 1 Check digit'],
  'isbt-din': ['5 Facility, 2 Year, 6 Serial', '5 Facility, 2 Year, 6 Serial, 2 Flag'],
  isbn: ['9 Number, 1 Check digit', '3 Prefix, 9 Number, 1 Check digit'],
  'cas-rn': ['* Number, 1 -, 2 Number, 1 -, 1 Check digit'],
  cip13: ['4 Prefix, 8 Code, 1 Check digit'],
  ppn: ['2 Agency, 8 PZN, 2 Check digits'],
  atc: [
    '1 Main group',
    '1 Main group, 2 Subgroup',
    '1 Main group, 2 Subgroup, 1 Pharmacological',
    '1 Main group, 2 Subgroup, 1 Pharmacological, 1 Chemical',
    '1 Main group, 2 Subgroup, 1 Pharmacological, 1 Chemical, 2 Substance',
  ],
}

/** Numbers that end in one check digit or letter, and have no other parts. */
const CHECK_AT_END =
  'gb-nhs ca-sin ca-bc-phn hr-oib bg-lnch cy-tic hu-taj nl-bsn fr-rpps de-idnr ch-gln pt-nif pt-niss jp-mynumber br-cns mx-nss cl-rut au-ihi au-hpii au-hpio in-aadhaar orcid isni unii gtin gln sscc issn nz-nhi'.split(
    ' ',
  )

/** @returns the parts of a number in their order, or none where the scheme has none of this length */
export function partsOfId(type: string, normalized: string): IdPart[] {
  const layouts = LAYOUTS[type] ?? (CHECK_AT_END.includes(type) ? ['* Number, 1 Check digit'] : [])
  for (const layout of layouts) {
    const parts = matchLayout(layout, normalized)
    if (parts) return parts
  }
  return []
}

function matchLayout(layout: string, text: string): IdPart[] | undefined {
  const places = layout.split(', ').map((place): readonly [length: number, name: string] => {
    const blank = place.indexOf(' ')
    return [place.startsWith('*') ? 0 : Number(place.slice(0, blank)), place.slice(blank + 1)]
  })
  const rest = text.length - places.reduce((sum, [length]) => sum + length, 0)
  if (places.some(([length]) => length === 0) ? rest < 1 : rest !== 0) return undefined
  let at = 0
  const parts: IdPart[] = []
  for (const [length, name] of places) {
    const start = at
    at += length === 0 ? rest : length
    // A sign that must stand there is no part.
    if (name === '-' && text.slice(start, at) !== '-') return undefined
    if (name !== '-') parts.push({ name: /^[A-Z]$/.test(text.slice(start, at)) ? name.replace('digit', 'letter') : name, start, end: at })
  }
  return parts
}
