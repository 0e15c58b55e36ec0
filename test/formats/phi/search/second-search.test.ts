// The second search of a de-identified text (fail-closed): what it finds is replaced where it stands in the given text, behind any number of replacements.
import { describe, expect, it } from 'vitest'
import { runTool } from '../../../../src/core/run.ts'
import { deidentifyText } from '../../../../src/formats/phi/deidentify-text.ts'
import { createDeidentifier } from '../../../../src/formats/phi/policy/deidentifier.ts'
import { phiDeidentifyCda } from '../../../../src/tools/phi/deidentify-cda.ts'

/** The letter behind a number is found only once the number is replaced. */
const LINES = Array.from({ length: 30 }, (_, i) => `Patient: Zebulon Quistgaard, MRN ${8812345 + 7 * i}. Note ${8812345 + 7 * i}x.`)
const GIVEN = LINES.join('\n')
const CLEANED = /^Patient: \[NAME\], MRN \[MRN\]\. Note (?:\[[A-Z-]+\]){2}\.$/

describe('what the second search finds', () => {
  it('is replaced in its place', () => {
    const { text, spans, residual } = deidentifyText(GIVEN, { mode: 'fail-closed' }, createDeidentifier({ policy: 'safe-harbor' }))
    expect(text.split('\n').filter((line) => !CLEANED.test(line))).toEqual([])
    expect(residual).toEqual([])
    expect(spans.map(({ start, end }) => GIVEN.slice(start, end)).filter((part) => part.length === 1)).toEqual(LINES.map(() => 'x'))
  })

  it('is replaced in a body of base64', () => {
    const body = `<component><nonXMLBody><text mediaType="text/plain" representation="B64">${btoa(GIVEN)}</text></nonXMLBody></component>`
    const source = `<ClinicalDocument xmlns="urn:hl7-org:v3">${body}</ClinicalDocument>`
    const { document } = runTool(phiDeidentifyCda, { document: source }, { mode: 'fail-closed' }) as unknown as { document: string }
    const text = atob(/B64"[^>]*>([^<]*)</.exec(document)?.[1] ?? '')
    expect(text.split('\n').filter((line) => !CLEANED.test(line))).toEqual([])
    expect(text.split('\n')).toHaveLength(LINES.length)
  })
})
