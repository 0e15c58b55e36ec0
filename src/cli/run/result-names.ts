// Names of the results in a folder: numbers, or the names of the inputs. A result that a person must look at says so in its name.
import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { reviewEnding } from '../../core/download-verdict.ts'
import type { Tool } from '../../core/tool.ts'
import type { InputFile } from './run-inputs.ts'

export interface ResultNaming {
  readonly tool: Tool
  readonly form: 'json' | 'file'
  /** Results are named like their inputs. */
  readonly keepsNames: boolean
}

/** Names by numbers sort by them; more digits come where they are needed. */
const NUMBER_DIGITS = 7

/** The names that a result can have: the usual one, and for tools with a verdict that of a result that needs review. */
export function resultNames(naming: ResultNaming, input: InputFile, number: number): readonly string[] {
  const { tool, form } = naming
  const name = usualName(naming, input, number)
  if (form !== 'file' || !tool.download!.verdict) return [name]
  return [name, reviewName(naming, input, name)]
}

/** @param documentName of the result, as the batch named it; undefined for JSON */
export function resultName(naming: ResultNaming, input: InputFile, number: number, documentName: string | undefined): string {
  const [usual, review] = resultNames(naming, input, number)
  const isForReview = review !== undefined && documentName?.endsWith(`.${reviewEnding(naming.tool.download!.extension)}`)
  return isForReview ? review : usual!
}

function usualName({ tool, form, keepsNames }: ResultNaming, { path, target }: InputFile, number: number): string {
  const extension = form === 'file' ? tool.download!.extension : 'json'
  if (!keepsNames) return `${String(number).padStart(NUMBER_DIGITS, '0')}.${extension}`
  if (form === 'file' && target.endsWith(`.${extension}`)) return target
  let ending = `.${extension}`
  // note.hl7 is the name of its own result; that of a file named note goes by another one.
  while (form === 'file' && existsSync(`${path}${ending}`)) ending += `.${extension}`
  return `${target}${ending}`
}

function reviewName({ tool, keepsNames }: ResultNaming, { path }: InputFile, usual: string): string {
  const { extension } = tool.download!
  const stem = usual.slice(0, -extension.length)
  if (!keepsNames) return `${stem}${reviewEnding(extension)}`
  let ending = reviewEnding(extension)
  // An input may have this name, which then is the name of its own result.
  while (existsSync(join(dirname(path), `${basename(stem)}${ending}`))) ending = reviewEnding(ending)
  return `${stem}${ending}`
}
