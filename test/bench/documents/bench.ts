// Documents: XML, CDA and X12 beside other programs, all in one run: node test/bench/bench.ts documents
import type { BenchRow } from '../row.ts'
import { cdaRows } from './cda-rows.ts'
import { loadDocumentPeers } from './peers.ts'
import { x12Rows } from './x12-rows.ts'
import { xmlRows } from './xml-rows.ts'

export function benchDocuments(): BenchRow[] {
  const peers = loadDocumentPeers()
  try {
    return [...xmlRows(peers), ...cdaRows(peers), ...x12Rows(peers)]
  } finally {
    peers?.remove()
  }
}
