// How the tests run: no globals, no snapshots; the counts also go to a file, from which CI prints its last line.
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

const projectFolder = join(import.meta.dirname, '..')

/** Tests of code that keeps no state but tables: their files share workers, and each module is loaded once in a worker, not once a file. */
const LIBRARY = ['core', 'formats', 'tools', 'access', 'http'].map((folder) => `test/${folder}/**/*.test.ts`)

// Processes and threads that tests start from the sources find them compiled.
process.env.NODE_COMPILE_CACHE ??= join(projectFolder, 'dist', 'compile-cache')

export default defineConfig({
  root: projectFolder,
  // Threads of services that tests start in their own process run what was built, as processes do.
  resolve: { alias: [{ find: /^.*\/worker-file\.ts$/, replacement: join(projectFolder, 'test', 'program.ts') }] },
  test: {
    projects: [
      { extends: true, test: { name: 'library', include: LIBRARY, isolate: false } },
      { extends: true, test: { name: 'program', include: ['test/**/*.test.ts'], exclude: LIBRARY } },
    ],
    // On two cores the default is one, though many tests wait for other processes: three workers still leave a third of the CPU idle.
    maxWorkers: Math.max(4, availableParallelism() - 1),
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // One second is too short where a browser shares the machine.
    expect: { poll: { timeout: 30_000 } },
    // As the service does for its threads, of which tests have some of their own (src/platform/threads/wasm-code.ts).
    execArgv: ['--no-wasm-code-gc'],
    reporters: ['default', ['json', { outputFile: join(projectFolder, 'dist', 'test-results.json') }]],
  },
})
