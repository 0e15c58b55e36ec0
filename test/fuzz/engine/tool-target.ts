// Targets that are tools: an input takes the options of one of the tool's golden cases, and its document from the bytes.
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { projectFolder } from '../../../build/project-folder.ts'
import { fieldKind } from '../../../src/core/document.ts'
import { ProblemError } from '../../../src/core/problem.ts'
import { runTool } from '../../../src/core/run.ts'
import type { Tool } from '../../../src/core/tool.ts'
import { inputOf, listGoldenFiles, readGoldenCase } from '../../golden-cases/golden-case.ts'
import { bytesOf, expectThat, type FuzzTarget, refusableLater, textOf } from './target.ts'

type Fields = Readonly<Record<string, unknown>>

interface Call {
  readonly input: Fields
  readonly options: Fields
}

export interface ToolTarget extends Pick<FuzzTarget, 'covers' | 'dictionary' | 'maxBytes'> {
  readonly tool: Tool
  /** The field of the input that the bytes go into. */
  readonly field: string
  readonly moreSeeds?: readonly Uint8Array[]
  /** Options that every call gets beside those of its case. */
  readonly options?: Fields
  /** What must hold of a result beside its schema. */
  readonly check?: (result: Fields, document: Uint8Array) => void
}

/** The first byte of an input chooses the case. */
export function toolTarget({ tool, field, covers, dictionary, maxBytes, moreSeeds = [], options = {}, check }: ToolTarget): FuzzTarget {
  const calls = callsOf(tool)
  const isText = !fieldKind(tool.input.shape[field]!).endsWith('bytes')
  return {
    covers,
    ...(dictionary && { dictionary }),
    ...(maxBytes && { maxBytes }),
    seeds: () => [
      ...calls.flatMap(({ input }, i) => documentOf(input[field]).map((document) => join2(i, document))),
      ...moreSeeds.map((document, i) => join2(i, document)),
    ],
    async run(bytes) {
      const call = calls[(bytes[0] ?? 0) % calls.length]!
      const document = bytes.slice(1)
      const input = { ...call.input, [field]: isText ? textOf(document) : document }
      const before = document.slice()
      const result = await refusableLater(() => runTool(tool, input, { ...call.options, ...options }))
      expectThat(isDeepStrictEqual(document, before), 'the input is not changed')
      if (result instanceof ProblemError) return
      const checked = tool.output.safeParse(result)
      expectThat(
        checked.success,
        `the result fits its schema: ${checked.error?.issues[0]?.path.join('.')} ${checked.error?.issues[0]?.code}`,
      )
      check?.(result as Fields, document)
    },
  }
}

function callsOf(tool: Tool): Call[] {
  const calls = listGoldenFiles(join(projectFolder, 'test', 'golden'))
    .filter(({ toolId }) => toolId === tool.id)
    .flatMap((file) => {
      const golden = readGoldenCase(file)
      const input = refusedInput(() => inputOf(tool, golden, projectFolder))
      return input ? [{ input, options: golden.options }] : []
    })
  if (calls.length === 0) throw new Error(`${tool.id} has no golden case.`)
  return calls
}

function refusedInput(read: () => Fields): Fields | undefined {
  try {
    return read()
  } catch {
    // A case of an input that is refused before the tool sees it.
    return undefined
  }
}

function documentOf(value: unknown): Uint8Array[] {
  if (value instanceof Uint8Array) return [value]
  if (Array.isArray(value)) return [bytesOf(value.join('\n'))]
  return typeof value === 'string' ? [bytesOf(value)] : []
}

function join2(first: number, rest: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(rest.length + 1)
  bytes[0] = first
  bytes.set(rest, 1)
  return bytes
}
