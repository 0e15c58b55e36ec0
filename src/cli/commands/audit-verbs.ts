// `audit verify`: checks the chain of the audit log and names the first line that does not fit.
import { resolve } from 'node:path'
import { ProblemError } from '../../core/problem.ts'
import { sealOf } from '../../platform/audit/audit.ts'
import type { Seal } from '../../platform/audit/audit-chain.ts'
import { type AuditBreak, type AuditVerdict, verifyAuditFiles, verifyAuditLog } from '../../platform/audit/audit-verify.ts'
import { textFlag, type Verb, type VerbCall } from '../command-line/verb.ts'
import { loadConfigOf, STORES_FLAGS } from '../records/stores-flags.ts'

const MEANINGS: Readonly<Record<AuditBreak['kind'], string>> = {
  unreadable: 'is not a line of the chain',
  changed: 'was changed, or sealed with another key',
  missing: 'does not follow: lines before it are missing',
  repeated: 'has a number that was there before: lines were moved, repeated or put in',
  replaced: 'does not follow the line before it, which was exchanged',
  'cut-line': 'is cut',
  'cut-end': 'is missing: the end of the log was cut off',
  'no-head': 'may be missing: the head record next to the log is missing',
  'changed-head': 'may be missing: the head record next to the log was changed, or sealed with another key',
}

export const auditVerbs: readonly Verb[] = [
  {
    name: 'audit verify',
    summary:
      'Verify the hash chain of the audit log, including rotated files. Exit code 65 if a line does not match; the first one is reported.',
    positionals: [
      { name: 'FILE', summary: 'Check these files instead. A truncated end is not detected then.', required: false, multiple: true },
    ],
    flags: {
      key: {
        type: 'string',
        value: 'FILE',
        summary: 'File with the key that sealed the files. Default: the key in the configuration.',
      },
      config: STORES_FLAGS.config,
    },
    async run(call) {
      const { positionals, terminal } = call
      const verdict =
        positionals.length === 0
          ? await verifyConfiguredLog(call)
          : await verifyAuditFiles(
              positionals.map((path) => resolve(terminal.cwd, path)),
              sealOfFiles(call),
            )
      terminal.print({ ok: verdict.broken === undefined, ...verdict }, composeVerdict(verdict))
      return verdict.broken ? 65 : 0
    },
  },
]

function verifyConfiguredLog(call: VerbCall): Promise<AuditVerdict> {
  const { audit } = loadConfigOf(call)
  if (!audit) throw new ProblemError('No audit log is configured. Specify the files to check.', { code: 'bad_configuration' })
  if (!audit.hashChain) throw new ProblemError('The audit log has no hash chain in this configuration.', { code: 'bad_configuration' })
  return verifyAuditLog(audit.file, sealOf(audit))
}

/** Files of another machine are checked without its configuration: a log that has no key needs none. */
function sealOfFiles(call: VerbCall): Seal {
  const key = textFlag(call, 'key')
  if (key !== undefined) return sealOf({ key: { kind: 'file', path: resolve(call.terminal.cwd, key) } })
  return sealOf({ key: loadConfigOf(call).audit?.key ?? null })
}

function composeVerdict({ files, lines, firstSeq, lastSeq, broken }: AuditVerdict): string {
  const range = firstSeq === undefined ? 'no lines' : `lines ${firstSeq} to ${lastSeq}`
  const beginning = firstSeq !== undefined && firstSeq > 1 ? ` Lines 1 to ${firstSeq - 1} are in none of these files.` : ''
  const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`
  const checked = `${count(lines, 'line')} in ${count(files.length, 'file')} verified (${range}).${beginning}\n`
  if (!broken) return checked
  const place = broken.line === undefined ? broken.file : `${broken.file}:${broken.line}`
  return `${checked}${place}: line ${broken.seq} ${MEANINGS[broken.kind]}.\n`
}
