// A process that loads the database driver from its bytes, once, and prints the file that was mapped for it, or the fault.
import { readFileSync } from 'node:fs'
import Sqlite from 'better-sqlite3'
import { ProblemError } from '../../../src/core/problem.ts'
import { loadAddonBytes } from '../../../src/platform/storage/sqlite/native-addon.ts'

const [bytesPath = '', places = ''] = process.argv.slice(2)

function mappedFiles(): string[] {
  const lines = readFileSync('/proc/self/maps', 'latin1').split('\n')
  return lines.filter((line) => / r-xp /.test(line) && line.includes('/')).map((line) => line.slice(line.indexOf('/')))
}

const before = new Set(mappedFiles())
try {
  const addon = loadAddonBytes(new Uint8Array(readFileSync(bytesPath)), JSON.parse(places))
  const database = new Sqlite(':memory:', { nativeBinding: addon as unknown as string })
  const answer = database.prepare('SELECT 40 + 2').pluck().get()
  database.close()
  process.stdout.write(`${answer} ${mappedFiles().filter((path) => !before.has(path))}\n`)
} catch (error) {
  process.stdout.write(error instanceof ProblemError ? `${error.code}: ${error.message}\n` : `${String(error)}\n`)
}
