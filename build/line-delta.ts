// What changes from one text of lines to another, for tables that hold a version as its difference from another one.

/**
 * An edit script by lines: `=n` keeps n lines, `-n` leaves n out, `+` begins a line that is new. Lines within the longest common
 * subsequence are kept, block by block: a block begins with `=` and a key, and both texts hold their blocks in the same order of keys.
 */
export function lineDelta(from: string, to: string): string {
  const script: string[] = []
  let kept = 0
  let left = 0
  const flush = (): void => {
    if (kept > 0) script.push(`=${kept}`)
    if (left > 0) script.push(`-${left}`)
    kept = 0
    left = 0
  }
  const keep = (): void => {
    if (left > 0) flush()
    kept++
  }
  const leave = (): void => {
    left++
  }
  const add = (line: string): void => {
    flush()
    script.push(`+${line}`)
  }
  const before = blocksOf(from)
  const after = blocksOf(to)
  for (const key of [...new Set([...before.keys(), ...after.keys()])].sort()) {
    diff(before.get(key) ?? [], after.get(key) ?? [], { keep, leave, add })
  }
  flush()
  return script.join('\n')
}

interface Editor {
  readonly keep: () => void
  readonly leave: () => void
  readonly add: (line: string) => void
}

/** Blocks by the first word of their heading; the order of the text must be the order of these words by code unit. */
function blocksOf(text: string): Map<string, string[]> {
  const blocks = new Map<string, string[]>()
  let block: string[] = []
  for (const line of text.split('\n')) {
    if (line.startsWith('=')) {
      const key = line.split('\t')[0]!
      if (blocks.has(key)) throw new Error('a key stands twice')
      block = []
      blocks.set(key, block)
    }
    block.push(line)
  }
  const keys = [...blocks.keys()]
  if (keys.some((key, i) => i > 0 && keys[i - 1]! >= key)) throw new Error('the keys are out of order')
  return blocks
}

function diff(a: readonly string[], b: readonly string[], editor: Editor): void {
  const lengths = Array.from({ length: a.length + 1 }, () => new Uint32Array(b.length + 1))
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      lengths[i]![j] = a[i] === b[j] ? lengths[i + 1]![j + 1]! + 1 : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!)
    }
  }
  let i = 0
  let j = 0
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      editor.keep()
      i++
      j++
    } else if (i < a.length && (j === b.length || lengths[i + 1]![j]! >= lengths[i]![j + 1]!)) {
      editor.leave()
      i++
    } else editor.add(b[j++]!)
  }
}
