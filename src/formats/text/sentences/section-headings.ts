// Headings of clinical notes and the kinds of section that they open. Keys are normalized by `normalizeHeading`.

/** Kinds of section, in the order in which a note usually has them. */
export const SECTION_KINDS = [
  'preamble',
  'patient-information',
  'chief-complaint',
  'history-of-present-illness',
  'interval-history',
  'subjective',
  'past-medical-history',
  'past-surgical-history',
  'obstetric-history',
  'problem-list',
  'medications',
  'allergies',
  'immunizations',
  'family-history',
  'social-history',
  'review-of-systems',
  'objective',
  'vital-signs',
  'physical-exam',
  'laboratory',
  'microbiology',
  'imaging',
  'diagnostic-studies',
  'pathology',
  'indication',
  'technique',
  'comparison',
  'findings',
  'impression',
  'procedures',
  'operative-note',
  'anesthesia',
  'complications',
  'specimens',
  'assessment',
  'assessment-and-plan',
  'plan',
  'diagnosis',
  'admission-diagnosis',
  'discharge-diagnosis',
  'hospital-course',
  'emergency-course',
  'consults',
  'discharge-medications',
  'discharge-condition',
  'discharge-disposition',
  'discharge-instructions',
  'follow-up',
  'diet',
  'activity',
  'code-status',
  'goals',
  'recommendations',
  'signature',
  'other',
] as const

export type SectionKind = (typeof SECTION_KINDS)[number]

