// Whether the time of a refusal says anything about keys: guesses of each kind in random order, compared with Welch's t-test, as dudect does.
// Beyond 4.5 a difference is likely, beyond 10 it is certain. node test/bench/key-timing.ts [guesses]
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { composeKey, randomId, randomSecret } from '../../src/access/keys/key-text.ts'
import { createRandom } from '../fuzz/engine/mutator.ts'
import { openKeys, timeRefusal } from './access-bench.ts'

/** Guesses of each kind by which the longest times are cut off: those of interruptions. */
const CALIBRATION = 5_000
const KEPT_SHARE = 0.9
const LEAK = 10
const random = (length: number): Uint8Array => randomBytes(length)

class Times {
  count = 0
  mean = 0
  #squares = 0

  add(value: number): void {
    this.count++
    const difference = value - this.mean
    this.mean += difference / this.count
    this.#squares += difference * (value - this.mean)
  }

  /** Of the mean. */
  get variance(): number {
    return this.#squares / (this.count - 1) / this.count
  }
}

/** Another letter of base 62 in a place of the secret. */
function changed(secret: string, at: number): string {
  return secret.slice(0, at) + (secret[at] === 'a' ? 'b' : 'a') + secret.slice(at + 1)
}

type Guess = (idAndSecret: readonly [id: string, secret: string]) => string

const KINDS: Readonly<Record<string, Guess>> = {
  'known ID, random secret': ([id]) => composeKey('ht', 'live', id, randomSecret(random)).text,
  'the same again, as a control': ([id]) => composeKey('ht', 'live', id, randomSecret(random)).text,
  'unknown ID': () => composeKey('ht', 'live', randomId(random), randomSecret(random)).text,
  'only the first letter wrong': ([id, secret]) => composeKey('ht', 'live', id, changed(secret, 0)).text,
  'only the last letter wrong': ([id, secret]) => composeKey('ht', 'live', id, changed(secret, secret.length - 1)).text,
  'right secret of another kind': ([id, secret]) => composeKey('ht', 'trial', id, secret).text,
}

export async function timeGuesses(
  guesses: number,
): Promise<{ readonly kind: string; readonly microseconds: number; readonly t: number }[]> {
  const folder = mkdtempSync(join(tmpdir(), 'health-tools-timing-'))
  const { authenticate, texts, close } = await openKeys(join(folder, 'keys.db'), 1_000)
  try {
    const parts = texts.map((text) => [text.slice(8, 20), text.slice(21, 53)] as const)
    const kinds = Object.values(KINDS)
    const next = createRandom(1)
    const below = (limit: number): number => Math.floor(next() * limit)
    // Made before they are timed, each as a text that V8 holds in one piece, as the text of a header is.
    const makeGuesses = (count: number): { kind: number; text: string }[] =>
      Array.from({ length: count }, () => {
        const kind = below(kinds.length)
        return { kind, text: Buffer.from(kinds[kind]!(parts[below(parts.length)]!)).toString('latin1') }
      })
    const first = makeGuesses(CALIBRATION * kinds.length).map(({ text }) => timeRefusal(authenticate, text))
    const longest = first.sort((a, b) => a - b)[Math.floor(first.length * KEPT_SHARE)]!
    const times = kinds.map(() => new Times())
    for (let done = 0; done < guesses; done += CALIBRATION) {
      for (const { kind, text } of makeGuesses(CALIBRATION)) {
        const time = timeRefusal(authenticate, text)
        if (time <= longest) times[kind]!.add(time)
      }
    }
    const [reference] = times
    return Object.keys(KINDS).map((kind, i) => {
      const { mean, variance } = times[i]!
      return { kind, microseconds: mean, t: i === 0 ? 0 : (mean - reference!.mean) / Math.sqrt(variance + reference!.variance) }
    })
  } finally {
    close()
    rmSync(folder, { recursive: true, force: true })
  }
}

if (import.meta.main) {
  const guesses = Number(process.argv[2] ?? 10_000_000)
  const rows = await timeGuesses(guesses)
  for (const { kind, microseconds, t } of rows) console.log(`${kind}: ${microseconds.toFixed(3)} µs, t = ${t.toFixed(1)}`)
  console.log(`${guesses} guesses`)
  process.exitCode = rows.some(({ t }) => Math.abs(t) > LEAK) ? 1 : 0
}
