// The reference of the http bench: node:http that reads the body and answers a constant.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const BODY = '{"words":5,"lines":1}'

const server = createServer((request, response) => {
  request.on('data', () => undefined)
  request.on('end', () => {
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': BODY.length })
    response.end(BODY)
  })
})
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`)
})
