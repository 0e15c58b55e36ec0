// Defaults for options of tools that a configuration sets: which tools they are for, what is wrong with them, and the secrets among them.
import type * as z from 'zod'
import { fieldKind } from '../../core/document.ts'
import { describeIssues } from '../../core/issues.ts'
import { nearestName } from '../../core/nearest-name.ts'
import { findSecretProblems, isSecretOption, type ToolDefaults } from '../../core/option-defaults.ts'
import { ProblemError } from '../../core/problem.ts'
import { categoryOf, type Tool } from '../../core/tool.ts'
import { secretField } from './config-fields.ts'
import { expectedOf, type Finding } from './finding.ts'
import type { Settings } from './schema/config-schema.ts'
import { readSecret, type SecretSource } from './secrets.ts'

type DefaultSettings = Settings['tools']['defaults']
export type SecretReference = z.infer<ReturnType<typeof secretField>>

/** Defaults by the ids of tools, secrets still as the places where they stand. */
export type UnreadDefaults = Readonly<
  Record<string, { readonly open: Readonly<Record<string, unknown>>; readonly secret: Readonly<Record<string, SecretSource>> }>
>

export function findDefaultProblems(defaults: DefaultSettings, catalogue: readonly Tool[]): Finding[] {
  const categories = [...new Set(catalogue.map(categoryOf))]
  return Object.entries(defaults).flatMap(([scope, options]) => {
    const tools = toolsOf(scope, catalogue)
    if (tools.length > 0) return Object.entries(options).flatMap(([name, value]) => findOptionProblems(tools, [scope, name], value))
    const nearest = nearestName(scope, [...categories, ...catalogue.map(({ id }) => id)])
    const detail =
      nearest === undefined
        ? `expected a tool or a category: ${categories.join(', ')}`
        : `unknown tool or category; did you mean ${nearest}?`
    return [{ path: ['tools', 'defaults', scope], code: 'unknown_tool', detail }]
  })
}

/** A category stands for all of its tools. */
function toolsOf(scope: string, catalogue: readonly Tool[]): Tool[] {
  return catalogue.filter((tool) => tool.id === scope || categoryOf(tool) === scope)
}

function findOptionProblems(tools: readonly Tool[], [scope, name]: readonly [string, string], value: unknown): Finding[] {
  const path = ['tools', 'defaults', scope, name]
  const having = tools.filter(({ options }) => Object.hasOwn(options.shape, name))
  if (having.length === 0) {
    return [{ path, code: 'unknown_option', detail: `unknown option${remedyFor(name, tools)}` }]
  }
  if (having.some((tool) => isSecretOption(tool, name))) {
    if (having.some((tool) => fieldKind(tool.options.shape[name]!) !== 'text')) {
      return [{ path, code: 'not_available', detail: 'must be in each call: it is sensitive and differs from call to call' }]
    }
    const detail = 'a secret must not be in this file; use {file: PATH} or {credential: NAME}'
    return secretField().safeParse(value).success ? [] : [{ path, code: 'invalid_type', detail }]
  }
  for (const tool of having) {
    const parsed = tool.options.shape[name]!.safeParse(value)
    if (parsed.success) continue
    return describeIssues(tool.options.shape[name]!, parsed.error.issues, '').map(({ pointer, code, detail }) => ({
      path: [...path, ...stepsOf(pointer)],
      code,
      detail: `${detail} (${tool.id})`,
    }))
  }
  return []
}

/** Options of a category are too many for a list. */
function remedyFor(name: string, tools: readonly Tool[]): string {
  const options = [...new Set(tools.flatMap(({ options: { shape } }) => Object.keys(shape)))]
  const nearest = nearestName(name, options)
  if (nearest !== undefined) return `; did you mean ${nearest}?`
  if (tools.length > 1) return '; expected an option of one of these tools'
  return options.length === 0 ? '; the tool has no options' : `; ${expectedOf(options)}`
}

function stepsOf(pointer: string): (string | number)[] {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step))
}

/** What holds for each tool: its own defaults before those of its category. Nothing of the settings is wrong. */
export function sortDefaults(
  defaults: DefaultSettings,
  catalogue: readonly Tool[],
  locate: (reference: SecretReference) => SecretSource,
): UnreadDefaults {
  const sorted = catalogue.flatMap((tool) => {
    const options = Object.entries({ ...defaults[categoryOf(tool)], ...defaults[tool.id] }).filter(([name]) =>
      Object.hasOwn(tool.options.shape, name),
    )
    const secret = options.filter(([name]) => isSecretOption(tool, name)).map(([name, value]) => [name, locate(value as SecretReference)])
    const open = options.filter(([name]) => !isSecretOption(tool, name))
    return options.length === 0 ? [] : [[tool.id, { open: Object.fromEntries(open), secret: Object.fromEntries(secret) }] as const]
  })
  return Object.fromEntries(sorted)
}

/**
 * The defaults with the secrets themselves.
 * @throws ProblemError `bad_configuration` where a secret cannot be read, or is none that its tool takes
 */
export async function readDefaults(unread: UnreadDefaults, catalogue: readonly Tool[]): Promise<ToolDefaults> {
  const read: Record<string, Record<string, unknown>> = {}
  for (const tool of catalogue) {
    const own = unread[tool.id]
    if (!own) continue
    const secrets = Object.entries(own.secret).map(([name, source]) => [name, readText(source)] as const)
    const defaults = { ...own.open, ...Object.fromEntries(secrets) }
    const [problem] = await findSecretProblems(tool, defaults)
    if (problem) {
      throw new ProblemError(`The secret cannot be the option ${problem.name} of ${tool.id}: ${problem.detail}.`, {
        code: 'bad_configuration',
        at: { file: own.secret[problem.name]!.path },
      })
    }
    read[tool.id] = defaults
  }
  return read
}

function readText(source: SecretSource): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readSecret(source))
  } catch (cause) {
    if (cause instanceof ProblemError) throw cause
    throw new ProblemError('The secret is not UTF-8 text.', { code: 'bad_configuration', at: { file: source.path } })
  }
}
