// The namespaces of CDA documents.

export const HL7_URI = 'urn:hl7-org:v3'
export const XSI_URI = 'http://www.w3.org/2001/XMLSchema-instance'
const SDTC_URI = 'urn:hl7-org:sdtc'
const PHARM_URI = 'urn:hl7-org:pharm'
const EPSOS_URI = 'urn:epsos-org:ep:medication'
const IHE_LAB_URI = 'urn:oid:1.3.6.1.4.1.19376.1.3.2'

/** Elements of these are read by their local name: the extensions of HL7 and IHE stand where later releases of CDA have them. */
export const KNOWN_URIS: ReadonlySet<string> = new Set([
  HL7_URI,
  SDTC_URI,
  PHARM_URI,
  'urn:ihe:pharm',
  'urn:ihe:pharm:medication',
  EPSOS_URI,
  IHE_LAB_URI,
  '',
])

/** What published examples use without declaring it. */
export const ASSUMED_PREFIXES: Readonly<Record<string, string>> = {
  xsi: XSI_URI,
  sdtc: SDTC_URI,
  voc: 'urn:hl7-org:v3/voc',
  cda: HL7_URI,
  hl7: HL7_URI,
  pharm: PHARM_URI,
}
