// The OpenAPI document that generators read: the same operations and types as that of /docs, in fewer words.
import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, it } from 'vitest'
import { categoryOf } from '../../../src/core/tool.ts'
import { composeOpenApi } from '../../../src/http/openapi/compose-openapi.ts'
import { composeContract } from '../../../src/http/openapi/contract.ts'
import { catalogue } from '../../../src/tools/catalogue.ts'
import { type ApiDocument, findBreaches } from '../../openapi/compare-openapi.ts'

type Json = Record<string, unknown>
type Schemas = Record<string, { readonly properties?: Record<string, { readonly description?: string }> }>

const info = { title: 'health-tools', version: '0.0.0' }
const plain = (document: Json): ApiDocument & Json => JSON.parse(JSON.stringify(document))
const contract = plain(composeContract(catalogue, info, '/v1'))
const full = plain(composeOpenApi(catalogue, info, '/v1'))

/** Without what only people read. Members of `properties` are names, not keywords. */
function bare(value: unknown, isNames = false): unknown {
  if (Array.isArray(value)) return value.map((entry) => bare(entry))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([key]) => isNames || (key !== 'description' && key !== 'examples'))
  return Object.fromEntries(entries.map(([key, member]) => [key, bare(member, !isNames && key === 'properties')]))
}

describe('the contract', () => {
  it('has the operations, types and names of the full document', () => {
    expect(bare(contract)).toEqual(bare(full))
    expect(findBreaches(full, contract)).toEqual([])
  })

  it('is valid OpenAPI 3.1', async () => {
    expect((await new Validator().validate(structuredClone(contract))).valid).toBe(true)
  })

  it('has one example of each call', () => {
    const bodies = Object.entries(contract.components.requestBodies as Record<string, { content: Record<string, { examples?: Json }> }>)
    const counts = bodies.map(([name, { content }]) => [name, Object.keys(content['application/json']?.examples ?? {}).length])
    expect(counts.filter(([name, count]) => count !== (String(name).endsWith('Batch') ? 0 : 1))).toEqual([])
  })

  it('explains each value of a list, not the first alone', () => {
    const wordsOf = (document: ApiDocument) => (document.components.schemas as Schemas).Hl7ParseOptions!.properties!.decode!.description
    expect(wordsOf(full)).toMatch(/^none: .*\. escapes: .*\. text: /)
    expect(wordsOf(contract)).toBe(wordsOf(full))
  })

  it('describes every field of a query or form in the schema that it names', () => {
    const schemas = contract.components.schemas as Schemas
    const fullSchemas = full.components.schemas as Schemas
    const silent = catalogue.flatMap(({ id, input, options }) => {
      const name = id.replaceAll(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase())
      const check = (schema: string, fields: readonly string[]): string[] =>
        fields.filter((field) => {
          const [words, all] = [schemas, fullSchemas].map((known) => known[name + schema]?.properties?.[field]?.description)
          return all !== undefined && (words === undefined || !all.startsWith(words))
        })
      expect(Object.hasOwn(schemas, `${name}Request`)).toBe(true)
      return [...check('Options', Object.keys(options.shape)), ...check('Request', Object.keys(input.shape))].map(
        (field) => `${id} ${field}`,
      )
    })
    expect(silent).toEqual([])
  })

  // Programs parse it and people read it. If it grows beyond this, look for words that are repeated.
  it('has at most 620 kB, and for one category 200 kB', () => {
    expect(JSON.stringify(contract).length).toBeLessThan(620_000)
    const sizes = [...new Set(catalogue.map(categoryOf))].map((category) => {
      const tools = catalogue.filter((tool) => categoryOf(tool) === category)
      return [category, JSON.stringify(composeContract(tools, info, '/v1')).length] as const
    })
    process.stdout.write(`${JSON.stringify(contract).length} ${JSON.stringify(sizes)}\n`)
    expect(sizes.filter(([, size]) => size > 200_000)).toEqual([])
  })
})
