// The headers that tell which version of a tool answered and whether it is going to be retired.
import type { Tool } from '../core/tool.ts'
import type { ApiPlaces } from './api-places.ts'

/** Adds Tool-Version; Deprecation (RFC 9745), Sunset (RFC 8594) and a Link to the successor where the declaration says so. */
export function addVersion(
  headers: Record<string, string>,
  { version, retirement }: Tool,
  { basePath }: Pick<ApiPlaces, 'basePath'>,
): void {
  headers['Tool-Version'] = version
  if (!retirement) return
  const { deprecatedAt, sunsetAt, successor } = retirement
  headers.Deprecation = `@${Date.parse(deprecatedAt) / 1000}`
  if (sunsetAt !== undefined) headers.Sunset = new Date(sunsetAt).toUTCString()
  if (successor !== undefined) headers.Link = `<${basePath}/v1/tools/${successor}>; rel="successor-version"`
}
