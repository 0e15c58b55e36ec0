// `licence`: shows what the installed licence says and whether it holds, and puts another one in its place.
import { closeSync, constants, existsSync, fchmodSync, fsyncSync, renameSync, rmSync, writeSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { judgeLicence, type Licence, type LicenceStanding } from '../../access/licence.ts'
import { ProblemError } from '../../core/problem.ts'
import { findLicence, readLicence, readLicenceFile } from '../../platform/access/licence-file.ts'
import { openUnlinked, syncFolder } from '../../platform/storage/private-file.ts'
import { composeInstant } from '../command-line/instants.ts'
import type { Verb } from '../command-line/verb.ts'
import { recordAct } from '../records/recorded-act.ts'
import { loadConfigOf, STORES_FLAGS } from '../records/stores-flags.ts'

const MEANINGS: Readonly<Record<LicenceStanding['state'], string>> = {
  none: 'No license is configured: plans apply as configured.',
  valid: 'The license is valid.',
  ending: 'The license is valid and expires soon.',
  grace: 'The license has expired and is in its grace period.',
  ended: 'The license has expired: the limits of a trial apply.',
  'not-started': 'The license is not valid yet: the limits of a trial apply.',
  refused: 'The limits of a trial apply.',
}

/** @param keys of the vendors whose licences count */
export function createLicenceVerbs(keys: readonly string[]): readonly Verb[] {
  return [
    {
      name: 'licence show',
      summary: 'Show the installed license: licensee, limits, expiry and validity.',
      positionals: [],
      flags: STORES_FLAGS,
      run(call) {
        const { license } = loadConfigOf(call)
        const standing = judgeLicence(findLicence(license.file, keys), license.graceMs, Date.now())
        const value = { file: license.file, ...describeStanding(standing) }
        call.terminal.print(value, composeLines(value))
        return 0
      },
    },
    {
      name: 'licence install',
      summary: 'Verify a license file and install it at license.file. A running service applies it on reload.',
      positionals: [{ name: 'FILE', summary: 'License file from the vendor.', required: true }],
      flags: STORES_FLAGS,
      async run(call) {
        const config = loadConfigOf(call)
        const { license } = config
        const place = license.file
        if (place === null) {
          throw new ProblemError('No license file is configured. Set license.file.', { code: 'bad_configuration' })
        }
        const source = resolve(call.terminal.cwd, call.positionals[0] ?? '')
        const text = readLicenceFile(source)
        const standing = judgeLicence({ kind: 'licence', licence: readPlaced(text, keys, source) }, license.graceMs, Date.now())
        if (standing.state === 'ended') throw new ProblemError('The license has expired.', { code: 'invalid_input', at: { file: source } })
        await recordAct(config, 'licence.install', describeTarget(standing), async () => replaceFile(place, text))
        const value = { file: place, ...describeStanding(standing) }
        call.terminal.print(value, `${composeLines(value)}Installed. Send a running service SIGHUP.\n`)
        return 0
      },
    },
  ]
}

/** The public id of the licence. */
function describeTarget({ found }: LicenceStanding): string | undefined {
  return found.kind === 'licence' ? found.licence.id : undefined
}

function readPlaced(text: string, keys: readonly string[], file: string): Licence {
  try {
    return readLicence(text, keys)
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    throw new ProblemError(error.message, { code: error.code, at: { file }, cause: error })
  }
}

function describeStanding({ found, state, trialFrom }: LicenceStanding): Record<string, unknown> {
  const judged = { state, meaning: found.kind === 'refused' ? `${found.reason} ${MEANINGS[state]}` : MEANINGS[state] }
  if (found.kind !== 'licence') return judged
  const { id, licensee, startsAt, endsAt, ceilings, features, branding } = found.licence
  return {
    ...judged,
    id,
    licensee,
    starts: composeInstant(startsAt),
    ends: composeInstant(endsAt),
    trialFrom: composeInstant(trialFrom),
    features,
    limits: ceilings,
    branding: { name: branding.name, contact: branding.contact, hasLogo: branding.logo !== null },
  }
}

function composeLines(value: Readonly<Record<string, unknown>>): string {
  return Object.entries(value)
    .flatMap(([name, item]) =>
      typeof item === 'object' && item !== null && !Array.isArray(item)
        ? Object.entries(item).map(([inner, own]): [string, unknown] => [`${name}.${inner}`, own])
        : [[name, item] as [string, unknown]],
    )
    .map(([name, item]) => `${name.padEnd(22)}${Array.isArray(item) ? item.join(' ') : String(item ?? '-')}\n`)
    .join('')
}

/** Whole or not at all: the service may read it at any moment. */
function replaceFile(path: string, text: string): void {
  if (!existsSync(dirname(path))) {
    throw new ProblemError('The folder of license.file does not exist. Create it and make it readable by the service.', {
      code: 'io_error',
      at: { file: path },
    })
  }
  const draft = `${path}.new`
  try {
    const descriptor = openUnlinked(draft, constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC, 0o644)
    try {
      writeSync(descriptor, text, null, 'latin1')
      // It is no secret, and the service is another user: the mask of whoever installs it does not decide whether it is read.
      if (process.platform !== 'win32') fchmodSync(descriptor, 0o644)
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
    renameSync(draft, path)
    syncFolder(dirname(path))
  } catch (cause) {
    rmSync(draft, { force: true })
    throw new ProblemError('Cannot write the license file.', { code: 'io_error', at: { file: path }, cause })
  }
}
