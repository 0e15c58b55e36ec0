// Code that is written twice: runs of lines that are equal but for their indentation. Imports, comments and empty lines do not count.
import type { SourceFile } from './source-file.ts'

const RUN = 12

interface Line {
  readonly text: string
  readonly number: number
}

function linesOf(text: string): Line[] {
  return text
    .split('\n')
    .map((line, i) => ({ text: line.trim(), number: i + 1 }))
    .filter(({ text: line }) => line !== '' && !/^(?:import |\/\/|\/\*|\*)/.test(line))
}

/** Pairs of places where the same twelve lines begin, one pair for each run. */
export function findRepeated(sources: readonly SourceFile[]): string[] {
  const firstPlaces = new Map<string, string>()
  const pairs: string[] = []
  for (const { path, text } of sources) {
    const lines = linesOf(text)
    let isInRun = false
    for (let i = 0; i + RUN <= lines.length; i++) {
      const run = lines.slice(i, i + RUN)
      const key = run.map((line) => line.text).join('\n')
      const place = `${path}:${run[0]!.number}`
      const first = firstPlaces.get(key)
      if (first === undefined) firstPlaces.set(key, place)
      else if (!isInRun) pairs.push(`${first} ${place}`)
      isInRun = first !== undefined
    }
  }
  return pairs
}
