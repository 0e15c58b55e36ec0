// The licence of a running service: read at the start and at each reload, judged again by the clock, and spoken of in the log.
import { judgeLicence, type LicenceStanding, licenceInForce } from '../../access/licence.ts'
import { dayOf } from '../../access/quota/quota.ts'
import { findLicence } from '../../platform/access/licence-file.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Log } from '../../platform/logging/log.ts'
import { composeInstant } from '../command-line/instants.ts'

export class LicenceWatch {
  readonly #keys: readonly string[]
  readonly #log: Log
  #standing: LicenceStanding = { found: { kind: 'none' }, state: 'none', trialFrom: null }
  #graceMs = 0
  #saidOn = ''

  /** @param keys of the vendors whose licences count */
  constructor(keys: readonly string[], log: Log) {
    this.#keys = keys
    this.#log = log
  }

  get standing(): LicenceStanding {
    return this.#standing
  }

  /** Reads the file; nothing changes before `adopt`. */
  read({ license }: Config, now: number): LicenceStanding {
    return judgeLicence(findLicence(license.file, this.#keys), license.graceMs, now)
  }

  adopt(standing: LicenceStanding, { license }: Config, now: number): void {
    this.#standing = standing
    this.#graceMs = license.graceMs
    this.#say(now)
  }

  /** Whether another state holds by now; what is wrong is said once a day. */
  tick(now: number): boolean {
    const before = this.#standing.state
    this.#standing = judgeLicence(this.#standing.found, this.#graceMs, now)
    const hasChanged = this.#standing.state !== before
    if (hasChanged || dayOf(now) !== this.#saidOn) this.#say(now)
    return hasChanged
  }

  #say(now: number): void {
    this.#saidOn = dayOf(now)
    const { found, state, trialFrom } = this.#standing
    if (found.kind === 'none') return
    if (found.kind === 'refused') {
      this.#log.warn('the license is rejected: the limits of a trial apply', { state, reason: found.reason })
      return
    }
    const facts = { state, licence: found.licence.id, ...(trialFrom === null ? {} : { trialFrom: composeInstant(trialFrom) ?? '' }) }
    if (state === 'valid') this.#log.info('the license is valid', facts)
    else if (state === 'ending') this.#log.warn('the license expires soon', facts)
    else if (state === 'grace') this.#log.warn('the license has expired and is in its grace period', facts)
    else this.#log.warn('the license is not valid: the limits of a trial apply', facts)
  }
}

/** How the service calls itself: a licence that holds comes before the configuration. */
export function brandingOf({ branding }: Config, standing: LicenceStanding) {
  const own = licenceInForce(standing)?.branding
  return {
    name: own?.name ?? branding.name,
    contact: own?.contact ?? branding.contact,
    logo: own?.logo ?? branding.logo,
  }
}
