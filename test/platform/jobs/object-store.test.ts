// An object store behind a proxy, and one that closes connections: the answer of something else is not taken for that of the store.
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { type ObjectStore, openObjectStore } from '../../../src/platform/jobs/object-store.ts'
import { writeSecret } from './shared-node.ts'

let server: Server | undefined
let store: ObjectStore | undefined
afterEach(() => {
  store?.close()
  server?.closeAllConnections()
  server?.close()
})

async function openStore(answer: RequestListener): Promise<ObjectStore> {
  server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const path = writeSecret('secret-access-key', 'test-secret')
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const place = { endpoint, bucket: 'jobs', prefix: '', region: 'us-east-1', accessKeyId: 'TEST', ca: null }
  store = openObjectStore({ ...place, secretAccessKey: { kind: 'file', path } })
  return store
}

test('a 404 page of a proxy reports neither a missing object nor a deleted one', async () => {
  const { get, remove } = await openStore((_request, response) => {
    response.writeHead(404, { 'Content-Type': 'text/html' }).end('<html><body>Not Found</body></html>')
  })
  await expect(get('a/in/0/0')).rejects.toMatchObject({ code: 'storage_unavailable' })
  await expect(remove('a/in/0/0')).rejects.toMatchObject({ code: 'storage_unavailable' })
})

test.each([
  ['NoSuchKey', '<?xml version="1.0"?><Error><Code>NoSuchKey</Code></Error>'],
  ['nothing', ''],
])('404 of a store that says %s is a missing object', async (_name, text) => {
  const { get, remove } = await openStore((_request, response) => response.writeHead(404).end(text))
  expect(await get('a/in/0/0')).toBeUndefined()
  await remove('a/in/0/0')
})

test('a connection that the store closed while it was idle is replaced', async () => {
  const used = new WeakSet<object>()
  let requests = 0
  const { put } = await openStore((request, response) => {
    requests++
    if (used.has(request.socket)) request.socket.resetAndDestroy()
    else request.resume().on('end', () => response.end())
    used.add(request.socket)
  })
  await put('a/in/0/0', Buffer.from('one'))
  await put('a/in/0/1', Buffer.from('two'))
  expect(requests).toBe(3)
})

test('a store that closes every connection cannot be reached', async () => {
  const { put } = await openStore((request) => request.socket.resetAndDestroy())
  await expect(put('a/in/0/0', Buffer.from('one'))).rejects.toMatchObject({ code: 'storage_unavailable' })
})
