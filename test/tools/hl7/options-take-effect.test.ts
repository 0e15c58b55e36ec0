// No option of a tool of HL7 v2 is without effect: for each there is a call whose result is another one without it.
import { describe, expect, test } from 'vitest'
import { ProblemError } from '../../../src/core/problem.ts'
import { runTool } from '../../../src/core/run.ts'
import type { Tool } from '../../../src/core/tool.ts'
import { inputFromJson } from '../../../src/core/wire.ts'
import { catalogue } from '../../../src/tools/catalogue.ts'
import { lines, MSH, mshWithCharset } from '../../formats/hl7/hl7-text.ts'
import { listGoldenFiles, readGoldenCase } from '../../golden-cases/golden-case.ts'

interface Call {
  readonly input: Readonly<Record<string, unknown>>
  readonly options: Readonly<Record<string, unknown>>
}

const FAULTY = lines(MSH, 'PID|1||1^^^NORTH^MR|||||Q', 'OBR|a', 'ZAB|1', 'ACC|1', 'OBX|1|NM|1^X||b||||||F')
const PROFILE = { name: 'Site', places: [{ path: 'PID-18', usage: 'R' }] }
const DEFINITIONS = { name: 'Site', segments: [{ id: 'ZAB', fields: [{ position: 2, name: 'Kind', dataType: 'ST', required: true }] }] }
/** Options that validate, ack and build have alike. */
const VALIDATION: readonly Call['options'][] = [
  { zSegments: 'report' },
  { localSegments: ['ACC'] },
  { maxIssues: 1 },
  { profile: PROFILE },
  { definitions: DEFINITIONS },
  { version: '2.3' },
  { rules: { dataType: 'off' } },
  { strictness: 'lenient' },
]
const NO_FACTS = { controlId: 'A', timestamp: '20260102030405' }
/** UTF-8 that MSH-18 names otherwise. */
const MISNAMED = new TextEncoder().encode(lines(mshWithCharset('8859/1'), 'PID|1||1^^^NORTH^MR||Mär^Ada'))
const MENDED: Readonly<Record<string, Call['options']>> = {
  'hl7/query': { paths: ['PID-5'] },
  'hl7/edit': { operations: [{ op: 'set', path: 'PID-6', value: 'ä' }] },
  'hl7/ack': NO_FACTS,
}
const CSV = 'a;b,c\n1;2,3\n'

/** Calls beside the examples and the golden cases. */
const MORE: Readonly<Record<string, readonly Call[]>> = {
  'hl7/validate': VALIDATION.map((options) => ({ input: { message: FAULTY }, options })),
  'hl7/query': [{ input: { message: lines(MSH, 'PID|1||1~2') }, options: { paths: ['PID-3[*]'], separator: ';' } }],
  'hl7/edit': [{ timestamp: '20260102' }, { seed: 'a' }].map((options) => ({
    input: { message: lines(MSH, 'PID|1||1') },
    options: { operations: ['now', 'uuid'].map((generate, i) => ({ op: 'set', path: `PID-${i + 5}`, generate })), ...options },
  })),
  'hl7/ack': [...VALIDATION, { maxErrors: 1 }].map((options) => ({
    input: { message: FAULTY },
    options: { ...NO_FACTS, strictness: 'strict', ...options },
  })),
  'hl7/normalize': [{ input: { message: lines(MSH).replaceAll('\r', '<cr>') }, options: { literalLineEnds: 'repair' } }],
  'hl7/build': [
    ...VALIDATION.map((options) => ({ input: { template: FAULTY }, options })),
    { input: { template: `${MSH}\rPID|1||{{b,c}}{{a}}`, csv: CSV }, options: { delimiter: ';' } },
  ],
  'hl7/to-fhir': [
    { idNamespace: 'site' },
    { timestamp: '2026-01-02T03:04:05Z' },
    { codeMaps: [{ map: 'AdministrativeSex', from: 'Q', to: 'other' }] },
  ].map((options) => ({ input: { message: FAULTY }, options })),
}

const golden = listGoldenFiles(new URL('../../golden/', import.meta.url).pathname)

function callsOf(tool: Tool): Call[] {
  const examples = tool.examples.map(({ input, options = {} }) => ({ input, options }))
  const cases = golden.filter(({ toolId }) => toolId === tool.id).map((file) => readGoldenCase(file))
  const input = tool.id === 'hl7/diff' ? { left: MISNAMED, right: lines(MSH) } : { message: MISNAMED }
  const mended = { input, options: { sourceCharset: 'mend', ...MENDED[tool.id] } }
  return [...examples, ...cases, ...(MORE[tool.id] ?? []), mended].map(({ input, options }) => ({ input, options }))
}

async function answer(tool: Tool, input: Call['input'], options: Call['options']): Promise<string> {
  try {
    const result = await runTool(tool, inputFromJson(tool, input), options)
    return JSON.stringify(result, (_, value) => (value instanceof Uint8Array ? [...value] : value))
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    return `${error.code} ${JSON.stringify(error.errors)}`
  }
}

const tools = catalogue.filter(({ id }) => id.startsWith('hl7/'))

test('there are twelve tools', () => expect(tools).toHaveLength(12))

describe('each option changes the result of a call', () => {
  test.each(tools.map((tool) => [tool.id, tool] as const))('%s', async (_, tool) => {
    const effective = new Set<string>()
    for (const { input, options } of callsOf(tool)) {
      const whole = await answer(tool, input, options)
      for (const name of Object.keys(options)) {
        const { [name]: _left, ...others } = options
        if ((await answer(tool, input, others)) !== whole) effective.add(name)
      }
    }
    expect(Object.keys(tool.options.shape).filter((name) => !effective.has(name))).toEqual([])
  })
})
