// Builds dist/health-tools for this platform. Prints what came out and how long it took.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hostTarget } from './binary.ts'
import { buildExecutable, buildProgram } from './executable.ts'
import { projectFolder } from './project-folder.ts'

const startMs = performance.now()
const dist = join(projectFolder, 'dist')
const program = await buildProgram(dist)
const { bytes, stripped } = await buildExecutable(hostTarget(), program, join(dist, 'health-tools'), dist)

const { version, bundleBytes, webBytes } = program
const facts = { version, bundleBytes, binaryBytes: bytes, webBytes, stripped }
writeFileSync(join(dist, 'build.json'), `${JSON.stringify(facts, undefined, 2)}\n`)
const seconds = ((performance.now() - startMs) / 1000).toFixed(1)
console.log(`dist/health-tools ${version}: ${(bytes / 1e6).toFixed(1)} MB, bundle ${Math.round(bundleBytes / 1000)} kB, ${seconds} s`)
