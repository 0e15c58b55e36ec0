// Orthanc of Debian's package as a reference: on loopback, with its storage in a temporary folder.
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../platform/server/free-port.ts'
import { type PeerServer, peerOf, waitForAnswer } from './peer-process.ts'

export const MISSING_ORTHANC = "Orthanc is missing: install Debian's package orthanc"

/** Undefined where it is not installed. */
export async function openOrthanc(): Promise<PeerServer | undefined> {
  if (spawnSync('Orthanc', ['--version'], { stdio: 'ignore' }).status !== 0) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'health-tools-orthanc-'))
  const port = await freePort()
  const settings = {
    Name: 'bench',
    HttpPort: port,
    RemoteAccessAllowed: false,
    AuthenticationEnabled: false,
    DicomServerEnabled: false,
    StorageDirectory: join(folder, 'storage'),
    IndexDirectory: join(folder, 'index'),
    // A file that is sent again is stored again, as a new one is.
    OverwriteInstances: true,
    KeepAlive: true,
    Plugins: [],
  }
  const file = join(folder, 'orthanc.json')
  writeFileSync(file, JSON.stringify(settings))
  const child = spawn('Orthanc', [file], { stdio: 'ignore' })
  await waitForAnswer(child, `http://127.0.0.1:${port}/system`)
  const peer = peerOf(child, 'Orthanc', port)
  return {
    ...peer,
    async stop() {
      await peer.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Stores files and gives their numbers; undefined where one is refused. */
export async function storeFiles({ port }: PeerServer, files: readonly Uint8Array<ArrayBuffer>[]): Promise<string[] | undefined> {
  const numbers: string[] = []
  for (const body of files) {
    const response = await fetch(`http://127.0.0.1:${port}/instances`, { method: 'POST', body })
    if (!response.ok) return undefined
    numbers.push(((await response.json()) as { ID: string }).ID)
  }
  return numbers
}
