// What the page keeps of an answer, whoever gave it.
import { parseJson } from '../../core/parse-json.ts'
import type { RunResult } from './messages.ts'

/** Larger answers are saved, not shown: a tree of so many rows would stop the tab. */
const MAX_DISPLAYED_BYTES = 4_000_000

/** @param json UTF-8 of a JSON object */
export async function shownValue(json: Blob): Promise<RunResult['value']> {
  return json.size > MAX_DISPLAYED_BYTES ? undefined : (parseJson(await json.text()) as RunResult['value'])
}
