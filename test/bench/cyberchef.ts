// CyberChef-server as a reference. It is in no registry, so the folder of an installed copy is named in CYBERCHEF_SERVER; without one, the
// npm package cyberchef is installed into a temporary folder and served by bare node:http, which is faster than CyberChef-server is.
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../platform/server/free-port.ts'
import { type PeerServer, peerOf, waitForAnswer } from './peer-process.ts'

const PACKAGE = 'cyberchef@11.5.0'
/** Which cyberchef imports and does not name. */
const UNNAMED = 'terser@5.46.0'

/** Undefined where neither can be had. */
export function openCyberChef(): Promise<PeerServer | undefined> {
  const folder = process.env.CYBERCHEF_SERVER
  return folder === undefined ? openStandIn() : serve(folder, 'index.mjs', 'CyberChef-server', () => undefined)
}

async function openStandIn(): Promise<PeerServer | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'health-tools-cyberchef-'))
  const remove = (): void => rmSync(folder, { recursive: true, force: true })
  try {
    const args = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', folder, PACKAGE, UNNAMED]
    if (spawnSync('npm', args, { stdio: 'ignore' }).status !== 0) throw new Error(`${PACKAGE} cannot be installed`)
    completeImports(join(folder, 'node_modules', 'crypto-api', 'src'))
    writeFileSync(join(folder, 'serve.mjs'), REPLACEMENT_SERVER)
    return await serve(folder, 'serve.mjs', `${PACKAGE} behind bare node:http (stand-in)`, remove)
  } catch {
    remove()
    return undefined
  }
}

/** Names the files that the modules of a folder import without their extension, as the package's own install script does. */
function completeImports(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = join(entry.parentPath, entry.name)
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/(from "\.[^"\n]*?)(?:\.mjs)?";/g, '$1.mjs";'))
  }
}

async function serve(folder: string, file: string, name: string, remove: () => void): Promise<PeerServer> {
  const port = await freePort()
  const env = { ...process.env, PORT: String(port), NODE_ENV: 'production' }
  const child = spawn(process.execPath, [file], { cwd: folder, env, stdio: ['ignore', 'ignore', 'ignore'] })
  await waitForAnswer(child, `http://127.0.0.1:${port}/health`)
  const peer = peerOf(child, name, port)
  return {
    ...peer,
    async stop() {
      await peer.stop()
      remove()
    },
  }
}

const REPLACEMENT_SERVER = `import { createServer } from 'node:http'
import { bake } from 'cyberchef'
createServer((request, response) => {
  let text = ''
  request.setEncoding('utf8').on('data', (chunk) => { text += chunk })
  request.on('end', async () => {
    const { input, recipe } = text === '' ? { input: 'a', recipe: 'To Base64' } : JSON.parse(text)
    const dish = await bake(input, recipe)
    const body = JSON.stringify({ value: dish.value, type: 'string' })
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) })
    response.end(body)
  })
}).listen(process.env.PORT, '127.0.0.1')
`
