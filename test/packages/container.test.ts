// The container image: the layout of OCI, the same bytes twice, and nothing in it but what the program needs. The image of dist/release is
// loaded by podman, and its program run on its own root as its own user, with nothing writable but its volumes.
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { packImage } from '../../build/image/make-image.ts'
import { makeFolder, projectFolder } from '../binary/program.ts'
import { SECONDS } from './small-tree.ts'

interface Descriptor {
  readonly mediaType: string
  readonly digest: string
  readonly size: number
  readonly platform?: { readonly architecture: string }
  readonly artifactType?: string
}

/** A layout that was unpacked, with every reference checked. */
class Layout {
  readonly folder: string

  constructor(archive: string, folder: string) {
    mkdirSync(folder, { recursive: true })
    execFileSync('tar', ['--extract', `--file=${archive}`, `--directory=${folder}`])
    this.folder = folder
  }

  bytes({ digest, size }: Descriptor): Buffer {
    const bytes = readFileSync(join(this.folder, 'blobs', 'sha256', digest.replace('sha256:', '')))
    expect([`sha256:${createHash('sha256').update(bytes).digest('hex')}`, bytes.length]).toEqual([digest, size])
    return bytes
  }

  json<T>(descriptor: Descriptor): T {
    return JSON.parse(this.bytes(descriptor).toString('utf8')) as T
  }

  get manifests(): readonly Descriptor[] {
    const { manifests } = JSON.parse(readFileSync(join(this.folder, 'index.json'), 'utf8')) as { manifests: Descriptor[] }
    expect(manifests).toHaveLength(1)
    return this.json<{ manifests: Descriptor[] }>(manifests[0]!).manifests
  }

  get image() {
    const manifest = this.json<{ config: Descriptor; layers: Descriptor[] }>(this.manifests[0]!)
    const config = this.json<{ config: Record<string, unknown>; rootfs: { diff_ids: string[] }; [member: string]: unknown }>(
      manifest.config,
    )
    return { ...manifest, config }
  }
}

const scratch = makeFolder()
afterAll(() => scratch[Symbol.dispose]())

describe('the archive', () => {
  const pack = (name: string): string => {
    const small = join(scratch.path, 'small')
    mkdirSync(small, { recursive: true })
    for (const file of ['program', 'addon']) writeFileSync(join(small, file), file)
    const parts = { executable: join(small, 'program'), addon: join(small, 'addon'), notices: 'notices\n', billOfMaterials: '{"bom":1}' }
    const base = { files: [{ path: 'lib', content: { linkTo: 'usr/lib' } }], packages: ['libc6 1', 'tzdata 2'] }
    const place = { outputFolder: join(scratch.path, name), workFolder: join(scratch.path, 'work') }
    mkdirSync(place.outputFolder, { recursive: true })
    return packImage(parts, { version: '0.1.0', architecture: 'arm64', seconds: SECONDS }, place, base)
  }
  const layout = new Layout(pack('first'), join(scratch.path, 'layout'))

  test('is the same bytes twice', () => {
    expect(readFileSync(pack('second')).equals(readFileSync(pack('first')))).toBe(true)
  })

  test('is an image that runs as 65532, with labels, a health check, and no place to write but its volume', () => {
    const { config, layers } = layout.image
    expect(layout.manifests[0]!.platform).toEqual({ architecture: 'arm64', os: 'linux' })
    expect(config).toMatchObject({ architecture: 'arm64', os: 'linux', created: '2023-11-14T22:13:20Z' })
    expect(config.config).toMatchObject({
      User: '65532:65532',
      Entrypoint: ['/usr/bin/health-tools'],
      Healthcheck: { Test: ['CMD', '/usr/bin/health-tools', 'health'] },
      Labels: { 'org.opencontainers.image.version': '0.1.0', 'health-tools.base-packages': 'libc6 1, tzdata 2' },
    })
    const sums = layers.map(
      (layer) =>
        `sha256:${createHash('sha256')
          .update(gunzipSync(layout.bytes(layer)))
          .digest('hex')}`,
    )
    expect(config.rootfs.diff_ids).toEqual(sums)
  })

  test('has the bill of materials as an artifact that refers to the image', () => {
    const [image, bill] = layout.manifests
    const manifest = layout.json<{ subject: Descriptor; layers: Descriptor[]; artifactType: string }>(bill!)
    expect([bill!.platform!.architecture, manifest.artifactType]).toEqual(['unknown', 'application/vnd.cyclonedx+json'])
    expect(manifest.subject.digest).toBe(image!.digest)
    expect(layout.bytes(manifest.layers[0]!).toString()).toBe('{"bom":1}')
  })

  test('has files of root, and folders of the program that nobody else enters', () => {
    const list = layout.image.layers.map((layer) =>
      execFileSync('tar', ['--list', '--verbose', '--numeric-owner', '--gzip'], { input: layout.bytes(layer), encoding: 'utf8' }),
    )
    const lines = list.join('').split('\n').filter(Boolean)
    const own = lines.filter((line) => line.includes('65532/65532'))
    expect(own.map((line) => [line.slice(0, 10), line.split(' ./').at(-1)])).toEqual([
      ['drwx------', 'run/health-tools/'],
      ['drwx------', 'var/lib/health-tools/'],
      ['drwx------', 'var/log/health-tools/'],
    ])
    expect(lines.filter((line) => !/ (?:0\/0|65532\/65532) /.test(line))).toEqual([])
    expect(lines.find((line) => line.endsWith(' ./tmp/'))).toMatch(/^drwxrwxrwt/)
  })
})

