// What the issues of units say, as sentences.
import { msgs, t } from '../../language/language.ts'
import { wordsOf } from './words.ts'

const SENTENCES: Readonly<Record<string, string>> = msgs({
  empty: 'There is no unit.',
  unknown_unit: 'This is not a unit of the UCUM table.',
  prefix_not_allowed: 'This unit takes no prefix.',
  unexpected_character: 'This character is not allowed here.',
  blank: 'A unit must not contain spaces.',
  missing_unit: 'A unit is missing here.',
  missing_operator: 'A point or slash is missing between these units.',
  missing_exponent: 'The exponent has no digits.',
  exponent_on_number: 'A number takes no exponent. Powers of ten are 10* or 10^.',
  exponent_after_parenthesis: 'A parenthesis takes no exponent.',
  unclosed_bracket: 'The bracket is not closed.',
  unclosed_annotation: 'The annotation is not closed.',
  unclosed_parenthesis: 'The parenthesis is not closed.',
  unexpected_parenthesis: 'This parenthesis was not opened.',
  value_unreadable: 'The value is not a number.',
  special_unit_in_product: 'A unit on a scale of its own cannot be multiplied or divided.',
  exponent_too_large: 'The exponent is too large.',
  zero_factor: 'The factor is zero.',
  wrong_property: 'The unit measures something else.',
  not_commensurable: 'The two units measure different things.',
  needs_molar_mass: 'Enter the molar mass to convert between mass and amount.',
  needs_charge: 'Enter the charge to convert between moles and equivalents.',
  out_of_domain: 'The scale of the unit does not reach this value.',
  kelvin_for_thousand: 'K is kelvin. Thousand is 10*3.',
  unlikely_unit: 'Valid, but rarely intended.',
  enzyme_unit_for_dose: 'U is the enzyme unit. International units are [IU].',
  caret_for_power: 'In UCUM, powers of ten are written 10*.',
  annotation_as_unit: 'An annotation alone counts as 1. It is not a unit.',
  annotation_holds_unit: 'Annotations have no meaning, and this one seems to contain a unit.',
  annotation_after_parenthesis: 'An annotation after a parenthesis is not in the grammar.',
  multiplication_after_division: 'Read from left to right: what follows the point is multiplied.',
  decimal_point_as_product: 'The point is read as a multiplication.',
  retired_unit: 'This unit is retired.',
  value_may_be_power: 'The value may be a part of the power of ten.',
  amounts_assumed_equal: 'Both amounts are taken as the same.',
  ratio_of_other_kinds: 'The ratio is of different kinds of quantity.',
})

export function sentenceOf(code: string): string {
  return SENTENCES[code] ? t(SENTENCES[code]) : `${wordsOf(code)}.`
}

const REASONS: Readonly<Record<string, string>> = msgs({
  usage: 'how it is usually written',
  character: 'another character',
  blank: 'without the blank',
  case: 'another case',
  plural: 'singular',
  bracket: 'with brackets',
  name: 'by its name',
  spelling: 'similar spelling',
  power_of_ten: 'power of ten',
  comment: 'without the comment',
  number: 'number as UCUM writes it',
  annotation: 'as an annotation',
  unlikely_unit: 'more likely',
})

export function reasonOf(code: string): string {
  return REASONS[code] ? t(REASONS[code]) : wordsOf(code).toLowerCase()
}
