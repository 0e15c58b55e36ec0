// The OpenAPI document, judged by an independent validator, and against the catalogue.
import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, it } from 'vitest'
import { PROBLEMS } from '../../../src/core/problem.ts'
import { categoryOf } from '../../../src/core/tool.ts'
import { composeOpenApi } from '../../../src/http/openapi/compose-openapi.ts'
import { pascal } from '../../../src/http/openapi/name-schemas.ts'
import { catalogue } from '../../../src/tools/catalogue.ts'

const document = JSON.parse(JSON.stringify(composeOpenApi(catalogue, { title: 'health-tools', version: '0.0.0', contact: null }, '/v1')))

interface Node {
  readonly [key: string]: unknown
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null

/** What a `$ref` of the document names. */
const at = (ref: string) =>
  ref
    .slice(2)
    .split('/')
    .reduce((node, key) => node[key], document)

/** Every object in a part of the document, with the place of it. */
function* nodesOf(value: unknown, place: string): Generator<[string, Node]> {
  if (!isNode(value)) return
  if (!Array.isArray(value)) yield [place, value]
  for (const [key, child] of Object.entries(value)) yield* nodesOf(child, `${place}/${key}`)
}

const operations: [string, Node & { operationId: string; responses: Node }][] = Object.entries<Node>(document.paths).flatMap(
  ([path, item]) => Object.entries(item).map(([method, operation]): [string, never] => [`${method} ${path}`, operation as never]),
)

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1', async () => {
    const validator = new Validator()
    const { valid, errors } = await validator.validate(structuredClone(document))
    expect(errors ?? []).toEqual([])
    expect(valid).toBe(true)
    expect(validator.version).toBe('3.1')
  })

  it('is judged by a validator that can say no', async () => {
    const broken = structuredClone(document)
    broken.paths[`/tools/${catalogue[0]!.id}`].post.responses = 'none'
    expect((await new Validator().validate(broken)).valid).toBe(false)
  })

  it('has a path for every tool, with every media type, option and status', () => {
    expect(catalogue.length).toBeGreaterThan(0)
    for (const tool of catalogue) {
      const { post } = document.paths[`/tools/${tool.id}`]
      const names = post.parameters.map(
        (parameter: { $ref?: string; name: string }) => (parameter.$ref ? at(parameter.$ref) : parameter).name,
      )
      if (tool.document) expect(names).toEqual(expect.arrayContaining(Object.keys(tool.options.shape)))
      expect(Object.keys(at(post.requestBody.$ref).content)).toEqual(
        expect.arrayContaining(['application/json', 'multipart/form-data', ...(tool.document?.mediaTypes ?? [])]),
      )
      expect(post.responses.default).toEqual({ $ref: '#/components/responses/Problem' })
    }
  })

  it('lists every code of a problem with its status', () => {
    const { description } = document.components.responses.Problem
    for (const [code, { status }] of Object.entries(PROBLEMS)) expect(description).toMatch(new RegExp(`^- ${status}: .*\\b${code}\\b`, 'm'))
  })

  it('refers to nothing that is missing, and names nothing that is not used', () => {
    const text = JSON.stringify(document)
    const used = new Set([...text.matchAll(/"\$ref":"#\/components\/(\w+\/[^"]+)"/g)].map(([, name]) => name))
    const named = ['schemas', 'parameters', 'headers', 'requestBodies', 'responses'].flatMap((kind) =>
      Object.keys(document.components[kind]).map((name) => `${kind}/${name}`),
    )
    expect([...used].filter((name) => !named.includes(name!))).toEqual([])
    const ofAnyAnswer = ['Tool-Version', 'Deprecation', 'Sunset', 'Link'].map((name) => `headers/${name}`)
    expect(named.filter((name) => !used.has(name) && !ofAnyAnswer.includes(name))).toEqual([])
  })

  it('says the same thing once', () => {
    for (const kind of ['schemas', 'parameters', 'requestBodies', 'responses']) {
      const own = kind === 'schemas' ? /(?:Input|Options|Request|Result|BatchItem|BatchOutcome)$/ : /^$/
      const texts = Object.entries(document.components[kind]).flatMap(([name, part]) => (own.test(name) ? [] : [JSON.stringify(part)]))
      expect(texts.filter((text, i) => texts.indexOf(text) !== i)).toEqual([])
    }
    // Values of an enumeration stay inline, and their description with them.
    const long = [...nodesOf(document.components.schemas, '')].flatMap(([, { description, type, enum: values }]) =>
      typeof description === 'string' && description.length > 200 && type !== undefined && !values ? [description] : [],
    )
    expect(long.filter((text, i) => long.indexOf(text) !== i)).toEqual([])
  })

  // Programs parse it and people read it. If it grows beyond this, look for texts that are repeated.
  it('has at most 720 kB, and for one category 230 kB', () => {
    expect(JSON.stringify(document).length).toBeLessThan(720_000)
    const info = { title: 'health-tools', version: '0.0.0' }
    const sizes = [...new Set(catalogue.map(categoryOf))].map((category) => {
      const tools = catalogue.filter((tool) => categoryOf(tool) === category)
      return [category, JSON.stringify(composeOpenApi(tools, info, '/v1')).length] as const
    })
    expect(sizes.filter(([, size]) => size > 230_000)).toEqual([])
  })

  it('gives every operation an id of its own', () => {
    const ids = operations.map(([, { operationId }]) => operationId)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.filter((id) => !/^[a-z][a-zA-Z0-9_]*$/.test(id))).toEqual([])
  })
})

