// The headers that tell which version of a tool answered and whether it is going to be retired.
import type { Tool } from '../../core/tool.ts'
import type { ApiPlaces } from '../routes/api-places.ts'
import { keepHeaders } from './answer-headers.ts'

type Places = Pick<ApiPlaces, 'basePath'>

/** Adds Tool-Version; Deprecation (RFC 9745), Sunset (RFC 8594) and a Link to the successor where the declaration says so. */
export function addVersion(headers: Record<string, string>, { version, retirement }: Tool, { basePath }: Places): void {
  headers['Tool-Version'] = version
  if (!retirement) return
  const { deprecatedAt, sunsetAt, successor } = retirement
  headers.Deprecation = `@${Date.parse(deprecatedAt) / 1000}`
  if (sunsetAt !== undefined) headers.Sunset = new Date(sunsetAt).toUTCString()
  if (successor !== undefined) headers.Link = `<${basePath}/v1/tools/${successor}>; rel="successor-version"`
}

interface ToolHeaders {
  readonly basePath: string
  readonly headers: Readonly<Record<string, string>>
}

const ofTools = new WeakMap<Tool, ToolHeaders>()

/** Of all answers of a tool in JSON; made with the first of them. */
export function jsonHeadersOf(tool: Tool, places: Places): ToolHeaders['headers'] {
  const known = ofTools.get(tool)
  if (known && known.basePath === places.basePath) return known.headers
  const headers: Record<string, string> = { 'Content-Type': 'application/json' }
  addVersion(headers, tool, places)
  const kept = keepHeaders(headers)
  ofTools.set(tool, { basePath: places.basePath, headers: kept })
  return kept
}
