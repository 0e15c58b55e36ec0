// Targets that are tools: an input is a whole call, or takes the options of one of the tool's golden cases and its document from the bytes.
import { join } from 'node:path'
import { projectFolder } from '../../../build/project-folder.ts'
import { fieldKind } from '../../../src/core/document.ts'
import type { Tool } from '../../../src/core/tool.ts'
import { inputOf, listGoldenFiles, readGoldenCase } from '../../golden-cases/golden-case.ts'
import { bytesOf, type FuzzTarget, textOf } from './target.ts'
import { type Fields, readWholeCall, runCall, runWholeCall, type WholeCall } from './whole-call.ts'

export interface ToolTarget extends Pick<FuzzTarget, 'covers' | 'dictionary' | 'maxBytes'> {
  readonly tool: Tool
  /** The field of the input that the bytes go into. */
  readonly field: string
  readonly moreSeeds?: readonly Uint8Array[]
  /** The options of a call from those of its case or of the input. */
  readonly optionsOf?: (own: Fields) => Fields
  /** What must hold of a result beside its schema; `call` is undefined for the options of a golden case. */
  readonly check?: (result: Fields, call: WholeCall | undefined) => void
}

/** An input that is no whole call begins with the number of a case. */
export function toolTarget({
  tool,
  field,
  covers,
  dictionary,
  maxBytes,
  moreSeeds = [],
  optionsOf = (own) => own,
  check,
}: ToolTarget): FuzzTarget {
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
      const whole = readWholeCall(bytes)
      const { input, options: own } = whole ?? calls[(bytes[0] ?? 0) % calls.length]!
      const options = optionsOf(own)
      const document = bytes.slice(1)
      const result = await (whole
        ? runWholeCall([tool], { input, options })
        : runCall(tool, { input: { ...input, [field]: isText ? textOf(document) : document }, options }))
      if (result) check?.(result, whole)
    },
  }
}

function callsOf(tool: Tool): WholeCall[] {
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
