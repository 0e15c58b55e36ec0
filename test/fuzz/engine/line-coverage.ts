// Which lines of the covered sources a corpus reaches, by V8's own counters over the sources as they are: Node strips types without moving a line.
import { readFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { projectFolder } from '../../../build/project-folder.ts'
import { isCovered, targetPath } from './build-target.ts'
import { readCorpus } from './corpus-file.ts'
import type { FuzzTarget } from './target.ts'

export interface FileCoverage {
  readonly path: string
  readonly lines: number
  /** 1-based. */
  readonly missed: readonly number[]
}

/** What the corpora of all the targets reach together, by target. Loads them afresh, so that code which runs once when a module loads counts too. */
export async function measureLines(names: readonly string[]): Promise<ReadonlyMap<string, readonly FileCoverage[]>> {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  const covers = new Map<string, readonly string[]>()
  for (const name of names) {
    const { target } = (await import(pathToFileURL(targetPath(name)).href)) as { target: FuzzTarget }
    covers.set(name, target.covers)
    for (const input of [...readCorpus(name), ...target.seeds()]) await runQuietly(target, input)
  }
  const { result } = await session.post('Profiler.takePreciseCoverage')
  session.disconnect()
  const every = [...covers.values()].flat()
  const files = result.flatMap(({ url, functions }) => {
    const path = url.startsWith('file:') ? relative(projectFolder, fileURLToPath(url)) : ''
    if (!isCovered(path, every)) return []
    return [
      countLines(
        path,
        functions.flatMap(({ ranges }) => ranges),
      ),
    ]
  })
  return new Map([...covers].map(([name, own]) => [name, files.filter(({ path }) => isCovered(path, own))]))
}

async function runQuietly(target: FuzzTarget, input: Uint8Array): Promise<void> {
  try {
    await target.run(input)
  } catch {
    // The replay reports findings; here only lines count.
  }
}

interface Range {
  readonly startOffset: number
  readonly endOffset: number
  readonly count: number
}

/** A line is missed if code on it never ran. Inner ranges come later in V8's list and overrule outer ones. */
function countLines(path: string, ranges: readonly Range[]): FileCoverage {
  const text = readFileSync(join(projectFolder, path), 'utf8')
  const ran = new Uint8Array(text.length).fill(1)
  const largestFirst = [...ranges].sort((a, b) => b.endOffset - b.startOffset - (a.endOffset - a.startOffset))
  for (const { startOffset, endOffset, count } of largestFirst) ran.fill(count > 0 ? 1 : 0, startOffset, endOffset)
  const missed: number[] = []
  let lines = 0
  let offset = 0
  for (const [i, line] of text.split('\n').entries()) {
    const start = offset + line.length - line.trimStart().length
    if (isCode(line)) {
      lines++
      if (ran.subarray(start, offset + line.trimEnd().length).some((flag) => flag === 0)) missed.push(i + 1)
    }
    offset += line.length + 1
  }
  return { path, lines, missed }
}

function isCode(line: string): boolean {
  const code = line.trim()
  return code !== '' && !/^(?:\/\/|\/?\*|[})\];,]+$)/.test(code)
}
