// What is found in a readable document of CDA: codes and how grave they are. No message holds a value of the document.
import type { XmlElement } from '../xml/node.ts'

export type Severity = 'error' | 'warning' | 'information'

interface IssueRow {
  readonly severity: Severity
  readonly meaning: string
}

const row = (severity: Severity, meaning: string): IssueRow => ({ severity, meaning })

export const ISSUES = {
  root_is_part: row('warning', 'The document is a part of a clinical document, and was read as such.'),
  root_unknown: row('warning', 'The root element is not a CDA document or a known part of one. Only the view tree shows it.'),
  namespace_missing: row('warning', 'The elements are of no namespace; they were read as those of urn:hl7-org:v3.'),
  prefix_undeclared: row('warning', 'A prefix is used without a declaration; its usual namespace was assumed.'),
  body_missing: row('warning', 'The document has neither a structured body nor another one.'),
  patient_missing: row('warning', 'The document has no recordTarget with a patientRole.'),
  section_text_missing: row('information', 'A section with entries has no narrative.'),
  section_code_missing: row('information', 'A section has no code.'),
  statement_unknown: row(
    'warning',
    'An entry or relationship holds an element that is no clinical statement. Only the view tree shows it.',
  ),
  value_type_missing: row('warning', 'A value has no xsi:type, or one that is not known; it was read by its attributes.'),
  date_invalid: row('warning', 'A time is no date of the calendar in the form of HL7. It is given as raw.'),
  boolean_invalid: row('warning', 'A value that must be true or false is neither.'),
  id_repeated: row('warning', 'The same ID stands on several elements; references lead to the first.'),
  reference_dangling: row('warning', 'A reference leads to no ID of the document.'),
  reference_text_omitted: row('warning', 'Texts of references are left out, because together they are many times as long as the document.'),
  narrative_element_unknown: row('warning', 'The narrative holds an element that CDA does not define. Its text was kept.'),
} as const satisfies Record<string, IssueRow>

export type IssueCode = keyof typeof ISSUES

export interface Issue {
  readonly code: IssueCode
  readonly element: XmlElement
}
