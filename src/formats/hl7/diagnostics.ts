// What can be said of a document that was read nevertheless: a table of codes. No message holds a value of the document.
import { byteOffsetAt, type Hl7Source } from './source.ts'

export type Severity = 'info' | 'warning' | 'error'

const row = (severity: Severity, message: string) => ({ severity, message })

export const DIAGNOSTICS = {
  byte_order_mark: row('info', 'The document begins with a byte order mark.'),
  xml_encoding: row('info', 'The document is in the XML encoding. It was read as ER7; all places are those of its ER7 form in UTF-8.'),
  xml_left_out: row(
    'warning',
    'The XML holds something that ER7 cannot carry, such as a comment, an unknown element or attribute, or text beside elements. It was left out.',
  ),
  mllp_frame: row('info', 'Start or end characters of MLLP stand around the messages.'),
  mllp_incomplete: row('warning', 'A start character of MLLP lacks its end character, or the other way round.'),
  blank_line: row('info', 'Empty lines stand between segments.'),
  leading_blanks: row('info', 'Spaces before a segment identifier.'),
  line_end_not_cr: row('info', 'Segments end with another line end than the carriage return of HL7 v2.5.1 §2.5.2.'),
  line_end_mixed: row('warning', 'Segments end with different line ends.'),
  line_end_in_field: row('warning', 'A line end that does not end a segment here was read as data of its field.'),
  junk: row('warning', 'Text that belongs to no message was left out of the result.'),
  missing_header: row('error', 'Segments stand outside of a message with MSH; they are shown as a message without header.'),
  header_cut_short: row('error', 'The header segment ends before its delimiters; the usual delimiters were assumed.'),
  delimiters_missing: row('warning', 'The header segment declares fewer than four encoding characters.'),
  delimiters_repeated: row('error', 'The header segment declares one delimiter for several roles.'),
  delimiters_unusual: row('warning', 'A delimiter is a letter, a digit or a blank.'),
  delimiters_excess: row('warning', 'The header segment declares more than five encoding characters; the others were not used.'),
  segment_id_invalid: row('warning', 'A line begins with no segment identifier (a capital and two capitals or digits).'),
  stray_line: row('warning', 'A line has no field separator: a line end may have split a field.'),
  message_type_missing: row('warning', 'MSH-9 is empty.'),
  control_id_missing: row('warning', 'MSH-10 is empty.'),
  version_missing: row('warning', 'MSH-12 is empty; a usual version was assumed.'),
  version_unknown: row('warning', 'MSH-12 names no version of HL7 v2; a usual version was assumed.'),
  version_fallback: row(
    'warning',
    'There are no segments and structures for the version of MSH-12; those of the nearest version were used. Of HL7 2.9 and later, no published source has a licence for them.',
  ),
  charset_unknown: row('warning', 'MSH-18 names a character set that is not known; the character set was detected.'),
  charset_name_outside_table: row('info', 'MSH-18 names a known character set by a name that is not in table 0211.'),
  charset_mismatch: row('warning', 'The bytes are not of the character set that MSH-18 names; the character set was detected.'),
  charset_is_utf8: row(
    'warning',
    'The bytes are UTF-8, but MSH-18 names a character set of single bytes, by which they were read: letters are wrong. The option sourceCharset mends it.',
  ),
  charset_is_windows: row(
    'warning',
    'Bytes from 0x80 to 0x9F were read as the control characters that they are in the character set of MSH-18; in the set of Windows they are letters. The option sourceCharset mends it.',
  ),
  unit_not_escaped: row(
    'warning',
    'The ^ of a power in the unit of OBX-6 was not escaped, and divides components; it was read as the power.',
  ),
  patient_unknown: row(
    'warning',
    'The message has several patients, and the segment stands before all of them or in a group without one: its resource has no patient.',
  ),
  line_end_literal: row(
    'warning',
    'Segments seem to end with the characters \\r, \\n or <cr> instead of a line end: all was read as one segment. hl7/normalize repairs it.',
  ),
  undecodable_bytes: row('error', 'Bytes are not of the character set; they are shown as U+FFFD.'),
  lone_surrogate: row('error', 'The text holds a half of a surrogate pair; it is shown as U+FFFD.'),
  escape_unknown: row('warning', 'An escape sequence is not known; it stands as it is.'),
  escape_unterminated: row('warning', 'An escape character opens no sequence; it stands as it is.'),
  structure_unknown: row('warning', 'The tables, which end with 2.8.2, have no structure for the message; its segments have no groups.'),
  structure_older: row('info', 'The version withdrew the structure of the message; that of an older version was used.'),
  segment_unexpected: row(
    'info',
    'The structure of the message does not have the segment at this place; it was given to the group before it.',
  ),
  batch_incomplete: row('warning', 'A batch or file header has no trailer, or a trailer no header.'),
  batch_count_wrong: row('warning', 'A batch or file trailer counts otherwise than there are messages or batches.'),
  definition_conflict: row(
    'warning',
    "The site's definitions contradict the standard in this version; the standard was used. The member override makes the site's hold.",
  ),
  definition_override: row('info', "The site's definitions override the standard's, as they ask for."),
  more_diagnostics: row('warning', 'There are more findings of the kinds that are listed.'),
} as const satisfies Record<string, { readonly severity: Severity; readonly message: string }>