// Each of these made the client of a generator uncompilable or its types useless.
describe('the OpenAPI document, for generators of clients,', () => {
  const schemas: [string, Node][] = [...nodesOf(document.components.schemas, '')].filter(([place]) => !place.includes('/example'))

  it('has one success an operation', () => {
    expect(
      operations.filter(([, { responses }]) => Object.keys(responses).filter((status) => status.startsWith('2')).length !== 1),
    ).toEqual([])
  })

  it('has query parameters with a schema of a plain type', () => {
    const parameters = Object.values<Node>(document.components.parameters)
    expect(parameters.length).toBeGreaterThan(50)
    for (const { name, schema, content } of parameters) {
      expect([name, content]).toEqual([name, undefined])
      expect([name, isNode(schema) && schema.type]).not.toEqual([name, 'object'])
    }
  })

  it('has a schema with the name that generators give the form of an operation', () => {
    const forms = operations.flatMap(([, { operationId, requestBody }]) => {
      const body = isNode(requestBody) ? (typeof requestBody.$ref === 'string' ? at(requestBody.$ref) : requestBody) : undefined
      return body?.content['multipart/form-data'] ? [`${pascal(operationId).replace(/Job$/, '')}Request`] : []
    })
    expect(forms.length).toBeGreaterThan(3 * catalogue.length)
    expect(forms.filter((name) => !Object.hasOwn(document.components.schemas, name))).toEqual([])
  })

  it('has a name for every object with properties', () => {
    const nameless = schemas.filter(
      ([place, { properties, type }]) => type === 'object' && isNode(properties) && place.split('/').length > 2,
    )
    expect(nameless.map(([place]) => place)).toEqual([])
  })

  it('has no member whose name is a method for another member', () => {
    const colliding = schemas.flatMap(([place, { properties }]) => {
      const names = isNode(properties) ? Object.keys(properties) : []
      const methods = names.flatMap((name) => ['set', 'get', 'has', 'is'].map((verb) => verb + name[0]!.toUpperCase() + name.slice(1)))
      return names.filter((name) => methods.includes(name)).map((name) => `${place}/${name}`)
    })
    expect(colliding).toEqual([])
  })

  it('requires no member that is an object or null', () => {
    const required = schemas.flatMap(([place, { required: names, properties }]) =>
      Array.isArray(names) && isNode(properties) ? names.map((name: string) => [`${place}/${name}`, properties[name]] as const) : [],
    )
    expect(required.length).toBeGreaterThan(500)
    const nullable = required.filter(([, member]) => {
      const branches = isNode(member) && Array.isArray(member.anyOf) ? (member.anyOf as Node[]) : []
      return branches.some(({ type }) => type === 'null') && branches.some(({ $ref }) => $ref !== undefined)
    })
    expect(nullable.map(([place]) => place)).toEqual([])
  })

  it('has no list in a union, and no control character among the values of an enum', () => {
    const isList = (branch: unknown) => isNode(branch) && branch.type === 'array'
    const unions = schemas.filter(([, node]) => [node.anyOf, node.oneOf].flat().some(isList))
    expect(unions.map(([place]) => place)).toEqual([])
    const enums = schemas.filter(([, node]) => Array.isArray(node.enum) && node.enum.some((value) => /[\u0000-\u001f]/.test(String(value))))
    expect(enums.map(([place]) => place)).toEqual([])
  })
})
