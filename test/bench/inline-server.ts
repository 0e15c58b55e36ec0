// A reference of the mixed bench: the tools on hono and node:http alone, each called where its request is handled. Nothing of it is of the
// service but the tools: what its listener does for small calls must not make the reference better, too. Prints its port.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import type { Tool } from '../../src/core/tool.ts'
import { answerCall } from '../../src/http/routes/call.ts'
import { nodeDigest } from '../../src/platform/server/node-digest.ts'
import { catalogue } from '../../src/tools/catalogue.ts'

async function answerInline(tool: Tool, { req }: Context): Promise<Response> {
  const mediaType = req.header('content-type') ?? ''
  const bytes = new Uint8Array(await req.arrayBuffer())
  const call = { toolId: tool.id, contentType: mediaType, mediaType, body: bytes, query: '', form: 'json', jsonDepth: 64 } as const
  const { body, headers } = await answerCall(tool, call, nodeDigest)
  return new Response(body as BodyInit, { headers })
}

const app = new Hono()
for (const tool of catalogue) app.post(`/v1/tools/${tool.id}`, (context) => answerInline(tool, context))
const server = createServer(getRequestListener(app.fetch))
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`)
})
