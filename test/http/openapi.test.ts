// The OpenAPI document, judged by an independent validator, and against the catalogue.
import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, it } from 'vitest'
import { composeOpenApi } from '../../src/http/openapi/compose-openapi.ts'
import { catalogue } from '../../src/tools/catalogue.ts'

const document = JSON.parse(JSON.stringify(composeOpenApi(catalogue, { title: 'health-tools', version: '0.0.0', contact: null }, '/v1')))

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
      const names = post.parameters.map(({ name }: { name: string }) => name)
      if (tool.document) expect(names).toEqual(expect.arrayContaining(Object.keys(tool.options.shape)))
      expect(Object.keys(post.requestBody.content)).toEqual(
        expect.arrayContaining(['application/json', 'multipart/form-data', ...(tool.document?.mediaTypes ?? [])]),
      )
      expect(Object.keys(post.responses)).toEqual(
        expect.arrayContaining(['200', '400', '401', '403', '406', '413', '415', '422', '429', '500', '503']),
      )
    }
  })

  it('gives every operation an id of its own', () => {
    const ids = Object.values<Record<string, { operationId: string }>>(document.paths).flatMap((path) =>
      Object.values(path).map(({ operationId }) => operationId),
    )
    expect(new Set(ids).size).toBe(ids.length)
  })
})
