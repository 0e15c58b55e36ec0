// Opens the packed definitions of a version on first use: R4 is stored whole, the others as line differences from it.
import { inflateSync, strFromU8 } from 'fflate'
import { FHIR_R4 } from './fhir-r4.generated.ts'
import { FHIR_R4B } from './fhir-r4b.generated.ts'
import { FHIR_R5 } from './fhir-r5.generated.ts'
import type { FhirVersion } from './versions.ts'

/** The sections of a table, in their order. */
const SECTIONS = ['types', 'invariants', 'valueSets', 'profiles'] as const
export type Section = (typeof SECTIONS)[number]

const opened = new Map<FhirVersion, string[]>()
const texts = new Map<string, string>()

/** The text of one section of a version: blocks that begin with a line `=key`. */
export function readSection(version: FhirVersion, section: Section): string {
  const key = `${version} ${section}`
  const known = texts.get(key)
  if (known !== undefined) return known
  const raw = open(version)[SECTIONS.indexOf(section)]!
  const text = version === 'R4' ? raw : applyDelta(readSection('R4', section), raw)
  texts.set(key, text)
  return text
}

/** The blocks of a section by key: the columns of the heading behind the key, and the lines below it. */
export function readBlocks(text: string): Map<string, { readonly heading: readonly string[]; readonly body: string }> {
  const blocks = new Map<string, { heading: string[]; body: string }>()
  for (const block of text.slice(1).split('\n=')) {
    const end = block.indexOf('\n')
    const [key = '', ...heading] = (end < 0 ? block : block.slice(0, end)).split('\t')
    blocks.set(key, { heading, body: end < 0 ? '' : block.slice(end + 1) })
  }
  return blocks
}

function open(version: FhirVersion): string[] {
  let sections = opened.get(version)
  if (!sections) {
    const binary = atob(version === 'R4' ? FHIR_R4 : version === 'R4B' ? FHIR_R4B : FHIR_R5)
    const bytes = new Uint8Array(binary.length)
    for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i)
    sections = strFromU8(inflateSync(bytes)).split('\f')
    opened.set(version, sections)
  }
  return sections
}

/** Carries an edit script of lines out: `=n` keeps n lines, `-n` leaves n out, `+` begins a new one. */
function applyDelta(from: string, script: string): string {
  const lines = from.split('\n')
  const out: string[] = []
  let at = 0
  for (const step of script.split('\n')) {
    if (step.startsWith('+')) out.push(step.slice(1))
    else {
      const count = Number(step.slice(1))
      if (step.startsWith('=')) for (let i = 0; i < count; i++) out.push(lines[at + i]!)
      at += count
    }
  }
  return out.join('\n')
}
