// One step of the soak: what must hold for any bytes at all.
import { ProblemError } from '../../../src/core/problem.ts'
import { runTool } from '../../../src/core/run.ts'
import { readDicom } from '../../../src/formats/dicom/read/read-dicom.ts'
import { findTilingGap } from '../../../src/formats/dicom/read/tiling.ts'
import { dicomInspect } from '../../../src/tools/dicom/inspect.ts'
import type { Random } from './mutate-bytes.ts'

export interface SoakStep {
  readonly outcome: 'whole' | 'partial' | string
  readonly milliseconds: number
}

interface InspectResult {
  readonly meta: { readonly complete: boolean }
  readonly issues: readonly { readonly severity: string; readonly byteOffset: number }[]
}

/** @throws Error that says what does not hold; whatever the tool throws that is no ProblemError passes through */
export function soakStep(bytes: Uint8Array, random: Random): SoakStep {
  const start = performance.now()
  let outcome: string
  try {
    const gap = findTilingGap(readDicom(bytes))
    if (gap !== undefined) throw new Error(`the spans do not tile the data at ${gap}`)
    const format = random() < 0.5 ? 'tree' : 'dicom-json'
    const result = runTool(
      dicomInspect,
      { file: bytes },
      { format, maxValueBytes: Math.floor(random() * 3000) },
    ) as unknown as InspectResult
    JSON.stringify(result)
    checkResult(result, bytes.length)
    outcome = result.meta.complete ? 'whole' : 'partial'
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    if (error.at?.byteOffset === undefined || error.at.byteOffset > bytes.length)
      throw new Error(`${error.code} without a byte offset in the file`)
    outcome = error.code
  }
  return { outcome, milliseconds: performance.now() - start }
}

function checkResult(result: InspectResult, length: number): void {
  for (const { byteOffset } of result.issues) {
    if (!(byteOffset >= 0 && byteOffset <= length)) throw new Error('an issue has no byte offset in the file')
  }
  const explained = result.meta.complete || result.issues.some(({ severity }) => severity !== 'info')
  if (!explained) throw new Error('a partial result has no issue that explains it')
}
