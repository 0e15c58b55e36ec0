// A Postman collection (v2.1) and a Bruno folder of the same requests. The address and the key are variables.
import { type CollectionFolder, type CollectionRequest, collectionFolders } from './collection-requests.ts'

const ADDRESS = 'http://127.0.0.1:8080'

/** https://schema.getpostman.com/json/collection/v2.1.0/collection.json */
export function postmanCollection(version: string): string {
  const collection = {
    info: {
      name: `health-tools ${version}`,
      description: 'Set the variable `key` to an API key: `health-tools keys create`.',
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{key}}', type: 'string' }] },
    variable: [
      { key: 'url', value: ADDRESS },
      { key: 'key', value: '' },
    ],
    item: collectionFolders().map(({ name, requests }) => ({ name, item: requests.map(postmanItem) })),
  }
  return `${JSON.stringify(collection, undefined, 1)}\n`
}

function postmanItem({ name, method, path, description, body, headers = {} }: CollectionRequest) {
  const sent = { ...(body !== undefined && { 'Content-Type': 'application/json' }), ...headers }
  return {
    name,
    request: {
      method,
      description,
      header: Object.entries(sent).map(([key, value]) => ({ key, value })),
      url: { raw: `{{url}}${path}`, host: ['{{url}}'], path: path.slice(1).split('/') },
      ...(body !== undefined && { body: { mode: 'raw', raw: text(body), options: { raw: { language: 'json' } } } }),
    },
    response: [],
  }
}

/** @returns the files of the folder by their path */
export function brunoFolder(version: string): Record<string, string> {
  return {
    'bruno.json': `${JSON.stringify({ version: '1', name: `health-tools ${version}`, type: 'collection', ignore: [] }, undefined, 2)}\n`,
    'collection.bru': 'auth {\n  mode: bearer\n}\n\nauth:bearer {\n  token: {{key}}\n}\n',
    'environments/local.bru': `vars {\n  url: ${ADDRESS}\n}\nvars:secret [\n  key\n]\n`,
    ...Object.fromEntries(collectionFolders().flatMap(brunoRequests)),
  }
}

function brunoRequests({ name: folder, requests }: CollectionFolder): [string, string][] {
  return requests.map((request, i) => {
    const stem = `${String(i + 1).padStart(2, '0')} ${request.name
      .replaceAll(/[^A-Za-z0-9 ]+/g, ' ')
      .replaceAll(/ +/g, ' ')
      .trim()}`
    return [`${folder}/${stem.slice(0, 80).trim()}.bru`, brunoRequest(request, i + 1)]
  })
}

function brunoRequest({ name, method, path, description, body, headers = {} }: CollectionRequest, place: number): string {
  const has = body !== undefined
  const blocks = [
    `meta {\n  name: ${name}\n  type: http\n  seq: ${place}\n}`,
    `${method.toLowerCase()} {\n  url: {{url}}${path}\n  body: ${has ? 'json' : 'none'}\n  auth: inherit\n}`,
    ...(Object.keys(headers).length > 0
      ? [
          `headers {\n${Object.entries(headers)
            .map(([key, value]) => `  ${key}: ${value}`)
            .join('\n')}\n}`,
        ]
      : []),
    ...(has ? [`body:json {\n${indent(text(body))}\n}`] : []),
    `docs {\n${indent(description)}\n}`,
  ]
  return `${blocks.join('\n\n')}\n`
}

function indent(lines: string): string {
  return lines.replaceAll(/^/gm, '  ')
}

/** Both programs replace what stands in double braces. In JSON such braces are only in strings, where an escape says the same. */
function text(body: unknown): string {
  return JSON.stringify(body, undefined, 2).replaceAll('{{', '{\\u007b')
}
