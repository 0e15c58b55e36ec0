// ER7 to XML and back over a folder of messages, byte for byte, and with HAPI's XML parser: HAPI reads what is written here, and its XML is
// read here.
// Usage: node test/bench/hl7-v2xml.ts FOLDER [-v]; with Maven's jars, mvn -f test/bench/hl7-v2xml-hapi/pom.xml dependency:copy-dependencies
// -DoutputDirectory=JARS, and HAPI_JARS=JARS
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readDocument } from '../../src/formats/hl7/document.ts'
import type { Hl7Document } from '../../src/formats/hl7/document-types.ts'
import { hasFields } from '../../src/formats/hl7/index/line-start.ts'
import { lineCount, lineEnd, lineKind, lineStart } from '../../src/formats/hl7/index/segment-index.ts'
import { readV2Xml } from '../../src/formats/hl7/v2xml/read-v2xml.ts'
import { writeV2Xml } from '../../src/formats/hl7/v2xml/write-v2xml.ts'

const [folder = '../shared/corpora/hl7', ...flags] = process.argv.slice(2)
const verbose = flags.includes('-v')
/** Losses of text; the others are of what stands around segments. */
const OF_DATA = new Set(['line', 'escape', 'subcomponent', 'line_end_in_field', 'control_character', 'undecodable'])

function filesIn(path: string): string[] {
  if (!statSync(path).isDirectory()) return path.endsWith('.tsv') ? [] : [path]
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesIn(join(path, name)))
}

/** The segments alone, each with a carriage return. */
function segmentsOf({ index }: Hl7Document): string {
  const lines = Array.from({ length: lineCount(index) }, (_, line) =>
    hasFields(lineKind(index, line)) ? `${index.text.slice(lineStart(index, line), lineEnd(index, line))}\r` : '',
  )
  return lines.join('')
}

const tally = { files: 0, same: 0, listed: 0, differs: 0, unreadable: 0 }
const pairs: { file: string; er7: string; xml: string }[] = []
for (const file of filesIn(folder)) {
  tally.files++
  let document: Hl7Document
  try {
    document = readDocument(readFileSync(file))
  } catch {
    tally.unreadable++
    continue
  }
  const er7 = segmentsOf(document)
  const { text, losses } = writeV2Xml(document, { pretty: false })
  const indented = writeV2Xml(document, { pretty: true })
  const isSame = readV2Xml(text).text === er7 && readV2Xml(indented.text).text === er7
  const isListed = losses.some(({ what }) => OF_DATA.has(what))
  if (isSame) tally.same++
  else if (isListed) tally.listed++
  else tally.differs++
  if (verbose && !isSame) console.log(`${isListed ? 'listed' : 'DIFFERS'} ${file}`)
  if (document.messages.length === 1 && document.files.length === 0 && isSame) pairs.push({ file, er7, xml: text })
}
console.log('ER7 to XML to ER7:', tally)

const jars = process.env.HAPI_JARS
if (jars && existsSync(jars)) compareWithHapi(jars)

function compareWithHapi(path: string): void {
  const work = mkdtempSync(join(tmpdir(), 'v2xml-'))
  for (const [i, { er7, xml }] of pairs.entries()) {
    writeFileSync(join(work, `${i}.er7`), er7)
    writeFileSync(join(work, `${i}.xml`), xml)
  }
  execFileSync('java', ['-cp', `${path}/*`, join(import.meta.dirname, 'hl7-v2xml-hapi', 'HapiXml.java'), work], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  // HAPI's XML drops components beyond a type and segments without a place: what it reads back itself is the most that it can read.
  const seen = {
    messages: pairs.length,
    readByHapi: 0,
    hapiReadsItsOwn: 0,
    thereOursToo: 0,
    weReadHapis: 0,
    inOrderOfItsXml: 0,
    escapesAsText: 0,
  }
  for (const [i, { file }] of pairs.entries()) {
    const read = (kind: string) => (existsSync(join(work, `${i}.${kind}`)) ? readFileSync(join(work, `${i}.${kind}`), 'utf8') : undefined)
    const [direct, ours, hapi, again] = ['fromer7', 'fromxml', 'hapi', 'again'].map(read)
    if (direct === undefined || hapi === undefined || again === undefined) continue
    seen.readByHapi++
    if (again === direct) {
      seen.hapiReadsItsOwn++
      if (ours === direct) seen.thereOursToo++
      else if (verbose) console.log(`HAPI reads our XML otherwise: ${file}\n${firstDifference(direct, ours ?? '')}`)
    }
    const back = readV2Xml(hapi).text
    // HAPI writes \X0D\ and its like as plain text, in which a backslash is a backslash; segments without a place it moves when it reads.
    if (back === again) seen.weReadHapis++
    else if (sorted(back) === sorted(again)) seen.inOrderOfItsXml++
    else if (sorted(back.replaceAll('\\E\\', '\\')) === sorted(again.replaceAll('\\E\\', '\\'))) seen.escapesAsText++
    else if (verbose) console.log(`We read HAPI's XML otherwise: ${file}\n${firstDifference(again, back)}`)
  }
  console.log('With HAPI:', seen)
}

function sorted(er7: string): string {
  return er7.split('\r').sort().join('\r')
}

function firstDifference(expected: string, found: string): string {
  const [wanted, other] = [expected.split('\r'), found.split('\r')]
  const at = wanted.findIndex((line, i) => line !== other[i])
  return `  ${wanted[at] ?? '(end)'}\n  ${other[at] ?? '(end)'}`
}
