// Numbers that national affiliates of HL7 and registers publish in their guides, by scheme, each with its document. They are samples, none of a person.
const AU = 'HL7 Australia, AU Base, examples'
const CH = 'HL7 Switzerland, CH Core, examples'
const BE = 'HL7 Belgium, core profiles, examples'
const NL = 'Nictiz, zib2020 for FHIR R4, examples'
const JPAC = 'UK Blood Services (JPAC), Red Book, annex 2, table A2.2'
const DK = 'HL7 Denmark, DK Core, test patients'

export const AFFILIATE_VECTORS: readonly (readonly [type: string, text: string, source: string])[] = [
  ['au-ihi', '8003608833357361', `${AU}: patient-example8`],
  ['au-ihi', '8003608666701594', `${AU}: list-example2`],
  ['au-hpii', '8003610833334085', `${AU}: bundle-example0`],
  ['au-medicare', '32788511952', `${AU}: patient-example0`],
  ['au-dva', 'NBUR9080', `${AU}: patient-example1`],
  ['au-prescriber', '453221', `${AU}: practitioner-example0`],
  ['ch-gln', '7601000201041', `${CH}: AllzeitBereit`],
  ['ch-gln', '7601002331470', `${CH}: PhysiotherapieCH`],
  ['gln', '7601000201041', `${CH}: AllzeitBereit`],
  ['gln', '5798002472264', 'HL7 Denmark, DK Core: DkCoreOrganization'],
  ['ch-ahv', '756.2295.8830.70', `${CH}: MarvinMuster`],
  ['ch-insurance-card', '80756015090002647590', `${CH}: ElisabethBroennimannByBFH`],
  ['ch-insurance-card', '80756078901234567890', `${CH}: ClaimInpatientTreatmentPsychiatry`],
  ['be-inami', '18749704477', `${BE}: practitioner1`],
  ['be-inami', '82675078998', `${BE}: test`],
  ['be-inami', '11530231003', `${BE}: patient2`],
  ['be-inami', '18749704', `${BE}: practitioner2`],
  ['be-inami', '68115873', `${BE}: test`],
  ['be-niss', '00010499952', `${BE}: test`],
  ['nl-bsn', '999911120', `${NL}: nl-core-TreatmentDirective2-02-Patient-01`],
  ['nl-agb', '01999999', `${NL}: nl-core-SOAPReport-01-Practitioner-01`],
  ['nl-uzovi', '3332', `${NL}: nl-core-Payer-Organization-02`],
  ['no-hpr', '9144889', 'HL7 Norway, basisprofiler R4: no-basis-Practitioner-example'],
  ['fr-finess', '540002698', 'Agence du Numérique en Santé, IG annuaire: AsOrganizationExampleNancy'],
  ['isbt-din', 'G123 498 654 321 H', `${JPAC}: keyboard check`],
  ['isbt-din', '=G12349865432177', `${JPAC}: flags`],
  ['fi-hetu', '311080-999X', 'HL7 Finland, base profiles: practitionerLicensedPhysician'],
  ['dk-cpr', '0201919990', DK],
  ['dk-cpr', '0201609995', DK],
]
