// The executable as a server of the Model Context Protocol, over HTTP and over standard input and output, and what a caller sends in front.
import { spawn } from 'node:child_process'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { expect, test } from 'vitest'
import { catalogue } from '../../src/tools/catalogue.ts'
import { executable, makeFolder, projectFolder } from './program.ts'

/** Renders an image of an example, and gets a problem. */
async function tryTools(client: Client): Promise<void> {
  const { tools } = await client.listTools()
  expect(tools.length).toBe(catalogue.length)
  const render = catalogue.find(({ id }) => id === 'dicom/render')!
  const { input, options } = render.examples[0]!
  const drawn = await client.callTool({ name: 'dicom_render', arguments: { ...input, ...(options && { options }), output: 'file' } })
  expect(drawn.content).toMatchObject([{ type: 'resource', resource: { mimeType: 'image/png', blob: expect.stringMatching(/^iVBOR/) } }])
  const refused = await client.callTool({ name: 'hl7_parse', arguments: { message: 'no message' } })
  expect(refused).toMatchObject({ isError: true, structuredContent: { code: 'unreadable_input', status: 422 } })
}

test('answers over standard input and output', { timeout: 60_000 }, async () => {
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(new StdioClientTransport({ command: executable, args: ['mcp'], cwd: projectFolder, env: {} }))
  await tryTools(client)
  await client.close()
})

test('answers over HTTP with the key in either header, and its first key has the plan standard', { timeout: 60_000 }, async () => {
  using folder = makeFolder()
  // Without a file of settings: only then a first key is printed.
  const env = {
    HOME: folder.path,
    HEALTH_TOOLS__AUTH__API_KEY__HEADER: 'X-API-Key',
    HEALTH_TOOLS__OPERATIONS__LISTEN: '{"address":"127.0.0.1","port":0}',
  }
  const child = spawn(executable, ['serve', '--listen', '127.0.0.1:0'], { cwd: folder.path, env })
  try {
    const [, origin, key] = await new Promise<RegExpExecArray>((resolve) => {
      let said = ''
      child.stderr.on('data', (chunk: Buffer) => {
        said += String(chunk)
        const found = /serves (http:\S+)\/v1\n.*: (ht_live_\w+)\nTry/.exec(said)
        if (found) resolve(found)
      })
    })
    expect(await (await fetch(`${origin}/v1/me`, { headers: { 'X-API-Key': key! } })).json()).toMatchObject({ plan: 'standard' })
    for (const headers of [{ Authorization: `Bearer ${key}` }, { 'X-API-Key': key! }]) {
      const client = new Client({ name: 'test', version: '1' })
      await client.connect(new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), { requestInit: { headers } }))
      await tryTools(client)
      await client.close()
    }
    expect((await fetch(`${origin}/mcp`, { method: 'POST', body: '{}' })).status).toBe(401)
  } finally {
    child.kill()
  }
})
