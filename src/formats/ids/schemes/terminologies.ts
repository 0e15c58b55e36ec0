// Codes of terminologies: shapes and check digits alone, no content.

import { dateRule, two } from '../calendar.ts'
import { isLuhnOfLetters } from '../check-sums.ts'
import { isLuhn, isVerhoeff } from '../checksums.ts'
import { checkRule, defineScheme, type Facts, rule, type Scheme } from '../scheme.ts'

const LOINC_SOURCE = 'Regenstrief Institute, LOINC Users’ Guide, appendix C (mod 10)'

function loincPart(prefix: string, name: string): Scheme {
  return defineScheme({
    id: `loinc-${prefix.toLowerCase()}`,
    name,
    separators: '',
    shape: `${prefix}d{1,8}-d`,
    source: LOINC_SOURCE,
    rules: [checkRule(3.3, (text) => isLuhnOfLetters(text.replace('-', '')))],
  })
}

/** Older files write a code without its hyphen, or with zeros before it. */
function loincForms(text: string): Record<string, string[]> {
  const code = text.replace(/^0+(?=\d)/, '')
  return { ...(code !== text && { loinc: [code] }), withoutHyphen: [code.replace('-', '')] }
}

const PARTITIONS: Readonly<Record<string, string>> = {
  '00': 'concept, core',
  '01': 'description, core',
  '02': 'relationship, core',
  '10': 'concept, extension',
  '11': 'description, extension',
  '12': 'relationship, extension',
}

function sctidFacts(text: string): Facts {
  const partition = text.slice(-3, -1)
  return { partition: PARTITIONS[partition]!, ...(partition[0] === '1' && text.length > 10 && { namespace: text.slice(-10, -3) }) }
}

/** A stem or extension code of ICD-11: its second place is a letter, so that it is never taken for ICD-10; I and O stand nowhere. */
const ICD11_STEM = '[1-9A-HJ-NP-V][A-HJ-NP-Z]d[0-9A-HJ-NP-Z]'

const ATC_LEVELS = [1, 3, 4, 5, 7]

/** Levels above a code, the code itself last. */
function atcLevels(text: string): string[] {
  return ATC_LEVELS.filter((length) => length <= text.length).map((length) => text.slice(0, length))
}

