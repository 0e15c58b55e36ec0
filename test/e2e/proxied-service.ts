// health-tools behind Apache httpd and nginx with a real directory, from the shipped samples: only ports, paths and secrets are changed.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../platform/server/free-port.ts'
import { selfSigned } from '../platform/server/test-certificates.ts'
import { programCommand } from '../program.ts'
import { type Directory, READER_PASSWORD, startDirectory } from './directory.ts'
import { findProgram, type Peer, readSample, runProgram, startPeer } from './peers.ts'

export const PROXY_SECRET = 'a-secret-of-the-proxy-for-tests'

export interface ProxiedService {
  readonly apachePort: number
  readonly nginxPort: number
  /** The listener for nginx, spoken to without nginx. */
  readonly flaggedPort: number
  /** A listener for callers with keys. */
  readonly plainPort: number
  readonly socket: string
  readonly key: string
  readonly folder: string
  /** Of the services behind Apache and behind nginx. */
  readonly configs: Readonly<Record<'apache' | 'nginx', string>>
  stop(): Promise<void>
}

export async function startProxiedService(): Promise<ProxiedService> {
  const folder = mkdtempSync(join(tmpdir(), 'health-tools-e2e-'))
  const peers: Peer[] = []
  const stop = async (): Promise<void> => {
    for (const peer of peers.reverse()) await peer.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const directory = await startDirectory(folder)
    peers.push(directory.peer)
    const names = prepareFiles(folder)
    const socket = join(folder, 'api.sock')
    const behindApache = await startService(folder, 'apache', {
      'socket: /run/health-tools/api.sock, mode: "0660"': `socket: ${socket}, mode: "0660"${apacheGroup}`,
    })
    peers.push(behindApache.peer)
    const flaggedPort = await freePort()
    const behindNginx = await startService(folder, 'nginx', { 'port: 8081': `port: ${flaggedPort}` })
    peers.push(behindNginx.peer)
    const apache = await startApache(folder, directory, names, socket)
    peers.push(apache.peer)
    const nginx = await startNginx(folder, names, flaggedPort, apache.helperPort)
    peers.push(nginx.peer)
    const { plainPort, key } = behindNginx
    const configs = { apache: behindApache.config, nginx: behindNginx.config }
    return { flaggedPort, plainPort, socket, key, configs, apachePort: apache.port, nginxPort: nginx.port, folder, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

interface Files {
  readonly cert: string
  readonly key: string
  readonly password: string
  readonly apacheSecret: string
  readonly nginxSecret: string
}

function prepareFiles(folder: string): Files {
  const path = (name: string): string => join(folder, name)
  const write = (name: string, text: string): string => {
    writeFileSync(path(name), text, { mode: 0o600 })
    return path(name)
  }
  const [cert, key] = [path('cert.pem'), path('key.pem')]
  runProgram(findProgram('openssl')!, selfSigned('localhost', cert, key))
  return {
    cert,
    key,
    password: write('ldap-password', READER_PASSWORD),
    apacheSecret: write('apache-secret.conf', `RequestHeader set X-HT-Proxy-Secret "${PROXY_SECRET}"\n`),
    nginxSecret: write('nginx-secret.conf', `proxy_set_header X-HT-Proxy-Secret "${PROXY_SECRET}";\n`),
  }
}

const isRoot = process.getuid?.() === 0
/** Apache's workers have given up the rights of root, and a test makes nobody a member of a group. */
const apacheGroup = isRoot ? ', group: www-data' : ''

/** The sample of a front. Both services write the same access log. */
async function startService(
  folder: string,
  front: 'apache' | 'nginx',
  changes: Readonly<Record<string, string>>,
): Promise<{ peer: Peer; plainPort: number; key: string; config: string }> {
  const [plainPort, operationsPort] = [await freePort(), await freePort()]
  const home = join(folder, `behind-${front}`)
  mkdirSync(join(home, 'secrets'), { recursive: true })
  writeFileSync(join(home, 'secrets', 'proxy-secret'), `${PROXY_SECRET}\n`, { mode: 0o600 })
  const config = join(home, 'config.yaml')
  const sample = readSample(`installers/proxy/${front}/health-tools.yaml`, { 'port: 8080': `port: ${plainPort}`, ...changes })
  const storage = `storage: { path: ${join(home, 'data', 'health-tools.db')} }`
  const operations = `operations: { listen: { address: 127.0.0.1, port: ${operationsPort} } }`
  writeFileSync(
    config,
    `${sample}${storage}\n${operations}\nrate_limit: { failed_auth: null }\nplans: { unlimited: {}, standard: {} }\nlogging: { sinks: [{ type: file, path: ${join(folder, 'access.log')}, streams: [access] }] }\n`,
  )
  const created = runProgram(...programCommand('keys', 'create', '--owner', 'keyholder', '--config', config, '--json'))
  const peer = await startPeer(...programCommand('serve', '--config', config), plainPort)
  return { peer, plainPort, key: (JSON.parse(created) as { key: string }).key, config }
}

const MODULES = [
  ...['mpm_event', 'unixd', 'authn_core', 'authz_core', 'authz_user', 'auth_basic', 'ldap', 'authnz_ldap', 'headers', 'rewrite', 'env'],
  ...['proxy', 'proxy_http', 'ssl', 'socache_shmcb', 'reqtimeout'],
]
/** What a distribution may have built in. */
const BUILT_IN = new Set(['unixd'])

async function startApache(folder: string, { port: ldapPort }: Directory, files: Files, socket: string) {
  const [port, helperPort] = [await freePort(), await freePort()]
  const ldapUrl = (sample: string): Record<string, string> => ({
    'ldap://127.0.0.1:389': `ldap://127.0.0.1:${ldapPort}`,
    ...pathsOf(sample),
  })
  const pathsOf = (sample: string): Record<string, string> => ({ [sample]: `${sample.split(' /')[0]} ${files.password}` })
  const site = readSample('installers/proxy/apache/health-tools.conf', {
    'Define HT_PORT 443': `Define HT_PORT ${port}`,
    'Define HT_NAME tools.hosp.example': 'Define HT_NAME localhost',
    'Define HT_CERT /etc/ssl/certs/tools.hosp.example.pem': `Define HT_CERT ${files.cert}`,
    'Define HT_KEY /etc/ssl/private/tools.hosp.example.key': `Define HT_KEY ${files.key}`,
    'Define HT_SOCKET /run/health-tools/api.sock': `Define HT_SOCKET ${socket}`,
    'Define HT_SECRET_CONF /etc/apache2/health-tools-secret.conf': `Define HT_SECRET_CONF ${files.apacheSecret}`,
    ...ldapUrl('Define HT_LDAP_PASSWORD_FILE /etc/apache2/health-tools-ldap-password'),
  })
  const helper = readSample('installers/proxy/nginx/ldap-auth.conf', {
    'Define LA_PORT 8089': `Define LA_PORT ${helperPort}`,
    ...ldapUrl('Define LA_LDAP_PASSWORD_FILE /etc/apache2/health-tools-ldap-password'),
  })
  const root = join(folder, 'apache')
  mkdirSync(root)
  for (const [name, text] of Object.entries({ 'site.conf': site, 'helper.conf': helper })) writeFileSync(join(root, name), text)
  const loads = MODULES.filter((name) => !BUILT_IN.has(name)).map(
    (name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`,
  )
  const lines = [
    `ServerRoot ${root}`,
    ...loads,
    `PidFile ${join(root, 'pid')}`,
    'ServerName localhost',
    `ErrorLog ${join(root, 'error.log')}`,
    `Mutex file:${root} default`,
    ...(isRoot ? ['User www-data', 'Group www-data'] : []),
    `Listen 127.0.0.1:${port}`,
    `Include ${join(root, 'site.conf')}`,
    `Include ${join(root, 'helper.conf')}`,
  ]
  const file = join(root, 'httpd.conf')
  writeFileSync(file, `${lines.join('\n')}\n`)
  // The workers that connect to the socket run as another user than the test.
  runProgram('/bin/chmod', ['755', folder])
  const peer = await startPeer(findProgram('apache2')!, ['-D', 'FOREGROUND', '-f', file], port)
  return { peer, port, helperPort }
}

async function startNginx(folder: string, files: Files, flaggedPort: number, helperPort: number) {
  const port = await freePort()
  const site = readSample('installers/proxy/nginx/health-tools.conf', {
    '127.0.0.1:8081': `127.0.0.1:${flaggedPort}`,
    '127.0.0.1:8089': `127.0.0.1:${helperPort}`,
    'listen 443 ssl;': `listen 127.0.0.1:${port} ssl;`,
    'server_name tools.hosp.example;': 'server_name localhost;',
    '/etc/ssl/certs/tools.hosp.example.pem': files.cert,
    '/etc/ssl/private/tools.hosp.example.key': files.key,
    '/etc/nginx/health-tools-secret.conf': files.nginxSecret,
  })
  const root = join(folder, 'nginx')
  mkdirSync(root)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${join(root, name)};`)
  const file = join(root, 'nginx.conf')
  writeFileSync(join(root, 'site.conf'), site)
  const http = ['access_log off;', ...temporary, `include ${join(root, 'site.conf')};`]
  const main = [
    'daemon off;',
    `pid ${join(root, 'pid')};`,
    `error_log ${join(root, 'error.log')};`,
    'events { }',
    `http {\n${http.join('\n')}\n}`,
  ]
  writeFileSync(file, `${main.join('\n')}\n`)
  const peer = await startPeer(findProgram('nginx')!, ['-p', root, '-c', file], port)
  return { peer, port }
}
