// Searches for inputs that break a promise: npm run fuzz -- TARGET [--seconds N] [--runs N] [--seed N] [--from FOLDER] [--keep] [--coverage] [--list]
// --from starts from the files of a folder, too, of any size.
// --keep writes the smallest corpus that reaches the same branches; --coverage prints the lines that the committed corpora reach, those of all targets together where none is named.
// Exits with 1 if there are findings; each is a file in dist/fuzz/findings and runs again with: npm run fuzz -- TARGET --input FILE
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { projectFolder } from '../../build/project-folder.ts'
import { buildTarget, listTargets, targetPath } from './engine/build-target.ts'
import { digest, readCorpus, writeCorpus } from './engine/corpus-file.ts'
import { describeFinding, FuzzLoop } from './engine/fuzz-loop.ts'
import { HangWatch } from './engine/hang-watch.ts'
import { type FileCoverage, measureLines } from './engine/line-coverage.ts'
import type { FuzzTarget } from './engine/target.ts'

const HANG_SECONDS = 30
const folder = join(projectFolder, 'dist', 'fuzz', 'findings')
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '60' },
    runs: { type: 'string', default: '1000000000' },
    seed: { type: 'string', default: '1' },
    input: { type: 'string' },
    from: { type: 'string' },
    keep: { type: 'boolean', default: false },
    coverage: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
  },
})
const name = positionals[0]
const names = listTargets()

if (values.coverage && (name === undefined || names.includes(name))) {
  for (const [target, files] of await measureLines(name === undefined ? names : [name])) printCoverage(target, files)
} else if (values.list || name === undefined || !names.includes(name)) {
  console.log(`Targets: ${names.join(' ')}`)
  process.exitCode = values.list ? 0 : 2
} else if (values.input !== undefined) {
  const { target } = await load(name)
  await target.run(new Uint8Array(readFileSync(values.input)))
  console.log('The input breaks no promise.')
} else await fuzz(name)

async function fuzz(name: string): Promise<void> {
  const { target } = await load(name)
  const built = await buildTarget(name, target.covers)
  mkdirSync(folder, { recursive: true })
  const watch = new HangWatch(folder, join(folder, `${fileName(name)}-hang`), HANG_SECONDS)
  const started = performance.now()
  const loop = new FuzzLoop(built, {
    seed: Number(values.seed),
    seconds: Number(values.seconds),
    maxRuns: Number(values.runs),
    corpus: [...readCorpus(name), ...readFolder(values.from)],
    watch,
    onFinding: (input, error) => writeFinding(name, input, error),
  })
  const { runs, branches, findings, slowestMs, corpus } = await loop.search()
  await watch.end()
  const seconds = (performance.now() - started) / 1000
  console.log(
    `${name}: ${runs} runs in ${seconds.toFixed(0)} s (${(runs / seconds).toFixed(0)}/s), ${branches} of ${built.counters.length} branches, ` +
      `${corpus.length} inputs cover them, slowest ${slowestMs.toFixed(0)} ms, ${findings} findings`,
  )
  if (values.keep) console.log(`${name}: corpus of ${writeCorpus(name, corpus)} bytes`)
  process.exitCode = findings > 0 ? 1 : 0
}

function readFolder(folder: string | undefined): Uint8Array[] {
  return folder === undefined ? [] : readdirSync(folder).map((file) => new Uint8Array(readFileSync(join(folder, file))))
}

function writeFinding(name: string, input: Uint8Array, error: unknown): void {
  const path = join(folder, `${fileName(name)}-${digest(input)}`)
  writeFileSync(path, input)
  console.log(`FINDING ${describeFinding(error)}\n  ${path}`)
}

function load(name: string): Promise<{ target: FuzzTarget }> {
  return import(pathToFileURL(targetPath(name)).href) as Promise<{ target: FuzzTarget }>
}

function printCoverage(name: string, files: readonly FileCoverage[]): void {
  const sum = (of: (file: FileCoverage) => number) => files.reduce((total, file) => total + of(file), 0)
  const missed = sum((file) => file.missed.length)
  const lines = sum((file) => file.lines)
  console.log(`${name}: ${lines - missed} of ${lines} lines, ${(((lines - missed) / lines) * 100).toFixed(1)} %`)
  for (const file of files.toSorted((a, b) => b.missed.length - a.missed.length)) {
    if (file.missed.length > 0)
      console.log(`  ${file.path}: ${file.lines - file.missed.length}/${file.lines}, not reached: ${file.missed.join(' ')}`)
  }
}

function fileName(name: string): string {
  return name.replace('/', '-')
}
