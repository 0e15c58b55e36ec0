// Dates of FHIR by the policy: a part of a date stays a legal date, or nothing stays.
import type { Deidentifier, Replacement } from '../policy/deidentifier.ts'
import type { PhiAction } from '../policy/policy-schema.ts'

const DATE = /^(\d{4})(?:-(\d{2})(?:-(\d{2})(T.{1,40})?)?)?$/

export interface DateChange {
  readonly action: PhiAction
  /** Undefined where no legal date is left. */
  readonly text: string | undefined
}

/**
 * @param type date, dateTime or instant (FHIR R4 §2.24.0.1)
 * @param isNeeded of a year alone, the beginning may stand there
 * @param subject whom it belongs to; `null` where two persons are meant, so that it cannot move
 */
export function changeDate(
  deidentifier: Deidentifier,
  {
    text,
    type,
    isNeeded,
    path,
    subject,
  }: {
    readonly text: string
    readonly type: string
    readonly isNeeded: boolean
    readonly path: string | undefined
    readonly subject: string | undefined | null
  },
): DateChange {
  const [whole, year, month, day, time = ''] = DATE.exec(text) ?? []
  const action = deidentifier.actionFor('date', path)
  if (action === 'keep') return { action, text }
  if (whole === undefined) return { action: 'remove', text: undefined }
  if (action === 'date-shift' && subject === null) return { action: 'remove', text: undefined }
  const given = { category: 'date' as const, path, subject: subject ?? undefined }
  // A month or a year alone cannot move by days; its year may stay where years may.
  const replacement: Replacement =
    day === undefined || month === undefined
      ? deidentifier.apply(action === 'date-shift' ? 'year' : action, { ...given, text: `${year}-${month ?? '07'}-15` })
      : deidentifier.replace({ ...given, text: `${year}-${month}-${day}` })
  if (/^\d{4}-\d{2}-\d{2}$/.test(replacement.text) && day !== undefined)
    return { action: replacement.action, text: replacement.text + time }
  const isYear = /^\d{4}$/.test(replacement.text) && type !== 'instant'
  if (isYear) return { action: replacement.action, text: replacement.text }
  if (/^\d{4}$/.test(replacement.text) && isNeeded) return { action: replacement.action, text: `${replacement.text}-01-01T00:00:00Z` }
  return { action: 'remove', text: undefined }
}
