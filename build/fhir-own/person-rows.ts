// Rows beside the guide's own for what messages say of persons: how important, by whom employed, who took part in a procedure, and with what software.

const CORE = 'http://hl7.org/fhir/StructureDefinition/'

/** Rows by the map that they are added to. */
export const PERSON_ROWS: Readonly<Record<string, string>> = {
  // The guide has the courtesy for the visit (PV1-16); the person is as important elsewhere.
  'PV1[Patient]': `
    16 | | extension[16].url | | | "${CORE}patient-importance"
    16 | | extension[16].valueCodeableConcept | CWE[CodeableConcept]`,
  // The employer that holds the policy (IN1-10, IN1-11).
  'IN1[Coverage]': '44 | IF IN1-11 VALUED | policyHolder[1](Organization.address) | XAD[Address]',
  'IN2[Coverage]': `
    49 | IF IN1-11 VALUED | policyHolder[1](Organization.contact.name) | XPN[HumanName]
    50 | IF IN1-11 VALUED | policyHolder[1](Organization.contact.telecom) | XTN[ContactPoint]`,
  'PR1[Procedure]': `
    8 | | performer[1].function.coding.display | | | "Anesthesiologist"
    11 | | performer[2].function.coding.display | | | "Surgeon"
    12 | | performer[3].function.text | | | "Procedure practitioner"`,
}

/** Rows that stand with the row of a segment map in each message map; the first software is the one that made the message (HL7 v2 §2.14.12): condition, label, map, links. */
export const PERSON_ROWS_WITH: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'SFT[Device]': [['', 'MessageHeader[1]', 'SFT[MessageHeader]', '']],
}

/** Segment, groups, order, condition, label, path, map, links. */
export const PERSON_MESSAGE_ROWS: readonly (readonly string[])[] = [['PV1', '', '2', 'IF PID VALUED', 'Patient[1]', '', 'PV1[Patient]', '']]
