// Identifiers of Türkiye, Israel, the Gulf, Egypt and South Africa.

import { dateRule, isPastYear, type NumberDate, two, writeDate } from '../calendar.ts'
import { digit, weigh } from '../check-sums.ts'
import { isLuhn } from '../checksums.ts'
import { checkRule, defineScheme, rule, type Scheme } from '../scheme.ts'

function isTckn(text: string): boolean {
  const tenth = ((weigh(text, [7, -1, 7, -1, 7, -1, 7, -1, 7]) % 10) + 10) % 10
  return tenth === digit(text, 9) && weigh(text, [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]) % 10 === digit(text, 10)
}

function southAfricanDate(text: string): NumberDate {
  return { year: two(text, 0), month: two(text, 2), day: two(text, 4), century: 'open' }
}

function egyptianDate(text: string): NumberDate {
  return { year: 1700 + 100 * digit(text, 0) + two(text, 1), month: two(text, 3), day: two(text, 5) }
}

/** Governorates 01 to 04, 11 to 19, 21 to 29, 31 to 35, and 88 for births abroad. */
function isGovernorate(code: number): boolean {
  return (code >= 1 && code <= 4) || (code >= 11 && code <= 19) || (code >= 21 && code <= 29) || (code >= 31 && code <= 35) || code === 88
}

export const WEST_ASIA_AFRICA: readonly Scheme[] = [
  defineScheme({
    id: 'tr-tckn',
    name: 'T.C. kimlik numarası',
    country: 'TR',
    shape: '[1-9]d{10}',
    source: 'Nüfus ve Vatandaşlık İşleri Genel Müdürlüğü; Nüfus Hizmetleri Kanunu 5490, madde 46',
    rarity: 1,
    rules: [checkRule(6.6, isTckn, () => 9)],
  }),
  defineScheme({
    id: 'il-tz',
    name: 'Teudat zehut',
    country: 'IL',
    shape: 'd{9}',
    source: 'Population and Immigration Authority, Identity number; ISO/IEC 7812-1 Annex B',
    rarity: 1,
    rules: [rule('range', 0, (text) => text !== '000000000'), checkRule(3.3, isLuhn)],
  }),
  defineScheme({
    id: 'ae-eid',
    name: 'Emirates ID',
    country: 'AE',
    shape: '784d{12}',
    source: 'Federal Authority for Identity and Citizenship, identity number; ISO/IEC 7812-1 Annex B',
    rules: [
      rule('date', 1, (text, context) => Number(text.slice(3, 7)) >= 1880 && isPastYear(Number(text.slice(3, 7)), context)),
      checkRule(3.3, isLuhn),
    ],
    decode: (text) => ({ birthYear: text.slice(3, 7) }),
    format: (text) => `${text.slice(0, 3)}-${text.slice(3, 7)}-${text.slice(7, 14)}-${text.slice(14)}`,
  }),
  defineScheme({
    id: 'sa-nid',
    name: 'National ID and Iqama (Saudi Arabia)',
    country: 'SA',
    shape: '[12]d{9}',
    source: 'Ministry of Interior, national identity number; ISO/IEC 7812-1 Annex B',
    rules: [checkRule(3.3, isLuhn)],
    decode: (text) => ({ form: text[0] === '1' ? 'citizen' : 'resident' }),
  }),
  defineScheme({
    id: 'eg-nid',
    name: 'National ID (Egypt)',
    country: 'EG',
    shape: '[23]d{13}',
    source: 'Civil Status Law 143 of 1994, national number; date and governorate only',
    rules: [dateRule(egyptianDate), rule('region', 1.5, (text) => isGovernorate(two(text, 7)))],
    decode: (text, context) => ({
      birthDate: writeDate(egyptianDate(text), context),
      region: text.slice(7, 9),
      sex: digit(text, 12) % 2 === 1 ? 'male' : 'female',
    }),
  }),
  defineScheme({
    id: 'za-id',
    name: 'South African identity number',
    country: 'ZA',
    shape: 'd{10}[012]d{2}',
    source: 'Identification Act 68 of 1997, section 7; ISO/IEC 7812-1 Annex B',
    rarity: 1,
    rules: [dateRule(southAfricanDate), checkRule(3.3, isLuhn)],
    decode: (text, context) => ({
      birthDate: writeDate(southAfricanDate(text), context),
      sex: digit(text, 6) < 5 ? 'female' : 'male',
      status: ['citizen', 'permanent resident', 'refugee'][digit(text, 10)]!,
    }),
  }),
]
