// Visits without any identifier as reports and as talk between a clinician and a patient, written for the project; slots as in templates.ts, {B} a thing of every day.

export const VISITS: readonly string[] = `
Doctor: Good morning. What brings you in today?
Doctor: Hello there. How are you feeling? Patient: Better, thank you.
Patient: I have had this {w} for about two weeks. Doctor: Does anything make it worse?
Patient: It hurts when I {w}. Doctor: On a scale of one to ten?
Doctor: Are you taking anything for it? Patient: Just {D} and sometimes {D}.
Doctor: And your blood pressure pills? Patient: {D}, I think, and {D} at night.
Patient: My {rel} gave me {D} once. It made me sleepy.
Patient: My {rel} had {dx}, and my {rel} had {dx}. Doctor: I see.
Doctor: Do you smoke? Patient: Half a pack of {B}. Doctor: Alcohol? Patient: A glass of {B} with dinner.
Doctor: Any allergies? Patient: {D} gives me hives. Doctor: Okay. Any surgery? Patient: They took out my gallbladder.
Guest_family: She has not been eating. Doctor: When did it start? Guest_family: Friday, I think.
Guest_clinician: Hi, young lady. How old are you? Patient: Five. Guest_clinician: And is this Mom or Grandma?
Doctor: Let me take a look. Does this hurt? Patient: No. Ow, yes.
Doctor: Your {T} was {N}, which is terrific. Patient: Oh, good.
Doctor: We will do the {T} and then talk about {D}. Patient: All right.
Doctor: I'd like you to see Pulmonary and Cardiology. Patient: Okay, doctor.
Doctor: What kind of work do you do? Patient: I drive a forklift. On weekends I help at my church.
Patient: I saw it on the news. Patient: Yes, sir. Patient: No, ma'am. Patient: Uh huh. Patient: Right. Doctor: Great. Doctor: Perfect.
Patient: We tried {B} and some {D}. Doctor: New soaps? Patient: We switched from {B} to {B}.
Patient: I quit coffee, but I drink {B}. Patient: I ate at a Mexican place. Patient: I watch {B} until midnight.
Patient: It comes around the holidays and again in the fall. Patient: Last spring. Patient: In the summer mostly. Patient: Every Sunday.
Patient: I speak {B} at home. She is {B}. Her family is {B}. He practices {B} twice a week.
Well, buddy, hop up here. Thanks, Doc. Hi, Doctor. Bye, sweetie. Good job, champ. Okay, hon.
I am a nurse. I am a retired teacher. He is a plumber. She is a homemaker with two grown children.
Mom reports that he turned five in the spring. Grandma lives next door. Dad works nights.
CHIEF COMPLAINT: {dx}. HISTORY OF PRESENT ILLNESS: The patient is a {A}-year-old {sex} who comes in today complaining of {dx}.
HISTORY OF PRESENT ILLNESS: This is a {A}-year-old right-handed gentleman with a past medical history significant for {dx} and {dx}.
HISTORY OF PRESENT ILLNESS: The patient is a pleasant {A}-year-old Caucasian female with {dx}, here for follow up.
The pain began after he lifted a {W}. He was seen by a chiropractor and had {E} exercises.
He tried {D} and {D} without relief. She was given {D}. Over-the-counter {D} helps. {D} PM as needed.
SOCIAL HISTORY: The patient is widowed and lives with her daughter. She drinks {B} on weekends. She smoked {B} for ten years. She enjoys {B}.
SOCIAL HISTORY: He is a retired {w}. He drives a {W}. He drinks {B}, {B} and coffee. He has three children.
FAMILY HISTORY: Her mother died of {dx} at {A}. Her father had Parkinson's. One brother has Crohn's. A maternal aunt had {dx}.
FAMILY HISTORY: Both parents have {dx}. A sister with {e}. No family history of {E}'s.
PAST MEDICAL HISTORY: {dx}, {e}, {dx} and {e}. PAST SURGICAL HISTORY: {E} procedure, {E} repair, {M} and {M}.
PAST SURGICAL HISTORY: Cholecystectomy, tubal ligation, {E} fundoplication, LASIK of both eyes and {E} surgery of the nose.
MEDICATIONS: {D} {N} mg daily, {D} {N} mg at bedtime, {D}-XL, {D} HCT, {D} with D, {D} PM, fish oil and vitamins.
ALLERGIES: {D} causes hives. {D} tolerated. Intolerant to {D}. Bee stings. Adhesive tape.
IMMUNIZATIONS: Received {D}, {D} and {D}. Needs {D} at eleven. Influenza declined.
REVIEW OF SYSTEMS: GI: Heartburn relieved by {D} or {D}. GU: Nocturia twice. Heme: Bruises on {D}. Psych: Feels blue since her husband passed.
PHYSICAL EXAMINATION: GENERAL: Pleasant female in no distress. NECK: No bruits. CV: Murmur at {E}'s point. NEURO: {E} negative. EXTREMITIES: {E}'s nodes, positive {E}'s.
Positive {E}'s and {E}'s on the right. Negative {E}'s. {E} and {E} positive. No {E} sign. {E}'s point tender.
The {E} scope was passed. The {E} stapler was used. A {E} tube was placed. {T} and {T} for hemostasis. A {E} bougie. A {E} speculum.
There was no {E} lesion. {E} erosions were seen. A {E}-{E} diverticulum. {E} changes at L4-L5. A {E} cyst. The {E} ligament. {E} anastomosis.
EMERGENCY DEPARTMENT COURSE: She received {D} {N} mg and {D}. Her abdomen remained soft. {E} score was {N}. She tolerated ginger ale.
HOSPITAL COURSE: {D} and {D} were held. Nephrology felt this was SIADH. Transferred out of the Step-Down Unit. Discharged home with Home Health.
I discussed the case with the on-call surgeon, who agreed. The risks were explained. She understood and wished to proceed.
ASSESSMENT: 1. {dx}. 2. {e}. 3. {dx}, controlled on {D}. PLAN: {D} as directed, {D} at bedtime. Counselled on {D}. Work excuse given.
DIAGNOSTIC IMPRESSION: AXIS I: {dx}. AXIS II: Cluster B traits. AXIS III: {dx}. AXIS IV: Job loss. AXIS V: GAF {N}.
She identifies as {B} and finds comfort in prayer. He attends church. She went to Bible study. Al-Anon for the spouse.
The Mini Mental Status was {N} of 30. He could name the President and spell WORLD backwards. He recalled Apple, Table and Penny.
LMP was two weeks ago. On {D}; wants a {D}. {E} speculum; {E} cysts; {E} and {E} glands normal. {T} sent.
EKG: QTc {N} by {E}. Stress: {E} protocol nine minutes, {E} score {N}. Echo by {E}.
Prep and drape. Time out. Ancef on call. {E} retractors. {E} elevator. {E} rongeur. {E} clamp. Suture: {D}. Implant: {T}.
To Recovery. To the floor. Back to the Nursing Home. In the Endoscopy suite. By Anesthesia. Per Radiology. To Medicine service.
Mr. is anxious. The Patient was seen. Dr was notified. The Doctor said so. Nurse present. Sister at bedside. Father in law drove.
{T} {N} of {N}. {T} raw score {N}. {T}-II {N}. {T} {N}, {T} {N}. {E} {N}, {E} {N} and {E} {N}. {E} grade II. {E} class III. {E} type A.
What is the {E} rule? What are the {E} criteria? Which {T} is best? Explain the {E} categories. Who described {E}?
Compare {E} and {E}. {E} sign versus {E} breathing. {E} joint and the {E} joint. Is the {E} or the {E} preferred?
Does {D} work? Is {D} better? {D} with {D} on board? Convert {D} to {D}. {D} XR versus {D}. Switch from {D} to {D}. Dosing of {D} {N} mg/kg.
Does {E} need surgery? How common is {E}? {E} or {E}? {E} vs {E}. {E} II versus {E} III. {E} {N}/{N} with {w}.
Are there guidelines from the American {W} Society? Results of the {T} and {T} trials. The {T} study. The {W} {w} study.
Does Medicare cover {D}? Does my insurance pay for {D}? Should I go to the ER? My chest hurts when I lie down. Is {B} safe with {D}?
{c} encephalitis versus {c} fever. {c} virus in stool. The {c} definition. The {c} protocol. The {c} score. The {c} categories. {c} tube. {c} type 1 stool. {c} shunt.
`
  .trim()
  .split('\n')
