// Writes the messages that the tests of LinuxForHealth's converter hold as Java strings into a folder, one a file.
// Usage: node test/bench/hl7-fhir/linuxforhealth/messages.ts CHECKOUT FOLDER; then, in this folder: mvn -q dependency:copy-dependencies
// -DoutputDirectory=lib; java -cp 'lib/*' LinuxForHealthBundles.java FOLDER BUNDLES; node test/bench/hl7-fhir/compare.ts FOLDER BUNDLES
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const [checkout, folder] = process.argv.slice(2)
if (!checkout || !folder) throw new Error('usage: node test/bench/hl7-fhir/linuxforhealth/messages.ts CHECKOUT FOLDER')

const messages = new Set<string>()
const tests = join(checkout, 'src/test')
for (const file of readdirSync(tests, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.java'))
  .sort()) {
  const source = readFileSync(join(tests, file), 'utf8').replace(/^\s*\/\/.*$/gm, '')
  for (const { index } of source.matchAll(/"MSH\|/g)) {
    const text = stringsFrom(source, index)
    if (text.includes('\r') && !text.includes('%s')) messages.add(text)
  }
}
mkdirSync(folder, { recursive: true })
for (const [i, message] of [...messages].entries()) writeFileSync(join(folder, `${String(i + 1).padStart(4, '0')}.hl7`), message)
console.log(`${messages.size} messages`)

/** The value of string literals joined by `+`, from the place on. */
function stringsFrom(source: string, start: number): string {
  const literal = /"((?:[^"\\]|\\.)*)"\s*(?:\/\/[^\n]*\n\s*)*(\+?)\s*(?:\/\/[^\n]*\n\s*)*/y
  literal.lastIndex = start
  let text = ''
  for (let match = literal.exec(source); match; match = match[2] === '+' ? literal.exec(source) : null) text += match[1]
  return text.replace(/(?:\\n|\\r)+/g, '\r').replace(/\\(["\\])/g, '$1')
}
