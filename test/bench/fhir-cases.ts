// Agreement of fhir/validate with the outcomes of the validator suite: its cases in JSON and XML without profiles, each error or valid.
// Usage: node test/bench/fhir-cases.ts
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { ProblemError } from '../../src/core/problem.ts'
import { runTool } from '../../src/core/run.ts'
import { fhirValidate } from '../../src/tools/fhir/validate.ts'

const folder = new URL('../../../shared/corpora/fhir/validator/', import.meta.url).pathname
const falseErrors: string[] = []
const missed: string[] = []
let cases = 0
const names = new Set(readdirSync(folder))
for (const name of names) {
  if (!/\.(?:json|xml)$/.test(name)) continue
  const stem = name.replace(/\.(?:json|xml)$/, '')
  // Where a case stands in both forms, its outcomes name the form.
  const isAlone = !(names.has(`${stem}.json`) && names.has(`${stem}.xml`))
  for (const version of ['R4', 'R4B', 'R5']) {
    const outcome = [`${version}.${name}-base.json`, ...(isAlone ? [`${version}.${stem}-base.json`] : [])]
      .map((each) => `${folder}outcomes/java/${each}`)
      .find((each) => existsSync(each))
    if (!outcome) continue
    cases++
    const isValid = judge(readFileSync(folder + name), version)
    const expected = !hasError(outcome)
    if (isValid && !expected) missed.push(name)
    if (!isValid && expected) falseErrors.push(name)
  }
}
console.log(`${cases - missed.length - falseErrors.length} of ${cases} agree`)
console.log(`false errors: ${falseErrors.join(', ') || 'none'}`)
console.log(`missed: ${missed.join(', ') || 'none'}`)

function judge(resource: Uint8Array, version: string): boolean {
  try {
    return (runTool(fhirValidate, { resource }, { version }) as unknown as { readonly valid: boolean }).valid
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    return false
  }
}

function hasError(path: string): boolean {
  const outcome = JSON.parse(readFileSync(path, 'utf8')) as { issue?: { severity: string }[]; outcome?: { issue?: { severity: string }[] } }
  return (outcome.issue ?? outcome.outcome?.issue ?? []).some(({ severity }) => severity === 'error' || severity === 'fatal')
}
