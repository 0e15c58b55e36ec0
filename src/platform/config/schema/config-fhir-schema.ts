// The section of the configuration for FHIR.
import * as z from 'zod'
import { pathField } from '../config-fields.ts'

export const fhirSchema = z.strictObject({
  packages: pathField()
    .nullable()
    .default(null)
    .describe(
      'Folder of FHIR packages (.tgz files, such as implementation guides) that fhir/validate uses. Read at startup and on reload; nothing is downloaded. Relative to the folder of this file.',
    ),
})
