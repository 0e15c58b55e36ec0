// Sentences with slots from which the network learns names, places and organizations in their surroundings; written for the project.
//
// {P} a person in any form, {F} given name, {L} surname, {I} initial, {C} place, {S} state or country, {H} hospital, {O} organization,
// {D} drug, {E} eponym, {e} eponym phrase, {T} test, {M} medical word, {W} any word with a capital, {N} number, {A} age, {X} date, {dx} diagnosis, {cred} credential, {rel} relation, {spec} specialty.

export const POSITIVE: readonly string[] = `
Patient {P} is a {A}-year-old {sex} with {dx}.
{P} is a {A} year old {sex} who presented with {dx}.
{P}, {A}, was admitted to {H} on {X} for {dx}.
What is the recommended treatment for {P}, a {A}-year-old {sex} from {C} with {dx}?
What is the best next step for {P} ({A}{sexletter}, MRN {N}) with {dx} after failing {D}?
My patient {P} lives in {C}, {S} and takes {D} and {D} for {dx}.
How should I manage {dx} in {F} {L}, who was seen at {H} last week?
Is {D} safe for {P} who has {dx} and is followed by Dr. {L} at {H}?
Can {F} {L} from {C} continue {D} before surgery at {H}?
For {P}, DOB {X}, residing in {C}, {S}, should we start {D} or {D}?
Recommend dosing of {D} for {P}, medical record number {N}, treated at {H}.
Please summarize guidelines for {dx} as they apply to {P} of {C}.
Would {D} interact with {D} in {P}, {A} yo {sex}, insurance ID {N}, seen {X} at {H}?
{L}, {F} is a {A}yo {sexletter} with h/o {dx}.
{F} was brought in by {rel} {F} after a fall at home in {C}.
His {rel} {F} called from {C} to ask about {D}.
Her {rel}, {F} {L}, is the health care proxy.
{rel} ({F}) reports that {F} has had {dx} since {X}.
Accompanied by {rel} {F} and {rel} {F} {L}.
Spoke with {F} ({rel}) about the results.
Spoke to {P} by phone regarding {T} results.
Family meeting held with {rel} {F}, {rel} {F} and Dr. {L}.
Lives with {rel} {F} in {C}; works at {O}.
He works as a driver for {O} and lives alone in {C}.
She works nights at {O}.
Employed at {O} since {X}.
Retired from {O}; previously a teacher at {O} in {C}.
Patient works for {O} in {C}, {S}.
Occupation: welder at {O}.
Attends {O}.
Goes to school at {O}; grade 5.
The child attends {O} in {C}.
School: {O}. Teacher Ms. {L} reports inattention.
Transferred from {H} to {H} for further care.
Transferred from {H} for {dx}.
He was hospitalized at {H} in {C} for {dx}.
Hospitalised at {H} {X}.
Admitted to {H} with {dx}.
She was seen at {H} and started on {D}.
Seen in the emergency department of {H} for {dx}.
Outside records from {H} were reviewed.
Records requested from {H}.
Underwent {M} at {H} by Dr. {L}.
Discharged to {H} in stable condition.
Discharged home to {C} with {rel} {F}.
Resident of {H}, room {N}.
Dialysis at {H} on MWF.
Follow up at {H} with Dr. {F} {L}.
Follow-up with {P}, {cred} in two weeks.
Referred by {P} to {spec}.
Referred by {I}. {L} {cred}, {H}.
Referred to Dr. {L} ({spec}) at {H}.
PCP: {P}, {cred}.
PCP is Dr. {L}.
Attending: {P}
Attending Physician: Dr. {P}
Surgeon: {F} {L}, {cred}
Assistant: {I}. {L}, {cred}
Anesthesiologist: {P}
Dictated by {P}, {cred}
Electronically signed by {P}, {cred} on {X}
Electronically signed: {F} {I}. {L}, {cred}
Reviewed with Dr. {L}.
Discussed with {F} {L} and with Dr. {L} from {spec}.
D/w Dr. {L}, agrees with plan.
Case discussed with {L}.
Per {L}, hold {D}.
Per Dr. {F} {L}, continue {D} {N} mg daily.
Dr. {L} rounded at {N}.
Dr. {L} was notified.
{L} notified of critical {T}.
{F} {L}, {cred}
{I}. {L}, {cred}
{P} {cred}, {spec}, {H}
Nurse {F} gave {D} at {N}.
Received report from {F} {cred}.
Handoff given to {F} {cred} at {N}.
Social worker {F} {L} met with the family.
Interpreter {F} used for the visit.
Caller: {P} ({rel}).
Caller is {F}, {rel} of the patient.
Message from {P}: she ran out of {D}.
Dear {P},
Dear Dr. {L},
Dear Ms. {L}, thank you for referring {F} to our clinic.
Hi {F}, the refill for {D} is ready.
Thanks, {F}
Sincerely, {P}
Regards, {P}, {cred}
Thank you, {F} {L}
Name: {P}
Patient Name: {L}, {F} {I}
Patient: {P} MRN: {N} DOB: {X}
NAME: {P} AGE: {A} SEX: F
Pt: {L}, {F}. Wt {N} kg.
Pt {P} resting in bed, alert.
Pt {F} tolerated dinner.
Re: {P}, DOB {X}
RE: {F} {L}
Mother: {P}. Father: {P}.
Mother {P} is {A}, G3P2.
Baby Boy {L} was born at {N} weeks at {H}.
Baby girl {L} (twin B), Apgars 8/9.
Mr. {L} denies chest pain.
Mr. {F} {L} returns for follow up of {dx}.
Mrs. {L} has a history of {dx}.
Ms. {L} is a pleasant {A}-year-old.
Miss {F} {L} tolerated the procedure well.
{F} states that the pain is worse at night.
{F} denies fever or chills.
{F} reports feeling better on {D}.
{F} has been taking {D} since {X}.
{F} is doing well after {M}.
{L} is a {A} y.o. {sex} with {dx}.
{L} was extubated on {X}.
I saw {F} in clinic today.
I met {P} and {rel} {F} in clinic.
We saw {F} {L} today for {dx}.
{P} and {P} attended the session.
Contact {P} at {N}.
Emergency contact: {P} ({rel}) {N}
Next of kin: {rel} {P}
Lives in {C}.
Lives in {C}, {S}.
Lives in a house in {C} with {rel} {F}.
Lives in rural {S} near {C}.
Lives outside of {C}.
Moved from {C} to {C} in {N}.
Recently moved here from {C}.
Born in {C}, grew up in {C}.
Grew up in {C}, {S}.
Originally from {C}.
He is from {C} and drives to {C} for work.
Native of {C}.
Recent travel to {C}, {S}.
Traveled to {C} last month.
Visiting {rel} in {C}.
Took the kids to {C} last summer.
Flew in from {C}.
Resides in {C}.
resident of {C}
{A} yo {sex} from {C} with {dx}
The pharmacy in {C} filled {D}.
Pharmacy: {O}, {C}
Preferred pharmacy: {O} on Main St.
Fax to {O}.
Insurance: {O}
Insured through {O}.
Covered by {O}, group {N}.
Claim denied by {O}.
Prior authorization sent to {O} for {D}.
Probation officer {F} {L}, docket {N}.
Attorney {L} requests records.
Attorney: {P}, {O}
Pastor {F} {L} visited from {O}.
Funeral home: {O}
Church: {O} in {C}.
Sent to {O} for genetic testing.
Home health through {O}.
Hospice with {O}.
Lab work done at {O}.
Device clinic at {H}, {C}.
Imaging done at {H} {X}: no {M}.
{H}
{H} - {spec}
{H}, {C}, {S}
{P}, {H}
Clinic letter, {H}, {X}
Site: {H}, {C}. PI: Prof. {L}.
CRA {F} {L}, visit at {H}, {C}.
Initials {I}{I}{I} at {H}.
Biopsy at {H} showed {M}.
She was born at {H} in {C}.
Airlifted to {H}.
EMS transported him from {C} to {H}.
Diagnosed at {H} by {P}.
Second opinion at {H}.
Enrolled in a trial at {H}.
Care is shared with {H} and Dr. {L} in {C}.
Spouse {F} reports irritability.
Husband of 50 years, {F}, died last year.
Survived by {rel} {F} and {rel} {F}.
Ex {F} has custody of {F} and {F}.
Great-niece {F} {L} is the caregiver.
{rel}: {F}
{rel} {F} {L} present at bedside.
Friend {F} drove him home to {C}.
Neighbor {F} {L} found him down.
Witness: {F} {L}
History obtained from {P} ({rel}).
Consent signed by {P}.
{F} and {F} are co-parenting.
The patient's {rel} {F} will pick up {D}.
Wife is {F}; they live in {C}.
The patient, {P}, was counseled.
The patient ({P}) asked about {D}.
A {A}-year-old named {F} {L} was seen at {H}.
{P}'s {T} was {N}.
{F}'s {rel} called today.
{L}'s wound is healing well.
Mr. {L}'s {T} is pending.
patient {F} {L} lives in {C} and takes {D}
pt {F} {L} seen at {H} for {dx}
call {F} {L} at {N}
She goes by {F}.
Seen by {F} {L} at {O}.
My name is {P} and I live in {C}.
I live in {C} and my doctor is {P}.
I work for {O} in {C}.
Please update the address of {P} to {C}, {S}.
{P} from {O} called about the bill.
{O} called about {P}.
{P} works at {O}.
{O} is located in {C}.
Meeting with {P} of {O} in {C}.
{F} {L}, {C}
{C} office, {O}
{P}; {P}; {P}
`
  .trim()
  .split('\n')

