// The difference of two sequences of numbers: shortest edit script by E. W. Myers, "An O(ND) Difference Algorithm and Its Variations" (1986), in linear space.
// Where the sequences differ so much that the shortest script would cost quadratic time, the search of a part ends at a cost limit and the part is split at
// the farthest point reached: the script is then correct still, but perhaps not the shortest.

/** Left tokens [leftStart, leftEnd) become right tokens [rightStart, rightEnd); at least one range holds tokens. */
export interface Edit {
  leftStart: number
  leftEnd: number
  rightStart: number
  rightEnd: number
}

/** Steps that a whole diff may take, about: 2 to 3 seconds. */
const BUDGET = 300_000_000
const MIN_COST = 40
const MAX_COST = 4096

/** @param keyCount all keys are below it @returns the edits in order; what lies between them is equal */
export function diffSequences(left: Int32Array, right: Int32Array, keyCount: number): Edit[] {
  const changedLeft = new Uint8Array(left.length)
  const changedRight = new Uint8Array(right.length)
  const a = keepShared(left, right, keyCount, changedLeft)
  const b = keepShared(right, left, keyCount, changedRight)
  markChanges(a, b, changedLeft, changedRight)
  return slideEdits(collectEdits(changedLeft, changedRight), left, right)
}

/** The elements that the other side has too; the others cannot be matched and are marked at once. */
interface Shared {
  readonly keys: Int32Array
  /** Position in the whole sequence. */
  readonly places: Int32Array
}

function keepShared(own: Int32Array, other: Int32Array, keyCount: number, changed: Uint8Array): Shared {
  const present = new Uint8Array(keyCount)
  for (const key of other) present[key] = 1
  const keys = new Int32Array(own.length)
  const places = new Int32Array(own.length)
  let count = 0
  for (let i = 0; i < own.length; i++) {
    if (present[own[i]!] === 0) changed[i] = 1
    else {
      keys[count] = own[i]!
      places[count++] = i
    }
  }
  return { keys: keys.subarray(0, count), places: places.subarray(0, count) }
}

function markChanges(a: Shared, b: Shared, changedLeft: Uint8Array, changedRight: Uint8Array): void {
  const search = makeSearch(a.keys, b.keys)
  const boxes = [0, a.keys.length, 0, b.keys.length]
  while (boxes.length > 0) {
    let b1 = boxes.pop()!
    let b0 = boxes.pop()!
    let a1 = boxes.pop()!
    let a0 = boxes.pop()!
    while (a0 < a1 && b0 < b1 && a.keys[a0] === b.keys[b0]) {
      a0++
      b0++
    }
    while (a0 < a1 && b0 < b1 && a.keys[a1 - 1] === b.keys[b1 - 1]) {
      a1--
      b1--
    }
    const split = a0 < a1 && b0 < b1 ? findSplit(search, a0, a1, b0, b1) : undefined
    if (split) boxes.push(a0, split.x, b0, split.y, split.x, a1, split.y, b1)
    else {
      for (let i = a0; i < a1; i++) changedLeft[a.places[i]!] = 1
      for (let i = b0; i < b1; i++) changedRight[b.places[i]!] = 1
    }
  }
}

interface Search {
  readonly a: Int32Array
  readonly b: Int32Array
  /** Farthest x by diagonal x - y, for the search from the start and the one from the end. */
  readonly forward: Int32Array
  readonly backward: Int32Array
  /** Index of diagonal 0. */
  readonly zero: number
  readonly maxCost: number
}

function makeSearch(a: Int32Array, b: Int32Array): Search {
  const size = a.length + b.length + 3
  const maxCost = Math.max(MIN_COST, Math.min(MAX_COST, Math.round(BUDGET / size)))
  return { a, b, forward: new Int32Array(size), backward: new Int32Array(size), zero: b.length + 1, maxCost }
}

