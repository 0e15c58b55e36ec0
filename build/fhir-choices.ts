// Rows of the v2-to-FHIR guide that are left out by choice, each with its reason, rows that it needs beside its own, and the types of maps whose name does not tell.

export const ROOTS: Readonly<Record<string, string>> = {
  'HD[MessageHeader.source-name]': 'MessageHeader.source',
  'HD[MessageHeader.source-endpoint]': 'MessageHeader.source',
  'HD[MessageHeader.destination-name]': 'MessageHeader.destination',
  'HD[MessageHeader.destination-endpoint]': 'MessageHeader.destination',
  'EI[Device-udiCarrier]': 'Device.udiCarrier',
  'OG[Extension-Subidentifier]': 'Observation',
  'CWE[Observation-SupportingInfo]': 'Observation',
  'XCN[Annotation-Author]': 'Annotation',
  'CX[RelatedPerson-Mother]': 'RelatedPerson',
  'EI[Identifier-System]': 'Identifier',
}

export const NOT_DONE: readonly { readonly map: RegExp; readonly from?: string; readonly target?: RegExp; readonly why: string }[] = [
  {
    map: /^DG1\[(?:Encounter|EpisodeOfCare)\]/,
    target: /^diagnosis\.condition\(/,
    why: 'the Condition comes from DG1[Condition] and is referred to',
  },
  {
    map: /^MSH\[Provenance-(?:Source|Transformation)\]/,
    target: /^entity\[1\]/,
    why: 'whether the message is kept in a store is a decision of the site',
  },
  { map: /^MSH\[Bundle\]/, target: /^type$/, why: 'the type of the Bundle is the option bundle' },
  { map: /^PL\[Location\]/, target: /partOf/, why: 'done by rule: each level is part of the next one that is valued' },
  { map: /^PL\[Location\]/, from: 'PL.11', why: 'the assigner of an identifier of a level stands in PL.10' },
  { map: /^PL\[Location\]/, from: 'PL.10', why: 'the guide gives several levels for one identifier' },
  {
    map: /^PL\[Location\]/,
    from: 'PL.1',
    target: /location\(Location\.(?:mode|physicalType)/,
    why: 'the guide names no code for a point of care',
  },
  { map: /^NDL\[/, target: /^\[/, why: 'the guide does not say where the locations of NDL stand' },
  { map: /^PID\[Appointment\]/, why: 'the Patient of the message is the participant for all its identifiers' },
  { map: /^IN3\[CareTeam\]/, why: 'the guide takes no value of IN3-21 over' },
  { map: /^OBX\[Observation\]/, from: 'OBX-15', target: /PractitionerRole/, why: 'the guide names no value for it' },
  { map: /^OBX\[Observation/, target: /Group\.member/, why: 'the guide gives several specimens as a Group in an extension of R5 only' },
  {
    map: /^OBX\[Observation/,
    from: 'OBX-33',
    target: /^extension/,
    why: 'the guide gives several specimens as a Group in an extension of R5 only',
  },
  { map: /^OBX\[Observation/, from: 'OBX-19', target: /url/, why: 'the guide names no address of the extension' },
  { map: /^OBX\[Observation/, from: 'OBX-19', why: 'the guide names no address of the extension' },
  { map: /^OBX\[Observation/, from: 'OBX-30', why: 'the guide names the address of the extension as the system of the code' },
  { map: /^OBX\[Observation/, from: 'OBX-29', target: /system/, why: 'the guide names no system' },
  { map: /^OBX\[Observation-Component\]/, target: /^code$/, why: 'the component has the code' },
  { map: /^OBR\[ServiceRequest\]/, from: 'OBR-17', target: /url$/, why: 'the guide names no address of the extension' },
  { map: /^OBR\[ServiceRequest\]/, from: 'OBR-17', why: 'the guide names no address of the extension' },
  { map: /^IAM\[|^PV2\[Encounter\]|^NTE\[Appointment/, target: /^$/, why: 'the guide names no extension for it' },
  { map: /^OBX\[Observation/, from: 'OBX-16', target: /code\.coding\.system/, why: 'R4 has no such code of a role; its name is the text' },
  { map: /^RXO\[/, from: 'RXE-19', why: 'the row is of another segment' },
  { map: /^IN1\[/, target: /^extension\[1\]\.url$/, why: 'R4 has the element itself' },
  { map: /^NTE\[Appointment/, from: 'NTE-3', target: /url$/, why: 'R4 has the element itself' },
  { map: /^NTE\[Appointment/, from: 'NTE-5', why: 'R4 has no author of a comment' },
  { map: /^NTE\[Appointment/, from: 'NTE-6', why: 'R4 has no time of a comment' },
  { map: /^NTE\[Appointment/, from: 'NTE-9', why: 'R4 has no code of a comment' },
  { map: /^PV2\[Encounter\]/, from: 'PV2-8', why: 'R4 has no element for it, only an extension of R5' },
  { map: /^PV2\[Encounter\]/, from: 'PV2-9', why: 'R4 has no element for it, only an extension of R5' },
  { map: /^SFT\[Device\]/, from: 'SFT-6', why: 'R4 has no element for it, only an extension of R5' },
  { map: /^OBR\[ServiceRequest\]/, from: 'OBR-13', why: 'R4 has no element for it, only an extension of R5' },
  {
    map: /^OBX\[Observation/,
    target: /^(?:component\[each\]\.)?extension\[1\]\.(?:url|valueAttachment)$/,
    from: 'OBX-5',
    why: 'an extension of R5; the guide offers a document as the alternative, and that is done',
  },
  { map: /^OG\[/, why: 'done by rows of its own: the guide leaves the addresses of the parts out' },
  { map: /^XAD\[Address\]/, from: 'XAD.7', target: /^extension\[2\]/, why: 'the guide names no address of the extension' },
  { map: /^PV1\[Basic/, why: 'the guide maps it to an extension of R5 on a Basic, which R4 validators refuse' },
  {
    map: /^ORC\[|^EIP\[/,
    target: /type\.coding\.system$/,
    from: 'ORC-4',
    why: 'R4 has no code for a group number in table 0203; its name is the text of the type',
  },
  {
    map: /^ORC\[/,
    target: /type\.coding\.system$/,
    from: 'ORC-38',
    why: 'R4 has no code for a group number in table 0203; its name is the text of the type',
  },
  { map: /^NTE\[Appointment-Comment\]/, from: 'NTE-4', why: 'the guide names no address of the extension' },
]

/** Position, condition, target, map, code map and assignment, as the packed rows have them. */
export const ADDED_ROWS: readonly { readonly map: string; readonly why: string; readonly row: string }[] = [
  ...[
    '2\t\tassigner(Organization.identifier[1].value)',
    '3\t\tassigner(Organization.identifier[2].value)',
    '4\t\tassigner(Organization.identifier[2].type)\tID[CodeableConcept-UniversalID]\tUniversalIDType',
  ].map((row) => ({
    map: 'EI[Identifier-Extension]',
    why: 'the guide leaves the extension open; the rows are those of its EI[Identifier-Organization]',
    row,
  })),
  { map: 'EIP[Identifier-PlacerAssignedIdentifier]', why: 'the parts of the identifier', row: '1\t\t$this\tEI[Identifier-Extension]' },
  { map: 'EIP[Identifier-FillerAssignedIdentifier]', why: 'the parts of the identifier', row: '2\t\t$this\tEI[Identifier-Extension]' },
  ...['ED', 'RP'].flatMap((type) =>
    ['OBX[Observation]', 'OBX[Observation-Component]'].map((map) => ({
      map,
      why: 'the alternative of the guide to an extension of R5',
      row: `5\tIF OBX-2 EQUALS "${type}"\tderivedFrom(DocumentReference)\t${type}[DocumentReference]`,
    })),
  ),
  { map: 'RP[DocumentReference]', why: 'as in ED[DocumentReference]', row: '0\t\tstatus\t\t\t"current"' },
  ...[
    [1, 'original-sub-identifier', 'valueString'],
    [2, 'group', 'valueDecimal'],
    [3, 'sequence', 'valueDecimal'],
    [4, 'identifier', 'valueString'],
  ].flatMap(([from, part, value]) =>
    [
      `${from}\t\textension[40].url\t\t\t"http://hl7.org/fhir/StructureDefinition/observation-v2-subid"`,
      `${from}\t\textension[40].extension[${from}].url\t\t\t"${part}"`,
      `${from}\t\textension[40].extension[${from}].${value}`,
    ].map((row) => ({ map: 'OG[Extension-Subidentifier]', why: 'the guide leaves the addresses of the parts out', row })),
  ),
]
