// The line of a message that did not become a Bundle, among lines of Bundles: an OperationOutcome, so that each line is a resource.
import type { FeedEnvelope, FeedProblem } from '../../../../core/tool.ts'

/**
 * @param index of the message in its feed, from 0; undefined where the feed broke off
 * @param noun what the feed consists of
 */
export function writeFailure(index: number | undefined, { code, title, detail }: FeedProblem, noun: 'Message' | 'Resource'): string {
  const place = index === undefined ? 'The feed broke off' : `${noun} ${index + 1} of the feed`
  const diagnostics = `${place}: ${detail ?? title} (${code})`
  const issue = [{ severity: index === undefined ? 'fatal' : 'error', code: codeOf(code), diagnostics }]
  return JSON.stringify({ resourceType: 'OperationOutcome', issue })
}

/** The last line: what the headers and trailers of a feed contain, and no Bundle does; undefined for nothing. */
export function writeEnvelopeNote({ wrongCounts, comments }: FeedEnvelope): string | undefined {
  const notes: string[] = []
  if (wrongCounts > 0) notes.push(`Wrong number of messages or batches in ${wrongCounts} of the trailers (BTS, FTS)`)
  if (comments > 0) notes.push(`Comment in ${comments} of the headers and trailers (FHS, BHS, BTS, FTS). No Bundle contains it`)
  if (notes.length === 0) return undefined
  const issue = notes.map((note) => ({ severity: 'warning', code: 'informational', diagnostics: `${note}.` }))
  return JSON.stringify({ resourceType: 'OperationOutcome', issue })
}

/** Of the value set IssueType. */
function codeOf(code: string): string {
  if (code === 'quota_exhausted') return 'throttled'
  if (code === 'body_too_large' || code === 'resource_limit') return 'too-costly'
  if (code === 'tool_timeout' || code === 'upload_timeout') return 'timeout'
  return code === 'internal' ? 'exception' : 'structure'
}
