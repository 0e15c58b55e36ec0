// Licence files: only what the vendor signed counts, and a file that was changed is refused with unreadable_input.
import { generateKeyPairSync, sign } from 'node:crypto'
import { ProblemError } from '../../../../src/core/problem.ts'
import { LICENCE_HEAD, licenceTermsSchema, readLicence } from '../../../../src/platform/access/licence-file.ts'
import { bytesOf, Decisions, expectThat, type FuzzTarget, refusable, textOf } from '../../engine/target.ts'

const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const vendorKey = publicKey.export({ format: 'jwk' }).x!
const TERMS = {
  id: 'L-1',
  licensee: 'North',
  starts: '2026-01-01',
  ends: '2027-01-01',
  limits: {
    per_minute: null,
    burst: null,
    concurrent: null,
    per_day: null,
    per_month: null,
    mb_per_day: null,
    body_mb: null,
    batch_items: null,
  },
  features: ['*'],
  branding: { name: null, contact: null, logo: null },
}

function write(terms: string): string {
  const body = Buffer.from(terms).toString('base64url')
  const signed = `${LICENCE_HEAD}\n${body}`
  return `${signed}\n${sign(null, Buffer.from(signed), privateKey).toString('base64url')}\n`
}

const genuine = write(JSON.stringify(TERMS))

export const target: FuzzTarget = {
  covers: ['src/platform/access/licence-file.ts'],
  dictionary: [LICENCE_HEAD, '\n', '-', '_', '=', '"ends":null', '"limits":', '"logo":"iVBORw0KGgo="'],
  maxBytes: 1500,
  seeds: () => [
    Uint8Array.of(0),
    Uint8Array.of(1, ...bytesOf(JSON.stringify(TERMS))),
    Uint8Array.of(2, 40, 1),
    Uint8Array.of(3, ...bytesOf(`${LICENCE_HEAD}\nabc\ndef\n`)),
  ],
  run(input) {
    const decisions = new Decisions(input)
    const way = decisions.below(4)
    const rest = decisions.rest()
    const text = [genuine, write(textOf(rest)), changed(rest), Buffer.from(rest).toString('latin1')][way]!
    const licence = refusable(() => readLicence(text, [vendorKey]))
    if (licence instanceof ProblemError) {
      expectThat(licence.code === 'unreadable_input', 'a licence is refused as unreadable_input')
      expectThat(way !== 0, 'the genuine licence is taken')
      return
    }
    const isSigned = way <= 1 || text === genuine || text === genuine.slice(0, -1)
    expectThat(isSigned, 'only what was signed is taken')
    if (way === 1) expectThat(licenceTermsSchema.safeParse(JSON.parse(textOf(rest))).success, 'the terms fit their schema')
  },
}

/** One character of the genuine file becomes another one. */
function changed(decisions: Uint8Array): string {
  const at = ((decisions[0] ?? 0) * 256 + (decisions[1] ?? 0)) % genuine.length
  return genuine.slice(0, at) + String.fromCharCode(decisions[2] ?? 0) + genuine.slice(at + 1)
}
