// The requests of the collections: every example of every tool, a batch and a job of each, and what a caller may look up.
import { catalogue } from '../../src/tools/catalogue.ts'

export interface CollectionRequest {
  readonly name: string
  readonly method: 'GET' | 'POST'
  /** Below the address of the server. */
  readonly path: string
  readonly description: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export interface CollectionFolder {
  readonly name: string
  readonly requests: readonly CollectionRequest[]
}

/** Jobs answer 200 as long as `Prefer: wait` lasts: a request that follows the job would need its id. */
const AS_JOB = { Prefer: 'respond-async, wait=20' }

export function collectionFolders(): CollectionFolder[] {
  const service: CollectionFolder = {
    name: 'service',
    requests: [
      look('List the tools', '/v1/tools', 'Ids, titles, media types and limits.'),
      look('Describe a tool', '/v1/tools/hl7/parse', 'JSON Schemas and all examples of a tool.'),
      look('Who am I', '/v1/me', 'Plan, scopes, limits, quota left and usage of the key.'),
      look('List the jobs', '/v1/jobs', 'Jobs of the key, newest first.'),
      look('List the problems', '/v1/problems', 'Every error code and what it means.'),
      look('OpenAPI document', '/v1/openapi.json', 'The contract for generators of clients.'),
    ],
  }
  return [service, ...catalogue.map(folderOf)]
}

function look(name: string, path: string, description: string): CollectionRequest {
  return { name, method: 'GET', path, description }
}

function folderOf(tool: (typeof catalogue)[number]): CollectionFolder {
  const path = `/v1/tools/${tool.id}`
  const examples = tool.examples.map(
    ({ title, input, options }): CollectionRequest => ({
      name: title,
      method: 'POST',
      path,
      description: tool.summary,
      body: options ? { ...input, options } : input,
    }),
  )
  const [{ input, options }] = tool.examples
  const items = { ...(options && { options }), items: [{ id: '1', input }] }
  const post = { method: 'POST', description: tool.summary } as const
  return {
    name: tool.id,
    requests: [
      ...examples,
      { ...post, name: 'Batch', path: `${path}/batch`, body: items },
      { ...post, name: 'As a job', path, body: examples[0]!.body, headers: AS_JOB },
    ],
  }
}
