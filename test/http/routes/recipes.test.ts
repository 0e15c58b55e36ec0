// Recipes over HTTP: what comes out equals the single calls, each step counts and is permitted as one, and a problem names its step.
import { afterEach, describe, expect, it } from 'vitest'
import { type ApiHarness, JSON_TYPE, openApi } from '../api-harness.ts'

let api: ApiHarness
afterEach(() => api.close())

const MESSAGE = 'MSH|^~\\&|A|B|C|D|20260102||ADT^A01^ADT_A01|Q-1|P|2.5\nPID|1||7^^^X^MR||Quist^Ada||19700101|F\nPV1|1|I\n'
const STEPS = [{ tool: 'hl7/normalize' }, { tool: 'phi/deidentify-hl7' }, { tool: 'hl7/to-fhir' }, { tool: 'fhir/validate' }]

interface Answer {
  readonly steps: { tool: string; result?: Record<string, unknown> }[]
  readonly document: string
}

function run(recipe: unknown, input: unknown, { output = 'json', headers = {} } = {}): Promise<Response> {
  const body = JSON.stringify({ recipe, input })
  return api.call(`/v1/recipes/run?output=${output}`, { method: 'POST', headers: { ...JSON_TYPE, ...headers }, body })
}

async function callTool(id: string, body: unknown): Promise<Record<string, unknown>> {
  const answer = await api.call(`/v1/tools/${id}`, { method: 'POST', headers: JSON_TYPE, body: JSON.stringify(body) })
  return (await answer.json()) as Record<string, unknown>
}

describe('a recipe', () => {
  it('gives what its tools give one after the other', async () => {
    api = await openApi()
    const { steps, document } = (await (await run({ steps: STEPS }, { message: MESSAGE })).json()) as Answer
    const normal = await fileOf('hl7/normalize', { message: MESSAGE })
    const hidden = await fileOf('phi/deidentify-hl7', { message: normal })
    const bundle = await fileOf('hl7/to-fhir', { message: hidden })
    const { outcome: _document, ...report } = await callTool('fhir/validate', { resource: bundle })
    expect(Buffer.from(document, 'base64').toString()).toBe(bundle)
    expect(report).toMatchObject({ valid: true })
    expect(steps.map(({ tool }) => tool)).toEqual(STEPS.map(({ tool }) => tool))
    expect(steps[3]!.result).toEqual(report)
  })

  it('leaves out reports of steps before the document is de-identified', async () => {
    api = await openApi()
    const text = await (await run({ steps: [{ tool: 'hl7/parse' }, ...STEPS] }, { message: MESSAGE })).text()
    expect(text).not.toMatch(/Quist|19700101|Q-1/)
    const { steps } = JSON.parse(text) as Answer
    expect(steps.map(({ result }) => result !== undefined)).toEqual([false, false, true, true, true])
  })

  it('keeps the bytes of a file, whatever its character set', async () => {
    api = await openApi()
    const bytes = Buffer.from(`MSH|^~\\&|A|B|C|D|20260102||ADT^A01|1|P|2.5||||||8859/1\rPID|1||7||M\u00fcller^Ren\u00e9\r`, 'latin1')
    const form = new FormData()
    form.append('recipe', JSON.stringify({ steps: [{ tool: 'hl7/normalize' }] }))
    form.append('file', new Blob([bytes]), 'a.hl7')
    const answer = await api.call('/v1/recipes/run?output=file', { method: 'POST', body: form })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toContain('hl7')
    expect(Buffer.from(await answer.arrayBuffer()).toString('latin1')).toContain('M\u00fcller^Ren\u00e9')
  })

  it('passes the input on where a step says so', async () => {
    api = await openApi()
    const steps = [{ tool: 'hl7/to-fhir', pass: 'input' }, { tool: 'hl7/normalize' }]
    const answer = await run({ steps }, { message: MESSAGE }, { output: 'file' })
    expect(await answer.text()).toMatch(/^MSH/)
  })

  it('counts each step as a call of its tool, under the request of the caller', async () => {
    api = await openApi()
    await run({ steps: STEPS }, { message: MESSAGE })
    expect(api.reports.map(({ route, tool, status }) => [route, tool, status])).toEqual([
      ...STEPS.map(({ tool }) => [`/v1/tools/${tool}`, tool, 200]),
      ['/v1/recipes/run', undefined, 200],
    ])
  })
})

