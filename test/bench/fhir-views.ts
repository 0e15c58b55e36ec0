// Agreement of fhir/flatten with the test suite of SQL on FHIR: rows of each view, in any order, or an error.
// Usage: node test/bench/fhir-views.ts
import { readdirSync, readFileSync } from 'node:fs'
import { ProblemError } from '../../src/core/problem.ts'
import { runTool } from '../../src/core/run.ts'
import { isObject, type JsonArray, type JsonObject, type JsonValue } from '../../src/formats/fhir/json/json-value.ts'
import { readJson } from '../../src/formats/fhir/json/read-json.ts'
import { writeJson } from '../../src/formats/fhir/json/write-json.ts'
import { fhirFlatten } from '../../src/tools/fhir/flatten.ts'

const folder = new URL('../../../shared/corpora/fhir/sql-on-fhir/', import.meta.url).pathname
const others: string[] = []
let count = 0
for (const name of readdirSync(folder).filter((each) => each.endsWith('.json'))) {
  // Numbers as they are written: 1.0 is no 1 here.
  const suite = readJson(readFileSync(folder + name, 'utf8'))
  if (!isObject(suite) || !Array.isArray(suite.tests)) continue
  for (const test of suite.tests as JsonObject[]) {
    count++
    if (!agrees(suite.resources!, test)) others.push(`${name}: ${String(test.title)}`)
  }
}
console.log(`${count - others.length} of ${count} agree`)
for (const each of others) console.log(each)

function agrees(resources: JsonValue, { view, expect, expectCount, expectError }: JsonObject): boolean {
  const told = run(writeJson(resources), writeJson(view!))
  if (expectError === true || told === undefined) return expectError === true && told === undefined
  if (typeof expectCount === 'number') return told.rowCount === expectCount
  return rowsOf(told.rows) === rowsOf(JSON.parse(writeJson(expect ?? [])) as JsonArray)
}

function run(resource: string, view: string) {
  try {
    return runTool(fhirFlatten, { resource, view }, {}) as unknown as { readonly rows: readonly object[]; readonly rowCount: number }
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    return undefined
  }
}

function rowsOf(rows: readonly unknown[]): string {
  return rows
    .map((row) => JSON.stringify(Object.entries(row as object).sort()))
    .sort()
    .join('\n')
}
