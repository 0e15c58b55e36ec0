// `npm run sdk`: makes the SDKs for Python, TypeScript and Java in dist/sdk, and the collections for Postman and Bruno.
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { projectFolder } from '../project-folder.ts'
import { sourceDate } from '../source-date.ts'
import { makeSdks } from './make-sdks.ts'

for (const { paths, lack } of makeSdks(join(projectFolder, 'dist', 'sdk'), sourceDate())) {
  for (const path of paths) console.log(`${path}: ${(statSync(path).size / 1000).toFixed(0)} kB`)
  if (lack !== undefined) console.log(lack)
}
