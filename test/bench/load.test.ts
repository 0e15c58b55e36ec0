// A comparison goes on without a peer that fails, and says so; it ends where the service itself does.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { compareRows } from './compare-rows.ts'
import { compareSides, composeRequest, type Side } from './load.ts'

const SHAPE = { connections: 2, milliseconds: 20 }
let server: Server
beforeAll(async () => {
  let calls = 0
  server = createServer((request, response) => {
    // The peer serves a part of its first round.
    response.statusCode = request.url === '/peer' && ++calls > 20 ? 500 : 200
    response.end('ok')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const sideOf = (path: string, isPeer: boolean): Side => {
  const { port } = server.address() as AddressInfo
  const request = composeRequest(path, '', {})
  return { name: path, port, pid: process.pid, requests: () => [request], isPeer }
}

it('tells that a peer failed in place of its figures', async () => {
  const [own = [], peer = []] = await compareSides([sideOf('/own', false), sideOf('/peer', true)], SHAPE, 3)
  expect([own.length, peer.length]).toEqual([3, 0])
  const rows = compareRows(own, peer, { id: 'a', what: 'b', reference: 'the peer' })
  expect(rows).toEqual([
    expect.objectContaining({ id: 'a', ratio: undefined, reference: expect.stringContaining('the peer: a call was answered') }),
  ])
})

it('ends where the service fails', async () => {
  await expect(compareSides([sideOf('/peer', false)], SHAPE, 3)).rejects.toThrow('/peer answered 500')
})
