// Licence files: three lines, of which the last is an Ed25519 signature (RFC 8032) over the two before it. Read without a network.
// Nothing of a file counts before its signature does, and whose signatures count is fixed when the program is built.
import { createPublicKey, verify } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import * as z from 'zod'
import { isToolPattern } from '../../access/caller.ts'
import type { FoundLicence, Licence } from '../../access/licence.ts'
import { ProblemError } from '../../core/problem.ts'
import { bytesOfMegabytes } from '../config/config-units.ts'
import { logoOf } from '../server/web-files.ts'

/** Public keys (RFC 8037 `x`, base64url) that the build was given. */
declare const __HEALTH_TOOLS_LICENCE_KEYS__: readonly string[] | undefined

export const LICENCE_HEAD = 'health-tools licence 1'
const MAX_FILE_BYTES = 512 * 1024
const DAY_MS = 86_400_000

const dayField = () => z.iso.date()
const countField = () => z.int().min(1).max(Number.MAX_SAFE_INTEGER).nullable().default(null)
const textField = (max: number) =>
  z
    .string()
    .regex(/^[^\p{C}]*$/u)
    .min(1)
    .max(max)

/** What the vendor signs. Days are UTC, the last one counts; limits hold for each credential. */
export const licenceTermsSchema = z.strictObject({
  id: z.string().regex(/^[A-Za-z0-9._-]{1,64}$/),
  licensee: textField(200),
  starts: dayField(),
  ends: dayField().nullable(),
  limits: z
    .strictObject({
      per_minute: z.number().min(0.1).max(1e7).nullable().default(null),
      burst: countField(),
      concurrent: countField(),
      per_day: countField(),
      per_month: countField(),
      mb_per_day: z.number().min(0.001).max(1e9).nullable().default(null),
      body_mb: z.number().min(0.001).max(4096).nullable().default(null),
      batch_items: countField(),
    })
    .prefault({}),
  features: z
    .array(z.string().refine(isToolPattern, { error: 'expected *, <category>/* or <category>/<tool>' }))
    .min(1)
    .default(['*']),
  branding: z
    .strictObject({
      name: textField(60).nullable().default(null),
      contact: textField(200).nullable().default(null),
      /** SVG, PNG, JPEG or WebP in base64. */
      logo: z.base64().max(350_000).nullable().default(null),
    })
    .prefault({}),
})

/** None in a build that was given no keys: it takes no licence. */
export function vendorKeys(): readonly string[] {
  return typeof __HEALTH_TOOLS_LICENCE_KEYS__ === 'undefined' ? [] : __HEALTH_TOOLS_LICENCE_KEYS__
}

/** What stands at the path; null: no licence is asked for. A file that cannot be used is told with the reason and stops nothing. */
export function findLicence(path: string | null, keys: readonly string[]): FoundLicence {
  if (path === null) return { kind: 'none' }
  if (!existsSync(path)) return { kind: 'refused', reason: 'There is no license file.' }
  try {
    return { kind: 'licence', licence: readLicence(readLicenceFile(path), keys) }
  } catch (error) {
    return { kind: 'refused', reason: error instanceof ProblemError ? error.message : 'Cannot read the license file.' }
  }
}

/** @throws ProblemError `unreadable_input` where the file cannot be read or is larger than a licence */
export function readLicenceFile(path: string): string {
  try {
    if (statSync(path).size > MAX_FILE_BYTES) throw refuse('The file is too large for a license.')
    return readFileSync(path, 'latin1')
  } catch (error) {
    if (error instanceof ProblemError) throw error
    throw new ProblemError('Cannot read the license file.', { code: 'unreadable_input', at: { file: path }, cause: error })
  }
}

/** @throws ProblemError `unreadable_input` where the text is no licence, or no key has signed it as it is */
export function readLicence(text: string, keys: readonly string[]): Licence {
  const [head, body = '', signature = '', ...rest] = text.split('\n')
  const isWhole = rest.length === 0 || (rest.length === 1 && rest[0] === '')
  if (head !== LICENCE_HEAD || !isWhole || !isBase64Url(body) || !isBase64Url(signature)) throw refuse('The file is not a license.')
  if (keys.length === 0) throw refuse('This program was built without a vendor key, so it does not accept licenses.')
  const signed = Buffer.from(`${head}\n${body}`)
  if (!keys.some((key) => isSignedBy(key, signed, signature))) {
    throw refuse('The license is not signed by the vendor of this program, or was changed.')
  }
  return licenceOf(body)
}

function licenceOf(body: string): Licence {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(body, 'base64url')))
    const { id, licensee, starts, ends, limits, features, branding } = licenceTermsSchema.parse(value)
    const logo = branding.logo === null ? null : new Uint8Array(Buffer.from(branding.logo, 'base64'))
    if (logo && !logoOf(logo)) throw new Error('no image')
    return {
      id,
      licensee,
      startsAt: Date.parse(starts),
      endsAt: ends === null ? null : Date.parse(ends) + DAY_MS,
      ceilings: {
        perMinute: limits.per_minute,
        burst: limits.burst,
        concurrent: limits.concurrent,
        unitsPerDay: limits.per_day,
        unitsPerMonth: limits.per_month,
        bytesPerDay: limits.mb_per_day === null ? null : bytesOfMegabytes(limits.mb_per_day),
        maxBodyBytes: limits.body_mb === null ? null : bytesOfMegabytes(limits.body_mb),
        maxBatchItems: limits.batch_items,
      },
      features,
      branding: { name: branding.name, contact: branding.contact, logo },
    }
  } catch (cause) {
    // The signature is right, so the vendor meant something that this program does not know.
    throw new ProblemError('The license format is newer than this program supports.', { code: 'unreadable_input', cause })
  }
}

function isSignedBy(x: string, signed: Uint8Array, signature: string): boolean {
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  return verify(null, signed, key, Buffer.from(signature, 'base64url'))
}

/** Canonical base64url without padding: one text for the same bytes. */
function isBase64Url(text: string): boolean {
  return text !== '' && /^[A-Za-z0-9_-]+$/.test(text) && Buffer.from(text, 'base64url').toString('base64url') === text
}

function refuse(message: string): ProblemError {
  return new ProblemError(message, { code: 'unreadable_input' })
}
