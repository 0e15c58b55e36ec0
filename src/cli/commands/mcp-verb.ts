// `mcp`: serves the tools over the Model Context Protocol on standard input and output, to a client that starts this program.
import { availableParallelism } from 'node:os'
import { ProblemError } from '../../core/problem.ts'
import type { Tool } from '../../core/tool.ts'
import { makeMcpServer, type ToolAnswer } from '../../http/mcp/mcp-server.ts'
import type { AnswerBody } from '../../http/response/answer.ts'
import { problemOf } from '../../http/response/problem.ts'
import { versionInfo } from '../../platform/version.ts'
import { catalogue } from '../../tools/catalogue.ts'
import { textFlag, type Verb } from '../command-line/verb.ts'
import { RUN_FLAGS } from '../run/run-call.ts'
import { openMeans, type RunMeans } from '../run/run-means.ts'
import { openSitePackages } from '../service/site-packages.ts'

const TASK_TIMEOUT_MS = 600_000
const JSON_DEPTH = 64

export const mcpVerbs: readonly Verb[] = [
  {
    name: 'mcp',
    summary: 'Serve the tools over the Model Context Protocol on standard input and output. Uses no network and needs no key.',
    positionals: [],
    flags: { 'fhir-packages': RUN_FLAGS['fhir-packages'] },
    async run(call) {
      const [sdk, { serveStdio }] = await Promise.all([
        import('@modelcontextprotocol/server'),
        import('@modelcontextprotocol/server/stdio'),
      ])
      const packages = openSitePackages(textFlag(call, 'fhir-packages') ?? null)
      const means = openMeans({ threads: Math.max(1, availableParallelism() - 1), taskTimeoutMs: TASK_TIMEOUT_MS, packages })
      const { version } = versionInfo()
      const ask = (tool: Tool, body: string, form: 'json' | 'file'): Promise<ToolAnswer> => askTool(tool, body, form, means)
      const served = serveStdio(() => makeMcpServer(sdk, catalogue, { name: 'health-tools', version }, ask))
      await untilClosed(means.signal)
      await served.close()
      await means.close()
      return 0
    },
  },
]

/** Until the client closes the input, or a signal comes. */
function untilClosed(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    process.stdin.once('end', resolve).once('close', resolve)
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

async function askTool(tool: Tool, body: string, form: 'json' | 'file', { executor, signal }: RunMeans): Promise<ToolAnswer> {
  const type = 'application/json'
  const bytes = new TextEncoder().encode(body)
  const sent = { toolId: tool.id, contentType: type, mediaType: type, body: bytes, query: '', form, jsonDepth: JSON_DEPTH }
  try {
    return answerOf(await executor.answer(tool, sent, '', { signal }))
  } catch (error) {
    // The SDK would send the message of the error, which may quote the input.
    if (!(error instanceof ProblemError)) process.stderr.write('health-tools: internal error\n')
    const problem = problemOf(error, 'local')
    return { status: problem.status, mediaType: 'application/problem+json', bytes: bytesOf(problem.body), fileName: undefined }
  }
}

function answerOf({ body, headers }: AnswerBody): ToolAnswer {
  const [mediaType = ''] = (headers['Content-Type'] ?? '').split(';')
  const fileName = /filename="([^"]{1,200})"/.exec(headers['Content-Disposition'] ?? '')?.[1]
  return { status: 200, mediaType: mediaType.trim().toLowerCase(), bytes: bytesOf(body), fileName }
}

function bytesOf(body: unknown): Uint8Array {
  return typeof body === 'string' ? new TextEncoder().encode(body) : (body as Uint8Array)
}
