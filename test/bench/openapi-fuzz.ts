// Requests generated from the OpenAPI document by schemathesis, against the executable: no 5xx, no status, media type or result that is not documented.
//   pip install schemathesis; npm run build; node test/bench/openapi-fuzz.ts [seconds] [program of schemathesis]
// Exits as schemathesis does.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const seconds = process.argv[2] ?? '420'
const schemathesis = process.argv[3] ?? 'schemathesis'
const executable = fileURLToPath(new URL('../../dist/health-tools', import.meta.url))
const CHECKS = 'not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance'
const PORT = 18_080

const folder = mkdtempSync(join(tmpdir(), 'health-tools-fuzz-'))
const config = join(folder, 'config.yaml')
writeFileSync(
  config,
  `server: { listen: [{ address: 127.0.0.1, port: ${PORT} }] }\noperations: { listen: { address: 127.0.0.1, port: ${PORT + 1} } }\nstorage: { path: ${join(folder, 'data', 'health-tools.db')} }\n`,
)
const issued = execFileSync(executable, ['keys', 'create', '--owner', 'fuzz', '--plan', 'unlimited', '--config', config], {
  encoding: 'utf8',
})
const key = /ht_live_\w+/.exec(issued)?.[0]
const server = spawn(executable, ['serve', '--config', config], { stdio: ['ignore', 'ignore', 'inherit'] })
try {
  const origin = `http://127.0.0.1:${PORT}/v1`
  const { status } = spawnSync(
    schemathesis,
    ['run', `${origin}/openapi.json`, '-u', origin, '-H', `Authorization: Bearer ${key}`, '--wait-for-schema', '30', '--checks', CHECKS]
      .concat(['--phases', 'examples,fuzzing', '--max-examples', '12', '--continue-on-failure', '--max-time', seconds])
      .concat(['--no-shrink', '--generation-database', ':memory:']),
    { stdio: 'inherit', cwd: folder },
  )
  process.exitCode = status ?? 1
} finally {
  server.kill('SIGTERM')
  await once(server, 'exit')
  rmSync(folder, { recursive: true, force: true })
}
