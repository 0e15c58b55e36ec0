// Kinds of defects as interfaces have them, each as a change of a valid message that leaves one without a place for it as it is. All data is invented.

const ADMISSION = [
  'MSH|^~\\&|REG^1.2.840.99.1^ISO|NORTH|LAB|SOUTH|20260102080910+0100||ADT^A01^ADT_A01|A-1|P|2.5.1|||AL|NE||UNICODE UTF-8',
  'EVN|A01|20260102080910+0100',
  'PID|1||1001^^^NORTH^MR||Sample^Ada^B^^^^L||19700102|F|||Street 1^^Town^^1010^AUT^H||^PRN^PH^^^^5550100||de|M',
  'NK1|1|Sample^Bob|SPO^Spouse^HL70063',
  'NK1|2|Sample^Cid|CHD^Child^HL70063',
  'PV1|1|I|W1^12^1^NORTH||||77^Doctor^Dan^^^^^^NORTH^L|||MED||||1|||||V-1^^^NORTH^VN|||||||||||||||||||||||||20260102080000+0100',
  'AL1|1|DA|A1^Aspirin^L|SV|rash|20200101',
  'DG1|1||R05^Cough^I10||20260102|A',
]

const RESULT = [
  'MSH|^~\\&|LAB|NORTH|REG|SOUTH|20260102101500+0100||ORU^R01^ORU_R01|R-1|P|2.5.1',
  'PID|1||1001^^^NORTH^MR||Sample^Ada^B^^^^L||19700102|F',
  'ORC|RE|P-1^REG|F-1^LAB',
  'OBR|1|P-1^REG|F-1^LAB|24323-8^Panel^LN|||20260102080000+0100|||||||||77^Doctor^Dan^^^^^^NORTH^L||||||20260102100000+0100||CH|F',
  'OBX|1|NM|2345-7^Glucose^LN||5.4|mmol/L|3.9-5.8|N|||F|||20260102080000+0100',
  'OBX|2|SN|2160-0^Creatinine^LN||<^71|umol/L|||||F',
  'OBX|3|CE|883-9^ABO group^LN||A^Type A^L||||||F',
  'OBX|4|ST|5778-6^Color^LN||yellow \\T\\ clear||||||F',
  'OBX|5|DT|8665-2^Last menstrual period^LN||20251201||||||F',
  'NTE|1|L|checked',
]

const APPOINTMENT = [
  'MSH|^~\\&|SCHED|NORTH|REG|SOUTH|20260102080910||SIU^S12^SIU_S12|S-1|P|2.5.1',
  'SCH|P-1^REG|F-1^SCHED||||BOOK^Booked^L|ROUTINE^Routine^HL70276||30|min^minute^ISO+|^^30^20260105090000^20260105093000|||||77^Doctor^Dan||||77^Doctor^Dan',
  'PID|1||1001^^^NORTH^MR||Sample^Ada^B^^^^L||19700102|F',
  'RGS|1|A',
  'AIS|1|A|XR^X-ray^L|20260105090000',
  'AIL|1|A|R1^^^NORTH|C^Clinic^L',
]

const ORDER = [
  'MSH|^~\\&|REG|NORTH|LAB|SOUTH|20260102080910||ORM^O01|O-1|P|2.3.1',
  'PID|1||1001^^^NORTH^MR||Sample^Ada^B^^^^L||19700102|F',
  'PV1|1|I|W1^12^1',
  'ORC|NW|P-1^REG|||||^^^20260102^^R||20260102080000|||77^Doctor^Dan',
  'OBR|1|P-1^REG||24323-8^Panel^LN',
]

const BATCH = ['FHS|^~\\&|LAB', 'BHS|^~\\&|LAB', ...RESULT, ...ADMISSION, 'BTS|2', 'FTS|1']

export const VALID_MESSAGES: readonly (readonly string[])[] = [ADMISSION, RESULT, APPOINTMENT, ORDER, BATCH]

export type Change = (lines: readonly string[]) => readonly string[]

const at = (lines: readonly string[], id: string) => lines.findIndex((line) => line.startsWith(id))

/** Puts a value into a field of the first segment of the name that meets a pattern. */
export function put(place: string, value: string, only = /^/): Change {
  const [id = '', position = ''] = place.split('-')
  return (lines) => {
    const index = lines.findIndex((line) => line.startsWith(`${id}|`) && only.test(line))
    if (index < 0) return lines
    const fields = lines[index]!.split('|')
    const number = Number(position) - (id === 'MSH' ? 1 : 0)
    while (fields.length <= number) fields.push('')
    fields[number] = value
    return lines.with(index, fields.join('|'))
  }
}