const HEADINGS: Readonly<Partial<Record<SectionKind, string>>> = {
  'patient-information': 'patient information|patient data|demographics|identification|identifying data|patient identification|id',
  'chief-complaint':
    'chief complaint|chief complaints|cc|c c|presenting complaint|presenting complaints|presenting problem|reason for visit|reason for admission|reason for consultation|reason for consult|reason for referral|reason for encounter|chief concern|chief complaint and reason for visit|pc|rfv|rfc',
  'history-of-present-illness':
    'history of present illness|history of the present illness|hpi|present illness|history of presenting illness|history of presenting complaint|hpc|history of current illness|history|clinical history|brief history|history of present condition|patient history|brief history of present illness',
  'interval-history': 'interval history|interim history|interval events|overnight events|24 hour events|24h events|events overnight|events',
  subjective: 's|subjective|subj|subjective data',
  'past-medical-history':
    'past medical history|pmh|pmhx|past history|medical history|previous medical history|prior medical history|past medical and surgical history|past medical surgical history|pmh psh|pmh and psh|past medical problems|pertinent medical history|pertinent past medical history|significant past medical history|other past medical history|comorbidities|past psychiatric history|psychiatric history',
  'past-surgical-history':
    'past surgical history|psh|pshx|surgical history|previous surgeries|prior surgeries|previous surgical history|past surgeries|past procedures|past surgical procedures|operations',
  'obstetric-history':
    'obstetric history|ob history|obstetrical history|ob gyn history|obgyn history|gynecologic history|gynecological history|gyn history|menstrual history|obstetric and gynecologic history|pregnancy history|birth history|prenatal history|neonatal history|perinatal history',
  'problem-list':
    'problem list|problems|active problems|active problem list|active issues|current problems|chronic issues|chronic problems|issues',
  medications:
    'medications|medication|meds|current medications|current meds|home medications|home meds|medications on admission|medications prior to admission|outpatient medications|admission medications|medication list|current medication list|current outpatient medications|inpatient medications|active medications|preadmission medications|medications at home|current facility administered medications|medications on transfer|transfer medications|prior to admission medications|pta medications|pta meds|rx|drugs|current drugs|drug history|dh|prescriptions|medication history',
  allergies:
    'allergies|allergy|drug allergies|medication allergies|allergies and adverse reactions|allergies and intolerances|allergies and sensitivities|adverse reactions|known allergies|nkda|food allergies|allergies to medications|allergies adverse reactions',
  immunizations:
    'immunizations|immunization history|immunization|immunisations|vaccinations|vaccines|vaccination history|health maintenance',
  'family-history': 'family history|fh|fhx|fam hx|family hx|family medical history|pertinent family history',
  'social-history':
    'social history|sh|shx|soc hx|social hx|personal history|social and occupational history|habits|psychosocial history|personal and social history|occupational history|substance use|substance use history',
  'review-of-systems': 'review of systems|ros|systems review|systemic review|review of system|system review|systems enquiry',
  objective: 'o|objective|obj|objective data|objective findings',
  'vital-signs':
    'vital signs|vitals|vs|v s|vital sign|vitals signs|vital signs on admission|admission vitals|triage vitals|observations|obs|most recent vitals',
  'physical-exam':
    'physical exam|physical examination|pe|p e|px|exam|examination|phys ex|physical|on examination|o e|physical examination on admission|physical exam on admission|admission physical exam|admission exam|physical exam at discharge|discharge exam|discharge physical exam|physical examination at discharge|general examination|clinical examination|mental status exam|mental status examination|mse|neurological exam|neurologic exam|neurological examination|neurologic examination|focused exam|exam on admission|exam on discharge|physical findings|clinical findings',
  laboratory:
    'laboratory|labs|lab|laboratory data|lab data|laboratory results|lab results|laboratory findings|laboratory studies|laboratory values|lab values|pertinent labs|pertinent laboratory data|pertinent results|admission labs|labs on admission|discharge labs|labs on discharge|blood work|bloodwork|bloods|results|recent labs|laboratory tests|blood tests|investigations|laboratory investigations|laboratory data on admission|labs studies',
  microbiology: 'microbiology|micro|cultures|culture data|microbiology results|micro data',
  imaging:
    'imaging|imaging studies|radiology|radiologic studies|radiology results|imaging results|radiographic studies|x ray|x rays|xray|xrays|imaging data|radiographic findings|diagnostic imaging|ct|mri|cxr|chest x ray|ultrasound|radiology data|imaging findings|radiographs|pertinent imaging',
  'diagnostic-studies':
    'studies|diagnostic studies|diagnostics|diagnostic data|data|data reviewed|pertinent studies|other studies|ekg|ecg|electrocardiogram|echocardiogram|echo|tests|test results|diagnostic tests|diagnostic results|labs and imaging|labs imaging|labs and studies|cardiac studies|diagnostic test results|procedures and tests',
  pathology:
    'pathology|pathology results|pathologic diagnosis|final pathologic diagnosis|surgical pathology|gross description|microscopic description|histology|cytology',
  indication:
    'indication|indications|clinical indication|clinical indications|indication for procedure|indications for procedure|indication for study|reason for exam|reason for examination|reason for study|clinical information|clinical data|indication for operation|indications for surgery|medical condition|reason for this examination',
  technique:
    'technique|procedure technique|scan technique|method|methods|protocol|examination technique|procedure details|details of procedure|description of procedure|procedure in detail|procedure description|description of operation|operative technique|details of operation|operative description|description of the procedure|study technique',
  comparison: 'comparison|comparisons|comparison study|comparison studies|prior studies|prior study|compared with|comparison exam',
  findings:
    'findings|finding|operative findings|intraoperative findings|procedure findings|findings at surgery|radiologic findings|observation|study findings|findings at operation',
  impression:
    'impression|impressions|imp|radiologic impression|clinical impression|conclusion|conclusions|opinion|final impression|summary and impression|interpretation|summary|diagnostic impression|initial impression|overall impression',
  procedures:
    'procedure|procedures|procedures performed|procedure performed|operations and procedures|major surgical or invasive procedure|surgical procedures|operations performed|operation|operation performed|name of procedure|title of procedure|title of operation|principal procedure|invasive procedures|treatments and procedures|procedures during hospitalization|exam performed|examination performed|procedure date',
  'operative-note':
    'surgeon|surgeons|assistant|assistants|assistant surgeon|anesthesiologist|preoperative diagnosis|pre operative diagnosis|preop diagnosis|pre op diagnosis|postoperative diagnosis|post operative diagnosis|postop diagnosis|post op diagnosis|estimated blood loss|ebl|blood loss|drains|implants|fluids|tourniquet time|urine output|operative note|operative report|counts|wound class|operative procedure|preprocedure diagnosis|postprocedure diagnosis|pre procedure diagnosis|post procedure diagnosis|postoperative plan|operative course',
  anesthesia: 'anesthesia|anaesthesia|type of anesthesia|anesthesia type|sedation|anesthesia given',
  complications: 'complications|complication|immediate complications|intraoperative complications|adverse events',
  specimens: 'specimen|specimens|specimens removed|specimen removed|specimens sent|specimen type|specimen source|specimens submitted',
  assessment:
    'a|assessment|assessments|clinical assessment|assessment and impression|assessment and diagnosis|evaluation|medical decision making|mdm|ed assessment|formulation|risk assessment|assessment impression|analysis|discussion',
  'assessment-and-plan':
    'assessment and plan|a and p|a p|ap|a plan|assessment plan|impression and plan|impression plan|imp plan|plan and assessment|assessment and recommendations|assessment and recommendation|impression and recommendations|impression and recommendation|assessment recommendations|assessment plan recommendations|assessment and treatment plan|diagnosis and plan|problem based assessment and plan|assessment and plan by problem|medical decision making and plan|summary and plan',
  plan: 'p|plan|plans|treatment plan|plan of care|care plan|treatment|management|management plan|plan of treatment|therapeutic plan|plan and recommendations|disposition and plan|treatment and plan|next steps|orders|to do|todo|plan recommendations|therapy',
  diagnosis:
    'diagnosis|diagnoses|dx|final diagnosis|final diagnoses|principal diagnosis|primary diagnosis|secondary diagnoses|secondary diagnosis|differential diagnosis|ddx|clinical diagnosis|working diagnosis|diagnosis list|visit diagnoses|visit diagnosis|encounter diagnosis|encounter diagnoses|provisional diagnosis|differential|final diagnosis codes',
  'admission-diagnosis':
    'admission diagnosis|admission diagnoses|admitting diagnosis|admitting diagnoses|diagnosis on admission|diagnoses on admission',
  'discharge-diagnosis':
    'discharge diagnosis|discharge diagnoses|diagnosis at discharge|diagnosis on discharge|diagnoses at discharge|principal discharge diagnosis|final discharge diagnosis|primary discharge diagnosis|secondary discharge diagnoses|discharge dx',
  'hospital-course':
    'hospital course|brief hospital course|course|course in hospital|hospital course by problem|hospital course by system|summary of hospital course|hospital summary|clinical course|course of treatment|hospital course and treatment|concise summary of hospital course|inpatient course|brief hospital course by problem|hospital course by issue|treatment course|icu course|postoperative course|hospitalization course',
  'emergency-course':
    'emergency department course|ed course|er course|emergency room course|course in ed|emergency course|ed course and treatment|ed medications',
  consults:
    'consults|consultations|consultation|consult|consultants|consulting services|consulting physicians|consultations obtained|consults obtained',
  'discharge-medications':
    'discharge medications|discharge meds|medications on discharge|medications at discharge|meds on discharge|discharge medication list|discharge medication|discharge prescriptions|new medications|medication changes|medications changed|continued medications|stopped medications',
  'discharge-condition':
    'discharge condition|condition at discharge|condition on discharge|condition|status at discharge|discharge status|condition upon discharge',
  'discharge-disposition': 'discharge disposition|disposition|dispo|discharged to|discharge destination|discharge location',
  'discharge-instructions':
    'discharge instructions|instructions|patient instructions|discharge plan|instructions to patient|instructions given|discharge instructions given|patient education|education|home instructions|after visit instructions|return precautions|wound care|aftercare instructions|discharge planning',
  'follow-up':
    'follow up|followup|follow up plan|follow up instructions|followup instructions|follow up appointments|appointments|f u|fu|rtc|return to clinic|follow up plans|follow up care|followup plan|outpatient follow up|future appointments|recommended follow up|pending results|pending studies|items for follow up',
  diet: 'diet|nutrition|diet at discharge|discharge diet|nutrition plan',
  activity: 'activity|activities|activity level|discharge activity|activity restrictions|functional status',
  'code-status':
    'code status|code|advance directives|advance directive|resuscitation status|goals of care and code status|advance care planning',
  goals: 'goals|goals of care|treatment goals|patient goals|care goals|short term goals|long term goals',
  recommendations: 'recommendations|recommendation|recs|rec|recommendations and plan|suggestions|advice',
  signature:
    'signed|electronically signed|signed by|electronically signed by|signature|attending|attending physician|dictated by|provider|authored by|transcribed by|attestation|attending attestation|attending addendum|cosigned by|addendum',
}