export const TERMINOLOGIES: readonly Scheme[] = [
  defineScheme({
    id: 'loinc',
    name: 'LOINC code',
    separators: '',
    shape: 'd{1,7}-d',
    source: LOINC_SOURCE,
    rarity: 1,
    rules: [checkRule(3.3, (text) => isLuhn(text.replace('-', '')))],
    convert: loincForms,
  }),
  loincPart('LP', 'LOINC part'),
  loincPart('LA', 'LOINC answer'),
  loincPart('LL', 'LOINC answer list'),
  loincPart('LG', 'LOINC group'),
  defineScheme({
    id: 'sctid',
    name: 'SNOMED CT identifier',
    separators: '',
    shape: '[1-9]d{5,17}',
    source: 'SNOMED International, SNOMED CT Release File Specification, SCTID data type (Verhoeff)',
    rarity: 1,
    rules: [
      rule('range', 4, (text) => {
        const partition = PARTITIONS[text.slice(-3, -1)]
        return partition !== undefined && (partition.endsWith('core') || text.length >= 11)
      }),
      checkRule(3.3, isVerhoeff),
    ],
    decode: sctidFacts,
  }),
  defineScheme({
    id: 'icd-10',
    name: 'ICD-10 code (WHO)',
    separators: '',
    shape: ['[A-Z]d{2}', '[A-Z]d{2}.d', '[A-Z]d{2}.d{2}', '[A-Z]d{2}[+*]', '[A-Z]d{2}.d[+*]'],
    source: 'WHO, ICD-10 volume 2, section 3.1.3; shape only',
    rarity: 1,
  }),
  defineScheme({
    id: 'icd-10-cm',
    name: 'ICD-10-CM code',
    separators: '',
    shape: ['[A-Z]d[0-9AB]', '[A-Z]d[0-9AB].[0-9A-Z]{1,4}', '[A-Z]d[0-9AB][0-9A-Z]{1,4}'],
    source: 'NCHS, ICD-10-CM Official Guidelines, sections I.A.2, I.A.4 and I.A.5; shape only',
    rarity: 1,
    rules: [rule('range', 0.3, (text) => isCmPlaceholder(text.replace('.', '').slice(3)))],
    convert: (text): Record<string, string[]> => {
      const bare = text.replace('.', '')
      return bare.length > 3 ? { withPoint: [`${bare.slice(0, 3)}.${bare.slice(3)}`], withoutPoint: [bare] } : {}
    },
  }),
  defineScheme({
    id: 'icd-10-pcs',
    name: 'ICD-10-PCS code',
    separators: '',
    shape: '[0-9B-DFGHX][0-9A-HJ-NP-Z]{6}',
    source: 'CMS, ICD-10-PCS Reference Manual, section 1 (I and O are not used); shape only',
  }),
  defineScheme({
    id: 'icd-10-gm',
    name: 'ICD-10-GM code',
    separators: '',
    country: 'DE',
    shape: [
      '[A-Z]d{2}',
      '[A-Z]d{2}.[0-9]{1,2}',
      '[A-Z]d{2}.-',
      '[A-Z]d{2}.[0-9]{1,2}[GVZARLB]',
      '[A-Z]d{2}.[0-9]{1,2}[+*!]',
      '[A-Z]d{2}[GVZARLB+*!]',
    ],
    source: 'BfArM, ICD-10-GM; Deutsche Kodierrichtlinien D012 (marks), § 295 SGB V (certainty, side); shape only',
  }),
  defineScheme({
    id: 'icd-11',
    name: 'ICD-11 code (MMS)',
    separators: '',
    // A cluster is longer than any single code; its parts are judged one by one by the rule below.
    shape: [ICD11_STEM, `${ICD11_STEM}.[0-9A-HJ-NP-Z]{1,2}`, 'X[A-HJ-NP-Z0-9]{3,5}', '[0-9A-HJ-NP-Z.&/]{9,80}'],
    source: 'WHO, ICD-11 Reference Guide, sections 1.2.2 and 2.9 (stem, extension, cluster); shape only',
    isOther: (text) => text.length > 8 && !/[&/]/.test(text),
    rules: [rule('range', 1, (text) => text.split(/[&/]/).every(isIcd11Part))],
    decode: (text): Facts => (/[&/]/.test(text) ? { stems: String(text.split('/').length), parts: String(text.split(/[&/]/).length) } : {}),
  }),
  defineScheme({
    id: 'icd-o-3',
    name: 'ICD-O-3 topography or morphology',
    separators: '',
    shape: ['Cd{2}.d', '[89]d{3}/[012369]', '[89]d{3}/[012369][1-9]'],
    source: 'WHO, International Classification of Diseases for Oncology, third edition; shape only',
  }),
  defineScheme({
    id: 'cpt',
    name: 'CPT code',
    country: 'US',
    separators: '',
    shape: ['d{5}', 'd{4}[FTUM]', 'd{5}-[0-9A-Z]{2}', 'd{4}[FTUM]-[0-9A-Z]{2}'],
    source: 'CMS, HCPCS level I; shape only (the code set is licensed by its owner)',
  }),
  defineScheme({
    id: 'hcpcs',
    name: 'HCPCS level II code',
    country: 'US',
    separators: '',
    shape: ['[A-CEGHJ-MP-V]d{4}', '[A-CEGHJ-MP-V]d{4}-[0-9A-Z]{2}'],
    source: 'CMS, HCPCS Level II Coding Procedures; shape only',
  }),
  defineScheme({
    id: 'cdt',
    name: 'CDT code',
    country: 'US',
    separators: '',
    shape: 'Dd{4}',
    source: 'CMS, HCPCS D codes; shape only (the code set is licensed by its owner)',
    rarity: 3,
  }),
  defineScheme({
    id: 'atc',
    name: 'ATC code',
    separators: '',
    shape: [
      '[ABCDGHJLMNPRSV]',
      '[ABCDGHJLMNPRSV]d{2}',
      '[ABCDGHJLMNPRSV]d{2}[A-Z]',
      '[ABCDGHJLMNPRSV]d{2}[A-Z]{2}',
      '[ABCDGHJLMNPRSV]d{2}[A-Z]{2}d{2}',
    ],
    source: 'WHO Collaborating Centre for Drug Statistics Methodology, ATC: structure and principles; shape only',
    decode: (text) => ({ level: String(ATC_LEVELS.indexOf(text.length) + 1) }),
    convert: (text) => ({ levels: atcLevels(text) }),
  }),
  defineScheme({
    id: 'cvx',
    name: 'CVX vaccine code',
    country: 'US',
    separators: '',
    shape: 'd{1,3}',
    source: 'CDC, IIS: HL7 Standard Code Set CVX; shape only',
    rarity: 3,
  }),
  defineScheme({
    id: 'rxcui',
    name: 'RxNorm concept (RXCUI)',
    country: 'US',
    separators: '',
    shape: '[1-9]d{0,7}',
    source: 'NLM, RxNorm Technical Documentation; shape only',
    rarity: 3,
  }),
  defineScheme({
    id: 'drg',
    name: 'DRG',
    country: 'US',
    separators: '',
    shape: 'd{3}',
    source: 'CMS, MS-DRG Definitions Manual; shape only',
    rarity: 3,
  }),
  defineScheme({
    id: 'revenue-code',
    name: 'NUBC revenue code',
    country: 'US',
    separators: '',
    shape: ['0d{3}', '[1-3]d{3}'],
    source: 'NUBC, UB-04 form locator 42; shape only',
    rarity: 3,
  }),
  defineScheme({
    id: 'nct',
    name: 'ClinicalTrials.gov identifier',
    separators: '',
    shape: 'NCTd{8}',
    source: 'NLM, ClinicalTrials.gov, NCT number; shape only',
  }),
  defineScheme({
    id: 'eudract',
    name: 'EudraCT number',
    separators: '',
    shape: '[12]d{3}-d{6}-d{2}',
    source: 'EMA, EudraCT number; shape and year only',
    rules: [dateRule((text) => ({ year: Number(text.slice(0, 4)), month: 1, day: 1 })), rule('range', 2, (text) => two(text, 0) === 20)],
  }),
  defineScheme({
    id: 'isrctn',
    name: 'ISRCTN',
    separators: '',
    shape: 'ISRCTNd{8}',
    source: 'ISRCTN registry, trial identifier; shape only',
  }),
]

/** X fills places before a seventh character and stands nowhere behind a real one but as an extension of its own. */
function isCmPlaceholder(rest: string): boolean {
  return !/^X+$/.test(rest) && !/^.{0,2}X[A-WYZ0-9]{2,}$/.test(rest.slice(0, 3))
}

function isIcd11Part(part: string): boolean {
  return /^(?:[1-9A-HJ-NP-V][A-HJ-NP-Z]\d[0-9A-HJ-NP-Z](?:\.[0-9A-HJ-NP-Z]{1,2})?|X[A-HJ-NP-Z0-9]{3,5})$/.test(part)
}
