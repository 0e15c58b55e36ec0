// Finds where values of a JSON document stand in its text: one walk for all paths that are asked for, only when somebody asks.

import { JsonScanner } from './json-scanner.ts'
import type { JsonPath } from './json-value.ts'
import { LineCounter, type Position } from './line-counter.ts'

/** A tree of the paths that are asked for. */
interface Branch {
  readonly children: Map<string | number, Branch>
  /** The paths that end here, by their place in the list. */
  readonly requested: number[]
}

/**
 * The place of each path: of the name where the value is a member, of the value where it is an entry. Where a path leads to nothing, the
 * place of the last value on it that is there.
 * @param text a text that readJson has read
 * @param from where the value begins that paths count from
 * @param lines counter of the text, which successive calls share
 */
export function locateJson(text: string, paths: readonly JsonPath[], from = 0, lines = new LineCounter(text)): Position[] {
  const root: Branch = { children: new Map(), requested: [] }
  paths.forEach((path, i) => {
    let branch = root
    for (const step of path) {
      let next = branch.children.get(step)
      if (!next) {
        next = { children: new Map(), requested: [] }
        branch.children.set(step, next)
      }
      branch = next
    }
    branch.requested.push(i)
  })
  const offsets = new Array<number>(paths.length).fill(from)
  const scanner = new JsonScanner(text, text.charCodeAt(from) === 0xfeff ? from + 1 : from)
  scanner.peek()
  settle(root, scanner.at, offsets)
  walk(scanner, root, offsets)
  return positionsOf(offsets, lines)
}

function settle(branch: Branch, offset: number, offsets: number[]): void {
  for (const i of branch.requested) offsets[i] = offset
  for (const child of branch.children.values()) settle(child, offset, offsets)
}

/** Walks one value; what is not asked for is passed over. */
function walk(scanner: JsonScanner, branch: Branch | undefined, offsets: number[]): void {
  const code = scanner.peek()
  if (code === 0x22) scanner.endOfString()
  else if (code !== 0x7b && code !== 0x5b) skipScalar(scanner)
  else if (!branch || branch.children.size === 0) skipNested(scanner)
  else walkNested(scanner, branch, code === 0x7b, offsets)
}

function walkNested(scanner: JsonScanner, branch: Branch, named: boolean, offsets: number[]): void {
  scanner.at++
  for (let index = 0; ; index++) {
    const code = scanner.peek()
    if (code === 0x7d || code === 0x5d || Number.isNaN(code)) {
      scanner.at++
      return
    }
    const offset = scanner.at
    const key = named ? scanner.string() : index
    if (named) {
      scanner.peek()
      scanner.at++
    }
    const child = branch.children.get(key)
    if (child) settle(child, offset, offsets)
    walk(scanner, child, offsets)
    if (scanner.peek() === 0x2c) scanner.at++
  }
}

const SCALAR = /[^\s,\]}]*/y
const NESTED = /[^"[\]{}]*/y

function skipScalar(scanner: JsonScanner): void {
  SCALAR.lastIndex = scanner.at
  SCALAR.test(scanner.text)
  scanner.at = Math.max(SCALAR.lastIndex, scanner.at)
}

function skipNested(scanner: JsonScanner): void {
  let depth = 0
  do {
    NESTED.lastIndex = scanner.at
    NESTED.test(scanner.text)
    scanner.at = Math.max(NESTED.lastIndex, scanner.at)
    const code = scanner.text.charCodeAt(scanner.at)
    if (code === 0x22) scanner.endOfString()
    else if (Number.isNaN(code)) return
    else {
      depth += code === 0x7b || code === 0x5b ? 1 : -1
      scanner.at++
    }
  } while (depth > 0)
}

/** In the order of the offsets, so that the lines are walked once. */
function positionsOf(offsets: readonly number[], lines: LineCounter): Position[] {
  const order = offsets.map((_, i) => i).sort((a, b) => offsets[a]! - offsets[b]!)
  const positions = new Array<Position>(offsets.length)
  for (const i of order) positions[i] = lines.at(offsets[i]!)
  return positions
}