describe('a problem', () => {
  it('of a step names it, and holds no value of the input', async () => {
    api = await openApi()
    const answer = await run({ steps: [{ tool: 'hl7/normalize', pass: 'input' }, { tool: 'fhir/validate' }] }, { message: MESSAGE })
    expect(answer.status).toBe(422)
    const problem = (await answer.json()) as Record<string, unknown>
    expect(problem).toMatchObject({ code: 'unreadable_input', step: 2, tool: 'fhir/validate' })
    expect(JSON.stringify(problem)).not.toContain('Quist')
  })

  it('of a recipe points to every finding before anything runs', async () => {
    api = await openApi()
    const steps = [
      { tool: 'hl7/normalise' },
      { tool: 'hl7/query', options: { paths: 3 } },
      { tool: 'text/diff' },
      { tool: 'hl7/parse', pass: 'result' },
    ]
    const answer = await run({ steps }, { message: MESSAGE })
    expect(answer.status).toBe(422)
    const { errors } = (await answer.json()) as { errors: { pointer: string }[] }
    expect(errors.map(({ pointer }) => pointer)).toEqual([
      '/recipe/steps/0/tool',
      '/recipe/steps/1/options/paths',
      '/recipe/steps/2/tool',
      '/recipe/steps/3/pass',
    ])
    expect(api.reports.map(({ route }) => route)).toEqual(['/v1/recipes/run'])
  })

  it.each([
    [{ recipe: { steps: [] } }, '/recipe/steps'],
    [{ recipe: { steps: [{ tool: 'hl7/parse' }], stepz: 1 } }, '/recipe'],
    [{}, '/recipe'],
    [{ recipe: { steps: [{ tool: 'hl7/parse' }] }, message: 'MSH' }, ''],
    [{ recipe: { steps: [{ tool: 'fhir/flatten', input: { resource: '{}' } }] } }, '/recipe/steps/0/input/resource'],
  ])('%j', async (body, pointer) => {
    api = await openApi()
    const answer = await api.call('/v1/recipes/run', { method: 'POST', headers: JSON_TYPE, body: JSON.stringify(body) })
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({ code: 'invalid_input', errors: [{ pointer }] })
  })

  it('refuses a tool that the key may not use before the first step runs', async () => {
    api = await openApi()
    const key = await api.makeKey({ scopes: ['tools:hl7/*'] })
    const headers = { Authorization: `Bearer ${key}` }
    const answer = await run({ steps: STEPS }, { message: MESSAGE }, { headers })
    expect(answer.status).toBe(403)
    expect(await answer.json()).toMatchObject({ code: 'tool_not_allowed', step: 2, tool: 'phi/deidentify-hl7' })
    expect(api.reports.map(({ route }) => route)).toEqual(['/v1/recipes/run'])
  })

  it('reads nothing of a caller who may run no tool', async () => {
    api = await openApi()
    const key = await api.makeKey({ scopes: ['admin:read'] })
    const answer = await run({ steps: STEPS }, { message: MESSAGE }, { headers: { Authorization: `Bearer ${key}` } })
    expect(answer.status).toBe(403)
    expect(api.reports).toMatchObject([{ bytesIn: 0 }])
  })

  it('needs credentials', async () => {
    api = await openApi()
    expect((await run({ steps: STEPS }, { message: MESSAGE }, { headers: { Authorization: '' } })).status).toBe(401)
  })
})

describe('the limits of a plan', () => {
  const plans = (limits: string): string => `plans:\n  small: { rate: { per_minute: 600, burst: 100 }, tools: ["*"], ${limits} }\n`
  const withPlan = async (limits: string): Promise<Record<string, string>> => {
    api = await openApi({ settings: plans(limits) })
    return { Authorization: `Bearer ${await api.makeKey({ plan: 'small' })}` }
  }

  const longMessage = (lines: number): string =>
    `${MESSAGE}${Array.from({ length: lines }, (_, i) => `NTE|${i + 1}||Line ${i + 1} of a long note`).join('\n')}\n`

  it('hold for the body of a recipe', async () => {
    const headers = await withPlan('max_body_mb: 1')
    const answer = await run({ steps: STEPS }, { message: longMessage(40_000) }, { headers })
    expect(answer.status).toBe(413)
    expect(await answer.json()).toMatchObject({ code: 'body_too_large' })
    expect(api.reports).toHaveLength(1)
  })

  it('count the bytes of each step before it runs', async () => {
    const headers = await withPlan('quota: { mb_per_day: 1 }')
    const steps = [{ tool: 'hl7/normalize' }, { tool: 'hl7/normalize' }, { tool: 'hl7/normalize' }]
    const answer = await run({ steps }, { message: longMessage(12_000) }, { headers, output: 'file' })
    expect(answer.status).toBe(429)
    expect(await answer.json()).toMatchObject({ code: 'quota_exhausted', step: 3, tool: 'hl7/normalize' })
  })

  it('leave a long document whole', async () => {
    const headers = await withPlan('quota: { mb_per_day: 10 }')
    const steps = [{ tool: 'hl7/normalize' }, { tool: 'hl7/normalize' }]
    const answer = await run({ steps }, { message: longMessage(3_000) }, { headers, output: 'file' })
    const text = await answer.text()
    expect(text.length).toBeGreaterThan(100_000)
    expect(text).toContain('Line 3000 of a long note')
  })
})

async function fileOf(id: string, body: unknown): Promise<string> {
  const answer = await api.call(`/v1/tools/${id}?output=file`, { method: 'POST', headers: JSON_TYPE, body: JSON.stringify(body) })
  return answer.text()
}
