// Every command with its flags as plain data, from the verbs and the tools: what completion, the man page and the guide are made of.
import { schemasOf } from '../../core/describe.ts'
import type { Tool } from '../../core/tool.ts'
import { catalogue } from '../../tools/catalogue.ts'
import { VERB_GROUPS } from '../commands/verb-groups.ts'
import { type Flag, SHARED_FLAGS, type Verb } from './verb.ts'

export interface ListedFlag {
  readonly name: string
  readonly summary: string
  readonly needsValue: boolean
  /** What the value may be, where that is a list; those that are one word of a shell without quotes. */
  readonly values: readonly string[]
}

/** One command as a person types it. */
export interface Command {
  readonly group: string
  /** `create` of `keys create`, the tool of `run`; undefined for a command of one word. */
  readonly second: string | undefined
  readonly summary: string
  readonly flags: readonly ListedFlag[]
}

export interface CommandGroup {
  readonly name: string
  readonly summary: string
  readonly verbs: readonly Verb[]
}

/** Loads all verbs, in the order in which people see them. */
export async function loadCommandGroups(): Promise<CommandGroup[]> {
  return Promise.all(VERB_GROUPS.map(async ({ name, summary, load }) => ({ name, summary, verbs: await load() })))
}

/** The commands of all groups; of `run` one for each tool as well. */
export function listCommands(groups: readonly CommandGroup[]): Command[] {
  return groups.flatMap(({ name, verbs }) =>
    verbs.flatMap((verb) => {
      const flags = listFlags(verb)
      const command: Command = { group: name, second: verb.name.split(' ')[1], summary: verb.summary, flags }
      if (name !== 'run') return [command]
      const tools = catalogue.map((tool) => ({
        group: name,
        second: tool.id,
        summary: tool.title,
        flags: [...listToolFlags(tool), ...flags],
      }))
      return [command, ...tools]
    }),
  )
}

/** The flags of a verb, those that every verb takes among them. */
export function flagsOf(verb: Verb): Readonly<Record<string, Flag>> {
  return verb.ownFlags ? verb.flags : { ...verb.flags, ...SHARED_FLAGS }
}

function listFlags(verb: Verb): ListedFlag[] {
  return Object.entries(flagsOf(verb)).map(([name, { type, summary }]) => ({ name, summary, needsValue: type === 'string', values: [] }))
}

interface Property {
  readonly type?: string
  readonly description?: string
  readonly enum?: readonly string[]
}

function listToolFlags(tool: Tool): ListedFlag[] {
  const { input, options } = schemasOf(tool)
  return [input, options].flatMap((schema) =>
    Object.entries((schema.properties ?? {}) as Record<string, Property>).map(([name, property]) => ({
      name,
      summary: property.description ?? '',
      needsValue: property.type !== 'boolean',
      values: (property.enum ?? []).filter((value) => /^[A-Za-z0-9._/+-]+$/.test(value)),
    })),
  )
}
