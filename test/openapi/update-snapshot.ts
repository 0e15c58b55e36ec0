// `npm run openapi:snapshot`: agrees on the API document as it is now. Breaking changes are said, for the review of the diff.
import { findBreaches } from './compare-openapi.ts'
import { composeParts, joinParts, readSnapshot, writeSnapshot } from './snapshot.ts'

const breaches = findBreaches(joinParts(readSnapshot().values()), joinParts(composeParts().values()))
writeSnapshot()
process.stdout.write(breaches.map((line) => `breaks clients: ${line}\n`).join(''))
