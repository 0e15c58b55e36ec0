// The catalogue as the program bundles it: what a server asks of every tool stands in it, and the module of a tool runs when its schemas,
// its examples or its work are first asked for. A start runs none of them, and a thread those that it is given.
import { join, relative } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Plugin } from 'esbuild'
import type { Tool } from '../src/core/tool.ts'
import { catalogue } from '../src/tools/catalogue.ts'

const projectFolder = join(import.meta.dirname, '..')
const toolsFolder = join(projectFolder, 'src', 'tools')
const CATALOGUE = join('src', 'tools', 'catalogue.ts')

export const catalogueOnDemand: Plugin = {
  name: 'catalogue-on-demand',
  setup({ onLoad }) {
    onLoad({ filter: /catalogue\.ts$/ }, async ({ path }) => {
      if (relative(projectFolder, path) !== CATALOGUE) return undefined
      return { contents: await composeCatalogue(catalogue), resolveDir: toolsFolder, loader: 'js' }
    })
  },
}

async function composeCatalogue(tools: readonly Tool[]): Promise<string> {
  const entries = await Promise.all(
    tools.map(
      async (tool) => `declare(() => require(${JSON.stringify(`./${tool.id}.ts`)}).${await exportOf(tool)}, ${composeFacts(tool)})`,
    ),
  )
  return `${DECLARE}\nexport const catalogue = [\n${entries.join(',\n')}\n]`
}

/** The name by which the module of a tool exports it. */
async function exportOf(tool: Tool): Promise<string> {
  const module = (await import(join(toolsFolder, `${tool.id}.ts`))) as Record<string, unknown>
  const [name] = Object.entries(module).find(([, value]) => value === tool) ?? []
  if (name === undefined) throw new Error(`The module of ${tool.id} does not export it`)
  return name
}

/** Long, and asked for by descriptions alone. */
const NEVER_STATED = ['examples']

/** What is plain data is stated, at the first level and in objects below it; the rest is named. */
function composeFacts(value: object): string {
  const members = Object.entries(value).map(([name, member]: [string, unknown]) => {
    if (member === undefined) return [name, 'undefined']
    if (!NEVER_STATED.includes(name) && isPlain(member)) return [name, JSON.stringify(member)]
    return [name, name === 'download' ? composeFacts(member as object) : 'ASKED']
  })
  return `{ ${members.map(([name, text]) => `${JSON.stringify(name)}: ${text}`).join(', ')} }`
}

function isPlain(value: unknown): boolean {
  if (typeof value === 'function') return false
  try {
    return isDeepStrictEqual(JSON.parse(JSON.stringify(value)), value)
  } catch {
    return false
  }
}

const DECLARE = `
const ASKED = Symbol()
function declare(load, facts) {
  let whole
  const fill = (members, find) => {
    for (const [name, value] of Object.entries(members)) {
      if (value === ASKED) Object.defineProperty(members, name, { enumerable: true, get: () => find()[name] })
      else if (name === 'download') fill(value, () => find().download)
    }
    return members
  }
  return fill(facts, () => (whole ??= load()))
}`