/** A point on a shortest path through the box, or on a good one where the cost limit ends the search; undefined where there is none but the corners. */
function findSplit(search: Search, a0: number, a1: number, b0: number, b1: number): { x: number; y: number } | undefined {
  const { a, b, forward, backward, zero, maxCost } = search
  const low = a0 - b1
  const high = a1 - b0
  const from = a0 - b0
  const to = a1 - b1
  const isOdd = ((from - to) & 1) !== 0
  let forwardLow = from
  let forwardHigh = from
  let backwardLow = to
  let backwardHigh = to
  forward[zero + from] = a0
  backward[zero + to] = a1
  for (let cost = 1; ; cost++) {
    if (forwardLow > low) forward[zero + --forwardLow - 1] = -1
    else forwardLow++
    if (forwardHigh < high) forward[zero + ++forwardHigh + 1] = -1
    else forwardHigh--
    for (let d = forwardHigh; d >= forwardLow; d -= 2) {
      const below = forward[zero + d - 1]!
      const above = forward[zero + d + 1]!
      let x = below < above ? above : below + 1
      let y = x - d
      while (x < a1 && y < b1 && a[x] === b[y]) {
        x++
        y++
      }
      forward[zero + d] = x
      if (isOdd && d >= backwardLow && d <= backwardHigh && backward[zero + d]! <= x) return inside(x, y, a0, a1, b0, b1)
    }
    if (backwardLow > low) backward[zero + --backwardLow - 1] = 0x7fffffff
    else backwardLow++
    if (backwardHigh < high) backward[zero + ++backwardHigh + 1] = 0x7fffffff
    else backwardHigh--
    for (let d = backwardHigh; d >= backwardLow; d -= 2) {
      const below = backward[zero + d - 1]!
      const above = backward[zero + d + 1]!
      let x = below < above ? below : above - 1
      let y = x - d
      while (x > a0 && y > b0 && a[x - 1] === b[y - 1]) {
        x--
        y--
      }
      backward[zero + d] = x
      if (!isOdd && d >= forwardLow && d <= forwardHigh && x <= forward[zero + d]!) return inside(x, y, a0, a1, b0, b1)
    }
    if (cost < maxCost) continue
    let best = { x: a0, y: b0 }
    for (let d = forwardHigh; d >= forwardLow; d -= 2) {
      const x = Math.min(forward[zero + d]!, a1, b1 + d)
      if (x >= a0 && x - d >= b0 && x + x - d > best.x + best.y) best = { x, y: x - d }
    }
    return inside(best.x, best.y, a0, a1, b0, b1)
  }
}

/** The point, unless it is a corner, which would leave one part as large as the whole. */
function inside(x: number, y: number, a0: number, a1: number, b0: number, b1: number): { x: number; y: number } | undefined {
  if (x < a0 || x > a1 || y < b0 || y > b1 || (x === a0 && y === b0) || (x === a1 && y === b1)) return undefined
  return { x, y }
}

function collectEdits(changedLeft: Uint8Array, changedRight: Uint8Array): Edit[] {
  const edits: Edit[] = []
  let x = 0
  let y = 0
  while (x < changedLeft.length || y < changedRight.length) {
    if (changedLeft[x] !== 1 && changedRight[y] !== 1) {
      x++
      y++
      continue
    }
    const edit = { leftStart: x, leftEnd: x, rightStart: y, rightEnd: y }
    while (changedLeft[x] === 1) x++
    while (changedRight[y] === 1) y++
    edit.leftEnd = x
    edit.rightEnd = y
    edits.push(edit)
  }
  return edits
}

/**
 * Moves each insertion or deletion as far down as equal elements let it, joining it with the next edit where it meets it: the same change then always
 * shows in the same place, and an item added to a list shows as the whole item.
 */
function slideEdits(edits: readonly Edit[], left: Int32Array, right: Int32Array): Edit[] {
  const slid: Edit[] = []
  for (let i = 0; i < edits.length; i++) {
    const edit = { ...edits[i]! }
    const isInsertion = edit.leftStart === edit.leftEnd
    if (isInsertion || edit.rightStart === edit.rightEnd) {
      const [keys, start, end] = isInsertion ? [right, edit.rightStart, edit.rightEnd] : [left, edit.leftStart, edit.leftEnd]
      const next = edits[i + 1]
      const gap = (next ? next.leftStart : left.length) - edit.leftEnd
      let steps = 0
      while (steps < gap && keys[start + steps] === keys[end + steps]) steps++
      // One that meets the next edit stays where it was: joined they would say less.
      if (!(next && steps === gap)) {
        edit.leftStart += steps
        edit.leftEnd += steps
        edit.rightStart += steps
        edit.rightEnd += steps
      }
    }
    slid.push(edit)
  }
  return slid
}
