// One thing that is wrong in a configuration, and how the findings of a file become a ProblemError that names each line.
import { ProblemError, type ProblemItem } from '../../core/problem.ts'
import { type Override, overrideOf } from './config-overrides.ts'
import type { Finding, SettingPath, TextPlace } from './finding.ts'

/** `plans.trial.tools[0]`: names that look like no setting's are not repeated. */
function composePathText(path: SettingPath): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`
    return `${text}${text === '' ? '' : '.'}${safeName(step)}`
  }, '')
}

function safeVariable(name: string): string {
  return /^[A-Z0-9_-]{1,200}$/i.test(name) ? name : '?'
}

function safeName(name: string): string {
  return /^[A-Za-z0-9_-]{1,40}$/.test(name) ? name : '?'
}

/**
 * @param locate where a path stands in the file, or its nearest parent that does
 * @param overrides what stands outside the file instead
 */
export function errorFromFindings(
  findings: readonly Finding[],
  file: string | null,
  locate: (path: SettingPath) => TextPlace | undefined,
  overrides: readonly Override[] = [],
): ProblemError {
  const placed = findings.map((finding) => {
    const override = finding.place ? undefined : overrideOf(finding.path, overrides)
    if (!override) return { ...finding, at: finding.place ?? locate(finding.path) }
    return { ...finding, detail: `${safeVariable(override.name)}: ${finding.detail}`, at: undefined }
  })
  placed.sort((a, b) => (a.at?.line ?? 0) - (b.at?.line ?? 0) || (a.at?.column ?? 0) - (b.at?.column ?? 0))
  const [first] = placed
  const errors: ProblemItem[] = placed.map(({ path, code, detail, at }) => ({
    pointer: path.map((step) => `/${typeof step === 'number' ? step : safeName(step)}`).join(''),
    code,
    detail: at ? `line ${at.line}: ${detail}` : detail,
  }))
  const count = placed.length === 1 ? '1 error' : `${placed.length} errors`
  return new ProblemError(`Invalid configuration: ${count}.`, {
    code: 'bad_configuration',
    errors,
    at: {
      ...(file === null ? {} : { file }),
      ...(first?.at ? { line: first.at.line, column: first.at.column } : {}),
      ...(first && first.path.length > 0 ? { path: composePathText(first.path) } : {}),
    },
  })
}
