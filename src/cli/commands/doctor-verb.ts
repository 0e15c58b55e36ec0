// `doctor`: looks for common errors, says what to do about each, and makes the bundle that support asks for.
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { PROBLEMS } from '../../core/problem.ts'
import { vendorKeys } from '../../platform/access/licence-file.ts'
import type { Config } from '../../platform/config/config.ts'
import { examineSite } from '../../platform/doctor/doctor.ts'
import { type Diagnosis, examine, ok } from '../../platform/doctor/doctor-finding.ts'
import { composeSupportBundle } from '../../platform/doctor/support-bundle.ts'
import { type DatabaseReport, inspectDatabase } from '../../platform/storage/database-report.ts'
import { onFile } from '../../platform/storage/file-errors.ts'
import { addonFoldersOf } from '../../platform/storage/sqlite/native-addon.ts'
import { catalogue } from '../../tools/catalogue.ts'
import { type Terminal, textFlag, type Verb, type VerbCall } from '../command-line/verb.ts'
import { loadConfigOf, STORES_FLAGS } from '../records/stores-flags.ts'
import { examinePackages } from '../service/site-packages.ts'

export const doctorVerbs: readonly Verb[] = [
  {
    name: 'doctor',
    summary:
      'Diagnose common problems and suggest remedies: configuration, permissions, pepper, database, job queue, backups, disk, ports, sockets, clock, certificates, proxy, license, log receivers. Exit code 78 for a configuration error, 69 for any other error.',
    positionals: [],
    flags: {
      bundle: {
        type: 'string',
        value: 'FILE',
        summary: 'Write a support bundle (tar.gz) to a new file. It contains no patient data, no secrets and no free text.',
      },
      ...STORES_FLAGS,
    },
    async run(call) {
      const { terminal } = call
      const now = Date.now()
      const { config, findings: ofConfig } = await examineConfiguration(call)
      const addonFolders = config ? addonFoldersOf(config.storage.temp, terminal.env) : []
      const findings = [...ofConfig, ...(config ? await examineAll(config, addonFolders, now) : [])]
      const bundle = textFlag(call, 'bundle')
      const file = bundle === undefined ? null : await writeBundle(resolve(terminal.cwd, bundle), config, addonFolders, findings, now)
      printFindings(findings, file, terminal)
      if (!config) return PROBLEMS.bad_configuration.exit
      return findings.some(({ state }) => state === 'fault') ? PROBLEMS.cannot_listen.exit : 0
    },
  },
]

/** The machine and the configuration, then what tools are given. */
async function examineAll(config: Config, addonFolders: readonly string[], now: number): Promise<Diagnosis[]> {
  return [...(await examineSite(config, addonFolders, vendorKeys(), now)), ...(await examinePackages(config.fhir.packages))]
}

async function examineConfiguration(call: VerbCall): Promise<{ config: Config | undefined; findings: readonly Diagnosis[] }> {
  let config: Config | undefined
  const findings = await examine('configuration', 'Repair it; health-tools config check names every line.', () => {
    config = loadConfigOf(call, catalogue)
    return [ok('configuration', config.file === null ? 'Built-in defaults.' : 'All settings are valid.', config.file ?? undefined)]
  })
  return { config, findings }
}

async function writeBundle(
  file: string,
  config: Config | undefined,
  addonFolders: readonly string[],
  findings: readonly Diagnosis[],
  now: number,
): Promise<string> {
  const database = config && (await inspectDatabase(config.storage.path, addonFolders).catch((): DatabaseReport | undefined => undefined))
  const bytes = composeSupportBundle({ config, findings, database, metrics: config && (await readMetrics(config)), now })
  onFile('The bundle cannot be written', file, () => writeFileSync(file, bytes, { flag: 'wx', mode: 0o600 }))
  return file
}

/** Undefined where the service does not run. */
async function readMetrics({ operations: { listen } }: Config): Promise<string | undefined> {
  const host = listen.address.includes(':') ? `[${listen.address}]` : listen.address
  try {
    const answer = await fetch(`http://${host}:${listen.port}/metrics`, { signal: AbortSignal.timeout(2_000) })
    return answer.ok ? await answer.text() : undefined
  } catch {
    return undefined
  }
}

const MARKS: Readonly<Record<Diagnosis['state'], string>> = { ok: 'ok     ', warning: 'WARNING', fault: 'ERROR  ', skipped: 'skipped' }

function printFindings(findings: readonly Diagnosis[], bundle: string | null, terminal: Terminal): void {
  const lines = findings.map(({ check, state, message, at, advice }) => {
    const place = at === undefined ? '' : ` (${at})`
    return `${MARKS[state]}  ${check}: ${message}${place}\n${advice === undefined ? '' : `         ${advice}\n`}`
  })
  const count = (state: Diagnosis['state'], noun: string): string => {
    const { length } = findings.filter((finding) => finding.state === state)
    return `${length} ${noun}${length === 1 ? '' : 's'}`
  }
  const made = bundle === null ? '' : `support bundle: ${bundle}\n`
  terminal.print({ findings, bundle }, `${lines.join('')}${count('fault', 'error')}, ${count('warning', 'warning')}\n${made}`)
}
