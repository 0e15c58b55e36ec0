// The catalogue as the program bundles it: what a server asks of every tool stands in it, and the tools are a part of their own, which is
// loaded when the schemas, the examples or the work of one are first asked for; then the module of that tool runs. A start loads none.
import { join, relative } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Plugin } from 'esbuild'
import type { Tool } from '../src/core/tool.ts'
import { catalogue } from '../src/tools/catalogue.ts'
import { projectFolder } from './project-folder.ts'
import { composeModules, type SharedNames } from './shared-modules.ts'

const toolsFolder = join(projectFolder, 'src', 'tools')
const CATALOGUE = join('src', 'tools', 'catalogue.ts')

/** The file of the tools, beside that of the program. */
export const TOOLS_FILE = './tools.cjs'

/** @param shared what the tools take of the program */
export function catalogueOnDemand(shared: SharedNames): Plugin {
  return {
    name: 'catalogue-on-demand',
    setup({ onLoad, onResolve }) {
      onResolve({ filter: /^\.\/tools\.cjs$/ }, () => ({ path: TOOLS_FILE, external: true }))
      onLoad({ filter: /catalogue\.ts$/ }, ({ path }) => {
        if (relative(projectFolder, path) !== CATALOGUE) return undefined
        const declared = catalogue.map((tool) => `declare(${JSON.stringify(tool.id)}, ${composeFacts(tool)})`)
        const contents = `${composeModules(shared)}\n${DECLARE}\nexport const catalogue = [\n${declared.join(',\n')}\n]`
        return { contents, resolveDir: projectFolder, loader: 'js' }
      })
    },
  }
}

/** The entry of the part: what makes each tool, by its id. */
export async function composeToolsEntry(): Promise<string> {
  const entries = await Promise.all(
    catalogue.map(async (tool) => `${JSON.stringify(tool.id)}: () => require("./src/tools/${tool.id}.ts").${await exportOf(tool)}`),
  )
  return `module.exports = { ${entries.join(', ')} }`
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

/** Objects that hold functions beside plain data. */
const NESTED = ['download', 'lines', 'document', 'feed', 'packages']

/** What is plain data is stated, at the first level and in objects below it; the rest is named. */
function composeFacts(value: object): string {
  const members = Object.entries(value).map(([name, member]: [string, unknown]) => {
    if (member === undefined) return [name, 'undefined']
    if (!NEVER_STATED.includes(name) && isPlain(member)) return [name, JSON.stringify(member)]
    return [name, NESTED.includes(name) ? composeFacts(member as object) : 'ASKED']
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

/** `loadPart` is there in the executable, where the parts are no files. */
const DECLARE = `
const ASKED = Symbol()
const NESTED = ${JSON.stringify(NESTED)}
let tools
function findTool(id) {
  tools ??= (typeof loadPart === 'function' ? loadPart('tools') : require('${TOOLS_FILE}'))((path, name) => modules[path]()[name])
  return tools[id]()
}
function declare(id, facts) {
  let whole
  const fill = (members, find) => {
    for (const [name, value] of Object.entries(members)) {
      if (value === ASKED) Object.defineProperty(members, name, { enumerable: true, get: () => find()[name] })
      else if (NESTED.includes(name) && value) fill(value, () => find()[name])
    }
    return members
  }
  return fill(facts, () => (whole ??= findTool(id)))
}`
