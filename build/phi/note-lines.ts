// Lines of hurried notes of every kind, with slots for their names; written for the project. Slots as in templates.ts, {f} and {l} in small letters.

export const NOTE_LINES: readonly string[] = `
DISCHARGE SUMMARY
Patient: {L}, {F} {I}.   MRN: 5512-0098   Adm: {X}   D/C: {X}
Attending: {F} {L}, MD    PCP: {L} ({H})
72M with CHF transferred from {H} infirmary. Seen by cards ({L}) and renal ({L}/{L}). Echo at {H} showed EF 25. Swan placed. Started on Entresto. Sister {F} in {C} updated by phone 775-555-0148. Dispo: {H}. F/u 12/18 w/ Dr. {L}.
ED TRIAGE: 34F {F} {L} BIBA ({O}) from {O} on {C}, syncope on treadmill. Friend {F} at bedside. PMH: Crohn's on Humira, sees {L} at {H}. LMP 10/2. HR 44. Last seen here Feb 2022. Room 14. Triage RN: {F} {I}.
OPERATIVE REPORT
PATIENT NAME: {F} {L}      DATE OF SURGERY: {X}
SURGEON: {F} {I} {L}, MD       FIRST ASSIST: {L}, PA-C     ANESTHESIA: {L}/{L}, CRNA
A Bookwalter retractor was placed. Babcock clamps used. Specimen to {H}. The Harmonic was used. Implant: Stryker Triathlon lot K8834T, SN 0077A-341. Family ({F}, husband) was notified at 1430. Dictated by {L}. cc: {F} {L}, DO, {H}
SOCIAL WORK: Mtg w/ pt {F}, mo {F}, and DCFS worker {F} {L} (x3391). Pt's bio father ({F} {L}) incarcerated at {O}. Foster home is on {C} in {C}; previously at {O}. School: {O}, SW there is {L}. Court 9/14 before Judge {L}. GAL {F} {L}. Case #22-JA-417. Safety plan w/ aunt {F}.
Dear Dr {L},
Re: {F} {L}, DOB 14.06.1958, NHS No 485 777 3456, 27 Swinburne Terrace, Gateshead NE8 4PQ
Thank you for referring this retired shipbuilder from {C}. He attended with his daughter {F} on 3rd May. He was under Mr {L} at the {H} for his CABG in March 2019. Romberg's negative. I've asked {F} {L}, our specialist nurse at {H}, to see him.
With kind regards, Dr {F} {L}, Consultant Neurologist (sec: {F}, 0191 496 0832)
EMS RUN 2024-118834: Dispatched to I-80 MM 212 EB, rollover. Pt {F} {L} (DL WY 118-440-921), driver, ~40 YOM, C-collar, GCS 14. Passenger {F} uninjured. Truck owned by {O}. Transport to {H}; report to Dr. {L} via radio. Medics {L}/{L}. Unit clear {X} 0455. Trooper {L} on scene.
PSYCHOTHERAPY NOTE. {F} arrived late. Discussed fight w/ {F} over {F}'s tuition at {O}. Her supervisor at {O}, {F}, wrote her up last Thursday. Dreamt of her late grandmother {F}, who raised her in {C}. BDI 22. Prozac up to 40. Next 5/21. - {F} {L}, LCSW
PATHOLOGY S24-11820   Pt: {L},{F}   Acc {X}  Rec'd {X}
Clinician: {L}, {H}
A. L forearm shave: SCC in situ (Bowen). B. R cheek: nodular BCC. Gross by KT. Ki-67 not done. Sent to {F} {L} at {H} for consultation. /s/ {F} {L}, M.D. {X} 16:20
PHARMACY CALL LOG: 4/4 0915 {O} ({C}) called re {F} {L} dob {X}: Norco early. Spoke w/ {F}, tech. 4/4 1120 pt's roommate {F} states lost rx in {C}. PDMP shows fills at {O}, {O}. Per {L}: deny. -{F}
PEDS WELL CHILD: {F} {L} ("{F}"), 15 mo, here w/ father {F} and PGM. Attends {O} 3d/wk. Denver wnl. MCHAT 1. Dog at home named {F}. Moved from {C} in August. Vaccines: Pediarix, Prevnar lot HJ4471, Vaqta. Next at 18 mo. Dr. {F} {L}
NEURO CONSULT REQUEST
Requesting: {L} (hospitalist)   Pt in 6W-22
Mr. {L} is a 58yo RH man, long-haul trucker out of {C} w/ 2 wks of worsening gait. No Hoffmann, + Lhermitte. Hx obtained from wife {F} and brother-in-law {F} {L}. MRI 6/1 read by {L}: T2 signal C4-6. Prior w/u at {H}: LP 5/28 nl. Rec: B12, Cu, NMO. D/w {L}.
Home Health Certification. Agency: {O} {C}. Pt {F} {L}, HICN 4QW9-TE5-MK73, SOC {X}. Lives w/ dtr {F} {L} at 88 Coal Run Hollow. Referring: {H}. RN case mgr {F} {L} 304 555 0192. Aide: {F} MWF. Wound vac from {O}. Braden 15. Foley changed.
Subject: Re: question for the doctor
From: {F} {L} jdoe@example.com
hello dr {l}, this is {f}, {f} {l}s mom. he threw up again after the amoxicillin at {O} today and his teacher ms {l} sent him home. we leave for {C} on saturday the 15th. can u call it in to the {O} on {C} thx, {f} (cell 773.555.0137)
LABOR & DELIVERY: {L}, {F} G2P1 @ 39w2d by LMP {X}, GBS neg. Doula {F} {L}. FOB {F}. Pit per {L}. Bishop 8. Epidural {L} 0340. SVD of viable F "{F} {F}" {X} 0712, Apgars 8/9, 3340 g. Bands A55810. Circulator {F}. Placenta to path. Peds {L} to bedside. Breastfeeding w/ Medela.
TRANSPLANT CLINIC. 61F s/p OLT {X} ({H}, {L}), here w/ partner {F}. Prograf 3 bid, Myfortic. Coordinator: {F} {L}, pager 1477. Travels to {C} in November - {L} (ID) to advise. Donor family letter from {F} received. Labs at {O} {C}. RTC 3 mo.
GENETICS: Proband {F} {L} (III-4). Mother {F} (b. 1961) BRCA2+; maternal aunts {F} and {F} w/ ov ca; MGM {F} {L} d. of breast ca in {C}. Ashkenazi on paternal side ({L}). Tested at {O} acc# 01184-77. Cowden, Li-Fraumeni, Lynch discussed. GC: {F} {L}, MS, LCGC.
CORRECTIONAL HEALTH SICK CALL — Inmate {L} #A0918-447 C-Block 214. C/o dental pain. Officer {L} escorted. States assaulted by inmate "{F}" 10/9. Previously at {O}. Naproxen. Seen by {F}, LVN; MD {L} to review. Release date 03/2026. Mother in {C}: {F}, (805) 555-0166.
OCCUPATIONAL HEALTH: Employer {O} ({C}); employee {F} {L}, badge 77-3108, line 4B. Interpreter {F} (Somali). Carpal tunnel R: Phalen +, Tinel +. Supervisor {L} notified. WC carrier {O} claim FZQ4471. Light duty thru {X}. RTC 7/20 w/ {L}.
NURSING NOTE 2300: Resident {F} in {C} found on floor at 2240 by CNA {F}. VSS. Skin tear. POA son {F} ({C}) and Dr {L}'s on-call, {F} {L} NP, notified. Hx R hip ORIF {H} '21. Bed 2 by window. Morse 65. Will monitor. {F} {L} LPN // {F} {I} RN supv
CLINICAL TRIAL - NARRATIVE
Subject 0442-017 (KT), site {H}, PI {F} {L} {L}. Randomized 22-AUG-2022. On 05-SEP-2022 developed neutropenia gr 4; admitted 06-SEP-2022 to {H} under Dra. {L}. Monitor: {F} {L} ({O}). Kit 20417. Karnofsky 80. Resolved 13-SEP-2022.
ORTHO HAND: {F} {L} is a 27yo luthier from {C} c/o R thumb pain since Christmas. Finkelstein +. Prior inj by {L} at {H}. Plays w/ the {O}. Plan: spica, Voltaren. Scribe: {F} {L}. I, {F} {L}, attest.
CARDIAC CATH: Access R radial, 6F Terumo. Pt ID verified {L}/0092217. LAD 90% -> Xience 3.0x18 (SN 8817720). Operators: {L}, {L} (fellow). Nurse {F}; tech {F} {L}. Rep from {O}: {F}. TR band. Referring {L} ({H}). Family waiting: dtr {F}.
DENTAL: {F} {L} (acct 20-1187) pres. w/ fx #19. Hx bisphosphonate - letter from oncologist {L}, {H}. Ins: {O} DDF 8810 223. Assistant {F}. Lido w/ epi x2. Ref to {L} OMFS, {C}. Next: Tues 3/5 crown prep.
TELEHEALTH VISIT: Pt located at {C} (RV park, space 41), provider at {H}. {F} {L}, 66, seen w/ wife {F} off camera. Ozempic tolerated. A1c 7.1 from Aug 9. Walks the dog, {F}. Wants refills to {O}. Pt portal: https://my.example.org/u/88172. Signed {I}. {L} DO 9-2-24.
PROGRESS NOTE 3.14.24
S: feels ok. wife {F} wants him at {H}, he wants home. "{F} can watch me."
O: Afeb. Homans neg.
A/P: 1) PNA - Rocephin d3. 2) Dispo - CM {F} working on {H} vs {H}. Ins {O} auth pending. 3) Code: DNR per {F}, witnessed {F} {L} RN.
{L} PGY2 / {L}
ARZTBRIEF
Patient: {F} {L}, geb. 03.11.1962, wohnhaft Lindenstr. 14, 50674 Köln
Sehr geehrter Herr Kollege {L}, wir berichten über den stationären Aufenthalt vom 12.2. bis 19.2.2024 auf Station 3B. Vorstellung durch Hausarzt Dr. {L} aus {C}. Babinski negativ. Ramipril 5 mg. Verlegung in die {H}. Rückfragen: 0221 555 0190.
Mit freundlichen Grüßen, OA Dr. {F} {L}
COMPTE RENDU: Mme {L} {F}, née le 4 juillet 1949, adressée par le Dr {L} ({C}) au {H}. Signe de Lasègue absent. Sortie le {X}. Sa fille {F} (06 12 55 01 43) est prévenue. IPP 80012345. Pr {F} {L}.
INFORME DE URGENCIAS. Paciente: {F} {L} {L}. NHC: 204417. Edad 47. Fecha: 8 de mayo de 2023. Traído por SAMU desde {C}. Acompaña su esposo {F}. TA 90/50. Signo de Murphy positivo. Se avisa al Dr. {L} (cirugía). Ingresa en {H}, cama 512.
SLEEP STUDY: Name {F} {L} / Study {X} / Tech {F} {L} RPSGT / Ref {L}. Epworth 16, Mallampati IV, neck 18. AHI 44. CPAP titrated to 11, ResMed AirFit F20. Works nights at {O} hub. Interp. {F} {L}, {H}. DME {O}.
ONCOLOGY: 55F, ER+ IDC dx 2/24 at {H}, bx by {L}. Lives alone in {C}, cat {F}; niece {F} drives. Ex-husband {F} {L} is HCP. Oncotype 14. Port (Bard, lot REFX1102) by IR {L} 3/18. TC x4 w/ Neulasta starting 3/25. Clinical trial nurse {F} to call. {L}/KT
IN: {F} {L} 8yo MN Lab "{F}" owner 651 555 0119 {C}. Bite to child {F} 6/30; rabies tag 24-5518. Animal control officer {L}. Child seen {H} ED, Augmentin. Reported to {O}.
SPEECH THERAPY: {F} (CA 4;6) seen at {O} {C}. Goldman-Fristoe 82, PLS-5 88. Mom {F} & stepdad {F} present; sister {F} interprets. Teacher {F} {L}. Prior SLP {L}. IEP mtg 10/3 at {O}. Goals: /k/, /g/. {F} {L} MA CCC-SLP
RADIOLOGY: CT A/P 04-02-2024 0233. Comparison: 11/2022 ({H}). Hx: RLQ pain. Alvarado 7. Findings d/w {L} (ED) at 0251 by {L}. Incidental 4 mm nodule, Fleischner. Accession CT2209931. Read by {F} {L}, {O}, from {C}. Addendum {L}: no change.
ADVANCE CARE PLANNING: Present: pt ({F}), spouse ({F}), sons {F}, {F} and {F}, Chaplain {L}. Pt age 94, veteran ({O}), retired from {O}. Wants to die at home in {C}. HCP: {F} (716-555-0128), alt {F} {L}. MOLST signed 1-30-24. Hospice {O}.
IVF CYCLE SHEET: {F} {L} 36 / partner {F} {L} 41. MD {L}. Gonal-F 225, Menopur, Cetrotide d6. E2 5/11 2210. Trigger 5/14 2130, ER 5/16 @ {H}. Embryologist {F}. Donor #D-3317. Prior: CNY x2 ({C}). Nurse: {F} {L}, jdoe@clinic.example.
From the desk of {F} {L}, Esq.
{O}, 1 Penn Plaza, Ste 3600, New York NY 10119
RE: {L} v. {O}; D/A: July 3, 2021. Kindly forward records of our client {F} {L} (SSN xxx-xx-4417) from {H} incl. op note of Dr. {L}. Fax 212-555-0188. HIPAA authorization attached. Paralegal: {F}.
SCHOOL NURSE: {F} {I}., gr 3, rm 12, Ms. {L}'s class. Wheezing after recess. Albuterol 2p per plan by {L}. Called gma ({F}) 0950, no ans; dad at {O}. Brother {F} (gr 5) says inhaler at home. Back to class 1020. EpiPen exp 8/24. - Nurse {F}, {O}
ADDENDUM BY {L}, {F} M.D. ON 17 OCT 2023 AT 2215:
SPOKE WITH PT'S DAUGHTER {F} {L} WHO WORKS AT {H}. SHE WILL DRIVE FROM {C}. PT REMAINS ON LEVOPHED. {L} TO SEE IN AM. KUB PER {L}. TRANSFER CENTER ({F}) CALLED, NO BEDS AT {H}.
BEHAVIORAL HEALTH INTAKE: Goes by "{F}", legal {F} {L}, they/them, 22, barista at {O}. From {C}, now couch surfing w/ friend {F} off {C}. Ex {F} has restraining order (Multnomah 23PO5518). Prior inpt: {H} x2, {H} Jan '22. PHQ 21. Seroquel. CADC: {F} {L}.
FAX COVER
TO: {F} @ {H}   FROM: {F} {L} / {H} Med Recs
RE: {L}, {F} (5-5-55)    PGS: 7
Please see attached labs 3/3, 3/10 & 3/17. Call {F} at ext. 2214 w/ ?s. Address: PO Box 1190, Laconia NH 03247.
HOSPITALIST SIGN OUT
412 {L} 81F CHF, lasix gtt, I/O q4. dtr {F} calls nightly
415 {L} 44M DKA -> floor, ?home 3/9
418A {L} 67M COPD, wants to leave AMA - call {L}
420 {L}-{L} 29F pyelo, cx GNR, Rocephin
422 {L} 76M, ck trop 0200, cards = {L}
WOUND CARE: Saw {F} for L heel DTI. Wagner 2. Santyl. Pt moved from {C} to {C}; roommate Mr. {L}. Podiatry ({L}) debrided 5/2. Order from {O} #4410982. Ambulates w/ {F} from PT. Photo wound_0502.jpg. {F} {L}, RN, CWOCN
PRE-OP PHONE CALL: LM for {F} 2/6 1405 & 1640. Reached husband, {F}; arrival 0530 2/8 at {H}, entrance C off {C}. Ride: neighbor {F} {L}. Hold Xarelto per {L}. Lap Nissen w/ {L}. Allergies: latex, Keflex. Spanish spkg. {F} RN
AFTER VISIT SUMMARY for {F} {L}. Visit Monday September 9, 2024 2:20 PM with {F} {L}, PA-C. Location: {H}, 820 N Chelan Ave. Your next: Sep 30 with {L}. Start Flonase. Pharmacy: {O} {C}. MyChart code KQ7RD-22M. Questions? Ask for {F}.
`
  .trim()
  .split('\n')
