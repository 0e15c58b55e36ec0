// A value of a CDA document with what was decided about it.
import type { CdaLeaf } from './cda-leaf.ts'
import type { CdaVerdict } from './cda-verdict.ts'
import type { ChangeReason } from './change-report.ts'

/** A leaf with what is decided of it. */
export interface CdaWork {
  readonly leaf: CdaLeaf
  /** In the notation of rules: `ClinicalDocument/recordTarget/patientRole/addr/city`. */
  readonly place: string
  verdict: CdaVerdict
  reason: ChangeReason
}
