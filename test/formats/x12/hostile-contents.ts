// Further hostile interchanges: texts that keep the detector busy, values that many places repeat, envelopes and levels of unusual shape. Each
// grows with `size`, in characters.
import { count, END, GS, ISA, ST, set, times } from './hostile-parts.ts'

const note = (text: string) => set(`NTE*ADD*${text}~`)
const notes = (size: number, make: (i: number) => string) => set(count(size, (i) => `NTE*ADD*${make(i)}~`))
const letters = (i: number) => {
  let text = ''
  for (let rest = i + 1_000; rest > 0; rest = Math.floor(rest / 26)) text += String.fromCharCode(65 + (rest % 26))
  return text
}
const remittance = (body: string) => set(body, '835').replaceAll('X222A1', 'X221A1')

export const HOSTILE_CONTENTS: Readonly<Record<string, (size: number) => string>> = {
  'a note of dates': (size) => note(times('1/1/2020 ', size)),
  'a note of half dates': (size) => note(times('1/1', size)),
  'a note of different dates': (size) => note(count(size, (i) => `${1 + (i % 12)}/${1 + (i % 28)}/${1900 + (i % 120)} `)),
  'a note of names': (size) => note(times('SMITH, JOHN ', size)),
  'a note of unknown words': (size) => note(count(size, (i) => `${letters(i)}A ${letters(i * 7)}O `)),
  'a note of unknown names in mixed case': (size) =>
    note(count(size, (i) => `Dr. ${letters(i)[0]}${letters(i).slice(1).toLowerCase()}us `)),
  'a note of telephone numbers': (size) =>
    note(count(size, (i) => `555-${String(1_000_000 + i).slice(0, 3)}-${String(10_000 + i).slice(-4)} `)),
  'a note of numbers': (size) => note(count(size, (i) => `${100_000_000 + i} `)),
  'a note of addresses of mail': (size) => note(count(size, (i) => `a${i}@b${i}.org `)),
  'a note of at signs': (size) => note(times('a@', size)),
  'a note of addresses of pages': (size) => note(count(size, (i) => `https://h${i}.org/p?q=${i} `)),
  'a note of base64': (size) => note(btoa(count(size * 0.7, (i) => `SMITH JOHN ${i} `))),
  'a note of base64 in base64': (size) => note(btoa(btoa(btoa(count(size * 0.4, (i) => `SMITH ${i} `))))),
  'a note of words of base64': (size) => note(count(size, (i) => `${btoa(`JOHN SMITH ${i}`)} `)),
  'a note of hexadecimal digits': (size) => note(times('4a4f484e20534d495448', size)),
  'a note of percent codes': (size) => note(times('%4A%4F%48%4E', size)),
  'a note of references of characters': (size) => note(times('&#74;&#x4f;', size)),
  'a note of escape sequences': (size) => note(times('\\u004a\\x4f', size)),
  'a note of streets': (size) => note(count(size, (i) => `${i} MAIN ST APT ${i} `)),
  'a note of digits with blanks between': (size) => note(times('1 2 3 4 5 6 7 8 9 ', size)),
  'a note of letters with blanks between': (size) => note(times('J O H N  S M I T H ', size)),
  'a note of points': (size) => note(times('J.', size)),
  'a note of hyphens': (size) => note(times('a-', size)),
  'a note of apostrophes': (size) => note(times("O'", size)),
  'a note of one word': (size) => note(times('A', size)),
  'a note of marks': (size) => note(times('e\u0301\u0302\u0303', size)),
  'a note of ideographs': (size) => note(times('李明', size)),
  'a note of JSON': (size) => note(`{"a":[${times('{"name":"SMITH"},', size)}{}]}`),
  'a note of markup': (size) => note(times('<b>SMITH</b>', size)),
  'a note of open brackets': (size) => note(times('<', size)),
  'a note of RTF': (size) => note(`{\\rtf1 ${times("\\'4a\\'4f{", size)}}`),
  'a note of HL7': (size) => note(times('MSH|PID|1||123^^^A^MR||SMITH^JOHN\r', size)),
  'a note of labels': (size) => note(times('NAME: MRN: DOB: SSN: ', size)),
  'a note of titles': (size) => note(times('MR MRS DR ', size)),
  'notes of different names': (size) => notes(size, (i) => `SEEN BY ${letters(i)} ${letters(i * 3)}`),
  'notes of one letter': (size) => notes(size, () => 'A'),
  'notes of ages': (size) => notes(size, (i) => `AGE ${i % 130} Y`),
  'names of many': (size) => set(count(size, (i) => `NM1*QC*1*${letters(i)}*${letters(i * 5)}****MI*M${i}~`)),
  'names of many and a note of them': (size) =>
    set(`${count(size / 2, (i) => `NM1*QC*1*${letters(i)}*${letters(i * 5)}~`)}NTE*ADD*${count(size / 2, (i) => `${letters(i)} `)}~`),
  'a name and a note of it': (size) => set(`NM1*QC*1*ZYXWVUTSR*ADA~NTE*ADD*${times('ZYXWVUTSR ', size)}~`),
  'a name of many words': (size) => set(`NM1*QC*1*${times('A ', size / 2)}*ADA~NTE*ADD*${times('A ', size / 2)}~`),
  'numbers of many and a note of them': (size) =>
    set(`${count(size / 2, (i) => `REF*EA*${10_000_000 + i}~`)}NTE*ADD*${count(size / 2, (i) => `${10_000_000 + i} `)}~`),
  'patients side by side': (size) =>
    set(count(size, (i) => `HL*${i}**22*0~NM1*IL*1*${letters(i)}*ADA****MI*M${i}~NTE*ADD*${letters(i)} CAME~`)),
  'patients within patients': (size) =>
    set(count(size, (i) => `HL*${i}*${i === 1 ? '' : i - 1}*22*1~NM1*IL*1*${letters(i)}*ADA****MI*M${i}~NTE*ADD*${letters(i)} CAME~`)),
  'a patient of many names and levels below': (size) =>
    set(
      `HL*1**20*1~${count(size / 3, (i) => `NM1*IL*1*${letters(i)}*ADA~`)}${count(size / 1.5, (i) => `HL*${i + 1}*1*22*0~NTE*ADD*${letters(i)} CAME~`)}`,
    ),
  'addresses of many': (size) => set(count(size, (i) => `N3*${i} ${letters(i)} ST~N4*${letters(i)}*OH*${10_000 + (i % 80_000)}~`)),
  'contacts of many': (size) => set(count(size, (i) => `PER*IC*${letters(i)} ADA*TE*555${1_000_000 + i}*EM*A${i}@B.ORG~`)),
  'dates of many': (size) =>
    set(count(size, (i) => `DTP*472*D8*2026${String(1 + (i % 12)).padStart(2, '0')}${String(1 + (i % 28)).padStart(2, '0')}~`)),
  'periods of many': (size) => set(times('DTP*472*RD8*20260101-20260102~', size)),
  'dates that do not exist': (size) => set(times('DTP*472*D8*20261399~DMG*D8*00000000*F~', size)),
  'diagnoses of many': (size) => set(count(size, (i) => `HI*ABK:J${i % 100}*ABF:E${i % 90}^ABF:I10~`)),
  'diagnoses that are names': (size) => set(times('HI*ABK:SMITH*ABF:JOHN~', size)),
  'claims of many': (size) => set(count(size, (i) => `CLM*${letters(i)}-${i}*125***11:B:1~`)),
  'payments of many': (size) =>
    remittance(count(size, (i) => `CLP*C${i}*1*150*100**12*9876${i}*11~NM1*QC*1*${letters(i)}*ADA****MI*M${i}~`)),
  'segments of different names': (size) => set(count(size, (i) => `${letters(i).slice(0, 3)}*${i}~`)),
  'one element a segment': (size) => set(times('REF*A~', size)),
  'elements of one letter': (size) => set(`NM1${times('*A', size)}~`),
  'repetitions of components': (size) => set(`HI*${times('A:B^', size)}~`),
  'transaction sets of one patient each': (size) => {
    const one = (i: number) => `ST*837*${i}*005010X222A1~NM1*IL*1*${letters(i)}*ADA****MI*M${i}~NTE*ADD*${letters(i)}~SE*4*${i}~`
    return `${ISA}${GS}${count(size, one)}${END}`
  },
  'groups of one set each': (size) =>
    `${ISA}${count(size, (i) => `GS*HC*S${i}*R*20260102*0809*${i}*X*005010X222A1~ST*837*1~SE*2*1~GE*1*${i}~`)}IEA*9*000000007~`,
  'interchanges of one patient each': (size) => count(size, (i) => set(`NM1*IL*1*${letters(i)}*ADA~`)),
  'data of other tools in BIN': (size) => set(`BIN*${size}*${times('MSH|^~\\&|', size).slice(0, size)}~`),
  'blanks as separators': (size) => set(times('NTE*ADD*SMITH~', size)).replaceAll('*', ' '),
  'digits as separators': (size) => set(times('NTE*ADD*SMITH~', size)).replaceAll('*', '7'),
  'line ends of all kinds': (size) => set(times('NTE*ADD*A~\r\n\r~\n', size)),
  'a set that is cut': (size) => `${ISA}${GS}${ST}${times('NM1*IL*1*SMITH*JOHN****MI*W1~', size).slice(0, -17)}`,
  'a group that ends twice': (size) => `${ISA}${GS}${times('GE*1*7~', size)}IEA*1*000000007~`,
  'blanks in every element': (size) => set(times('NM1* IL * 1 * SMITH * JOHN ~', size)),
  'unknown codes before names': (size) =>
    set(count(size, (i) => `NM1*${letters(i).slice(0, 2)}*1*SMITH*JOHN****${letters(i).slice(0, 2)}*${i}~`)),
  'totals of many': (size) => set(times('AMT*T*123456789.99~QTY*PT*999999999~', size)),
  'lines of service of many': (size) => set(count(size, (i) => `LX*${i}~SV1*HC:99213:25*${i}.5*UN*1***1~`)),
}