export const SURROUNDINGS = {
  sex: 'male female man woman boy girl gentleman lady M F'.split(' '),
  sexletter: ['M', 'F', 'm', 'f'],
  rel: 'wife husband mother father mom dad daughter son sister brother aunt uncle grandmother grandson niece nephew cousin partner spouse friend caregiver fiance girlfriend Mother Father Mom Dad Wife Husband Daughter Son Spouse'.split(
    ' ',
  ),
  cred: 'MD DO RN NP PA PA-C PhD PsyD LCSW FNP-C PharmD DPM DDS CRNA MBBS APRN BSN RD OTR CNM DNP LMFT FACS'.split(' '),
  spec: 'cardiology neurology oncology nephrology Cardiology Neurology urology Orthopedics psychiatry Rheumatology dermatology Pediatrics endocrinology Gastroenterology surgery Radiology hematology ophthalmology pulmonology'.split(
    ' ',
  ),
  dx: 'type 2 diabetes|hypertension|chest pain|shortness of breath|community-acquired pneumonia|acute pancreatitis|Crohn disease|Parkinson disease|atrial fibrillation|metastatic breast cancer|lupus nephritis|major depressive disorder|COPD exacerbation|CHF|stage 3 CKD|sepsis|Hodgkin lymphoma|rheumatoid arthritis|asthma|a left hip fracture|ulcerative colitis|migraine|multiple sclerosis|Graves disease|stroke|bipolar disorder|psoriasis|hepatitis C|HIV|anemia|epilepsy|gout|sickle cell disease|Kawasaki disease|otitis media|back pain|cellulitis|NSTEMI|DVT|gestational diabetes|preeclampsia|Alzheimer disease|cirrhosis|GERD|opioid use disorder|glioblastoma|endometriosis|a rash|fever and cough|syncope'.split(
    '|',
  ),
} as const
