// Runs a tool on the server: only where the person has chosen it, and with the key that the person has given.
import { endingOf } from '../../core/download-verdict.ts'
import { encodeBase64 } from '../../core/wire.ts'
import { t } from '../language/language.ts'
import { bytesOfBase64 } from './bytes-of-base64.ts'
import type { Fields, Problem, ResultDocument, RunResult } from './messages.ts'
import type { PageTool } from './page-tool.ts'
import { shownValue } from './result.ts'
import type { Outcome } from './tool-thread.ts'
import { UNREACHABLE } from './unreachable.ts'

interface ServerCall {
  readonly tool: PageTool
  readonly input: Fields
  readonly options: Readonly<Record<string, unknown>>
  readonly key: string
  readonly signal: AbortSignal
}

/** Address of a tool's route, relative to the page. */
export function routeOf(toolId: string): string {
  return `v1/tools/${toolId}`
}

export async function askServer({ tool, input, options, key, signal }: ServerCall): Promise<Outcome<RunResult>> {
  const started = performance.now()
  try {
    const { type, body } = composeBody(tool, input, options)
    const headers = { ...(key !== '' && { Authorization: `Bearer ${key}` }), Accept: 'application/json', ...type }
    const response = await fetch(routeOf(tool.id), { method: 'POST', headers, body, signal, cache: 'no-store', credentials: 'omit' })
    const json = await response.blob()
    if (!response.ok) return { problem: await readProblem(json, response.status) }
    const value = await shownValue(json)
    return { done: { json, value, document: value && documentOf(tool, value), milliseconds: performance.now() - started } }
  } catch {
    return signal.aborted ? { stopped: true } : { problem: UNREACHABLE }
  }
}

/** JSON where it holds everything; a form where there is a file. */
function composeBody(tool: PageTool, input: Fields, options: Readonly<Record<string, unknown>>) {
  if (Object.values(input).some((field) => 'file' in field)) return { type: {}, body: composeForm(tool, input, options) }
  return { type: { 'Content-Type': 'application/json' }, body: JSON.stringify({ ...jsonOf(input), options }) }
}

/** Fields without files in the form of the API's JSON. */
export function jsonOf(input: Fields): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(input).flatMap(([name, field]): [string, unknown][] => {
      if ('json' in field) return [[name, field.json]]
      if ('text' in field) return [[name, field.text]]
      return 'bytes' in field ? [[name, encodeBase64(field.bytes)]] : []
    }),
  )
}

function composeForm(tool: PageTool, input: Fields, options: Readonly<Record<string, unknown>>): FormData {
  const form = new FormData()
  const partOf = new Map(tool.parts.map(({ part, field }) => [field, part]))
  for (const [name, field] of Object.entries(input)) {
    const part = partOf.get(name) ?? name
    // A neutral file name: that of the person's file may tell whose it is.
    if ('json' in field) form.append(part, JSON.stringify(field.json))
    else form.append(part, blobOf(field), 'document')
  }
  form.append('options', JSON.stringify(options))
  return form
}

/** A text beside a file goes as a file, too: browsers change the line ends of plain form fields. */
function blobOf(field: Exclude<Fields[string], { json: unknown }>): Blob {
  if ('file' in field) return field.file
  return 'text' in field ? new Blob([field.text]) : new Blob([field.bytes as BlobPart])
}

async function readProblem(body: Blob, status: number): Promise<Problem> {
  try {
    return JSON.parse(await body.text()) as Problem
  } catch {
    return {
      code: 'internal',
      title: t('The server answered {status}', { status }),
      detail: t('The response is not from this API. It may come from a proxy.'),
    }
  }
}

function documentOf({ download, schemas }: PageTool, value: Readonly<Record<string, unknown>>): ResultDocument | undefined {
  const content = download && value[download.field]
  if (!download || typeof content !== 'string') return undefined
  const properties = schemas.output.properties as Record<string, { contentEncoding?: string }>
  const bytes = properties[download.field]?.contentEncoding === 'base64' ? bytesOfBase64(content) : content
  return { content: new Blob([bytes as BlobPart], { type: download.mediaType }), extension: endingOf(download, value) }
}
