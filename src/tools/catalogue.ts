// Every tool, in the order in which people see them. Adding a tool is its file, its line here and its golden folder.
import type { Tool } from '../core/tool.ts'
import { codeCheckId } from './code/check-id.ts'
import { codeUcum } from './code/ucum.ts'
import { codeUdi } from './code/udi.ts'
import { dataCdaParse } from './data/cda-parse.ts'
import { dataX12Ack } from './data/x12-ack.ts'
import { dataX12Parse } from './data/x12-parse.ts'
import { dicomDiff } from './dicom/diff.ts'
import { dicomFindText } from './dicom/find-text.ts'
import { dicomInspect } from './dicom/inspect.ts'
import { dicomRender } from './dicom/render.ts'
import { dicomValidate } from './dicom/validate.ts'
import { fhirConvert } from './fhir/convert.ts'
import { fhirFlatten } from './fhir/flatten.ts'
import { fhirPath } from './fhir/path.ts'
import { fhirValidate } from './fhir/validate.ts'
import { hl7Ack } from './hl7/ack.ts'
import { hl7Build } from './hl7/build.ts'
import { hl7Convert } from './hl7/convert.ts'
import { hl7Diff } from './hl7/diff.ts'
import { hl7Edit } from './hl7/edit.ts'
import { hl7FromFhir } from './hl7/from-fhir.ts'
import { hl7ImportProfile } from './hl7/import-profile.ts'
import { hl7Normalize } from './hl7/normalize.ts'
import { hl7Parse } from './hl7/parse.ts'
import { hl7Query } from './hl7/query.ts'
import { hl7ToFhir } from './hl7/to-fhir.ts'
import { hl7Validate } from './hl7/validate.ts'
import { phiDeidentifyCda } from './phi/deidentify-cda.ts'
import { phiDeidentifyDicom } from './phi/deidentify-dicom.ts'
import { phiDeidentifyFhir } from './phi/deidentify-fhir.ts'
import { phiDeidentifyHl7 } from './phi/deidentify-hl7.ts'
import { phiDeidentifyTable } from './phi/deidentify-table.ts'
import { phiDeidentifyText } from './phi/deidentify-text.ts'
import { phiDeidentifyX12 } from './phi/deidentify-x12.ts'
import { phiDetect } from './phi/detect.ts'
import { phiEvaluate } from './phi/evaluate.ts'
import { phiReidentify } from './phi/reidentify.ts'
import { phiRisk } from './phi/risk.ts'
import { textDiff } from './text/diff.ts'
import { textEncoding } from './text/encoding.ts'
import { textReadability } from './text/readability.ts'
import { textSegment } from './text/segment.ts'
import { textWordCount } from './text/word-count.ts'

export const catalogue: readonly Tool[] = [
  textWordCount,
  textReadability,
  textDiff,
  textSegment,
  textEncoding,
  hl7Parse,
  hl7Validate,
  hl7Query,
  hl7Edit,
  hl7Build,
  hl7Ack,
  hl7Diff,
  hl7Normalize,
  hl7Convert,
  hl7ToFhir,
  hl7FromFhir,
  hl7ImportProfile,
  dicomInspect,
  dicomValidate,
  dicomDiff,
  dicomRender,
  dicomFindText,
  phiDetect,
  phiDeidentifyText,
  phiDeidentifyFhir,
  phiDeidentifyHl7,
  phiDeidentifyCda,
  phiDeidentifyDicom,
  phiDeidentifyX12,
  phiDeidentifyTable,
  phiRisk,
  phiReidentify,
  phiEvaluate,
  fhirValidate,
  fhirPath,
  fhirConvert,
  fhirFlatten,
  codeCheckId,
  codeUcum,
  codeUdi,
  dataCdaParse,
  dataX12Parse,
  dataX12Ack,
]
