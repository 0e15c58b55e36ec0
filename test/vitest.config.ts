// How the tests run: no globals, no snapshots; the counts also go to a file, from which CI prints its last line.
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

const projectFolder = join(import.meta.dirname, '..')

export default defineConfig({
  root: projectFolder,
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 120_000,
    // As the service does for its threads, of which tests have some of their own (src/platform/wasm-code.ts).
    execArgv: ['--no-wasm-code-gc'],
    reporters: ['default', ['json', { outputFile: join(projectFolder, 'dist', 'test-results.json') }]],
  },
})
