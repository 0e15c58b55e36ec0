// The templates of C-CDA, CCD and IHE that are known by name, and the kinds of statements that they stand for.
//
// OIDs and names are those of HL7's C-CDA examples (CC0) and of the templates that documents of earlier releases claim.

const HL7_TEMPLATES = '2.16.840.1.113883.10.20.'

/** An OID, `~` standing for HL7_TEMPLATES, and a name. */
const NAMES = `
1.3.6.1.4.1.19376.1.2.20 Scanned Document
1.3.6.1.4.1.19376.1.5.3.1.1.13.2.1 Chief Complaint Section
1.3.6.1.4.1.19376.1.5.3.1.3.1 Reason for Referral Section
1.3.6.1.4.1.19376.1.5.3.1.3.4 History of Present Illness Section
1.3.6.1.4.1.19376.1.5.3.1.3.5 Hospital Course Section
1.3.6.1.4.1.19376.1.5.3.1.3.18 Review of Systems Section
1.3.6.1.4.1.19376.1.5.3.1.3.26 Hospital Discharge Physical Section
1.3.6.1.4.1.19376.1.5.3.1.4.5 Problem Entry
1.3.6.1.4.1.19376.1.5.3.1.4.5.1 Concern Entry
1.3.6.1.4.1.19376.1.5.3.1.4.5.2 Problem Concern Entry
1.3.6.1.4.1.19376.1.5.3.1.4.5.3 Allergy Concern Entry
1.3.6.1.4.1.19376.1.5.3.1.4.6 Allergy Entry
1.3.6.1.4.1.19376.1.5.3.1.4.7 Medication Entry
1.3.6.1.4.1.19376.1.5.3.1.4.12 Immunization Entry
1.3.6.1.4.1.19376.1.5.3.1.4.13 Simple Observation
1.3.6.1.4.1.19376.1.5.3.1.4.14 Encounter Entry
1.3.6.1.4.1.19376.1.5.3.1.4.15 Family History Organizer
1.3.6.1.4.1.19376.1.5.3.1.4.19 Procedure Entry
~1 Continuity of Care Document, first release
~1.17 Advance Directive Observation
~1.18 Alert Observation
~1.19 Authorization Activity
~1.20 Coverage Activity
~1.21 Encounter Activity
~1.22 Family History Observation
~1.23 Family History Organizer
~1.24 Medication Activity
~1.25 Plan of Care Activity
~1.26 Policy Activity
~1.27 Problem Act
~1.28 Problem Observation
~1.29 Procedure Activity
~1.31 Result Observation
~1.32 Result Organizer
~1.33 Social History Observation
~1.34 Supply Activity
~1.35 Vital Signs Organizer
~2.5 General Status Section
~2.10 Physical Exam Section
~6.1.1 DICOM Object Catalog Section - DCM 121181
~6.1.2 Findings Section
~6.2.1 Physician Reading Study Performer
~6.2.2 Physician of Record Participant
~6.2.3 Fetus Subject Context
~6.2.4 Observer Context
~6.2.5 Procedure Context
~6.2.6 Study Act
~6.2.8 SOP Instance Observation
~6.2.9 Purpose of Reference Observation
~6.2.10 Referenced Frames Observation
~6.2.11 Boundary Observation
~6.2.12 Text Observation
~6.2.13 Code Observations
~6.2.14 Quantity Measurement Observation
~7.12 Operative Note Fluids Section
~7.13 Surgical Drains Section
~7.14 Operative Note Surgical Procedure Section
~15.3.1 Estimated Date of Delivery
~15.3.8 Pregnancy Observation
~18.2.9 Procedure Estimated Blood Loss Section
~18.2.12 Procedure Disposition Section
~19.1 Unstructured Document, first release
~21.2.1 Objective Section
~21.2.2 Subjective Section
~21.2.3 Interventions Section
~22.1.1 US Realm Header
~22.1.2 Continuity of Care Document (CCD)
~22.1.3 History and Physical
~22.1.4 Consultation Note
~22.1.5 Diagnostic Imaging Report
~22.1.6 Procedure Note
~22.1.7 Operative Note
~22.1.8 Discharge Summary
~22.1.9 Progress Note
~22.1.10 Unstructured Document
~22.1.13 Transfer Summary
~22.1.14 Referral Note
~22.1.15 Care Plan
~22.2.1.1 Medications Section
~22.2.2.1 Immunizations Section
~22.2.3.1 Results Section
~22.2.4.1 Vital Signs Section
~22.2.5.1 Problem Section
~22.2.6.1 Allergies and Intolerances Section
~22.2.7.1 Procedures Section
~22.2.8 Assessment Section
~22.2.9 Assessment and Plan Section
~22.2.10 Plan of Treatment Section
~22.2.11.1 Discharge Medications Section
~22.2.12 Reason for Visit Section
~22.2.13 Chief Complaint and Reason for Visit Section
~22.2.14 Functional Status Section
~22.2.15 Family History Section
~22.2.16 Hospital Discharge Studies Summary Section
~22.2.17 Social History Section
~22.2.18 Payers Section
~22.2.20 Past Medical History
~22.2.21.1 Advance Directives Section
~22.2.22.1 Encounters Section
~22.2.23 Medical Equipment Section
~22.2.24 Discharge Diagnosis Section
~22.2.25 Anesthesia Section
~22.2.27 Procedure Description Section
~22.2.28 Procedure Findings Section
~22.2.29 Procedure Indications Section
~22.2.30 Planned Procedure Section
~22.2.31 Procedure Specimens Taken Section
~22.2.34 Preoperative Diagnosis Section
~22.2.35 Postoperative Diagnosis Section
~22.2.36 Postprocedure Diagnosis Section
~22.2.37 Complications Section
~22.2.38 Medications Administered Section
~22.2.40 Procedure Implants Section
~22.2.41 Hospital Discharge Instructions Section
~22.2.42 Hospital Consultations Section
~22.2.43 Admission Diagnosis Section
~22.2.45 Instructions Section
~22.2.56 Mental Status Section
~22.2.57 Nutrition Section
~22.2.58 Health Concerns Section
~22.2.60 Goals Section
~22.2.61 Health Status Evaluations and Outcomes Section
~22.2.64 Course of Care Section
~22.2.65 Notes Section
~22.2.500 Care Teams Section
~22.4.1 Result Organizer
~22.4.2 Result Observation
~22.4.3 Problem Concern Act
~22.4.4 Problem Observation
~22.4.5 Health Status Observation
~22.4.7 Allergy Intolerance Observation
~22.4.8 Severity Observation
~22.4.9 Reaction Observation
~22.4.12 Procedure Activity Act
~22.4.13 Procedure Activity Observation
~22.4.14 Procedure Activity Procedure
~22.4.16 Medication Activity
~22.4.17 Medication Supply Order
~22.4.18 Medication Dispense
~22.4.19 Indication
~22.4.20 Instruction
~22.4.23 Medication Information
~22.4.24 Drug Vehicle
~22.4.25 Precondition for Substance Administration
~22.4.26 Vital Signs Organizer
~22.4.27 Vital Sign Observation
~22.4.30 Allergy Concern Act
~22.4.31 Age Observation
~22.4.32 Service Delivery Location
~22.4.33 Hospital Discharge Diagnosis
~22.4.34 Hospital Admission Diagnosis
~22.4.35 Discharge Medication
~22.4.36 Admission Medication
~22.4.37 Product Instance
~22.4.38 Social History Observation
~22.4.39 Planned Act
~22.4.40 Planned Encounter
~22.4.41 Planned Procedure
~22.4.42 Planned Medication Activity
~22.4.43 Planned Supply
~22.4.44 Planned Observation
~22.4.45 Family History Organizer
~22.4.46 Family History Observation
~22.4.47 Family History Death Observation
~22.4.48 Advance Directive Observation
~22.4.49 Encounter Activity
~22.4.50 Non-Medicinal Supply Activity
~22.4.51 Postprocedure Diagnosis
~22.4.52 Immunization Activity
~22.4.53 Immunization Refusal Reason
~22.4.54 Immunization Medication Information
~22.4.60 Coverage Activity
~22.4.61 Policy Activity
~22.4.63 Series Act
~22.4.64 Comment Activity
~22.4.65 Preoperative Diagnosis
~22.4.66 Functional Status Organizer
~22.4.67 Functional Status Observation
~22.4.69 Assessment Scale Observation
~22.4.72 Caregiver Characteristics
~22.4.74 Mental Status Observation
~22.4.75 Mental Status Organizer
~22.4.76 Number of Pressure Ulcers Observation
~22.4.77 Highest Pressure Ulcer Stage
~22.4.78 Smoking Status
~22.4.79 Deceased Observation
~22.4.80 Encounter Diagnosis
~22.4.85 Tobacco Use
~22.4.86 Assessment Scale Supporting Observation
~22.4.108 Advance Directive Organizer
~22.4.109 Characteristics of Home Environment
~22.4.110 Progress Toward Goal Observation
~22.4.111 Cultural and Religious Observation
~22.4.113 Prognosis Observation
~22.4.114 Longitudinal Care Wound Observation
~22.4.115 External Document Reference
~22.4.118 Substance Administered Act
~22.4.119 Author Participation
~22.4.120 Planned Immunization Activity
~22.4.121 Goal Observation
~22.4.122 Entry Reference
~22.4.123 Drug Monitoring Act
~22.4.124 Nutritional Status Observation
~22.4.127 Sensory Status
~22.4.128 Self-Care Activities
~22.4.129 Planned Coverage
~22.4.130 Nutrition Recommendation
~22.4.131 Intervention Act
~22.4.132 Health Concern Act
~22.4.133 Wound Measurement Observation
~22.4.134 Wound Characteristic
~22.4.135 Medical Equipment Organizer
~22.4.136 Risk Concern Act
~22.4.138 Nutrition Assessment
~22.4.140 Patient Referral Act
~22.4.141 Handoff Communication Participants
~22.4.143 Priority Preference
~22.4.144 Outcome Observation
~22.4.145 Criticality Observation
~22.4.147 Medication Free Text Sig
~22.4.200 Birth Sex Observation
~22.4.201 Section Time Range Observation
~22.4.202 Note Activity
~22.4.281 Pregnancy Intention in Next Year
~22.4.301 Brand Name Observation
~22.4.302 Catalog Number Observation
~22.4.303 Company Name Observation
~22.4.304 Device Identifier Observation
~22.4.305 Implantable Device Status Observation
~22.4.308 Distinct Identification Code Observation
~22.4.309 Expiration Date Observation
~22.4.311 UDI Organizer
~22.4.314 Latex Safety Observation
~22.4.315 Lot or Batch Number Observation
~22.4.316 Manufacturing Date Observation
~22.4.317 Model Number Observation
~22.4.318 MRI Safety Observation
~22.4.319 Serial Number Observation
~22.4.500 Care Team Organizer
~22.4.500.1 Care Team Member Act
~22.4.500.2 Care Team Type Observation
~22.4.500.3 Care Team Member Schedule Observation
~22.4.501 Sexual Orientation Observation
~22.4.502 Date of Diagnosis Act
~22.4.503 Basic Occupation Observation
~22.4.504 Basic Industry Observation
~22.4.505 Disability Status Observation
~22.4.506 Tribal Affiliation Observation
~22.5.6 Provenance - Author Participation
~22.5.7 Provenance - Assembler Participation
~22.5.8 Related Person Relationship and Name Participant
~24.3.88 Reason
~29.1 US Realm Header for Patient Generated Document
~34.3.45 Gender Identity Observation
`

const names = new Map<string, string>()
for (const line of NAMES.trim().split('\n')) {
  const blank = line.indexOf(' ')
  names.set(line.slice(0, blank).replace('~', HL7_TEMPLATES), line.slice(blank + 1))
}
// Sections whose entries are optional are named as those whose entries are required, whose OIDs end in .1.
for (const [oid, name] of [...names]) {
  const optional = oid.slice(0, -2)
  if (oid.endsWith('.1') && !names.has(optional)) names.set(optional, name)
}

/** Without the version that follows its OID. */
export function templateRoot(template: string): string {
  const colon = template.indexOf(':')
  return colon < 0 ? template : template.slice(0, colon)
}

/** Of the first template that is known. */
export function templateName(templates: readonly string[]): string | undefined {
  for (const template of templates) {
    const root = templateRoot(template)
    const name = names.get(root)
    if (name !== undefined) return name
  }
  return undefined
}
