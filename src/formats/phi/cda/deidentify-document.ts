// A document of CDA from its bytes to the cleaned bytes.
import { ProblemError } from '../../../core/problem.ts'
import { isCda, mostNodesOf } from '../../cda/document.ts'
import { ASSUMED_PREFIXES } from '../../cda/namespaces.ts'
import { readXml } from '../../xml/read-xml.ts'
import type { CdaChange, CdaResidual, Embedded } from './change-report.ts'
import { type CdaSettings, deidentifyCda } from './deidentify-cda.ts'
import { encodingFor, shapeOf, type UnwrittenCda, type WrittenCda, writeCda } from './write-cda.ts'

interface Report {
  readonly changes: CdaChange[]
  readonly residual: CdaResidual[]
  readonly embedded: Embedded[]
}

export interface DeidentifiedCda extends WrittenCda, Report {}

/**
 * @throws ProblemError as readXml; `unsupported_variant` for XML that is not CDA, for a prefix that is a value of a person, and where the result reads as
 * something else than the document; as detectPhi where a text cannot be searched
 */
export function deidentifyDocument(source: string | Uint8Array, settings: CdaSettings): DeidentifiedCda {
  const maxNodes = mostNodesOf(source.length)
  const { unwritten, ...report } = cleanDocument(source, maxNodes, settings)
  return { ...writeCda(unwritten, maxNodes), ...report }
}

/** Leaves no tree behind: the result is read back, and two trees would take twice the memory. */
function cleanDocument(
  source: string | Uint8Array,
  maxNodes: number,
  settings: CdaSettings,
): Report & { readonly unwritten: UnwrittenCda } {
  const document = readXml(source, { maxNodes, assumedPrefixes: ASSUMED_PREFIXES })
  if (!isCda(document.root)) {
    throw new ProblemError('The document is not CDA: its root element is neither ClinicalDocument nor a part of one.', {
      code: 'unsupported_variant',
      at: { byteOffset: 0, path: '/' },
    })
  }
  const { text, report, removed } = deidentifyCda(document, settings)
  const { changes, residual, embedded } = report
  const unwritten = { text, encoding: encodingFor(document), shape: shapeOf(document.root, removed), isWhole: removed.size === 0 }
  return { changes, residual, embedded, unwritten }
}
