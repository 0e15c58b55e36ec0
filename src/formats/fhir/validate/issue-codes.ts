// Every code that validation reports: the rule that it belongs to, how grave it is unless the caller says otherwise, and what it means.

export const RULES = [
  'structure',
  'cardinality',
  'value',
  'binding',
  'invariant',
  'reference',
  'extension',
  'narrative',
  'bundle',
  'questionnaire',
  'definition',
  'bestPractice',
] as const
export type Rule = (typeof RULES)[number]

export type Severity = 'error' | 'warning' | 'info'

interface IssueRow {
  readonly rule: Rule
  readonly severity: Severity
  readonly meaning: string
}

const row = (rule: Rule, severity: Severity, meaning: string): IssueRow => ({ rule, severity, meaning })

export const ISSUES = {
  unknown_element: row('structure', 'error', 'The definition has no element of this name here.'),
  unknown_attribute: row('structure', 'error', 'The definition has no attribute of this name here, in XML.'),
  text: row('structure', 'error', 'Text stands in an element of XML. Values belong in the attribute value.'),
  element_order: row('structure', 'error', 'The element stands in XML behind one that the definition has after it.'),
  unknown_type: row(
    'structure',
    'error',
    'The resource is of no type that this version of FHIR defines, or of one that may not stand here.',
  ),
  json_type: row('structure', 'error', 'The value is of another kind than the element takes.'),
  expected_array: row('structure', 'error', 'The element repeats, so its value is an array; or it does not, and its value is no array.'),
  empty: row('structure', 'error', 'An object, array or text is empty.'),
  null: row('structure', 'error', 'A null stands where no extension explains it.'),
  choice: row('structure', 'error', 'A choice element has two values.'),
  required: row('cardinality', 'error', 'A required element is missing.'),
  max: row('cardinality', 'error', 'The element stands more often than the definition allows.'),
  invalid_value: row('value', 'error', 'The text is no value of the data type.'),
  markup: row('value', 'warning', 'The text looks like HTML. Texts of this type are plain.'),
  invalid_id: row('value', 'error', 'An id is built wrongly, or is used twice.'),
  binding_required: row('binding', 'error', 'The code is not in the value set that the element is bound to.'),
  binding_extensible: row('binding', 'warning', 'The code is not in the value set that is to be used where it has a fitting code.'),
  code_unknown: row('binding', 'error', 'The code system does not have this code.'),
  code_system: row('binding', 'error', 'The address is not that of a code system.'),
  code_syntax: row('binding', 'warning', 'The code does not follow the rules of its system.'),
  invariant: row('invariant', 'error', 'A rule of the definition is not met.'),
  invariant_undecided: row('invariant', 'info', 'A rule of the definition could not be evaluated.'),
  reference_target: row('reference', 'error', 'The reference leads to a type of resource that may not stand here.'),
  reference_missing: row('reference', 'error', 'The reference leads to nothing within the document.'),
  reference_ambiguous: row('reference', 'error', 'The reference leads to more than one resource of the document.'),
  reference_syntax: row('reference', 'error', 'The text is no reference.'),
  contained_unused: row('reference', 'error', 'A contained resource is not referred to, and refers to nothing outside itself.'),
  xhtml: row('narrative', 'error', 'The narrative is not the XHTML that FHIR allows.'),
  fullurl: row('bundle', 'error', 'fullUrl is missing, relative, or contradicts the id of the resource.'),
  bundle_order: row('bundle', 'error', 'The first entry is not what a Bundle of this type begins with.'),
  bundle_entry: row('bundle', 'error', 'An entry or link is not what a Bundle of this type holds.'),
  bundle_orphan: row('bundle', 'error', 'The Composition of the document does not lead to this entry, nor does the entry lead to it.'),
  attachment_size: row('value', 'error', 'The size that is stated is not that of the data.'),
  attachment_hash: row('value', 'error', 'The hash that is stated is not that of the data.'),
  type: row('structure', 'error', 'The profile does not allow a value of this type here.'),
  fixed: row('value', 'error', 'The value is not the one that the profile fixes.'),
  pattern: row('value', 'error', 'The value does not hold what the profile demands of it.'),
  limit: row('value', 'error', 'The value is longer, less or greater than the profile allows.'),
  slice_min: row('cardinality', 'error', 'A slice has fewer values than the profile demands.'),
  slice_max: row('cardinality', 'error', 'A slice has more values than the profile allows.'),
  slice_closed: row('structure', 'error', 'The value fits none of the slices, and the profile allows no others.'),
  slice_order: row('structure', 'error', 'The values of the slices are not in the order of the profile.'),
  slice_ambiguous: row('structure', 'error', 'The value fits more than one slice of the profile.'),
  slice_undecided: row('structure', 'warning', 'Cannot decide which slice of the profile the value is in.'),
  slice_hint: row('structure', 'info', 'Why a value of the right type is not in a slice that needs one.'),
  extension_unknown: row('extension', 'warning', 'The definition of the extension is not loaded.'),
  extension_part: row('extension', 'error', 'The extension has a part that its definition does not have.'),
  extension_context: row('extension', 'error', 'The extension may not stand here.'),
  answer_unknown: row('questionnaire', 'error', 'The questionnaire has no item of this linkId here.'),
  answer_order: row('questionnaire', 'error', 'The items are not in the order of the questionnaire.'),
  answer_required: row('questionnaire', 'error', 'A required item or answer is missing.'),
  answer_repeated: row('questionnaire', 'error', 'The item has more answers than the question takes.'),
  answer_disabled: row('questionnaire', 'error', 'The item has an answer, though the other answers do not enable it.'),
  answer_type: row('questionnaire', 'error', 'The answer is of another type than the question asks for.'),
  answer_option: row('questionnaire', 'error', 'The answer is none of the options of the question.'),
  answer_limit: row('questionnaire', 'error', 'The answer is outside of the limits of the question.'),
  questionnaire_unknown: row(
    'questionnaire',
    'warning',
    'The questionnaire is not loaded, so that the answers were not checked against it.',
  ),
  report_unknown: row('questionnaire', 'error', 'The measure has no such group, population or stratifier.'),
  report_subjects: row('questionnaire', 'error', 'The population lists subjects, but the report is not of type subject-list.'),
  report_score: row('questionnaire', 'error', 'The scoring of the measure does not allow this score.'),
  definition_link: row('definition', 'error', 'The condition names an item that the questionnaire does not have there.'),
  definition_path: row('definition', 'error', 'The base definition has no element of this path.'),
  definition_type: row('definition', 'error', 'The type is unknown or is not allowed here.'),
  definition_content: row('definition', 'error', 'Parts of the definition contradict each other.'),
  definition_code: row('definition', 'error', 'The code system does not have this code.'),
  definition_duplicate: row('definition', 'error', 'A part of the definition is repeated.'),
  definition_expression: row('definition', 'error', 'The expression is invalid or names elements that do not exist.'),
  definition_slicing: row('definition', 'error', 'The slicing is not allowed here, or its discriminator names nothing.'),
  canonical_relative: row('value', 'error', 'The canonical URL or system is relative. It must be absolute.'),
  profile_mismatch: row('structure', 'error', 'The value conforms to none of the profiles that are allowed here.'),
  profile_type: row('structure', 'error', 'The profile is for another type of resource.'),
  profile_faulty: row('structure', 'error', 'The profile cannot be used, so that nothing was checked against it.'),
  profile_unknown: row('structure', 'warning', 'The profile is not loaded, so that the resource was not checked against it.'),
  best_practice: row('bestPractice', 'warning', 'A recommendation of the standard is not followed.'),
} as const satisfies Record<string, IssueRow>

export type IssueCode = keyof typeof ISSUES
