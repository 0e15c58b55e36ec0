// Golden cases are data: what a tool makes of one input, or the fault that it answers with. One file is one case.
import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import * as z from 'zod'
import { fieldKind } from '../../src/core/document.ts'
import { PROBLEMS, type ProblemCode } from '../../src/core/problem.ts'
import type { Tool } from '../../src/core/tool.ts'
import { inputFromJson } from '../../src/core/wire.ts'

const inputFile = z.strictObject({ field: z.string().min(1), path: z.string().startsWith('test/fixtures/') })

const goldenCase = z.strictObject({
  title: z.string().min(3),
  /** In JSON form: documents of bytes as base64. */
  input: z.record(z.string(), z.unknown()).default({}),
  /** Fields that are filled from a file. */
  inputFile: z.union([inputFile.transform((file) => [file]), z.array(inputFile)]).default([]),
  options: z.record(z.string(), z.unknown()).default({}),
  /** A part of the result in JSON form: of an object what is given, of an array every element in its order. */
  output: z.record(z.string(), z.unknown()).optional(),
  fault: z
    .strictObject({
      code: z.enum(Object.keys(PROBLEMS) as [ProblemCode, ...ProblemCode[]]),
      at: z.record(z.string(), z.unknown()).optional(),
    })
    .optional(),
})

export type GoldenCase = z.infer<typeof goldenCase>

export interface GoldenFile {
  /** Relative to the folder of all cases: `text/word-count/01-empty.json`. */
  readonly path: string
  readonly toolId: string
  readonly text: string
}

/** Every file below the folder; what is no case is found when it is read. */
export function listGoldenFiles(folder: string): GoldenFile[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => posix.join(posix.relative(folder, entry.parentPath), entry.name))
    .sort()
    .map((path) => ({ path, toolId: posix.dirname(path), text: readFileSync(join(folder, path), 'utf8') }))
}

/** @throws Error that names what is wrong with the file */
export function readGoldenCase({ path, text }: GoldenFile): GoldenCase {
  if (!/^[a-z0-9]+\/[a-z0-9-]+\/\d\d-[a-z0-9]+(?:-[a-z0-9]+)*\.json$/.test(path))
    throw new Error(`${path} is not category/tool/NN-name.json`)
  const parsed = goldenCase.safeParse(JSON.parse(text))
  if (!parsed.success) throw new Error(`${path}: ${z.prettifyError(parsed.error)}`)
  const { output, fault } = parsed.data
  if ((output === undefined) === (fault === undefined)) throw new Error(`${path} expects either an output or a fault`)
  if (output && Object.keys(output).length === 0) throw new Error(`${path} expects nothing of the output`)
  return parsed.data
}

/** The input as the tool takes it, files read from the project folder. */
export function inputOf(tool: Tool, { input, inputFile: files }: GoldenCase, projectFolder: string): Record<string, unknown> {
  const fields = inputFromJson(tool, input)
  for (const { field, path } of files) {
    const schema = tool.input.shape[field]
    if (!schema) throw new Error(`${tool.id} has no field ${field}`)
    const bytes = new Uint8Array(readFileSync(join(projectFolder, path)))
    fields[field] = fieldKind(schema) === 'text' ? new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) : bytes
  }
  return fields
}
