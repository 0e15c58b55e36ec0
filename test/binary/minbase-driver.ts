// Runs inside namespaces of its own: changes into the minimal root, where only /tmp can be written, and uses the executable there
// as a user without a home and without a network but the loopback. Prints what it saw as one JSON document.
// Arguments: the folder of the root, the executable.
import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

const [root, executable] = process.argv.slice(2) as [string, string]
const program = '/usr/local/bin/health-tools'

function enter(): void {
  const mount = (...args: string[]) => execFileSync('mount', args)
  execFileSync('ip', ['link', 'set', 'lo', 'up'])
  writeFileSync(`${root}${program}`, '')
  mkdirSync(`${root}/home/tester`, { recursive: true })
  mount('--bind', root, root)
  mount('--bind', executable, `${root}${program}`)
  mount('--options', 'remount,bind,ro', root)
  mount('--types', 'tmpfs', '--options', 'mode=1777', 'tmpfs', `${root}/tmp`)
  mount('--types', 'proc', 'proc', `${root}/proc`)
}

/** Nobody's id, an environment with a home that cannot be written, and a working folder in /tmp. */
function start(args: readonly string[]) {
  const inside = ['/usr/bin/env', '-i', '--chdir=/tmp', 'HOME=/home/tester', 'NODE_OPTIONS=--require /nonexistent', ...args]
  const child = spawn('chroot', ['--userspec=65534:65534', root, ...inside])
  const seen = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    seen.stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    seen.stderr += text
  })
  const ended = new Promise<number | string>((resolve) => child.on('close', (code, signal) => resolve(code ?? signal ?? 'unknown')))
  return { child, seen, ended }
}

async function run(args: readonly string[], input = '') {
  const { child, seen, ended } = start(args)
  // A program that reads no input may be gone before its input is closed.
  child.stdin.on('error', () => undefined).end(input)
  return { code: await ended, ...seen }
}

/** Starts the service as the README says, without a configuration, and calls it with the first key that it prints. */
async function serve() {
  const { child, seen, ended } = start([program, 'serve'])
  const key = await firstKey(seen)
  const call = await fetch('http://127.0.0.1:8080/v1/tools/text/word-count', {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ text: 'Two words' }),
  })
  const answer = { status: call.status, body: await call.json() }
  const stranger = await fetch('http://127.0.0.1:8080/v1/tools')
  const health = await run([program, 'health', '--wait', '5s'])
  child.kill('SIGTERM')
  return { answer, strangerStatus: stranger.status, health, code: await ended, stderr: seen.stderr.replaceAll(key, '(key)') }
}

async function firstKey(seen: { readonly stderr: string; readonly stdout: string }): Promise<string> {
  for (let i = 0; i < 200; i++) {
    const key = /\bht_live_\w+/.exec(seen.stderr)?.[0]
    if (key) return key
    await sleep(50)
  }
  throw new Error(`No first key was printed: ${seen.stderr}${seen.stdout}`)
}

enter()
const report = {
  library: await run(['/usr/bin/find', '/usr', '/opt', '(', '-name', 'libatomic*', '-o', '-name', 'node', ')']),
  home: await run(['/usr/bin/touch', '/home/tester/file']),
  interfaces: await run(['/bin/ls', '/proc/sys/net/ipv4/conf']),
  version: await run([program, 'version']),
  selfTest: await run([program, 'self-test']),
  run: await run([program, 'run', 'text/word-count', '-'], 'Three short words'),
  serve: await serve(),
  leftInTmp: (await run(['/usr/bin/find', '/tmp', '-mindepth', '1'])).stdout.split('\n').filter(Boolean).sort(),
}
process.stdout.write(`${JSON.stringify(report)}\n`)
