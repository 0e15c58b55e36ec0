// Whether a text is the name of a terminology by the words that terminologies are named by.

const WORDS = new Set(
  'act acts actcode actmood actstatus actpriority actsite administration administrative admission age agency allergen american and approach atc blood body care case cdc cd chemical ci circumstance class classification clinical cm code codes codeset common concept condition confidentiality country cpt cpt4 criticality current cvx data dcm department device dicom dictionary discharge disease disposition domain drug drugs edition encounter entity ethnicity ethnic family fda fdasrs for form functional gender genetic gmdn guide hcpcs health healthcare hgnc hipaa hl7 hl7v2 hl7v3 icd icd10 icd9 icf icnp identifiers ihe index ingredient insurance international interpretation iso jurisdiction kind language list location loinc manufacturer manufacturers marital medcin meddra medical medication medicare member mesh method mood multum mvx name names nanda national ncbi nci ncit ndc ndf ndfrt nic noc nubc nucc null nullflavor observation observationinterpretation observationmethod occupation of omim or order participation participationfunction participationmode participationsignature participationtype patient payer payment pcs personalrelationshiproletype place point pos priority problem procedure procedures product program provider purpose qualifier race radlex reason relationship relationshiptype religion religious affiliation religiousaffiliation result role rolecode roleclass route routeofadministration rt rx rxnorm sct service set sex site snm snomed soc source standard status substance supply survey system table taxonomy term terminology terms thesaurus time title topology type types typology ub ucum umls unii unique unit units us usps v2 v3 vaccine value version visit vital vocabulary who women x12 cancer institute nations languageabilitymode languageabilityproficiency addressuse actclass maritalstatus administrativegender ethnicgroup living arrangement specimen severity'.split(
    ' ',
  ),
)

export function isTerminologyName(text: string): boolean {
  if (text.length > 100 || /\d{4}/.test(text)) return false
  const words = text
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .match(/[a-z]+\d*|\d+/g)
  const whole = text.toLowerCase().replace(/[^a-z0-9]/g, '')
  return /^[\x20-\x7e]*$/.test(text) && (WORDS.has(whole) || (words?.every((word) => WORDS.has(word) || /^\d{1,3}$/.test(word)) ?? false))
}