/** Replaces the first match in the segments of the name. */
export function replace(id: string, find: RegExp, value: string): Change {
  return (lines) => {
    const index = lines.findIndex((line) => line.startsWith(id) && find.test(line))
    return index < 0 ? lines : lines.with(index, lines[index]!.replace(find, value))
  }
}

export function without(id: string): Change {
  return (lines) => (at(lines, id) < 0 ? lines : lines.toSpliced(at(lines, id), 1))
}

export function twice(id: string): Change {
  return (lines) => (at(lines, id) < 0 ? lines : lines.toSpliced(at(lines, id), 0, lines[at(lines, id)]!))
}

function insert(line: string, behind: string): Change {
  return (lines) => (at(lines, behind) < 0 ? lines : lines.toSpliced(at(lines, behind) + 1, 0, line))
}

const last =
  (id: string): Change =>
  (lines) =>
    at(lines, id) < 0 ? lines : [...lines.toSpliced(at(lines, id), 1), lines[at(lines, id)]!]

/** Of messages of one type alone, since others may lack or repeat the segment. */
function only(type: string, change: Change): Change {
  return (lines) => (lines[0]!.includes(`|${type}`) ? change(lines) : lines)
}

const inBatch =
  (change: Change): Change =>
  (lines) =>
    lines[0]!.startsWith('FHS') ? change(lines) : lines

