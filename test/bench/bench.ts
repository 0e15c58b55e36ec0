// `npm run bench [access|http|hl7|dicom|phi|sinks …]`: runs the suites one after the other and prints their tables.
import { benchAccess } from './access-bench.ts'
import { benchDicom } from './dicom-bench.ts'
import { benchHl7 } from './hl7-bench.ts'
import { benchHttp } from './http-bench.ts'
import { benchPhi } from './phi-bench.ts'
import { type BenchRow, formatTable } from './row.ts'
import { benchSinks } from './sinks-bench.ts'

const SUITES: Readonly<Record<string, () => readonly BenchRow[] | Promise<readonly BenchRow[]>>> = {
  access: benchAccess,
  http: benchHttp,
  hl7: benchHl7,
  dicom: benchDicom,
  phi: benchPhi,
  sinks: benchSinks,
}

const wanted = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(SUITES)
for (const name of wanted) {
  const suite = SUITES[name]
  if (!suite) throw new Error(`There is no suite ${name}; there are: ${Object.keys(SUITES).join(', ')}`)
  console.log(`\n${name}\n${formatTable(await suite())}`)
}