const KIND_BY_HEADING = new Map<string, SectionKind>()
for (const [kind, list] of Object.entries(HEADINGS))
  for (const heading of list.split('|')) KIND_BY_HEADING.set(heading, kind as SectionKind)

/** Headings so short or so common as words that only a colon behind them makes them headings. */
const NEEDS_COLON = new Set(
  's|o|a|p|a p|id|cc|c c|pc|sh|fh|vs|v s|pe|p e|px|o e|obs|rx|dh|ct|mri|fu|f u|ap|imp|lab|rec|code|data|events|course|condition|issues|history|physical|drugs|fluids|counts|analysis|discussion|method|methods|results|tests|orders|therapy|advice|habits|operations|observation|observations|education|provider|echo|micro|cxr|ekg|ecg|ultrasound|x ray|x rays|xray|attending|assistant|surgeon|treatment|management|evaluation|differential|instructions|activity|nutrition|diet|operation|procedure|consult|consultation|medication|allergy|finding|exam|signed|signature|goals|activities|opinion|interpretation|summary|investigations|protocol|drains|implants|specimen|complication|indication|appointments|bloods|to do|todo|nkda|addendum'.split(
    '|',
  ),
)

/** Lower-case, `&`, `+` and `/` as words or spaces, marks of Markdown and numbering gone, white space single. */
export function normalizeHeading(title: string): string {
  return title
    .toLowerCase()
    .replace(/[&+]/g, ' and ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** Words around a heading that change nothing: "Pertinent labs", "Allergies reviewed". */
const LEADING = [
  'pertinent',
  'relevant',
  'current',
  'brief',
  'initial',
  'the',
  'patient',
  'patients',
  'updated',
  'significant',
  'other',
  'past',
]
const TRAILING = [
  'reviewed',
  'on admission',
  'at admission',
  'on arrival',
  'in ed',
  'at discharge',
  'on discharge',
  'today',
  'cont',
  'continued',
  'section',
  'note',
  'notes',
  'reconciled',
]

/** The kind that a heading opens, or undefined where it is none of the table. */
export function kindOfHeading(normalized: string): SectionKind | undefined {
  const known = KIND_BY_HEADING.get(normalized)
  if (known) return known
  for (const word of TRAILING) if (normalized.endsWith(` ${word}`)) return KIND_BY_HEADING.get(normalized.slice(0, -word.length - 1))
  for (const word of LEADING) if (normalized.startsWith(`${word} `)) return KIND_BY_HEADING.get(normalized.slice(word.length + 1))
  return undefined
}

export function needsColon(normalized: string): boolean {
  return NEEDS_COLON.has(normalized)
}