export type DiagnosticCode = keyof typeof DIAGNOSTICS

/** A finding by its place in the document's bytes. */
export interface Diagnostic {
  readonly code: DiagnosticCode
  readonly severity: Severity
  readonly message: string
  /** In the notation of the standard, null where no field or segment is meant; of a definition, what it defines: `CX.4`, `table 0001`. */
  readonly path: string | null
  readonly byteStart: number
  readonly byteEnd: number
}

function keyOf(code: DiagnosticCode, start: number, end: number): string {
  return `${code} ${start} ${end}`
}

interface Finding {
  readonly code: DiagnosticCode
  readonly message: string
  readonly path: string | null
  /** Code units of the text, end exclusive. */
  readonly start: number
  readonly end: number
}

/** Maximum findings listed per code: the list of a document full of errors would be longer than the document. */
const MAX_OF_CODE = 100

/** So few findings are compared one by one before a new one is listed. */
const MAX_COMPARED = 16

/** Collects findings by their place in the text. What is found twice at one place, as by two tools that look at it, is one finding. */
export class FindingList {
  readonly #findings: Finding[] = []
  /** Of each code how many there are, where that is needed: once more are listed than can be compared one by one. */
  #counts: Map<DiagnosticCode, number> | undefined
  #listed: Set<string> | undefined
  #more: Map<DiagnosticCode, { start: number; end: number }> | undefined

  /** @param path called where the finding is listed */
  add(code: DiagnosticCode, start: number, end: number, path?: () => string | null): void {
    if (!this.#isListed(code, start, end)) this.#list(code, start, end, path)
  }

  /** Adds one of several findings of a code at one place, which differ by their path. */
  tell(code: DiagnosticCode, start: number, end: number, path: string): void {
    if (!this.#findings.some((each) => each.code === code && each.start === start && each.path === path))
      this.#list(code, start, end, () => path)
  }

  #list(code: DiagnosticCode, start: number, end: number, path: (() => string | null) | undefined): void {
    const count = this.#count(code)
    if (count <= MAX_OF_CODE) {
      this.#listed?.add(keyOf(code, start, end))
      this.#findings.push({ code, message: DIAGNOSTICS[code].message, path: path?.() ?? null, start, end })
      return
    }
    this.#more ??= new Map()
    const more = this.#more.get(code)
    if (more) more.end = Math.max(more.end, end)
    else this.#more.set(code, { start, end })
  }

  #isListed(code: DiagnosticCode, start: number, end: number): boolean {
    const findings = this.#findings
    if (findings.length < MAX_COMPARED) return findings.some((each) => each.code === code && each.start === start && each.end === end)
    this.#listed ??= new Set(findings.map((each) => keyOf(each.code, each.start, each.end)))
    return this.#listed.has(keyOf(code, start, end))
  }

  /** How many of a code there are with a new one; below MAX_COMPARED findings nobody asks. */
  #count(code: DiagnosticCode): number {
    if (this.#findings.length < MAX_COMPARED) return 1
    if (!this.#counts) {
      this.#counts = new Map()
      for (const each of this.#findings) this.#counts.set(each.code, (this.#counts.get(each.code) ?? 0) + 1)
    }
    const count = (this.#counts.get(code) ?? 0) + 1
    this.#counts.set(code, count)
    return count
  }

  /** All findings in the order of their places. */
  list(source: Hl7Source): Diagnostic[] {
    if (this.#findings.length === 0) return []
    const ordered = this.#findings.concat(this.#remainders()).sort((a, b) => a.start - b.start || a.end - b.end)
    return ordered.map(({ code, message, path, start, end }) => ({
      code,
      severity: DIAGNOSTICS[code].severity,
      message,
      path,
      byteStart: byteOffsetAt(source, start),
      byteEnd: byteOffsetAt(source, end),
    }))
  }

  #remainders(): Finding[] {
    if (!this.#more) return []
    return [...this.#more].map(([code, { start, end }]) => {
      const message = `${this.#counts!.get(code)! - MAX_OF_CODE} more findings of the code ${code} are not listed.`
      return { code: 'more_diagnostics', message, path: null, start, end }
    })
  }
}
