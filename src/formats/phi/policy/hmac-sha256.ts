// HMAC-SHA-256 (RFC 2104 over FIPS 180-4), synchronous because crypto.subtle is not. The one place with cryptographic code: everything
// else takes it as a function. It has no branch and no look-up that depends on the key.

/** Tags a message of bytes; the key's two blocks are hashed once. */
export type Mac = (message: Uint8Array) => Uint8Array

const BLOCK_BYTES = 64
const DIGEST_BYTES = 32

export function hmacSha256(key: Uint8Array): Mac {
  const block = new Uint8Array(BLOCK_BYTES)
  block.set(key.length > BLOCK_BYTES ? sha256(key) : key)
  const inner = keyedState(block, 0x36)
  const outer = keyedState(block, 0x5c)
  return (message) => hashFrom(outer, hashFrom(inner, message, BLOCK_BYTES, between), BLOCK_BYTES)
}

/** The state after the block of a key with a byte mixed into each of its own. */
function keyedState(key: Uint8Array, byte: number): Int32Array {
  const block = new Uint8Array(BLOCK_BYTES)
  for (let i = 0; i < BLOCK_BYTES; i++) block[i] = key[i]! ^ byte
  return compress(new Int32Array(INITIAL), block, 0)
}

/** 32 bytes. */
export function sha256(message: Uint8Array): Uint8Array {
  return hashFrom(INITIAL, message, 0)
}

/** The first 32 bits of the fractions of the cube roots of the first 64 primes (FIPS 180-4 §4.2.2), and of the square roots of 8 (§5.3.3). */
// Signed, because engines keep signed 32-bit integers out of floating point.
const ROUND = new Int32Array(64)
const INITIAL = new Int32Array(8)
fillConstants()

function fillConstants(): void {
  const primes: bigint[] = []
  for (let n = 2n; primes.length < 64; n++) if (primes.every((prime) => n % prime !== 0n)) primes.push(n)
  for (const [i, prime] of primes.entries()) {
    ROUND[i] = Number(integerRoot(prime << 96n, 3n) & 0xffffffffn)
    if (i < 8) INITIAL[i] = Number(integerRoot(prime << 64n, 2n) & 0xffffffffn)
  }
}

/** The largest integer whose power does not exceed the value, exactly. */
function integerRoot(value: bigint, power: bigint): bigint {
  let low = 0n
  let high = 1n << 40n
  while (high - low > 1n) {
    const middle = (low + high) >> 1n
    if (middle ** power <= value) low = middle
    else high = middle
  }
  return low
}

// Used over and over: what a digest of some bytes takes is mostly the making of arrays.
const current = new Int32Array(8)
const tail = new Uint8Array(2 * BLOCK_BYTES)
const between = new Uint8Array(DIGEST_BYTES)

/** The digest of a message whose first `before` bytes, whole blocks, are in the state already. */
function hashFrom(state: Int32Array, message: Uint8Array, before: number, digest = new Uint8Array(DIGEST_BYTES)): Uint8Array {
  current.set(state)
  const rest = message.length % BLOCK_BYTES
  const whole = message.length - rest
  for (let at = 0; at < whole; at += BLOCK_BYTES) compress(current, message, at)
  const length = rest + 9 > BLOCK_BYTES ? 2 * BLOCK_BYTES : BLOCK_BYTES
  for (let i = 0; i < rest; i++) tail[i] = message[whole + i]!
  tail[rest] = 0x80
  tail.fill(0, rest + 1, length)
  const bits = (before + message.length) * 8
  writeWord(tail, length - 8, Math.floor(bits / 0x100000000))
  writeWord(tail, length - 4, bits)
  for (let at = 0; at < length; at += BLOCK_BYTES) compress(current, tail, at)
  for (let i = 0; i < 8; i++) writeWord(digest, i * 4, current[i]!)
  return digest
}

function writeWord(bytes: Uint8Array, at: number, word: number): void {
  bytes[at] = word >>> 24
  bytes[at + 1] = word >>> 16
  bytes[at + 2] = word >>> 8
  bytes[at + 3] = word
}

const schedule = new Int32Array(64)

/** One block into the state (FIPS 180-4 §6.2.2). */
function compress(state: Int32Array, bytes: Uint8Array, at: number): Int32Array {
  for (let i = 0; i < 16; i++) {
    const j = at + i * 4
    schedule[i] = (bytes[j]! << 24) | (bytes[j + 1]! << 16) | (bytes[j + 2]! << 8) | bytes[j + 3]!
  }
  for (let i = 16; i < 64; i++) {
    const x = schedule[i - 15]!
    const y = schedule[i - 2]!
    const small0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3)
    const small1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10)
    schedule[i] = (schedule[i - 16]! + small0 + schedule[i - 7]! + small1) | 0
  }
  let a = state[0]!
  let b = state[1]!
  let c = state[2]!
  let d = state[3]!
  let e = state[4]!
  let f = state[5]!
  let g = state[6]!
  let h = state[7]!
  for (let i = 0; i < 64; i++) {
    const big1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))
    const first = (h + big1 + ((e & f) ^ (~e & g)) + ROUND[i]! + schedule[i]!) | 0
    const big0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))
    const second = (big0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + first) | 0
    d = c
    c = b
    b = a
    a = (first + second) | 0
  }
  state[0]! += a
  state[1]! += b
  state[2]! += c
  state[3]! += d
  state[4]! += e
  state[5]! += f
  state[6]! += g
  state[7]! += h
  return state
}
