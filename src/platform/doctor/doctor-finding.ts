// What a check of the doctor finds: a state, a sentence, and what to do. Only `at` may name something of this site.
import { type ProblemCode, ProblemError } from '../../core/problem.ts'

export interface Diagnosis {
  readonly check: string
  readonly state: 'ok' | 'warning' | 'fault' | 'skipped'
  /** In words of this program. */
  readonly message: string
  /** The file, address or setting that it is about. */
  readonly at?: string
  readonly advice?: string
  readonly code?: ProblemCode
}

export const ok = (check: string, message: string, at?: string): Diagnosis => ({
  check,
  state: 'ok',
  message,
  ...(at === undefined ? {} : { at }),
})

export const skipped = (check: string, message: string): Diagnosis => ({ check, state: 'skipped', message })

export function trouble(state: 'warning' | 'fault', check: string, message: string, advice: string, at?: string): Diagnosis {
  return { check, state, message, advice, ...(at === undefined ? {} : { at }) }
}

/** Runs a check. A ProblemError that it throws is a finding; any other error is one without its message, which could repeat a value. */
export async function examine(
  check: string,
  advice: string,
  work: () => Promise<readonly Diagnosis[]> | readonly Diagnosis[],
): Promise<readonly Diagnosis[]> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ProblemError)) return [trouble('fault', check, 'The check itself failed.', advice)]
    const { file, line, path } = error.at ?? {}
    const at = [[file, line].filter((part) => part !== undefined).join(':'), path].filter(Boolean).join(' ')
    return [{ ...trouble('fault', check, error.message, advice, at === '' ? undefined : at), code: error.code }]
  }
}
