// The codes of all code systems that HL7 publishes with FHIR R4, whichever system they are of.
import { inflateSync, strFromU8 } from 'fflate'
import { PUBLISHED_CODES } from './published-codes.generated.ts'

let opened: ReadonlySet<string> | undefined

/** @returns whether HL7 lists the code; false for numbers, which are codes of many systems */
export function isPublishedCode(code: string): boolean {
  opened ??= open()
  return opened.has(code)
}

/** Each line: how many characters it shares with the one before, then the others. */
function open(): ReadonlySet<string> {
  const lines = strFromU8(inflateSync(Uint8Array.from(atob(PUBLISHED_CODES), (char) => char.charCodeAt(0)))).split('\n')
  let before = ''
  return new Set(
    lines.map((line) => {
      before = before.slice(0, Number(line[0])) + line.slice(1)
      return before
    }),
  )
}
