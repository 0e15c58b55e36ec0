// Documents of other formats that name a person, to be hidden in attachments.
import type { Person } from './person.ts'

export function btoaText(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)))
}

export const rtf = ({ given, family, mrn }: Person) =>
  `{\\rtf1\\ansi{\\info{\\author ${given} ${family}}{\\title ${mrn}}}{\\b ${given}} {\\i ${family.slice(0, 3)}}${family.slice(3)} MRN ${mrn}\\par}`

export const pdf = ({ given, family, mrn }: Person) =>
  `%PDF-1.4\n1 0 obj << /Title (${given} ${family}) >> endobj\nstream\nBT (${mrn}) Tj ET\nendstream\n%%EOF\n`

export const hl7 = ({ given, family, mrn, ssn, phone, birth }: Person) =>
  `MSH|^~\\&|A|B|C|D|20200102||ORU^R01|1|P|2.5\rPID|1||${mrn}^^^N^MR||${family}^${given}||${birth.replaceAll('-', '')}|F|||||${phone}||||||${ssn}\rOBX|1|TX|1^a||${given} ${family} came||||||F\r`

export const cda = ({ given, family, mrn, birth }: Person) =>
  `<?xml version="1.0"?><ClinicalDocument xmlns="urn:hl7-org:v3"><typeId root="2.16.840.1.113883.1.3" extension="POCD_HD000040"/><id root="1.2.3"/><code code="34133-9" codeSystem="2.16.840.1.113883.6.1"/><title>${given} ${family}</title><effectiveTime value="20200102"/><confidentialityCode code="N"/><recordTarget><patientRole><id root="1.2.4" extension="${mrn}"/><patient><name><given>${given}</given><family>${family}</family></name><birthTime value="${birth.replaceAll('-', '')}"/></patient></patientRole></recordTarget><author><time value="20200102"/><assignedAuthor><id root="1.2.5"/></assignedAuthor></author><custodian><assignedCustodian><representedCustodianOrganization><id root="1.2.6"/></representedCustodianOrganization></assignedCustodian></custodian><component><structuredBody><component><section><text>${family} ${given} ${mrn}</text></section></component></structuredBody></component></ClinicalDocument>`
