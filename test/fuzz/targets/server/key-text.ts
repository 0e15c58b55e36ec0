// Text of API keys: what is accepted is exactly what composeKey writes.
import { composeKey, isKeyId, isKeyPrefix, looksLikeKey, parseKey, randomId, randomSecret } from '../../../../src/access/keys/key-text.ts'
import { bytesOf, expectThat, type FuzzTarget, textOf } from '../../engine/target.ts'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const key = (kind: 'live' | 'trial' | 'client', letter: string) => composeKey('ht', kind, letter.repeat(12), letter.repeat(32)).text

export const target: FuzzTarget = {
  covers: ['src/access/keys/key-text.ts'],
  dictionary: ['_live_', '_trial_', '_client_', 'ht_', '_', ALPHABET.slice(0, 12)],
  maxBytes: 200,
  seeds: () => [key('live', 'a'), key('trial', '0'), key('client', 'Z'), `${key('live', 'q').slice(0, -1)}x`].map(bytesOf),
  run(input) {
    checkRandom(input)
    const text = textOf(input)
    looksLikeKey(text)
    isKeyPrefix(text)
    const parsed = parseKey(text)
    if (!parsed) return
    const prefix = text.slice(0, text.indexOf('_'))
    const secret = parsed.hashed.slice(`${parsed.kind}_${parsed.id}_`.length)
    expectThat(isKeyId(parsed.id), 'the id is one')
    expectThat(composeKey(prefix, parsed.kind, parsed.id, secret).text === text, 'a key is what composeKey writes')
  },
}

/** Any bytes of chance give a key that is read back, as long as some of them count. */
function checkRandom(input: Uint8Array): void {
  if (!input.some((byte) => byte < 248)) return
  let at = 0
  const bytes = (length: number) => Uint8Array.from({ length }, () => input[at++ % input.length]!)
  const id = randomId(bytes)
  const made = composeKey('ht', 'live', id, randomSecret(bytes))
  expectThat(isKeyId(id) && parseKey(made.text)?.id === id, 'a new key is read back')
}
