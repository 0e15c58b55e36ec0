// Small conformance profiles of an invented site, in HL7's and in NIST's form.
import { importProfile } from '../../../src/formats/hl7/profile-import/import-profile.ts'
import type { NotImported } from '../../../src/formats/hl7/profile-import/message-model.ts'

/** HL7's form: the members of the static definition of an ADT^A01, version 2.5. */
export function hl7Profile(members: string, more = ''): string {
  const head = '<?xml version="1.0"?><HL7v2xConformanceProfile HL7Version="2.5" ProfileType="Implementation"><MetaData Name="North"/>'
  const definition = `<HL7v2xStaticDef MsgType="ADT" EventType="A01" MsgStructID="ADT_A01" Role="Sender">${members}</HL7v2xStaticDef>`
  return `${head}<Encodings><Encoding>ER7</Encoding></Encodings>${definition}${more}</HL7v2xConformanceProfile>`
}

export interface NistParts {
  /** Members of the ORU^R01; a PID_N by default. */
  readonly message?: string
  /** Segments beside PID_N and OBX_N. */
  readonly segments?: string
  readonly pid?: string
  readonly obx?: string
  readonly types?: string
}

/** NIST's form, version 2.5.1. */
export function nistProfile({ message = '<Segment Ref="PID_N" Usage="R" Min="1" Max="1"/>', segments = '', ...parts }: NistParts): string {
  const { pid = '', obx = '', types = '' } = parts
  return `<ConformanceProfile ID="P" Type="Implementation" HL7Version="2.5.1"><MetaData Name="North" OrgName="N" Version="1" Date="D"/>
<Messages><Message ID="M1" Type="ORU" Event="R01" StructID="ORU_R01">${message}</Message></Messages>
<Segments><Segment ID="PID_N" Name="PID" Label="PID" Description="d">${pid}</Segment>
<Segment ID="OBX_N" Name="OBX" Label="OBX" Description="d">${obx}</Segment>${segments}</Segments>
<Datatypes><Datatype ID="ST" Name="ST" Description="d"/><Datatype ID="ID" Name="ID" Description="d"/>
<Datatype ID="CWE_N" Name="CWE" Description="d">${part('Identifier')}${part('Text')}</Datatype>
<Datatype ID="HD_N" Name="HD" Description="d">${part('Namespace', 'Usage="R"')}${part('Id', 'Usage="X"')}</Datatype>${types}</Datatypes></ConformanceProfile>`
}

/** A component; optional ST without limits unless the attributes say otherwise. */
export function part(name: string, attributes = '', type = 'ST'): string {
  return element('Component', name, attributes, type)
}

/** A field; optional, once, ST unless the attributes say otherwise. */
export function field(name: string, attributes = '', type = 'ST'): string {
  const min = /(?:^| )Min=/.test(attributes) ? '' : 'Min="0" '
  const max = attributes.includes(' Max=') || attributes.startsWith('Max=') ? '' : 'Max="1" '
  return element('Field', name, `${min}${max}${attributes}`, type)
}

function element(local: string, name: string, attributes: string, type: string): string {
  const usage = attributes.includes('Usage=') ? '' : 'Usage="O" '
  return `<${local} Name="${name}" Datatype="${type}" ${usage}${attributes}/>`
}

export function constraintsOf(predicates: string, constraints = '', more = ''): string {
  return `<ConformanceContext UUID="U"><MetaData Name="N"/><Predicates>${predicates}</Predicates><Constraints>${constraints}</Constraints>${more}</ConformanceContext>`
}

/** Rows of the first message, and what is not imported of it and of the files as `kind path`. */
export function rowsOf(profile: string, constraints?: string, valueSets?: string) {
  const { messages, notImported } = importProfile({ profile, constraints, valueSets })
  const { segments, places } = messages[0]!.profile
  const show = ({ kind, path }: NotImported) => `${kind} ${path}`
  return { segments, places, notes: [...messages[0]!.notImported, ...notImported].map(show) }
}
