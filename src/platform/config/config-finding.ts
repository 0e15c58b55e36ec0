// One thing that is wrong in a configuration, and how the findings of a file become a ProblemError that names each line.
import { ProblemError, type ProblemItem } from '../../core/problem.ts'
import { type Override, overrideOf } from './config-overrides.ts'
import type { Finding, SettingPath, TextPlace } from './finding.ts'

/** `plans.trial.tools[0]`: a name that cannot be that of a setting or a tool is not repeated. */
function composePathText(path: SettingPath): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`
    return `${text}${text === '' ? '' : '.'}${safeName(step)}`
  }, '')
}

function safeVariable(name: string): string {
  return /^[A-Z0-9_-]{1,200}$/i.test(name) ? name : '?'
}

/** The name of a setting or a tool. Anything else could be a secret in the wrong place. */
function safeName(name: string): string {
  return /^(?:[a-z0-9]{1,10}\/)?[A-Za-z0-9_-]{1,40}$/.test(name) ? name : '?'
}

/** As in a JSON pointer. */
function pointerStep(step: string | number): string {
  return typeof step === 'number' ? String(step) : safeName(step).replace('/', '~1')
}

/**
 * @param locate returns the place of a path in the file, or of its nearest parent
 * @param overrides settings from outside the file, which take precedence
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
    pointer: path.map((step) => `/${pointerStep(step)}`).join(''),
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
