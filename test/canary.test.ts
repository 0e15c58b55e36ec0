// A marked string goes to every tool, as values, as names and inside broken input. It may come back in a result, which is the
// caller's own; it must never show in an error, a header, a log or a file name.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { fieldKind } from '../src/core/document.ts'
import type { Tool } from '../src/core/tool.ts'
import { catalogue } from '../src/tools/catalogue.ts'
import { type ApiHarness, type Body, JSON_TYPE, openApi } from './http/api-harness.ts'

const CANARY = 'ZebulonQuux19700101'
const bytes = new TextEncoder().encode(CANARY)

/** Where temporary files of this process would go: of its own, because other programs may be busy in the usual one. */
const temporary = mkdtempSync(join(tmpdir(), 'health-tools-canary-'))
vi.stubEnv('TMPDIR', temporary)

let api: ApiHarness
beforeAll(async () => {
  api = await openApi()
})
afterAll(async () => {
  await api.close()
  rmSync(temporary, { recursive: true })
})

type Attempt = [name: string, path: string, init: { body: Body; headers: Record<string, string> }]

/** Documents that begin as their format does and then break. */
const BROKEN_DOCUMENTS = [
  CANARY,
  `MSH|^~\\&|${CANARY}\rPID|${CANARY}\r${CANARY}`,
  `MSH|^~\\&|A|B|C|D|20260101||ADT^${CANARY}|1|P|${CANARY}\rPID|1||${CANARY}\\Z${CANARY}`,
  `${'\0'.repeat(128)}DICM${CANARY}`,
  `${'\0'.repeat(128)}DICM\x02\0\x10\0UI\x10\0${CANARY}\x10\0\x10\0PN\xff\xff${CANARY}`,
]

function attempts(tool: Tool): Attempt[] {
  const path = `/v1/tools/${tool.id}`
  const json = (value: unknown): Attempt[2] => ({ body: JSON.stringify(value), headers: JSON_TYPE })
  const [{ input, options }] = tool.examples
  const withValues = Object.fromEntries(Object.keys(tool.input.shape).map((name) => [name, CANARY]))
  const list: Attempt[] = [
    ['values', path, json(withValues)],
    ['an unknown field', path, json({ ...input, [CANARY]: CANARY })],
    ['an unknown option', path, json({ ...input, options: { ...options, [CANARY]: CANARY } })],
    ['broken JSON', path, { body: `{"text":"${CANARY}" "${CANARY}"`, headers: JSON_TYPE }],
    ['a name that stands twice', path, { body: `{"${CANARY}":1,"${CANARY}":2}`, headers: JSON_TYPE }],
    ['an unknown parameter', `${path}?${CANARY}=${CANARY}`, json(input)],
    ['an unknown output', `${path}?output=${CANARY}`, json(input)],
    ['an unknown media type', path, { body: CANARY, headers: { 'Content-Type': `text/${CANARY}` } }],
    ['an unknown charset', path, { body: CANARY, headers: { 'Content-Type': `text/plain; charset=${CANARY}` } }],
    ['an unknown encoding', path, { body: CANARY, headers: { ...JSON_TYPE, 'Content-Encoding': CANARY } }],
    ['a foreign key', path, { body: CANARY, headers: { ...JSON_TYPE, Authorization: `Bearer ${CANARY}` } }],
    ['a strange Accept', path, { ...json(input), headers: { ...JSON_TYPE, Accept: `text/${CANARY}` } }],
    ['an unknown path', `${path}/${CANARY}`, json(input)],
  ]
  for (const name of Object.keys(tool.options.shape))
    list.push([`option ${name}`, path, json({ ...input, options: { ...options, [name]: CANARY } })])
  for (const name of Object.keys(tool.options.shape))
    list.push([`option ${name} in a list`, path, json({ ...input, options: { ...options, [name]: [CANARY, { [CANARY]: CANARY }] } })])
  for (const [i, document] of BROKEN_DOCUMENTS.entries()) {
    const content = Uint8Array.from(document, (character) => character.charCodeAt(0))
    const form = new FormData()
    for (const [name, schema] of Object.entries(tool.input.shape)) {
      if (fieldKind(schema) !== 'json') form.append(name === tool.document?.field ? 'file' : name, new Blob([content]), `${CANARY}.dcm`)
    }
    list.push([`broken document ${i} in a form`, path, { body: form, headers: {} }])
    const [type] = tool.document?.mediaTypes ?? []
    if (type) list.push([`broken document ${i} as the body`, path, { body: content, headers: { 'Content-Type': type } }])
  }
  const invalidForm = new FormData()
  invalidForm.append(CANARY, new Blob([bytes]), CANARY)
  list.push(['an unknown part', path, { body: invalidForm, headers: {} }])
  return list
}

describe.each(catalogue.map((tool) => [tool.id, tool] as const))('%s', (_, tool) => {
  it.each(attempts(tool))('%s', async (_name, path, init) => {
    const response = await api.call(path, { method: 'POST', ...init })
    const text = await response.text()
    expect(JSON.stringify([...response.headers])).not.toContain(CANARY)
    if (response.status >= 400) expect(text).not.toContain(CANARY)
    else expect(response.headers.get('content-type')).not.toBe('application/problem+json')
    expect(response.status).toBeLessThan(500)
  })
})

describe('afterwards', () => {
  it('the log has lines and none of them the mark', () => {
    expect(api.logLines.length).toBeGreaterThan(20 * catalogue.length)
    expect(api.logLines.join('')).not.toContain(CANARY)
    expect(api.internalErrors).toEqual([])
  })

  it('no file is named for it', () => {
    const names = readdirSync(temporary, { recursive: true }).map(String)
    expect(names.length).toBeGreaterThan(0)
    expect(names.filter((name) => name.includes(CANARY))).toEqual([])
  })
})
