// `tools` and `openapi`: what the server's discovery tells, without a server.

import { nearestName } from '../../core/nearest-name.ts'
import { ProblemError } from '../../core/problem.ts'
import type { Tool } from '../../core/tool.ts'
import { composeOpenApi } from '../../http/openapi/compose-openapi.ts'
import { composeContract } from '../../http/openapi/contract.ts'
import { describeOneTool, describeTools } from '../../http/routes/discovery.ts'
import { versionInfo } from '../../platform/version.ts'
import { catalogue } from '../../tools/catalogue.ts'
import type { Verb } from '../command-line/verb.ts'

const ORIGIN = 'http://127.0.0.1:8080'

export const toolsVerbs: readonly Verb[] = [
  {
    name: 'tools',
    summary: 'List the tools. With TOOL, print its schemas and examples as JSON.',
    positionals: [{ name: 'TOOL', summary: 'Tool, for example text/word-count.', required: false }],
    flags: {},
    run({ positionals, terminal }) {
      const [id] = positionals
      if (id !== undefined) terminal.out(`${JSON.stringify(describeOneTool(findTool(id), '/v1', ORIGIN), null, 2)}\n`)
      else terminal.print(describeTools(catalogue, '/v1'), catalogue.map((tool) => `${tool.id.padEnd(24)} ${tool.summary}\n`).join(''))
      return 0
    },
  },
]

export const openApiVerbs: readonly Verb[] = [
  {
    name: 'openapi',
    summary: 'Print the OpenAPI document.',
    positionals: [],
    flags: { full: { type: 'boolean', summary: 'With complete descriptions and all examples, as in /docs/openapi.json.' } },
    run({ flags, terminal }) {
      const compose = flags.full === true ? composeOpenApi : composeContract
      const document = compose(catalogue, { title: 'health-tools', version: versionInfo().version, contact: null }, '/v1')
      terminal.out(`${JSON.stringify(document, null, 2)}\n`)
      return 0
    },
  },
]

/** @throws ProblemError `unknown_tool` with the nearest id */
export function findTool(id: string): Tool {
  const tool = catalogue.find((candidate) => candidate.id === id)
  if (tool) return tool
  const nearest = nearestName(
    id,
    catalogue.map((candidate) => candidate.id),
  )
  throw new ProblemError(nearest ? `Unknown tool. Did you mean ${nearest}?` : 'Unknown tool. `health-tools tools` lists them.', {
    code: 'unknown_tool',
  })
}
