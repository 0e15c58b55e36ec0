// `mcp` as a client starts it: the tools over standard input and output, and an end when the client goes.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { expect, test } from 'vitest'
import { makeScratchFolder } from '../../platform/scratch-folder.ts'
import { programCommand } from '../../program.ts'

test('a client starts it, calls tools, gets files and problems, and closes it', { timeout: 120_000 }, async () => {
  const transport = transportOf('mcp')
  let complaints = ''
  transport.stderr?.on('data', (chunk) => {
    complaints += String(chunk)
  })
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(transport)
  const { tools } = await client.listTools()
  expect(tools.length).toBeGreaterThan(30)
  const text = 'Two words'
  expect(await client.callTool({ name: 'text_word_count', arguments: { text } })).toMatchObject({ structuredContent: { words: 2 } })
  const file = await client.callTool({ name: 'text_diff', arguments: { left: 'a\n', right: 'b\n', output: 'file' } })
  expect(file.content).toMatchObject([{ type: 'resource', resource: { text: /^--- / } }])
  expect(await client.callTool({ name: 'text_word_count', arguments: { text: 1 } })).toMatchObject({
    isError: true,
    structuredContent: { code: 'invalid_input' },
  })
  const { pid } = transport
  await client.close()
  expect(() => process.kill(pid!, 0)).toThrow()
  expect(complaints).toBe('')
})

test('a folder of FHIR packages that holds something else is told of at the start', async () => {
  const folder = makeScratchFolder()
  writeFileSync(join(folder, 'a.tgz'), 'x')
  const transport = transportOf('mcp', '--fhir-packages', folder)
  await expect(new Client({ name: 'test', version: '1' }).connect(transport)).rejects.toThrow()
})

function transportOf(...args: readonly string[]): StdioClientTransport {
  const [command, rest] = programCommand(...args)
  return new StdioClientTransport({ command, args: rest, stderr: 'pipe' })
}
