// An object store of the test's own: versitygw, which checks signatures and keeps objects as files.
//   go install github.com/versity/versitygw/cmd/versitygw@v1.8.0
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../server/free-port.ts'
import { makeCertificates } from '../server/test-certificates.ts'

const NAMES = ['versitygw', join(process.env.GOBIN ?? join(homedir(), 'go', 'bin'), 'versitygw')]
const program = NAMES.find((name) => spawnSync(name, ['--version']).status === 0)

export const BUCKET = 'jobs'
const ACCESS = 'HTTESTACCESSKEY'
const SECRET = 'test-secret-access-key-0123456789'

export interface S3Server {
  readonly port: number
  readonly secret: string
  readonly accessKeyId: string
  /** PEM; undefined without TLS. */
  readonly caFile: string | undefined
  /** Of the bucket. */
  readonly folder: string
  /** Names of the objects. */
  list(): string[]
  read(name: string): Buffer
  overwrite(name: string, bytes: Uint8Array): void
  start(): Promise<void>
  stop(): Promise<void>
  /** Stops it and removes what it kept. */
  remove(): Promise<void>
  /** It accepts connections and answers nothing. */
  freeze(): Promise<void>
  thaw(): void
}

/** Why the tests are skipped, or undefined: it can run. */
export function whyNoS3(): string | undefined {
  return program === undefined ? 'versitygw is not installed' : undefined
}

/** @param root the folder of buckets; a file system with extended attributes */
export async function startS3({ root, isTls = false }: { readonly root?: string; readonly isTls?: boolean } = {}): Promise<S3Server> {
  const own = mkdtempSync(join(tmpdir(), 'ht-s3-'))
  const buckets = root ?? join(own, 'buckets')
  const folder = join(buckets, BUCKET)
  mkdirSync(folder, { recursive: true })
  const port = await freePort()
  const certificates = isTls ? makeCertificates(own) : undefined
  const tls = certificates ? ['--cert', certificates.serverCert, '--key', certificates.serverKey] : []
  let child: ChildProcess | undefined
  const list = (): string[] =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
  const server: S3Server = {
    port,
    secret: SECRET,
    accessKeyId: ACCESS,
    caFile: certificates?.ca,
    folder,
    list,
    read: (name) => readFileSync(join(folder, name)),
    overwrite: (name, bytes) => writeFileSync(join(folder, name), bytes),
    async start() {
      const access = { ROOT_ACCESS_KEY: ACCESS, ROOT_SECRET_KEY: SECRET }
      const begun = spawn(program!, ['--port', `127.0.0.1:${port}`, '--quiet', ...tls, 'posix', buckets], {
        stdio: 'ignore',
        env: { ...process.env, ...access },
      })
      child = begun
      for (let i = 0; ; i++) {
        const isThere = await fetch(`http://127.0.0.1:${port}/`).then(
          () => true,
          // With TLS it closes a plain connection, which is an answer, too.
          ({ cause }: { cause?: { code?: string } }) => cause?.code !== 'ECONNREFUSED',
        )
        if (isThere) return
        if (begun.exitCode !== null || i > 600) throw new Error('The object store did not start.')
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    },
    async stop() {
      const ending = child
      child = undefined
      if (!ending || ending.exitCode !== null || ending.signalCode !== null) return
      const ended = once(ending, 'exit')
      ending.kill('SIGKILL')
      await ended
    },
    async remove() {
      await server.stop()
      rmSync(own, { recursive: true, force: true })
    },
    async freeze() {
      child?.kill('SIGSTOP')
      // The signal stops one thread after the other, and the kernel says when: until then it still answers.
      while (child?.pid !== undefined && !isStopped(child.pid)) await new Promise((resolve) => setTimeout(resolve, 5))
    },
    thaw: () => void child?.kill('SIGCONT'),
  }
  await server.start()
  return server
}

/** Whether every thread of the process is stopped (proc_pid_stat(5): state `T`). */
function isStopped(pid: number): boolean {
  const threads = readdirSync(`/proc/${pid}/task`)
  return threads.every((thread) => readFileSync(`/proc/${pid}/task/${thread}/stat`, 'latin1').split(') ')[1]?.startsWith('T'))
}

/** The member `s3` of the section `jobs`. @param secret as the configuration names it */
export function s3Setting({ port, accessKeyId, caFile }: S3Server, secret: string, more = ''): string {
  const ca = caFile === undefined ? '' : `, ca: { file: ${caFile} }`
  return `s3: { endpoint: ${caFile === undefined ? 'http' : 'https'}://127.0.0.1:${port}, bucket: ${BUCKET}, access_key_id: ${accessKeyId}, secret_access_key: ${secret}${ca}${more} }`
}
