// The configuration with every setting, its default and one comment, written from the schema; config/health-tools.yaml is this text.
import { stringify } from 'yaml'
import * as z from 'zod'
import { innermost } from '../../core/document.ts'
import type { SettingPath } from './finding.ts'
import { type Settings, settingsSchema } from './schema/config-schema.ts'

const HEAD = `# Configuration of health-tools: every setting with its default. Omitted settings keep their defaults. Unknown settings are errors.
# Durations: 500ms, 10s, 5m, 2h, 30d. Do not write secrets in this file: use {file: PATH}, or {credential: NAME} for a systemd credential.
# To check this file: health-tools config check --config FILE
`

export function composeTemplate(): string {
  const defaults = settingsSchema.parse({})
  const sections = Object.entries(settingsSchema.shape).map(([name, schema]) =>
    composeSetting([name], schema, defaults[name as keyof Settings]),
  )
  return `${HEAD}\n${sections.join('\n')}`
}

export interface ListedSetting {
  /** `server.listen`. */
  readonly path: string
  readonly description: string
  /** As YAML; undefined for a section. */
  readonly defaultText: string | undefined
}

/** Every setting in the order of the template, sections before what they hold. */
export function listSettings(): ListedSetting[] {
  const defaults = settingsSchema.parse({})
  return Object.entries(settingsSchema.shape).flatMap(([name, schema]) => listBelow([name], schema, defaults[name as keyof Settings]))
}

function listBelow(path: SettingPath, schema: z.core.$ZodType, value: unknown): ListedSetting[] {
  const description = z.globalRegistry.get(schema)?.description ?? ''
  const members = value === null ? [] : describedMembers(schema)
  const listed = { path: path.join('.'), description, defaultText: members.length > 0 ? undefined : composeValue(value) }
  return [listed, ...members.flatMap(([key, member]) => listBelow([...path, key], member, (value as Record<string, unknown>)[key]))]
}

function describedMembers(schema: z.core.$ZodType): [string, z.core.$ZodType][] {
  const inner = innermost(schema)
  return inner instanceof z.ZodObject ? Object.entries(inner.shape).filter(([, member]) => isDescribed(member)) : []
}

/** The settings in force as YAML; secrets are the places where they stand. */
export function composeSettings(settings: Settings): string {
  return stringify(settings, { lineWidth: 0, aliasDuplicateObjects: false })
}

/** JSON Schema 2020-12 of the file, for editors. */
export function composeJsonSchema(): Record<string, unknown> {
  return {
    title: 'health-tools configuration',
    ...z.toJSONSchema(settingsSchema, { io: 'input', unrepresentable: 'any' }),
  }
}

function composeSetting(path: SettingPath, schema: z.core.$ZodType, value: unknown): string {
  const indent = '  '.repeat(path.length - 1)
  const name = path.at(-1)
  const description = z.globalRegistry.get(schema)?.description ?? ''
  const comment = `${indent}# ${description}\n`
  const inner = innermost(schema)
  const members = value === null ? [] : describedMembers(schema)
  if (members.length > 0) {
    const lines = members.map(([key, member]) => composeSetting([...path, key], member, (value as Record<string, unknown>)[key]))
    return `${comment}${indent}${name}:\n${lines.join('')}`
  }
  if (inner instanceof z.ZodRecord && Object.keys(value as object).length > 0) {
    const lines = Object.entries(value as object).map(([key, entry]) => `${indent}  ${key}: ${composeValue(entry)}\n`)
    return `${comment}${indent}${name}:\n${lines.join('')}`
  }
  const { examples = [] } = z.globalRegistry.get(schema) ?? {}
  const samples = (examples as unknown[]).map((example) => `${indent}# ${name}: ${composeValue(example)}\n`)
  return `${comment}${indent}${name}: ${composeValue(value)}\n${samples.join('')}`
}

function isDescribed(schema: z.core.$ZodType): boolean {
  return z.globalRegistry.get(schema)?.description !== undefined
}

function composeValue(value: unknown): string {
  return stringify(value, { collectionStyle: 'flow', lineWidth: 0, flowCollectionPadding: true }).trimEnd()
}
