// A process that writes its share of an audit log as fast as it can: FILE NAME COUNT, or no end where COUNT is 0.
import { createSeal } from '../../../src/platform/audit/audit-chain.ts'
import { openAuditLog } from '../../../src/platform/audit/audit-log.ts'

const [file = '', name = '', count = ''] = process.argv.slice(2)
const printLine = (text: string): void => void process.stdout.write(`${text}\n`)
const settings = { file, hashChain: true, fsyncMs: 20, onFailure: 'refuse', addonFolders: [] } as const
const log = await openAuditLog(settings, { seal: createSeal(null), sinks: [], logError: () => printLine('fault') })
for (let n = 1; count === '0' || n <= Number(count); n++) {
  await log.record({ action: name, outcome: 'success', facts: { n } })
  printLine(String(n))
}
await log.close(1_000)
printLine('done')
