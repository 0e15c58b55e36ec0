// The files of the ZIP of one tool: documents by their place in the batch, a report beside each, and a manifest of all, as in the API.
import type { Problem, RunResult, ZipEntry } from '../run/messages.ts'
import type { PageTool } from '../run/page-tool.ts'
import { type BatchFile, fileNumber } from '../run/run-batch.ts'

interface Batch {
  readonly tool: PageTool
  readonly files: readonly BatchFile[]
  readonly results: readonly (RunResult | Problem | undefined)[]
  /** Names of files stay on the page unless this is set. */
  readonly keepNames: boolean
}

export function batchEntries({ tool, files, results: done, keepNames }: Batch): readonly ZipEntry[] {
  const entries: ZipEntry[] = []
  const results = files.map(({ path: name }, index) => {
    const result = done[index]
    const number = fileNumber(index, files.length)
    const path = keepNames ? { path: name } : {}
    if (!result || !('json' in result)) return { index, ...path, error: result }
    const stem = keepNames ? `${number} ${name.replaceAll('/', ' ')}` : number
    const file = `${stem}.${result.document?.extension ?? 'json'}`
    if (!result.document) {
      entries.push({ name: file, content: result.json })
      return { index, ...path, file }
    }
    // A document in JSON, such as a Bundle, has that name itself.
    const report = file === `${stem}.json` ? `${stem}.report.json` : `${stem}.json`
    entries.push({ name: report, content: result.json }, { name: file, content: result.document.content })
    return { index, ...path, file, report }
  })
  const failed = results.filter((result) => 'error' in result).length
  const summary = { total: files.length, succeeded: files.length - failed, failed }
  const manifest = JSON.stringify({ tool: tool.id, version: tool.version, summary, results })
  return [{ name: 'manifest.json', content: new Blob([manifest]) }, ...entries]
}
