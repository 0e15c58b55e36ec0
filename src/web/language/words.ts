// Words that several places of the page share.
import { msgs, plural, t } from './language.ts'

/** `1 file`, `2 files`. */
export function countFiles(count: number): string {
  return plural(count, '{count} file', '{count} files')
}

const SEVERITIES: Readonly<Record<string, string>> = msgs({ error: 'Error', warning: 'Warning', info: 'Note', information: 'Note' })

export function severityName(severity: string): string {
  return t(SEVERITIES[severity] ?? severity)
}