/** By name, what the defect is planted with. */
export const SEEDED_KINDS: Readonly<Record<string, Change>> = {
  // Structure
  'PID is missing': only('ADT^A01^ADT_A01', without('PID')),
  'EVN is missing': without('EVN'),
  'SCH is missing': without('SCH'),
  'OBR is missing': only('ORU^R01', without('OBR')),
  'PV1 comes before PID': (lines) =>
    at(lines, 'EVN') < 0 || at(lines, 'PV1') < 0
      ? lines
      : without('PV1')(insert(lines[at(lines, 'PV1')]!, 'EVN')(lines).toReversed()).toReversed(),
  'PID comes last': last('PID'),
  'PID stands twice': only('ADT^A01^ADT_A01', twice('PID')),
  'EVN stands twice': twice('EVN'),
  'a segment that no version has': insert('QQQ|1', 'PID'),
  'a segment of another message': insert('RXD|1|A^B|20260102|1', 'PID'),
  'a segment name in small letters': replace('PID', /^PID/, 'pid'),
  'a segment name of two letters': replace('PV1', /^PV1/, 'PV'),
  'a line end in a field': replace('PID', /Sample\^Ada/, 'Sample\r^Ada'),
  // Header
  'no message type': put('MSH-9', ''),
  'an unknown message type': put('MSH-9', 'QQQ^Q99'),
  'an unknown event': replace('MSH', /\|(ADT|ORU|SIU|ORM)\^[A-Z]\d\d[^|]*/, '|$1^Q99'),
  'a structure of another event': replace('MSH', /_A01\||_R01\||_S12\|/, '_R33|'),
  'EVN-1 is another event': put('EVN-1', 'A03'),
  'no control id': put('MSH-10', ''),
  'the control id of another message': inBatch(replace('MSH', /\|A-1\|/, '|R-1|')),
  'no processing id': put('MSH-11', ''),
  'an unknown processing id': put('MSH-11', 'X'),
  'no version': put('MSH-12', ''),
  'an unknown version': put('MSH-12', '9.9'),
  'no time of the message': (lines) => (lines.some((line) => line.includes('|2.5.1')) ? put('MSH-7', '')(lines) : lines),
  'an unknown character set': put('MSH-18', 'KLINGON'),
  'too few encoding characters': replace('MSH', /^MSH\|\^~\\&/, 'MSH|^~'),
  'a delimiter in two roles': replace('MSH', /^MSH\|\^~\\&/, 'MSH|^^\\&'),
  'an application without a known kind of identifier': put('MSH-3', 'REG^1.2.3.4^QQQ'),
  // Presence and occurrence
  'a required field is empty (PID-3)': put('PID-3', ''),
  'a required field is empty (PID-5)': put('PID-5', ''),
  'a required field is empty (OBR-4)': put('OBR-4', ''),
  'a required field is empty (OBX-3)': put('OBX-3', ''),
  'a required field is empty (OBX-11)': put('OBX-11', ''),
  'a required field is empty (PV1-2)': put('PV1-2', ''),
  'a required field is the explicit null': put('PID-3', '""'),
  'a value without its type (OBX-2)': put('OBX-2', ''),
  'a field twice that must not repeat': put('PID-8', 'F~M'),
  'a field too many': put('PID-60', 'x'),
  'a component too many': put('PV1-3', 'W1^12^1^NORTH^^^^^^^^^^x'),
  'a subcomponent in a simple value': put('PID-7', '19700102&x'),
  'a component in a simple value': put('PV1-2', 'I^Inpatient'),
  'a value longer than its field': put('MSH-10', 'x'.repeat(260)),
  // Forms
  'a word in a number': put('OBX-5', 'abc', /\|NM\|/),
  'a number with a decimal comma': put('OBX-5', '5,4', /\|NM\|/),
  'a number with its unit': put('OBX-5', '5.4 mmol/L', /\|NM\|/),
  'a number with a comparator': put('OBX-5', '<5.4', /\|NM\|/),
  'a number of two decimal points': put('OBX-5', '5.4.1', /\|NM\|/),
  'a letter for a set id': put('OBX-1', 'A'),
  'a comparator that is none': put('OBX-5', '=>^71', /\|SN\|/),
  'a separator that is none': put('OBX-5', '^1^x^2', /\|SN\|/),
  'a word in a structured number': put('OBX-5', '<^many', /\|SN\|/),
  'a unit whose power is not escaped': put('OBX-6', '10^9/L', /\|NM\|/),
  'a broken escape': put('OBX-5', 'yellow \\Tclear', /\|ST\|/),
  'an unknown escape': put('OBX-5', 'yellow \\Q\\ clear', /\|ST\|/),
  'an unescaped ampersand': put('OBX-5', 'yellow & clear', /\|ST\|/),
  'a control character': put('OBX-5', 'yellow\u0007', /\|ST\|/),
  'month 13': put('PID-7', '19701302'),
  'the 30th of February': put('PID-7', '19700230'),
  'hour 25': put('MSH-7', '20260102250910'),
  'an offset beyond all zones': put('MSH-7', '20260102080910+9900'),
  'a date of ISO 8601': put('PID-7', '1970-01-02'),
  'a date of a country': put('PID-7', '01/02/1970'),
  'a time in a date': put('OBX-5', '20251201101500', /\|DT\|/),
  'a date with too few digits': put('PID-7', '1970012'),
  'an OID that is none': put('MSH-3', 'REG^1.2.x^ISO'),
  'a UUID that is none': put('MSH-3', 'REG^1234^UUID'),
  'a universal identifier without its kind': put('MSH-3', 'REG^1.2.3.4'),
  'a check digit that is wrong': put('PID-3', '1234567^9^M10^NORTH^MR'),
  // Codes
  'a sex that is none': put('PID-8', 'Q'),
  'a class of patient that is none': put('PV1-2', 'Q'),
  'a status of a result that is none': put('OBX-11', 'Q'),
  'a type of value that is none': put('OBX-2', 'QQ', /\|ST\|/),
  'an order control that is none': put('ORC-1', 'QQ'),
  'a code in small letters': put('PV1-2', 'i'),
  'a code with a blank before it': put('PV1-2', ' I'),
  'a kind of identifier that is none': put('PID-3', '1001^^^NORTH^QQ'),
  'a LOINC whose check digit is wrong': put('OBX-3', '2345-8^Glucose^LN', /2345-7/),
  // What values say together
  'the set id of another observation': put('OBX-1', '1', /OBX\|2/),
  'the set id of another person': put('NK1-1', '1', /NK1\|2/),
  'a discharge before the admission': put('PV1-45', '20251231', /20260102080000/),
  'a birth after the message': put('PID-7', '20300101'),
  'a death before the birth': put('PID-29', '19600101'),
  'an end of an observation before its start': put('OBR-8', '20251230', /20260102080000/),
  'a placer number that is not that of the order': put('OBR-2', 'P-9^REG'),
  'a filler number that is not that of the order': put('OBR-3', 'F-9^LAB', /F-1/),
  'data that is not of its encoding': insert('OBX|9|ED|1-8^Scan^LN||^AP^PDF^Base64^%%%||||||F', 'OBX|5'),
  // Batches
  'a batch that counts otherwise': put('BTS-1', '3'),
  'a file that counts otherwise': put('FTS-1', '3'),
  'a batch without an end': without('BTS'),
  'a file without an end': without('FTS'),
  'a batch count that is none': put('BTS-1', 'two'),
}
