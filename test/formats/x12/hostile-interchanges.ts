// Inputs that break a careless reader: cut, wide, deep, wrong lengths and counts, wrong encodings. Each grows with `size`, in characters.

const ISA = 'ISA*00*          *00*          *ZZ*SENDER         *ZZ*RECEIVER       *260102*0809*^*00501*000000007*0*T*:~'
const GS = 'GS*HC*S*R*20260102*0809*7*X*005010X222A1~'
const ST = 'ST*837*0001*005010X222A1~'
const END = 'GE*1*7~IEA*1*000000007~'

const times = (text: string, size: number) => text.repeat(Math.max(2, Math.ceil(size / text.length)))
const set = (body: string, type = '837') => `${ISA}${GS}${ST.replace('837', type)}${body}SE*9*0001~${END}`
const count = (size: number, make: (i: number) => string) => {
  let text = ''
  for (let i = 1; text.length < size; i++) text += make(i)
  return text
}
const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))

export const HOSTILE: Readonly<Record<string, (size: number) => string | Uint8Array>> = {
  nothing: () => '',
  'blanks alone': (size) => times(' \r\n', size),
  'no X12': (size) => times('hello ', size),
  EDIFACT: (size) => `UNA:+.? '${times("UNB+UNOA:1'", size)}`,
  JSON: (size) => `{"a":"${times('b', size)}"}`,
  'the head of ISA alone': () => 'ISA',
  'ISA cut in its elements': () => ISA.slice(0, 50),
  'ISA cut before its terminator': () => ISA.slice(0, 105),
  'ISA of delimiters alone': (size) => `ISA${times('*', size)}`,
  'ISA without delimiters': (size) => `ISA${times('A', size)}`,
  'ISA with one character for two delimiters': () => ISA.replace(':~', '**'),
  'a letter as terminator': () => ISA.replace('~', 'Q'),
  'ISA again and again': (size) => times('ISA*', size),
  'ISA whole, again and again': (size) => times(ISA, size),
  'ISA of long elements': (size) => ISA.replace('SENDER', times('S', Math.min(size, 300))),
  'ISA within ISA': (size) => `${ISA}${GS}${times(ISA, size)}`,
  'a group before ISA': () => `${GS}${ISA}`,
  'text behind IEA': (size) => `${set('')}${times('x', size)}`,
  'terminators alone': (size) => `${ISA}${times('~', size)}`,
  'terminators between segments': (size) => set(`BHT*0019~${times('~', size)}CLM*1~`),
  'no terminator at the end': (size) => `${ISA}${GS}${ST}NTE*ADD*${times('a', size)}`,
  'an element without end': (size) => set(`NTE*ADD*${times('A', size)}~`),
  'many elements': (size) => set(`REF${times('*', size)}~`),
  'many components': (size) => set(`HI*${times('BK:', size)}~`),
  'many repetitions': (size) => set(`DMG*D8*20260101*F**${times('A^', size)}~`),
  'many small segments': (size) => set(times('K3*A~', size)),
  'segments of one letter': (size) => set(times('A~', size)),
  'an identifier without end': (size) => set(`${times('Q', size)}~`),
  'lower case': (size) => set(times('nm1*il*1~', size)),
  'identifiers of JavaScript': () => set('__proto__*1~constructor*2~toString*3~'),
  'types of JavaScript': () => set('NM1*IL~', '__proto__'),
  'no SE': (size) => `${ISA}${GS}${times(ST, size)}${END}`,
  'SE alone': (size) => `${ISA}${GS}${times('SE*1*0001~', size)}${END}`,
  'no GE': (size) => `${ISA}${times(GS, size)}IEA*1*000000007~`,
  'no IEA': () => `${ISA}${GS}`,
  'counts beyond all numbers': () => set('').replace('SE*9', `SE*${'9'.repeat(400)}`),
  'negative counts': () => set('').replace('SE*9', 'SE*-9'),
  'counts that are words': () => set('').replace('GE*1*', 'GE*one*'),
  'control numbers without end': (size) => set('').replaceAll('*0001', `*${times('1', size)}`),
  'control numbers that differ': () => set('').replace('IEA*1*000000007', 'IEA*1*000000008'),
  'levels within levels': (size) => set(count(size, (i) => `HL*${i}*${i === 1 ? '' : i - 1}*22*1~`)),
  'levels of one parent': (size) => set(count(size, (i) => `HL*${i}*1*22*0~`)),
  'a level in itself': () => set('HL*1*1*22*1~HL*2*2*23*0~'),
  'levels in a circle': () => set('HL*1*2*22*1~HL*2*1*23*0~'),
  'levels of one number': (size) => set(times('HL*1*1*22*1~', size)),
  'lines alone': (size) => set(times('LX*1~', size)),
  'claims alone': (size) => set(times('CLP*1*1*1*2~', size), '835').replaceAll('X222A1', 'X221A1'),
  'services without a claim': (size) => set(times('SVC*HC:1*1*2~', size), '835').replaceAll('X222A1', 'X221A1'),
  'a wide adjustment': (size) => set(`CLP*1*1*1*2~CAS*CO${times('*45*1*1', size)}~`, '835').replaceAll('X222A1', 'X221A1'),
  'an amount without end': (size) => set(`CLM*A*${times('9', size)}~LX*1~SV1*HC:1*1~`),
  'amounts that are none': () => set('BPR*I*1e400~RMR*AZ*1**-.~RMR*AZ*2**NaN~', '820').replaceAll('X222A1', 'X218'),
  'a date without end': (size) => set(`DTP*472*D8*${times('2', size)}~`),
  'names in every loop': (size) => set(times('NM1*IL*1*A~NM1*PR*2*B~NM1*85*1*C~', size)),
  'a guide that is none': (size) => set('').replaceAll('005010X222A1', times('X', Math.min(size, 10_000))),
  'acknowledgments alone': (size) => `${ISA}${times('TA1*1*260102*0809*R*024~', size)}`,
  'binary data beyond the end': (size) => set(times('BIN*999999999*A~', size)),
  'binary data of no length': (size) => set(times('BIN**A~BIN*-1*A~BDS*ASC*x*A~', size)),
  'binary data that is too short': (size) => set(`BIN*2*${times('\u00e9', size)}~`),
  'bytes that are no UTF-8': (size) => bytes(set(`NTE*ADD*${times('\u00ff\u00fe', size)}~`)),
  'a byte order mark of UTF-16': () => bytes(`\u00ff\u00fe${ISA}`),
  zeros: (size) => new Uint8Array(Math.max(2, size)),
  'zeros between': (size) => set(`NTE*ADD*${times('\0', size)}~`),
  'halves of characters': (size) => set(`NTE*ADD*${times('\ud800', size)}~`),
  'two byte order marks': () => `\uFEFF\uFEFF${ISA}`,
}
