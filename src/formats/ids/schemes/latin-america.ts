// Identifiers of Brazil, Mexico, Chile, Argentina and Colombia.

import { dateRule, type NumberDate, two, writeDate } from '../calendar.ts'
import { digit, weigh } from '../check-sums.ts'
import { isLuhn } from '../checksums.ts'
import { checkRule, defineScheme, rule, type Scheme } from '../scheme.ts'

function isCpf(text: string): boolean {
  const first = ((weigh(text, [10, 9, 8, 7, 6, 5, 4, 3, 2]) * 10) % 11) % 10
  const second = ((weigh(text, [11, 10, 9, 8, 7, 6, 5, 4, 3, 2]) * 10) % 11) % 10
  return first === digit(text, 9) && second === digit(text, 10)
}

const CNS_WEIGHTS = [15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]
const CURP_ALPHABET = '0123456789ABCDEFGHIJKLMNÑOPQRSTUVWXYZ'
const MEXICAN_STATES = ' AS BC BS CC CH CL CM CS DF DG GR GT HG JC MC MN MS NE NL NT OC PL QR QT SL SP SR TC TL TS VZ YN ZS '

/** A digit at place 17 stands for births to 1999, a letter for those from 2000 on. */
function curpDate(text: string): NumberDate {
  return { year: (/\d/.test(text[16]!) ? 1900 : 2000) + two(text, 4), month: two(text, 6), day: two(text, 8) }
}

function isCurp(text: string): boolean {
  let sum = 0
  for (let i = 0; i < 17; i++) sum += CURP_ALPHABET.indexOf(text[i]!) * (18 - i)
  return (10 - (sum % 10)) % 10 === digit(text, 17)
}

function isRut(text: string): boolean {
  let sum = 0
  for (let i = 0; i < text.length - 1; i++) sum += digit(text, text.length - 2 - i) * (2 + (i % 6))
  return '0K987654321'[sum % 11] === text.at(-1)
}

function isCuil(text: string): boolean {
  const rest = 11 - (weigh(text, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11)
  return (rest === 11 ? 0 : rest === 10 ? 9 : rest) === digit(text, 10)
}

export const LATIN_AMERICA: readonly Scheme[] = [
  defineScheme({
    id: 'br-cpf',
    name: 'Cadastro de Pessoas Físicas',
    country: 'BR',
    shape: 'd{11}',
    source: 'Receita Federal, Instrução Normativa RFB 1548/2015 (modulus 11, twice)',
    rarity: 1,
    rules: [rule('range', 0, (text) => text !== text[0]!.repeat(11)), checkRule(6.6, isCpf, () => 9)],
    decode: (text) => ({ fiscalRegion: text[8]! }),
    format: (text) => `${text.slice(0, 3)}.${text.slice(3, 6)}.${text.slice(6, 9)}-${text.slice(9)}`,
  }),
  defineScheme({
    id: 'br-cns',
    name: 'Cartão Nacional de Saúde',
    country: 'BR',
    shape: '[12789]d{14}',
    source: 'DATASUS, Cartão Nacional de Saúde, rotina de validação (modulus 11)',
    rarity: 1,
    rules: [checkRule(3.5, (text) => weigh(text, CNS_WEIGHTS) % 11 === 0)],
    issued: (text) => (/^[789]/.test(text) ? 'temporary' : undefined),
    format: (text) => `${text.slice(0, 3)} ${text.slice(3, 7)} ${text.slice(7, 11)} ${text.slice(11)}`,
  }),
  defineScheme({
    id: 'mx-curp',
    name: 'Clave Única de Registro de Población',
    country: 'MX',
    shape: '[A-ZÑ][AEIOUX][A-ZÑ]{2}d{6}[HMX][A-Z]{2}[A-ZÑ]{3}[0-9A-Z]d',
    source: 'RENAPO, Instructivo normativo para la asignación de la CURP (DOF 18/10/2021)',
    rarity: 1,
    rules: [dateRule(curpDate), rule('region', 4, (text) => MEXICAN_STATES.includes(` ${text.slice(11, 13)} `)), checkRule(3.3, isCurp)],
    decode: (text, context) => ({
      birthDate: writeDate(curpDate(text), context),
      ...(text[10] !== 'X' && { sex: text[10] === 'H' ? 'male' : 'female' }),
      region: text.slice(11, 13),
    }),
  }),
  defineScheme({
    id: 'mx-nss',
    name: 'Número de Seguridad Social (Mexico)',
    country: 'MX',
    shape: 'd{11}',
    source: 'IMSS, Número de Seguridad Social; ISO/IEC 7812-1 Annex B',
    rules: [checkRule(3.3, isLuhn)],
  }),
  defineScheme({
    id: 'cl-rut',
    name: 'RUN, RUT',
    country: 'CL',
    shape: 'd{7,8}[0-9K]',
    source: 'Servicio de Registro Civil e Identificación, RUN (modulus 11)',
    rarity: 1,
    rules: [checkRule(3.5, isRut)],
    format: (text) => `${text.slice(0, -7)}.${text.slice(-7, -4)}.${text.slice(-4, -1)}-${text.at(-1)}`,
  }),
  defineScheme({
    id: 'ar-dni',
    name: 'DNI (Argentina)',
    country: 'AR',
    shape: 'd{7,8}',
    source: 'RENAPER, Ley 17.671; shape only',
    rarity: 3,
  }),
  defineScheme({
    id: 'ar-cuil',
    name: 'CUIL, CUIT',
    country: 'AR',
    shape: ['2[03467]d{9}', '3[034]d{9}', '5[015]d{9}'],
    source: 'ANSES, CUIL; AFIP, CUIT (modulus 11)',
    rules: [checkRule(3.4, isCuil)],
    decode: (text) => ({ dni: text.slice(2, 10) }),
    format: (text) => `${text.slice(0, 2)}-${text.slice(2, 10)}-${text[10]}`,
  }),
  defineScheme({
    id: 'co-cc',
    name: 'Cédula de ciudadanía (Colombia)',
    country: 'CO',
    shape: ['[1-9]d{5,7}', '1d{9}'],
    source: 'Registraduría Nacional del Estado Civil, NUIP; shape only',
    rarity: 3,
  }),
]
