// What stands in front of several nodes: nginx over plain HTTP, and HAProxy over TLS from the shipped sample with only ports, paths and secrets changed.
import { readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Site } from '../cli/service/running-service.ts'
import { makeScratchFolder } from '../platform/scratch-folder.ts'
import { freePort } from '../platform/server/free-port.ts'
import { makeCertificates } from '../platform/server/test-certificates.ts'
import { findProgram, readSample, startPeer } from './peers.ts'

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
}

export interface Call {
  readonly key: string
  readonly path?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Null: a GET. */
  readonly body?: string | null
  readonly localAddress?: string
}

/** Calls a node through the front; rejects where nobody answers. */
export type Front = (call: Call) => Promise<Answer>

const COUNT = '/v1/tools/text/word-count'
export const NODE_SECRET = 'a-secret-of-haproxy-for-tests'
const JSON_TYPE = { 'Content-Type': 'application/json' }

export async function startNginx(sites: readonly Site[]): Promise<Front> {
  const folder = makeScratchFolder()
  const port = await freePort()
  const configFile = join(folder, 'nginx.conf')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')
  const servers = sites.map((site) => `server 127.0.0.1:${site.port} max_fails=1 fail_timeout=1s;`).join(' ')
  writeFileSync(
    configFile,
    `daemon off; pid ${folder}/pid; error_log stderr crit; events {} http { access_log off; ${temporary}
    upstream nodes { ${servers} }
    server { listen 127.0.0.1:${port}; location / { proxy_pass http://nodes; } } }`,
  )
  const peer = await startPeer(findProgram('nginx')!, ['-c', configFile, '-p', folder], port)
  onTestFinished(() => peer.stop())
  return async ({ key, path = COUNT, headers = {}, body = '{"text":"a"}' }) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: body === null ? 'GET' : 'POST',
      headers: { ...JSON_TYPE, Authorization: `Bearer ${key}`, ...headers },
      body,
    })
    return { status: answer.status, headers: Object.fromEntries(answer.headers), body: await answer.text() }
  }
}

/** Two nodes, as the sample has. */
export async function startHaproxy(sites: readonly [Site, Site]): Promise<Front> {
  return (await openHaproxy(sites)).front
}

/** @returns with the port, for bytes that no client sends */
export async function openHaproxy([a, b]: readonly [Site, Site]): Promise<{ readonly front: Front; readonly port: number }> {
  const folder = makeScratchFolder()
  const port = await freePort()
  const { serverCert, serverKey, ca } = makeCertificates(folder)
  const bundle = join(folder, 'bundle.pem')
  writeFileSync(bundle, readFileSync(serverCert, 'utf8') + readFileSync(serverKey, 'utf8'), { mode: 0o600 })
  const sample = readSample('installers/proxy/haproxy/health-tools.cfg', {
    'bind :443 ssl crt /etc/haproxy/tools.hosp.example.pem': `bind 127.0.0.1:${port} ssl crt ${bundle}`,
    'server one 10.0.0.11:8081 check port 9464': `server one 127.0.0.1:${a.port} check port ${a.operationsPort}`,
    'server two 10.0.0.12:8081 check port 9464': `server two 127.0.0.1:${b.port} check port ${b.operationsPort}`,
    'server one 10.0.0.11:8081 track': `server one 127.0.0.1:${a.port} track`,
    'server two 10.0.0.12:8081 track': `server two 127.0.0.1:${b.port} track`,
  })
  const configFile = join(folder, 'haproxy.cfg')
  writeFileSync(configFile, `global\n    setenv HT_PROXY_SECRET ${NODE_SECRET}\n\n${sample}`)
  const peer = await startPeer(findProgram('haproxy')!, ['-db', '-f', configFile], port)
  onTestFinished(() => peer.stop())
  const authority = readFileSync(ca)
  return { front: (call) => callOverTls(port, authority, call), port }
}

function callOverTls(
  port: number,
  ca: Uint8Array,
  { key, path = COUNT, headers = {}, body = '{"text":"a"}', localAddress }: Call,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const length = body === null ? {} : { ...JSON_TYPE, 'Content-Length': String(Buffer.byteLength(body)) }
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        path,
        method: body === null ? 'GET' : 'POST',
        ca: Buffer.from(ca),
        headers: { Authorization: `Bearer ${key}`, ...length, ...headers },
        ...(localAddress === undefined ? {} : { localAddress }),
      },
      (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk
        })
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: text }))
        answer.on('error', reject)
      },
    )
    sent.on('error', reject)
    sent.end(body ?? undefined)
  })
}