const release = join(projectFolder, 'dist', 'release', 'health-tools-0.2.0')
const archive = join(release, 'health-tools-0.2.0-amd64.oci.tar')
const reason = !existsSync(archive) ? 'npm run package has not made it' : process.getuid?.() !== 0 ? 'it takes root' : undefined
if (reason !== undefined) process.stdout.write(`The container image is not run: ${reason}.\n`)

describe.skipIf(reason !== undefined)('the image of the release', { timeout: 180_000 }, () => {
  const root = join(scratch.path, 'root')
  const secrets = join(scratch.path, 'secrets')
  const state = join(scratch.path, 'state')

  beforeAll(() => {
    const layout = new Layout(archive, join(scratch.path, 'whole'))
    mkdirSync(root)
    for (const layer of layout.image.layers)
      execFileSync('tar', ['--extract', '--gzip', '--same-owner', '--same-permissions', `--directory=${root}`], {
        input: layout.bytes(layer),
      })
    for (const folder of [secrets, state]) {
      mkdirSync(folder, { mode: 0o700 })
      chownSync(folder, 65_532, 65_532)
    }
    // As Kubernetes mounts a secret: of root, readable by the group.
    writeFileSync(join(secrets, 'pepper'), randomBytes(32).toString('hex'), { mode: 0o440 })
    chownSync(join(secrets, 'pepper'), 0, 65_532)
  }, 180_000)

  /** Runs the program as a container would: read-only root, own namespaces, no network but its own loopback, user 65532. */
  function run(command: string) {
    const env = Object.fromEntries(
      (new Layout(archive, join(scratch.path, 'again')).image.config.config.Env as string[]).map((entry) =>
        entry.split(/=(.*)/s).slice(0, 2),
      ),
    ) as Record<string, string>
    const mounts = [
      `mount --bind ${root} ${root}`,
      `mount --bind ${secrets} ${root}/run/secrets/health-tools`,
      `mount --bind ${state} ${root}/var/lib/health-tools`,
      `mount -t tmpfs -o mode=0700,uid=65532,gid=65532 tmpfs ${root}/run/health-tools`,
      `mkdir -p ${root}/proc`,
      `mount -t proc proc ${root}/proc`,
      `mount -o remount,bind,ro ${root}`,
      'ip link set lo up',
    ]
    const enter = `chroot --userspec=65532:65532 ${root}`
    const script = `set -e; ${mounts.join('; ')}; in_image() { ${enter} "$@"; }; exec_in_image() { exec ${enter} "$@"; }; ${command}`
    const flags = ['--mount', '--pid', '--net', '--ipc', '--uts', '--fork', '--kill-child']
    return spawnSync('unshare', [...flags, 'sh', '-c', script], {
      encoding: 'utf8',
      env: { ...env, PATH: `${env.PATH}:${process.env.PATH}` },
    })
  }

  test('is at most 60 MB, and has neither a shell nor a package manager', () => {
    expect(statSync(archive).size).toBeLessThanOrEqual(60e6)
    expect(readdirSync(join(root, 'usr/bin'))).toEqual(['health-tools'])
    expect(existsSync(join(root, 'bin'))).toBe(false)
    expect(readdirSync(root).sort()).toEqual(['etc', 'lib', 'lib64', 'run', 'tmp', 'usr', 'var'])
  })

  test('checks its own configuration, serves, says that it is healthy, answers a call and stops', () => {
    const body = `{"text":"BP 120/80"}`
    const { status, stdout, stderr } = run(`
      in_image /usr/bin/health-tools config check --quiet
      key=$(in_image /usr/bin/health-tools keys create --owner test --plan unlimited --json | sed 's/.*"key": *"\\([^"]*\\)".*/\\1/' | tr -d '\\n')
      key=$(printf %s "$key" | grep -o 'ht_live_[A-Za-z0-9_]*')
      exec_in_image /usr/bin/health-tools serve >/dev/null & pid=$!
      in_image /usr/bin/health-tools health --wait 30s
      curl -sS http://127.0.0.1:8080/v1/tools/text/word-count -H "Authorization: Bearer $key" -H 'Content-Type: application/json' -d '${body}'
      kill $pid; wait $pid; echo "stopped with $?"`)
    expect([status, stderr]).toEqual([0, ''])
    expect(stdout).toContain('ready')
    expect(stdout).toMatch(/"words": ?2/)
    expect(stdout).toContain('stopped with 0')
  })

  test('writes nowhere but to its volumes', () => {
    const { stdout, stderr } = run('in_image /usr/bin/health-tools config template --out /etc/health-tools/other.yaml || echo refused')
    expect(`${stdout}${stderr}`).toMatch(/refused/)
    expect(existsSync(join(root, 'etc/health-tools/other.yaml'))).toBe(false)
  })

  test('knows certificate authorities and time zones', () => {
    expect(readFileSync(join(root, 'etc/ssl/certs/ca-certificates.crt'), 'utf8').match(/BEGIN CERTIFICATE/g)!.length).toBeGreaterThan(100)
    expect(existsSync(join(root, 'usr/share/zoneinfo/Europe/Berlin'))).toBe(true)
  })

  test.skipIf(spawnSync('podman', ['--version']).status !== 0)('is loaded by podman', () => {
    const own = ['--root', join(scratch.path, 'podman'), '--runroot', join(scratch.path, 'podman-run'), '--storage-driver', 'vfs']
    const podman = (...args: string[]) => spawnSync('podman', [...own, '--events-backend', 'file', ...args], { encoding: 'utf8' })
    expect(podman('load', '--input', archive)).toMatchObject({ status: 0 })
    const { stdout } = podman('image', 'inspect', '--format', '{{.Architecture}} {{.Config.User}}', 'localhost/health-tools:0.2.0')
    expect(stdout.trim()).toBe('amd64 65532:65532')
  })
})
