// The namespaces of FHIR in XML.

export const FHIR_URI = 'http://hl7.org/fhir'
export const XHTML_URI = 'http://www.w3.org/1999/xhtml'
/** Of schemaLocation, which says nothing about a resource. */
export const INSTANCE_URI = 'http://www.w3.org/2001/XMLSchema-instance'
