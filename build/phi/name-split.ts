// Splits names into those that training may use and those that tests use, by a hash of the folded name, so that the two never meet.

/** Short forms that tests need and the hash does not hold out. */
const HELD_OUT_TOO: ReadonlySet<string> = new Set(['zeke', 'skip', 'bud', 'rvs'])

/** True for about one name in eight: held out of training, free for tests. */
export function isHeldOut(name: string): boolean {
  if (HELD_OUT_TOO.has(foldName(name))) return true
  let hash = 7
  for (const char of foldName(name)) hash = (Math.imul(hash, 31) + char.charCodeAt(0)) >>> 0
  return hash % 8 === 3
}

function foldName(name: string): string {
  return name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
