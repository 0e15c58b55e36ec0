// Clinical prose without any identifier, written for the project: it teaches the network what to leave alone. Slots as in templates.ts.

export const CARRIER: readonly string[] = `
The patient was seen and examined. Vital signs are stable.
No acute distress. Alert and oriented x3.
Denies fever, chills, nausea, vomiting or diarrhea.
HEENT: Normocephalic, atraumatic. Pupils equal, round and reactive to light. Extraocular movements intact.
Neck: Supple, no lymphadenopathy, no thyromegaly, no JVD.
Lungs: Clear to auscultation bilaterally. No wheezes, rales or rhonchi.
Heart: Regular rate and rhythm, S1 and S2 normal, no murmurs, rubs or gallops.
Abdomen: Soft, nontender, nondistended. Bowel sounds present. Negative Murphy sign.
Extremities: No clubbing, cyanosis or edema. Homans sign negative.
Neurologic: Cranial nerves II through XII intact. Romberg negative. Babinski downgoing.
Skin: Warm and dry. No rashes or lesions.
PREOPERATIVE DIAGNOSIS: Acute appendicitis.
POSTOPERATIVE DIAGNOSES: 1. Left inguinal hernia. 2. Umbilical hernia.
PROCEDURE PERFORMED: Laparoscopic cholecystectomy with intraoperative cholangiogram.
ANESTHESIA: General endotracheal anesthesia.
ESTIMATED BLOOD LOSS: Minimal, less than {N} mL.
COMPLICATIONS: None. The patient tolerated the procedure well.
DESCRIPTION OF PROCEDURE: After informed consent was obtained, the patient was taken to the operating room and placed in the supine position.
The abdomen was prepped and draped in the usual sterile fashion. A Veress needle was introduced and pneumoperitoneum was established.
A {E} retractor was placed. The fascia was closed with 0 Vicryl and the skin with 4-0 Monocryl. Steri-Strips were applied.
A Foley catheter was placed to gravity drainage. A Jackson-Pratt drain was left in place.
Kocher clamps were applied to the fascia. The Bovie was used for hemostasis.
The Swan-Ganz catheter showed a wedge pressure of {N}.
Trendelenburg position was used. A Pfannenstiel incision was made.
HISTORY OF PRESENT ILLNESS: This is a {A}-year-old {sex} with a history of {dx} who presents with {dx}.
PAST MEDICAL HISTORY: Significant for {dx}, {dx} and {dx}.
PAST SURGICAL HISTORY: Appendectomy, tonsillectomy and hysterectomy.
SOCIAL HISTORY: Denies tobacco or illicit drug use. Occasional alcohol. Lives with family. Works full time.
SOCIAL HISTORY: She is married with three children. She is a retired teacher. He smokes one pack per day.
FAMILY HISTORY: Mother with breast cancer. Father died of myocardial infarction. Sister has diabetes. Brother is healthy.
Family History: Mother had Alzheimer disease; father had Parkinson disease; sister with Hashimoto thyroiditis.
ALLERGIES: Penicillin, sulfa and latex. No known drug allergies.
MEDICATIONS: {D} {N} mg daily, {D} {N} mg twice a day, {D} as needed.
Medications: {D}, {D}, {D} and {D}.
Current meds: {D} {N} mg PO BID, {D} {N} mg qhs, {D} prn.
Start {D} {N} mg PO daily. Stop {D}. Increase {D}.
Continue {D} and {D}. Hold {D} before surgery.
{D} was changed to {D} because of cough.
Given {D} {N} mg IV, {D} and {D}. Wean {D} drip.
Failed {D}, {D} and {D}; now on {D}.
REVIEW OF SYSTEMS: Negative except as stated above. Constitutional: No weight loss.
PHYSICAL EXAMINATION: GENERAL: Well-developed, well-nourished, in no acute distress.
ASSESSMENT AND PLAN: 1. {dx}. Continue {D}. 2. {dx}. Check {T}.
Assessment: {dx}. Plan: Start {D}, follow up in two weeks, return precautions given.
IMPRESSION: No acute cardiopulmonary process. Findings: The heart size is normal.
IMPRESSION: Degenerative changes of the lumbar spine at L4-L5 and L5-S1.
FINDINGS: There is a small left pleural effusion. No pneumothorax. Mild cardiomegaly.
TECHNIQUE: Axial images were obtained through the abdomen and pelvis after Omnipaque. COMPARISON: None.
INDICATION: Chest pain. EXAMINATION: CT of the chest without contrast.
SPECIMEN: Right breast, core biopsy. Gleason score 3+4. Ki-67 {N} percent.
Discharge Instructions: Take medications as prescribed. Call your doctor if you have a fever.
Return to the Emergency Department for chest pain, shortness of breath or bleeding.
Follow up with your primary care physician in one week. Follow up with Cardiology and Neurology.
Physical Therapy and Occupational Therapy were consulted. Case Management following.
Social Work consulted for placement in a skilled nursing facility.
The patient was transferred to the Intensive Care Unit and then to the floor.
Transferred to Medical Intensive Care Unit. Discharged to home with Home Health.
She was taken to the Operating Room, then to the Recovery Room in stable condition.
Patient presented to the Emergency Room by ambulance.
He was seen in the Pain Clinic and the Sleep Clinic. Referred to Infectious Disease.
{e} was noted.
Diagnosed with {e} two years ago.
History of {e} treated with {D}.
Concern for {e}; check {T}.
No evidence of {e}.
Negative {e}. Positive {e}.
{e} was {N}. {e} was performed.
What is the first-line treatment for {e}?
What are the diagnostic criteria for {e} in adults?
How does {D} compare with {D} in {e}?
How is {e} distinguished from {e}?
What is the sensitivity of {e} in {dx}?
When should {D} be stopped before elective surgery?
What is the maximum dose of {D} in renal impairment?
Does {D} interact with {D} or with grapefruit juice?
Is {D} or {D} preferred for {dx} in a {A}-year-old {sex}?
What are the current American Heart Association guidelines for {dx}?
What does the National Comprehensive Cancer Network recommend for stage II disease?
According to the Surviving Sepsis Campaign, what is the fluid bolus in septic shock?
Summarize the KDIGO, NICE and ESC recommendations for {dx}.
What did the Framingham Heart Study and the Women's Health Initiative show?
Which Centers for Disease Control recommendations apply to {dx}?
What is the role of {T} in {e}?
How do the Wells score and the Geneva score compare?
How is the Glasgow Coma Scale interpreted? What about the Ranson criteria and the Child-Pugh score?
Explain the New York Heart Association classification and the Canadian Cardiovascular Society grading.
Compare the Boston Naming Test and the Wisconsin Card Sorting Test.
What are the Ottawa ankle rules and the Canadian C-spine rule?
Is the Mediterranean diet useful in {dx}?
Best antibiotic for Lyme disease, Rocky Mountain spotted fever or Legionnaires disease?
Management of West Nile virus, Ebola virus and Zika virus.
What is the Food and Drug Administration warning on {D}?
A {A}-year-old {sex} presents with {dx} and {dx}. What is the next best step?
A {A} year old {sex} with {dx} on {D} develops a rash. Should {D} be stopped?
Patient with {dx} and a creatinine of {N}: dose of {D}?
In pregnancy, is {D} safer than {D}?
Elderly patient with {dx} and falls: deprescribe {D}?
Differential diagnosis of hyponatremia with normal volume status.
Should I order {T} or {T} for suspected {dx}?
{T} {N}, {T} {N}, {T} within normal limits.
WBC {N}, Hgb {N}, Plt {N}, Na {N}, K {N}, Cr {N}, BUN {N}, INR {N}.
BP {N}/{N}, HR {N}, RR {N}, T {N}, SpO2 {N}% on RA.
EKG shows normal sinus rhythm with left bundle branch block. Echo: EF {N}%.
MRI Brain: No acute infarct. CT Head negative. CXR: No infiltrate.
PHQ-9 {N}, GAD-7 {N}, MoCA {N}/30, MMSE {N}/30.
Hemoglobin A1c {N}%. Lipid Panel: LDL {N}.
Blood cultures grew Staphylococcus aureus. Urine culture: Escherichia coli.
Sputum with Pseudomonas aeruginosa sensitive to Zosyn. C. difficile toxin negative. H. pylori positive.
Hepatitis B surface antigen negative. Coombs test positive. Rh negative.
Diet: Regular. Activity: As tolerated. Condition: Stable. Disposition: Home.
Code Status: Full Code. DNR. Isolation: Contact. Precautions: Fall.
Right Knee: No effusion. Lachman negative, McMurray negative. Left Shoulder: Neer and Hawkins positive.
Kellgren-Lawrence grade 3 osteoarthritis. Salter-Harris II fracture. Colles fracture reduced.
Baker cyst behind the right knee. Bell palsy on the left. Dupuytren contracture of the ring finger.
Barrett esophagus without dysplasia. Mallory-Weiss tear. Meckel diverticulum. Zenker diverticulum.
Raynaud phenomenon and Sjogren syndrome. Horner syndrome. Cushing syndrome. Addison disease.
Epley maneuver performed. Dix-Hallpike positive. Valsalva maneuver. Heimlich maneuver.
Mini-Cog normal. Beck Depression Inventory {N}. Columbia Suicide Severity Rating Scale negative. Hamilton rating {N}.
Holter monitor for 48 hours. Zio patch placed. Medtronic pacemaker interrogated. St. Jude valve in place. Boston Scientific stent.
Bair Hugger applied. Miami J collar in place. Unna boot changed. Ace wrap applied. Wound Vac changed. Mepilex applied.
Humalog sliding scale, Lantus {N} units at bedtime. FSBS {N}. Glucerna and Ensure with meals.
Drinks Corona and Budweiser. Smokes Marlboro and Camel. Uses Tylenol, Advil and Aleve.
Speaks Spanish, Mandarin and Arabic. Caucasian {sex}. African American {sex}. Hispanic {sex}. Asian {sex}.
Immunizations: Tdap, Prevnar, Shingrix, Moderna and Pfizer vaccines up to date. Flu shot in the fall.
Patient reports summer allergies. Says he may return in the fall. Will hope for the best. The grace period ended.
The will was discussed. He can drive. She will march in the parade. It may snow. They hope to return.
Long nails, dark urine, black stool, green sputum, white plaques, brown spots, gray hair, rose spots.
Assess for Rich secretions, Young onset disease, Hardy weight bearing, Best corrected vision, Long leg cast, Short arm splint.
Strong pulses. Sharp pain. Bright light. Little finger. Long thoracic nerve. Pain in the Heel. Wood lamp examination.
Signed consent is in the chart. Time out was performed. Counts were correct. Dictated but not read.
Thank you for allowing us to participate in the care of this patient.
Thank you for the consult. Please call with questions. Will follow.
Attending physician was present for the key portions. Resident and nurse at bedside.
The physician was notified. The nurse called the family. Mother at bedside. Father agrees. Wife states he fell.
Mother reports cough. Mom says he is eating well. Dad denies fever. Daughter helps with meals. Son drives her.
Per mother, the child has had fever. Per patient, pain is better. Per protocol, hold heparin. Per Pharmacy, adjust dose.
Reviewed by Radiology. Seen by Cardiology. Evaluated by Physical Therapy. Cleared by Anesthesia. Followed by Oncology.
Nurse practitioner student observed. Doctor of record unchanged. Dr appointment next week. Mr cholangiogram normal.
Patient Name and date of birth verified. Patient Education provided. Patient Instructions given. Patient Care plan updated.
Chief Complaint: Cough. Reason for Visit: Annual Physical. Reason for Consult: Hyperglycemia. Interval History: Improving.
Problem List: Hypertension, Hyperlipidemia, Obesity, Depression, Anxiety, Insomnia, Migraine, Asthma.
Procedures: Colonoscopy, Endoscopy, Bronchoscopy, Paracentesis, Thoracentesis, Lumbar Puncture.
Labs: CBC, CMP, TSH, Lipase, Troponin, Lactate, Procalcitonin, Ferritin, Vitamin D, Vitamin B12, Folate.
Hospital Course: Admitted for sepsis. Hospital Day 3. Hospital Medicine following. Clinic visit today. Clinic note.
General Surgery consulted. General: Awake. Internal Medicine. Family Medicine. Emergency Medicine. Women's Health. Wound Care Clinic.
Community Health Center visit. County Health Department notified. State law requires reporting. School note given. University student. College athlete.
Medicare patient. Medicaid pending. Veterans benefits. Insurance approved. Private insurance. Prior Authorization pending.
United States born. Travel to Africa, Asia or South America denied. No travel outside the country.
Emergency contact on file. Next of kin notified. Interpreter used. Chaplain visited. Security called. Police were notified. Fire Department responded.
Monday Wednesday Friday dialysis. Take on Monday. See you in March. Due in April. August flare. June allergies.
{W} {W} was noted. {W} and {W}. {W}: {W}. The {W} was {W}. {W}, {W} and {W}.
{W}. {W} {W}. No {W}. {M} and {M}. {M}: {M}. {M}, {M}.
{M} {M} was performed. {M} is normal. {M} noted on {T}. Bilateral {M}. Left {M}. Right {M} {M}.
{D}. {D}, {D}. {D}: {N} mg. {D} tablet. {D} and {M}.
{E} sign. {E} test. {E} disease. {E} syndrome. {E} score. {E} procedure. {E} criteria. {E} catheter. {E} classification. {E} position.
{E}'s disease. {E}'s sign. {E}'s syndrome. {E}-{E} syndrome. {E}-{E} disease. {E} and {E} tests. {E} {E} scale. {E} {N}. {E}: {N}. {E} negative. {E} positive.
{T} {N}. {T}: {N}. {T} score {N}. {T} test. {T} negative. {T} was normal. {T} pending.
I took {D} yesterday and felt dizzy. Can I take {D} with {D}? My doctor said my {T} was high.
What are my options? I would like to cancel my card. How do I change my password? When does the store open?
The concert was great. The orchestra was founded long ago. This is the best song of the year. I have a question about my order.
He reports that his symptoms began after a Mexican restaurant meal. Thanksgiving dinner. Christmas holidays. New Year resolution.
Occupation: Teacher. Occupation: Retired Nurse. Marital Status: Married. Religion: Catholic. Language: English. Race: White.
Sodium, Potassium, Chloride, Bicarbonate, Glucose, Calcium, Magnesium, Phosphorus, Albumin, Bilirubin, Alkaline Phosphatase.
Motor: Deltoid 5/5, Biceps 5/5, Triceps 5/5. Reflexes: Patellar 2+, Achilles 2+. Sensation intact. Gait steady.
Site: Left arm. Route: IV. Dose: {N} mg. Frequency: Daily. Indication: Pain. Refills: {N}. Dispense: {N}. Sig: One tablet daily.
Mental Status: Mood: Depressed. Affect: Flat. Speech: Normal. Thought Process: Linear. Insight: Fair. Judgment: Good.
Risks, benefits and alternatives were discussed. Questions were answered. Consent was obtained. The patient understands and agrees.
`
  .trim()
  .split('\n')

/** Phrases around eponyms as they stand in notes. */
export const EPONYM_HEADS =
  'disease syndrome sign test score scale criteria classification maneuver procedure catheter tube position fracture palsy lymphoma tumor sarcoma reflex phenomenon thyroiditis contracture cyst esophagus nodes bodies cells ring fever chorea ulcer anemia dementia ataxia retractor forceps clamp drain stent valve suture collar brace splint boot repair operation incision index equation rules law triad ligament nerve gland duct canal nevus hernia diverticulum tear murmur respirations monitor inventory questionnaire grade stage exam'.split(
    ' ',
  )
