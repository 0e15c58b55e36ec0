// What every tool that reads HL7 v2 messages takes: both encodings, by their media types.

export const HL7_MEDIA_TYPES = [
  'application/hl7-v2',
  'application/hl7-v2+xml',
  'application/xml',
  'text/xml',
  'text/plain',
  'x-application/hl7-v2+er7',
  'x-application/hl7-v2+xml',
] as const

export const MESSAGES =
  'One or more HL7 v2 messages in ER7 or XML encoding (urn:hl7-org:v2xml), or an FHS/BHS batch; with or without MLLP framing.'
