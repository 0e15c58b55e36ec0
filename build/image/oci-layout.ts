// An image in the layout of OCI, image specification 1.1, made of layers without a daemon. An index has the image and, referring to it,
// the bill of materials.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Architecture } from './debian-files.ts'
import { IMAGE_USER, type Layer, sha256 } from './layers.ts'

export interface ImageFacts {
  readonly version: string
  readonly architecture: Architecture
  /** Seconds since 1970. */
  readonly seconds: number
  readonly labels: Readonly<Record<string, string>>
  /** CycloneDX as JSON text. */
  readonly billOfMaterials: string
}

interface Descriptor {
  readonly mediaType: string
  readonly digest: string
  readonly size: number
  readonly [member: string]: unknown
}

const MEDIA = 'application/vnd.oci.image'
const EMPTY = '{}'

/** Writes the folder of the layout; what is in it already stays. */
export function writeOciLayout(folder: string, layers: readonly Layer[], facts: ImageFacts): void {
  const store = (mediaType: string, content: string | Uint8Array): Descriptor => {
    const digest = sha256(content)
    const place = join(folder, 'blobs', 'sha256')
    mkdirSync(place, { recursive: true })
    writeFileSync(join(place, digest.slice('sha256:'.length)), content)
    return { mediaType, digest, size: Buffer.byteLength(content) }
  }
  const storeJson = (mediaType: string, value: object): Descriptor => store(mediaType, JSON.stringify(value))
  const image = storeJson(`${MEDIA}.manifest.v1+json`, {
    schemaVersion: 2,
    mediaType: `${MEDIA}.manifest.v1+json`,
    config: storeJson(`${MEDIA}.config.v1+json`, configOf(layers, facts)),
    layers: layers.map(({ gzip }) => store(`${MEDIA}.layer.v1.tar+gzip`, gzip)),
    annotations: facts.labels,
  })
  const bill = storeJson(`${MEDIA}.manifest.v1+json`, {
    schemaVersion: 2,
    mediaType: `${MEDIA}.manifest.v1+json`,
    artifactType: 'application/vnd.cyclonedx+json',
    config: store('application/vnd.oci.empty.v1+json', EMPTY),
    layers: [store('application/vnd.cyclonedx+json', facts.billOfMaterials)],
    subject: image,
  })
  const index = storeJson(`${MEDIA}.index.v1+json`, {
    schemaVersion: 2,
    mediaType: `${MEDIA}.index.v1+json`,
    manifests: [
      { ...image, platform: { architecture: facts.architecture, os: 'linux' } },
      {
        ...bill,
        artifactType: 'application/vnd.cyclonedx+json',
        // No machine is of this platform, so that nobody takes it for the program.
        platform: { architecture: 'unknown', os: 'unknown' },
      },
    ],
  })
  const name = { 'org.opencontainers.image.ref.name': facts.version, 'io.containerd.image.name': `localhost/health-tools:${facts.version}` }
  writeFileSync(join(folder, 'oci-layout'), JSON.stringify({ imageLayoutVersion: '1.0.0' }))
  writeFileSync(join(folder, 'index.json'), JSON.stringify({ schemaVersion: 2, manifests: [{ ...index, annotations: name }] }))
}

/** How the image is run: as a user without a name in other systems, with writable places only where volumes are mounted. */
function configOf(layers: readonly Layer[], { architecture, seconds, labels }: ImageFacts): object {
  const created = new Date(seconds * 1000).toISOString().replace('.000', '')
  return {
    created,
    architecture,
    os: 'linux',
    config: {
      User: `${IMAGE_USER}:${IMAGE_USER}`,
      Entrypoint: ['/usr/bin/health-tools'],
      Cmd: ['serve'],
      WorkingDir: '/var/lib/health-tools',
      Env: [
        'PATH=/usr/bin',
        'SSL_CERT_FILE=/etc/ssl/certs/ca-certificates.crt',
        'HEALTH_TOOLS_CONFIG=/etc/health-tools/config.yaml',
        'CREDENTIALS_DIRECTORY=/run/secrets/health-tools',
        'RUNTIME_DIRECTORY=/run/health-tools',
      ],
      ExposedPorts: { '8080/tcp': {} },
      Volumes: { '/var/lib/health-tools': {} },
      StopSignal: 'SIGTERM',
      Labels: labels,
      // Outside of the specification of OCI; Docker and Podman read it where they keep it.
      Healthcheck: { Test: ['CMD', '/usr/bin/health-tools', 'health'], Interval: 30e9, Timeout: 5e9, StartPeriod: 15e9, Retries: 3 },
    },
    rootfs: { type: 'layers', diff_ids: layers.map(({ diffId }) => diffId) },
    history: layers.map(() => ({ created, created_by: 'health-tools' })),
  }
}
