// Differences in the numbers of the Americas, Asia, Africa and Oceania, and in codes.
import { because, type Judged, like, refuses, takes } from './rules.ts'

export const WORLD: readonly Judged[] = [
  // United States
  takes('us-ssn', 'all', because('range'), 'No area 000, 666 or 900 to 999, no group 00, no serial 0000 (SSA, RM 10201.035).'),
  refuses('us-itin', 'python', like(/^9\d\d(?:5\d|6[0-5])/), 'Groups 50 to 65 are issued (IRS, since 2013).'),
  takes(
    'us-itin us-atin',
    'all',
    because('character', 'range'),
    'An ITIN is 9XX with groups 50 to 65, 70 to 88, 90 to 92, 94 to 99; an ATIN is 9XX-93 (IRS). The peer takes others.',
  ),
  takes('us-mbi', 'presidio', because('character'), 'Position 1 is 1 to 9, letters leave out S, L, O, I, B and Z (CMS).'),
  refuses(
    'us-npi',
    'presidio',
    like(/^80840/),
    'The card form of 15 digits begins with 80840 (45 CFR 162.406); the peer knows ten digits.',
  ),
  refuses('us-dea', 'presidio', like(/^N/), 'N is a business activity of the DEA (registration record layout); the peer leaves it out.'),
  // Canada, Australia
  takes(
    'ca-sin',
    'all',
    because('character'),
    'No SIN of a person begins with 0 or 8 (Service Canada: 0 is for fictitious use, 8 for businesses).',
  ),
  refuses(
    'au-medicare',
    'presidio',
    like(/^\d{11}$/),
    'The eleventh digit is the individual reference number on the card (Services Australia).',
  ),
  takes(
    'au-medicare',
    'presidio',
    because('character', 'check_digit'),
    'The first digit is 2 to 6, the ninth the check digit, and no issue number is 0 (Services Australia).',
  ),
  // Asia
  takes('il-tz', 'all', because('length'), 'The number has nine digits; the peer adds zeros, and nothing is padded here.'),
  refuses('za-id', 'python', like(/^\d{10}2/), 'The digit of citizenship is 0, 1 or 2 (refugees; Department of Home Affairs).'),
  refuses(
    'za-id',
    'presidio',
    like(/^\d{11}[0-7]/),
    'The twelfth digit was of race to 1986; no law names the digits 8 and 9 that the peer requires (Identification Act 68 of 1997).',
  ),
  refuses('id-nik', 'python', like(/^9[2-7]/), 'Provinces 92 to 97 exist since 2022.'),
  refuses('id-nik', 'python', () => true, 'The peer knows the regencies; ours checks the province alone and says so.'),
  takes(
    'sg-nric sg-fin',
    'presidio',
    because('character', 'check_digit'),
    'S and T are of NRIC, F, G and M of FIN, and the last letter is a check letter (ICA); the peer has one shape without check for all.',
  ),
  refuses(
    'th-pin',
    'presidio',
    like(/^(?![1-9](?:[134]\d|2[0-7]|5[0-8]|[67][0-7]|[89][0-6]))/),
    'The Department of Provincial Administration gives categories 0 to 8, provinces by ISO 3166-2:TH; the peer has a narrower pattern.',
  ),
  refuses('hk-hkid', 'stdnum', like(/O/), 'No publication of the Immigration Department leaves O out.'),
  takes('tw-id', 'all', because('character'), 'The second place is 1 or 2, since 2021 8 or 9 for residents; the peer takes all digits.'),
  refuses('pk-cnic', 'all', like(/0$/), 'The last digit is even for women, 0 included (NADRA).'),
  refuses(
    'pk-cnic',
    'validator',
    (_, text) => !/^\d{5}-\d{7}-\d$/.test(text),
    'Hyphens may be left out or stand elsewhere; the peer requires both.',
  ),
  refuses(
    'kr-rrn',
    'all',
    like(/^(?:201[0-2]|2[1-6])/),
    'Numbers since October 2020 have no check digit (Ministry of the Interior); the peer checks one.',
  ),
  refuses(
    'kr-rrn',
    'presidio',
    like(/^\d{6}[5-90]/),
    'The seventh digit is 9 or 0 for births of 18.., 5 to 8 for foreigners; the peer takes 1 to 4.',
  ),
  takes(
    'kr-rrn',
    'presidio',
    because('check_digit', 'region'),
    'The check digit of a number before October 2020 is wrong; the peer does not refuse it.',
  ),
  refuses(
    'cn-ric',
    'python',
    () => true,
    'The peer knows the counties of GB/T 2260 and when they existed; ours checks the province alone and says so.',
  ),
  refuses(
    'cn-ric',
    'validator',
    like(/^.{6}(?!19|20)/),
    'The peer takes births of 1900 to 2099 alone; GB 11643 has four digits for the year.',
  ),
  refuses('cn-ric', 'validator', like(/^83/), '83 is of residents from Taiwan since 2018.'),
  takes('cn-ric', 'all', because('region', 'character'), 'No province of GB/T 2260 has the number.'),
  takes('in-aadhaar', 'validator', because('character'), 'No Aadhaar number begins with 0 or 1 (UIDAI).'),
  // Latin America
  refuses('ar-cuil', 'all', like(/^2[56]/), 'AFIP gives 25 and 26 to people too, beside 20, 23, 24 and 27.'),
  refuses('mx-curp', 'all', like(/^.{10}X/), 'X is a sex of CURP since 2021.'),
  takes(
    'mx-curp',
    'all',
    ({ reason, normalized }) => reason === 'character' && !/^.[AEIOUX]/.test(normalized),
    'The second letter is a vowel or X (Instructivo CURP); the peer takes all.',
  ),
  // Codes
  takes('isbn', 'all', because('range', 'character'), 'An ISBN of 13 digits begins with 978 or 979 (ISO 2108).'),
  takes(
    'isbn',
    'python',
    because('length'),
    'Nine digits are an SBN of before 1970; it becomes an ISBN with a 0 before it (ISO 2108), and nothing is padded here.',
  ),
  takes(
    'orcid',
    'python',
    because('range', 'character'),
    'ORCID iDs are a block of ISNI (0000-0001-5000-0007 to 0000-0003-5000-0001, and 0009-…); the peer is for all ISNI.',
  ),
  takes(
    'cas-rn',
    'python',
    because('character', 'length'),
    'Hyphens stand before the last three digits and before the last one (CAS); the peer drops blanks.',
  ),
  refuses(
    'uuid',
    'presidio',
    like(/^.{8}-?.{4}-?[09A-F]|^.{8}-?.{4}-?.{4}-?[0-7C-F]/i),
    'RFC 9562 reserves other versions and variants, which have the same form; the peer requires versions 1 to 8 and variant 10.',
  ),
]
