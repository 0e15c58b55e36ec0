// A process without rights of root that opens the stores and tries to read and to write; prints what came of it.
import { issueKey } from '../../../src/access/keys/key.ts'
import { ProblemError } from '../../../src/core/problem.ts'
import { openStores } from '../../../src/platform/access/open-access.ts'
import { loadConfig } from '../../../src/platform/config/config.ts'

const NOBODY = 65_534
const [folder = '', spare = ''] = process.argv.slice(2)
const config = (dataFolder: string) => loadConfig({ dataFolder, env: {}, cwd: spare, systemFile: '/nonexistent' })

// Everything is loaded as root, which alone may be able to read the program.
;(await openStores(config(spare), {}, { create: true })).close()
if (process.getuid?.() === 0) process.setuid?.(NOBODY)
try {
  const stores = await openStores(config(folder), {}, { create: true })
  const fields = {
    kind: 'live',
    owner: 'o',
    note: '',
    plan: 'standard',
    scopes: ['tools:*'],
    networks: [],
    expiresAt: null,
    trialQuota: null,
  } as const
  await issueKey(await stores.openOffice(), fields, Date.now())
  process.stdout.write('written\n')
} catch (error) {
  process.stdout.write(`${error instanceof ProblemError ? `${error.code}: ${error.message}` : String(error)}\n`)
}
