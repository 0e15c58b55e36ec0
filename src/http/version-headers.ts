// The headers that tell which version of a tool answered and whether it is going to be retired.
import type { Tool } from '../core/tool.ts'
import type { ApiPlaces } from './api-places.ts'

/** Tool-Version; Deprecation (RFC 9745), Sunset (RFC 8594) and a Link to the successor where the declaration says so. */
export function versionHeaders({ version, retirement }: Tool, { basePath }: Pick<ApiPlaces, 'basePath'>): Record<string, string> {
  if (!retirement) return { 'Tool-Version': version }
  const { deprecatedAt, sunsetAt, successor } = retirement
  const headers: Record<string, string> = { 'Tool-Version': version, Deprecation: `@${Date.parse(deprecatedAt) / 1000}` }
  if (sunsetAt !== undefined) headers.Sunset = new Date(sunsetAt).toUTCString()
  if (successor !== undefined) headers.Link = `<${basePath}/v1/tools/${successor}>; rel="successor-version"`
  return headers
}
