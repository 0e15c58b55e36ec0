// Identifiers of the United States: persons, taxpayers, Medicare and providers.
import { isDea, isNpi } from '../checksums.ts'
import { checkRule, defineScheme, rule, type Scheme } from '../scheme.ts'

const isIssuedSsn = (text: string): boolean => !/^(?:000|666|9)/.test(text) && text.slice(3, 5) !== '00' && text.slice(5) !== '0000'
const dashed = (text: string): string => `${text.slice(0, 3)}-${text.slice(3, 5)}-${text.slice(5)}`
/** Numbers that stood in advertisements and on sample cards, which the SSA has withdrawn. */
const WITHDRAWN_SSN = ['078051120', '219099999', '457555462']
/** Groups that the IRS issues: 50 to 65 since 2019, 70 to 88, 90 to 92, 94 to 99. */
const isItinGroup = (group: number): boolean =>
  (group >= 50 && group <= 65) || (group >= 70 && group <= 88) || (group >= 90 && group <= 92) || group >= 94

export const UNITED_STATES: readonly Scheme[] = [
  defineScheme({
    id: 'us-ssn',
    name: 'Social Security number',
    country: 'US',
    shape: 'd{9}',
    source: 'SSA, Program Operations Manual RM 10201.035 (randomized since June 2011)',
    rarity: 1,
    rules: [rule('range', 0.2, isIssuedSsn)],
    issued: (text) => (WITHDRAWN_SSN.includes(text) ? 'invented' : undefined),
    format: dashed,
  }),
  defineScheme({
    id: 'us-itin',
    name: 'Individual Taxpayer Identification Number',
    country: 'US',
    shape: '9d{8}',
    source: 'IRS, Publication 4757; Internal Revenue Manual 3.21.263.4',
    rules: [rule('range', 0.8, (text) => isItinGroup(Number(text.slice(3, 5))))],
    format: dashed,
  }),
  defineScheme({
    id: 'us-atin',
    name: 'Adoption Taxpayer Identification Number',
    country: 'US',
    shape: '9d{2}93d{4}',
    source: 'IRS, Internal Revenue Manual 3.13.40',
    rarity: 3,
    format: dashed,
  }),
  defineScheme({
    id: 'us-mbi',
    name: 'Medicare Beneficiary Identifier',
    country: 'US',
    shape: '[1-9][AC-HJKMNP-RT-Y][AC-HJKMNP-RT-Y0-9]d[AC-HJKMNP-RT-Y][AC-HJKMNP-RT-Y0-9]d[AC-HJKMNP-RT-Y]{2}d{2}',
    source: 'CMS, Understanding the Medicare Beneficiary Identifier (MBI) Format',
    rarity: 1,
    format: (text) => `${text.slice(0, 4)}-${text.slice(4, 7)}-${text.slice(7)}`,
  }),
  defineScheme({
    id: 'us-hicn',
    name: 'Health Insurance Claim Number',
    country: 'US',
    shape: ['d{9}[ABCDEFJKMTW]', 'd{9}[ABCDEFJKMTW][0-9A-Z]', 'A{1}d{6}', 'A{1}d{9}', '[MPWC]{1,2}Ad{6}', '[MPWC]{1,2}Ad{9}'],
    source: 'CMS, Medicare Claims Processing Manual, chapter 2 (replaced by the MBI in January 2020); shape only',
    rules: [rule('range', 0.2, (text) => !/^\d{9}/.test(text) || isIssuedSsn(text.slice(0, 9)))],
    issued: () => 'retired_scheme',
    rarity: 3,
  }),
  defineScheme({
    id: 'us-npi',
    name: 'National Provider Identifier',
    country: 'US',
    shape: ['[12]d{9}', '80840[12]d{9}'],
    source: '45 CFR 162.406; CMS, Requirements for NPI and NPI Check Digit',
    rarity: 1,
    rules: [checkRule(3.3, (text) => isNpi(text.slice(-10)))],
    decode: (text) => ({ npi: text.slice(-10) }),
    convert: (text): Record<string, string[]> => (text.length === 10 ? { card: [`80840${text}`] } : { npi: [text.slice(5)] }),
  }),
  defineScheme({
    id: 'us-dea',
    name: 'DEA registration number',
    country: 'US',
    // The first letter is the business activity; I, O and Q are none.
    shape: '[A-HJ-NPR-UX][A-Z9]d{7}',
    source: 'DEA Diversion Control Division, Pharmacist’s Manual, section IX; DEA Registration Record Layout, business activity codes',
    rules: [checkRule(3.3, isDea)],
  }),
  defineScheme({
    id: 'us-clia',
    name: 'CLIA laboratory number',
    country: 'US',
    shape: 'd{2}Dd{7}',
    source: 'CMS, CLIA Identification Number; shape only',
  }),
  defineScheme({
    id: 'us-ccn',
    name: 'CMS Certification Number',
    country: 'US',
    shape: ['d{6}', 'd{2}[A-Z]d{3}', 'd{3}[A-Z]d{2}', 'd{2}[A-Z]d{7}'],
    source: 'CMS, State Operations Manual section 2779A1; shape only',
    rarity: 3,
  }),
  defineScheme({
    id: 'us-taxonomy',
    name: 'Healthcare provider taxonomy code',
    country: 'US',
    shape: '[0-9]{2,3}[0-9A-Z]{6,7}[NXY]',
    source: 'NUCC, Health Care Provider Taxonomy Code Set; X12, provider taxonomy of 4010 (N or Y at the end); shape only',
    rules: [rule('range', 1, ({ length }) => length === 10, 'length')],
    issued: (text) => (text.endsWith('X') ? undefined : 'retired_scheme'),
  }),
]
