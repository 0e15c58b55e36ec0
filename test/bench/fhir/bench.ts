// FHIR: agreement, speed and size beside other programs, all in one run: node test/bench/bench.ts fhir
// SOF_JS names a folder of sof-js (FHIR/sql-on-fhir-v2) with its dependencies; other libraries are installed into a temporary folder.
import type { BenchRow } from '../row.ts'
import { packageFiles, syntheaBundles, syntheaResources } from './corpus.ts'
import { deidentifyRows } from './deidentify-rows.ts'
import { convertRows, ndjsonRows, viewRows } from './document-rows.ts'
import { hostileRows, pathSpeedRows, pathSuiteRows, sizeRows } from './path-rows.ts'
import { loadPeers } from './peers.ts'
import { bundleRows, coldRows, exampleRows, linesRow, speedRows, suiteRows } from './validate-rows.ts'

export async function benchFhir(): Promise<BenchRow[]> {
  const [r4, r5] = ['hl7.fhir.r4.examples@4.0.1', 'hl7.fhir.r5.examples@5.0.0'].map(packageFiles)
  const synthea = syntheaResources()
  const example = JSON.stringify({
    resourceType: 'Patient',
    id: 'p1',
    name: [{ family: 'Sample', given: ['Ada'] }],
    birthDate: '1970-01-02',
    gender: 'female',
  })
  const peers = await loadPeers()
  try {
    return [
      ...suiteRows(),
      ...exampleRows(r4, 'R4', synthea),
      ...exampleRows(r5, 'R5', []),
      ...speedRows(r4, synthea, peers),
      ...bundleRows(),
      linesRow(example),
      ...(await coldRows(example)),
      ...pathSuiteRows(),
      ...pathSpeedRows(synthea, peers),
      ...hostileRows(),
      ...(await sizeRows()),
      ...(await viewRows(synthea)),
      ...convertRows(r4, 'R4', peers),
      ...convertRows(r5, 'R5', undefined),
      ...(await ndjsonRows(example)),
      ...deidentifyRows(syntheaBundles(), synthea),
    ]
  } finally {
    peers?.remove()
  }
}
