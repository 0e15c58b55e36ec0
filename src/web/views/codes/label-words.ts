// What the checks and issues of device labels say, as sentences.
import { msgs, t } from '../../language/language.ts'
import { wordsOf } from './words.ts'

const SENTENCES: Readonly<Record<string, string>> = msgs({
  unknown_format: 'The format is not known.',
  unknown_identifier: 'There is no such identifier.',
  unreadable: 'This part cannot be read.',
  length: 'The length is wrong.',
  character: 'A character is not allowed here.',
  check_digit: 'The check digit is wrong.',
  link_character: 'The link character is not that of the primary label.',
  company_prefix: 'The company prefix is not one of GS1.',
  date: 'This date does not exist.',
  time: 'This time does not exist.',
  range: 'The value is out of range.',
  code_list: 'The value is not in the code list.',
  structure: 'The parts are in the wrong order.',
  excluded_pair: 'This identifier must not be combined with another one.',
  repeated: 'The identifier appears twice with different values.',
  qualifier_order: 'The qualifiers are in the wrong order.',
  compressed_digital_link: 'Compressed Digital Links are not read.',
  not_a_device_identifier: 'This is not a device identifier.',
  missing_pair: 'An identifier that belongs to this one is missing.',
  no_device_identifier: 'There is no device identifier.',
  separator_missing: 'A separator may be missing.',
  separator_assumed: 'A separator was assumed.',
  envelope_incomplete: 'The envelope is incomplete.',
  date_format_missing: 'The form of the date is not stated.',
  lower_case: 'Lower case letters were read as upper case.',
  blanks_dropped: 'Spaces were removed.',
  agency_not_accredited: 'The jurisdiction does not accredit this agency.',
  padded: 'The number was padded with zeros.',
  parameter_ignored: 'A parameter of the address was ignored.',
})

export function sentenceOf(code: string): string {
  return SENTENCES[code] ? t(SENTENCES[code]) : `${wordsOf(code)}.`
}

/** `gs1_check_digit` as `GS1 check digit`. */
export function checkName(what: string): string {
  return wordsOf(what).replace(/^(?:Gs1|Hibc|Isbt|Ppn|Pzn)\b/, (agency) => agency.toUpperCase())
}

/** `hibc-joined` as `HIBC joined`. */
export function formName(form: string): string {
  return wordsOf(form).replace(/^(?:Hibc|Isbt|Gtin)\b/, (agency) => agency.toUpperCase())
}
