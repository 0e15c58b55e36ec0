// Identifiers of Canada: the social insurance number and the health numbers of its thirteen provinces and territories.

import { dateRule, two } from '../calendar.ts'
import { weigh } from '../check-sums.ts'
import { isLuhn } from '../checksums.ts'
import { checkRule, defineScheme, rule, type Scheme } from '../scheme.ts'

/** A health number of which no check rule was found in a published source. */
function provincial(code: string, province: string, shape: string): Scheme {
  return defineScheme({
    id: `ca-${code}`,
    name: `${province} health number`,
    country: 'CA',
    shape,
    source: `${province} ministry of health, health card; Canada Health Infoway, HL7 identifier registry; shape only`,
    rarity: 3,
  })
}

export const CANADA: readonly Scheme[] = [
  defineScheme({
    id: 'ca-sin',
    name: 'Social Insurance Number',
    country: 'CA',
    shape: '[1-79]d{8}',
    source: 'Employment and Social Development Canada, SIN Code of Practice',
    rules: [checkRule(3.3, isLuhn)],
    issued: (text) => (text.startsWith('9') ? 'temporary' : undefined),
    format: (text) => `${text.slice(0, 3)} ${text.slice(3, 6)} ${text.slice(6)}`,
  }),
  defineScheme({
    id: 'ca-bc-phn',
    name: 'British Columbia Personal Health Number',
    country: 'CA',
    shape: '9d{9}',
    source: 'BC Ministry of Health, Conformance Standards Volume 4, appendix PHN check digit',
    rules: [checkRule(3.5, (text) => (11 - (weigh(text, [2, 4, 8, 5, 10, 9, 7, 3], 1) % 11)) % 11 === Number(text[9]))],
    format: (text) => `${text.slice(0, 4)} ${text.slice(4, 7)} ${text.slice(7)}`,
  }),
  defineScheme({
    id: 'ca-on-hcn',
    name: 'Ontario health card number',
    country: 'CA',
    shape: ['[1-9]d{9}', '[1-9]d{9}[A-Z]{1,2}'],
    source: 'Ontario Ministry of Health, Health Card Validation Reference Manual, appendix D (MOD 10)',
    rules: [
      checkRule(
        3.3,
        (text) => isLuhn(text.slice(0, 10)),
        () => 9,
      ),
    ],
    decode: (text): Record<string, string> => (text.length > 10 ? { version: text.slice(10) } : {}),
    format: (text) => [text.slice(0, 4), text.slice(4, 7), text.slice(7, 10), text.slice(10)].filter(Boolean).join('-'),
  }),
  defineScheme({
    id: 'ca-qc-nam',
    name: 'Québec health insurance number',
    country: 'CA',
    shape: '[A-Z]{4}d{8}',
    source: 'RAMQ, numéro d’assurance maladie (four letters, birth date with 50 added to the month for women); date only',
    rules: [dateRule((text) => ({ year: two(text, 4), month: two(text, 6) % 50, day: two(text, 8), century: 'open' }))],
    decode: (text) => ({ sex: two(text, 6) > 50 ? 'female' : 'male' }),
    format: (text) => `${text.slice(0, 4)} ${text.slice(4, 8)} ${text.slice(8)}`,
  }),
  provincial('ab-phn', 'Alberta', '[1-9]d{8}'),
  provincial('sk-hsn', 'Saskatchewan', 'd{9}'),
  provincial('mb-phin', 'Manitoba', 'd{9}'),
  provincial('nb-phn', 'New Brunswick', 'd{9}'),
  provincial('ns-hcn', 'Nova Scotia', 'd{10}'),
  provincial('pe-phn', 'Prince Edward Island', 'd{8}'),
  provincial('nl-mcp', 'Newfoundland and Labrador', 'd{12}'),
  provincial('yt-hcn', 'Yukon', 'd{9}'),
  provincial('nt-hcn', 'Northwest Territories', '[NDMT]d{7}'),
  provincial('nu-hcn', 'Nunavut', '1d{8}'),
  defineScheme({
    id: 'din-ca',
    name: 'Drug Identification Number (Canada)',
    country: 'CA',
    shape: 'd{8}',
    source: 'Health Canada, Drug Identification Number; shape only',
    rules: [rule('range', 0, (text) => text !== '00000000')],
    rarity: 3,
  }),
]
