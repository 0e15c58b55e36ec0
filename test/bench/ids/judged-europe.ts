// Differences in the numbers of Europe.
import { weigh } from '../../../src/formats/ids/check-sums.ts'
import { because, type Judged, like, refuses, takes } from './rules.ts'

export const EUROPE: readonly Judged[] = [
  // Dates: on no calendar, after today, or before anybody had such a number.
  takes(
    'at-svnr be-niss bg-egn cn-ric cz-rc de-rvnr ee-ik fi-hetu is-kennitala kr-rrn lt-ak lu-matricule lv-pk mx-curp pl-pesel ro-cnp se-personnummer si-emso rs-jmbg ba-jmbg me-jmbg mk-jmbg sk-rc ua-rntrc za-id it-cf gr-amka my-nric id-nik dk-cpr th-pin',
    'all',
    because('date'),
    'The number holds a date of birth; this one is on no calendar, in the future, or too long ago. The peer does not check it, or takes another century.',
  ),
  // United Kingdom, Ireland
  takes('gb-nino', 'stdnum', because('length'), 'The suffix A to D is part of the number (NIM39110).'),
  refuses(
    'ie-pps',
    'stdnum validator',
    like(/^\d{7}[A-W][A-IWTX]$/),
    'A second letter A to I counts in the check (since 2013); W, T and X were used before.',
  ),
  // Germany, Austria, Switzerland
  takes(
    'de-idnr',
    'all',
    because('range'),
    'One of the first ten digits stands twice or three times, never three in a row, all others at most once (§ 139b AO).',
  ),
  refuses(
    'de-rvnr',
    'stdnum presidio',
    like(/^\d\d(?:00|..00|3[2-9]|[4-9])/),
    'Days plus 32 or 64 stand where the serial numbers are used, 00 where day or month is not known (VKVV § 2).',
  ),
  refuses(
    'de-rvnr',
    'stdnum',
    like(/^(?!0[23489]|1\d|2[0134568]|3[89]|4[02-9]|[567]\d|8[0129])/),
    'The peer has a list of area numbers; ours checks date and check digit and names no region rule.',
  ),
  refuses(
    'at-svnr',
    'stdnum',
    like(/^....\d\d1[345]/),
    'Months 13 to 15 stand where the serial numbers of a day are used (Dachverband der Sozialversicherungsträger).',
  ),
  // France, Benelux
  takes('fr-nir', 'all', because('character'), 'The first digit is 1 to 4, 7 or 8 (INSEE, RNIPP); the peer takes others.'),
  refuses(
    'be-niss',
    'stdnum python validator',
    like(/^\d\d(?:[2-5]\d)/),
    'Bis numbers add 20 or 40 to the month (Royal Decree of 8 February 1991).',
  ),
  refuses(
    'be-niss',
    'all',
    like(/^\d\d(?:00|\d\d00)/),
    'Month and day are 00 where they are not known, or where the numbers of a day are used.',
  ),
  takes('nl-bsn', 'all', because('length'), 'A BSN has nine digits (Wet algemene bepalingen burgerservicenummer); the peer adds zeros.'),
  // Iberia, Italy
  takes('pt-nif', 'all', because('character', 'range'), 'No NIF has these first digits (Decreto-Lei 14/2013); the peer takes all but 0.'),
  refuses('es-nuss', 'stdnum', like(/^5[1-3]/), 'Ceuta, Melilla and others have provinces 51 to 53 (TGSS); the peer ends at 50.'),
  refuses(
    'es-nuss',
    'stdnum',
    like(/^\d\d0/),
    'Where the serial number is below ten million the province counts ten million each (TGSS); the peer joins the digits.',
  ),
  takes(
    'it-cf',
    'presidio',
    because('check_digit'),
    'The last letter is a check letter over all others (DM 23 December 1976, article 7); the peer does not check it.',
  ),
  takes(
    'it-cf',
    'presidio',
    because('character'),
    'The letter of the place is A to I, L, M or Z (Agenzia delle Entrate, codici catastali).',
  ),
  takes(
    'it-cf',
    'all',
    because('range', 'date'),
    'Names are consonants, then vowels, then X; days are 1 to 31 or 41 to 71 (DM 23 December 1976, articles 4 to 6).',
  ),
  takes(
    'aic',
    'all',
    because('range', 'character'),
    'An AIC begins with 0; the code in base 32 of another number is none (DM 2 August 2001).',
  ),
  // Nordic countries
  refuses(
    'dk-cpr',
    'validator',
    ({ normalized }) => weigh(normalized, [4, 3, 2, 7, 6, 5, 4, 3, 2, 1]) % 11 !== 0,
    'Numbers without modulus 11 are given since 2007 (CPR office).',
  ),
  refuses(
    'no-fnr',
    'all',
    like(/^(?:[4-7]\d{3}|[89]\d{3}|\d\d[4-9]\d)/),
    'D numbers add 40 to the day, H numbers 40 to the month, synthetic ones 65 or 80 (Skatteetaten), FH numbers begin with 8 or 9.',
  ),
  refuses('fi-hetu', 'all', like(/[-+A-FU-Y]9\d\d.$/), '900 to 999 are temporary numbers; ours takes them and says `temporary`.'),
  refuses('is-kennitala', 'python', like(/8$/), 'The last digit is the century: 8 for 18.. (Registers Iceland).'),
  refuses('is-kennitala', 'all', like(/^[89]/), 'System numbers begin with 8 or 9 (Registers Iceland, since 2021).'),
  takes(
    'is-kennitala',
    'all',
    because('character'),
    'The last digit is the century, 8, 9 or 0 (Registers Iceland); the peer takes others.',
  ),
  refuses(
    'se-personnummer se-samordningsnummer',
    'stdnum',
    (_, text) => !/[-+]/.test(text),
    'Numbers without the sign of the century are in use (Skatteverket); the peer requires it.',
  ),
  refuses(
    'se-personnummer',
    'validator presidio python stdnum',
    like(/^(?:16|17|18|19|20)\d{6}/),
    'Twelve digits, or eight of the date with a sign, are in use (Skatteverket SKV 704).',
  ),
  takes(
    'se-personnummer',
    'validator',
    ({ reason, normalized }) => reason === 'check_digit' && /^\d{8}[-+]?\d{4}$/.test(normalized),
    'The check digit is taken over the last ten digits (Skatteverket SKV 704); the peer counts the century too.',
  ),
  takes(
    'se-personnummer se-samordningsnummer',
    'stdnum presidio',
    because('character', 'length'),
    'The date has six or eight digits, and one sign stands before the last four (Skatteverket SKV 704); the peer takes others.',
  ),
  refuses(
    'se-samordningsnummer',
    'python',
    like(/(?:6[1-9]|[78]\d|9[01])[-+]?\d{4}$/),
    'Days plus 60 are of coordination numbers (Folkbokföringslagen § 18a); the peer takes days of birth.',
  ),
  takes(
    'se-samordningsnummer',
    'all',
    because('date'),
    'A coordination number adds 60 to the day; the peer takes numbers of people as well.',
  ),
  // Baltic states, Poland, Czechia, Slovakia
  refuses(
    'ee-ik lt-ak',
    'validator',
    like(/^.{7}(?:000|71[1-9]|7[2-9]|[89])/),
    'Serial numbers 001 to 710 were of hospitals to 2012; others are given (EVS 585, and the Lithuanian law names none).',
  ),
  takes('ee-ik', 'stdnum', because('character'), 'The first digit is 1 to 8 (EVS 585).'),
  refuses('lt-ak', 'all', like(/^9/), 'Numbers that begin with 9 hold no date (law on the population register, article 8).'),
  refuses('lv-pk', 'all', like(/^32/), 'Codes from 32 on are random since July 2017 and have no published check digit.'),
  takes(
    'lv-pk',
    'all',
    because('character'),
    'No personal code begins with 4 to 9; the peer takes numbers of companies, or checks no date.',
  ),
  takes(
    'lv-pk',
    'stdnum python',
    ({ reason, normalized }) => reason === 'check_digit' && normalized.endsWith('0'),
    'The sum modulo 11 is the check digit, so that 10 has none; the peer takes 0 for it.',
  ),
  refuses('pl-pesel', 'validator', like(/0$/), 'The check digit is 0 where the sum ends in 0; the peer compares with 10.'),
  takes('pl-pesel', 'validator', because('length'), 'The peer takes NIP, the number of a taxpayer, as well.'),
  refuses(
    'cz-rc sk-rc',
    'all',
    like(/^(?:5[4-9]|[6-9]\d)\d{7}$/),
    'Nine digits are of births to 1953, 18.. included (Act 133/2000, § 13; Act 301/1995, § 2); the peer takes them for 19.. alone.',
  ),
  refuses(
    'cz-rc',
    'validator',
    like(/^\d\d(?:2[1-9]|3[0-2]|7[1-9]|8[0-2])\d{6}$/),
    'Numbers given since 2004 may add 20 or 70 to the month (Act 53/2004); the peer requires a birth since 2004.',
  ),
  takes('sk-rc', 'validator', because('check_digit'), 'The peer does not divide ten digits by 11.'),
  takes(
    'cz-rc sk-rc',
    'all',
    ({ reason, normalized }) => reason === 'check_digit' && normalized.endsWith('0'),
    'A remainder of 10 ends in 0 to 1985 alone, and ten digits with a year below 54 are of 20..; the peer takes it.',
  ),
  takes('lt-ak', 'python', because('character'), '7 and 8 are of births from 2100 on.'),
  // Balkans, Cyprus, Ukraine
  takes(
    'si-emso rs-jmbg ba-jmbg me-jmbg mk-jmbg',
    'all',
    because('region'),
    'Regions are those of the republics (Official Gazette SFRJ 58/76): 10 to 19, 20 to 29, 40 to 49, 50 to 59, 70 to 99; the peer takes all.',
  ),
  refuses('ro-cnp', 'all', like(/^.{7}(?:4[78]|70|8[0-3])/), 'Counties 47, 48, 70 and 80 to 83 are in use since 2019 (DEPABD).'),
  refuses('cy-tic', 'python', like(/^12/), '12 is excluded for VAT numbers alone, which the peer is for.'),
  refuses('cy-tic', 'validator', like(/^[1345]/), 'The first digit of a TIC is 0, 1, 3, 4, 5 or 9 (OECD); the peer takes 0 and 9.'),
  takes('ro-cnp', 'validator', because('character'), 'The first digit is 1 to 9 (OUG 97/2005); the peer takes 0.'),
  takes(
    'ro-cnp',
    'validator',
    ({ reason, normalized }) => reason === 'check_digit' && normalized.startsWith('9'),
    'The check digit holds for numbers of foreigners, which begin with 9, too (OUG 97/2005); the peer does not check it there.',
  ),
]
