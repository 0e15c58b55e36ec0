// How the findings of the DICOM reader travel in a result: code, severity, message and place, never a value.
import * as z from 'zod'
import { DICOM_ISSUES, type IssueList, sortIssues } from '../../formats/dicom/dicom-issue.ts'

export const issue = z.strictObject({
  code: z.string(),
  severity: z.enum(['error', 'warning', 'info']),
  message: z.string(),
  path: z.string().optional().describe('Path of the element, such as (0040,A730)[0].(0040,A168); items count from 0.'),
  byteOffset: z.int().describe('Offset in the file; of the compressed data where the data set is deflated.'),
  inflatedOffset: z.int().optional().describe('Offset in the inflated data set.'),
  expectedBytes: z.int().optional(),
  actualBytes: z.int().optional(),
})

/** In the order of the file. */
export function listIssues({ issues, omitted }: IssueList) {
  return { issues: sortIssues(issues).map(({ code, ...place }) => ({ code, ...DICOM_ISSUES[code], ...place })), issuesOmitted: omitted }
}
