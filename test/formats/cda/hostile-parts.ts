// What hostile documents are made of.

export const OPEN = '<ClinicalDocument xmlns="urn:hl7-org:v3" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">'
export const CLOSE = '</ClinicalDocument>'
const BODY = '<component><structuredBody>'
const BODY_END = '</structuredBody></component>'
export const SECTION = '<component><section><code code="48765-2" codeSystem="2.16.840.1.113883.6.1"/>'
export const SECTION_END = '</section></component>'
export const OBSERVATION = '<observation classCode="OBS" moodCode="EVN"><code code="1"/>'

export const times = (text: string, size: number) => text.repeat(Math.max(2, Math.ceil(size / text.length)))
export const count = (size: number, make: (i: number) => string) => {
  const parts: string[] = []
  for (let i = 1, length = 0; length < size; i++) {
    parts.push(make(i))
    length += parts.at(-1)!.length
  }
  return parts.join('')
}
export const document = (content: string) => `${OPEN}${content}${CLOSE}`
export const inBody = (content: string) => document(`${BODY}${content}${BODY_END}`)
export const inSection = (content: string) => inBody(`${SECTION}${content}${SECTION_END}`)
export const inText = (content: string) => inSection(`<text>${content}</text>`)
export const inEntry = (content: string) => inSection(`<entry>${content}</entry>`)
export const inPatient = (content: string) => document(`<recordTarget><patientRole>${content}</patientRole></recordTarget>`)
