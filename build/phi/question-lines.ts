// Questions about one person as they are typed to an assistant, with slots for their names; written for the project. Slots as in note-lines.ts.

export const QUESTION_LINES: readonly string[] = `
What anticoagulant should I start for {F} {L}, a 71-year-old man at {H} with new AF and CrCl 28?
{F} {L} was discharged from {H} on April 2nd on Eliquis, when is her follow up
Pt of Dr {L}, lives on {C}, potassium 6.2, repeat or treat?
{f} {l} from {C} wants to know if metformin is safe with contrast
My name is {F} and I live in {C}, can I take Benadryl while nursing?
i think my coworker {f} at {O} gave me strep, can i get amoxicillin
for {l} {f}, mrn 0088123, is the vanc trough of 22 too high
Write a referral to {F} {L} at {H} for {F} {L}'s rotator cuff tear, injured {X}
Can you draft an appeal to {O} for {F} {L} (member U77120934 02) for denied Dupixent?
How should {H} ED manage {F} {L}, 23, with suspected meningitis after a trip to {C}?
Patient {F} (DOB {X}) has a Bishop score of 4, induce?
{F} 97 y/o with UTI, allergic to Bactrim, options?
summarize: {F} {L} is a 54 y/o welder for {O} with asbestosis
does {F} need PJP prophylaxis? he was started on prednisone 60 by {L} on May 5
Hey it's {F} from {H}, {L} in 22B spiked a temp 101.8, can I give Tylenol
Translate this discharge note for the family of {F} {L}, {C}, into Spanish
what are the odds {F}'s baby gets Tay-Sachs if her husband {F} is a carrier
Interpreting the Holter for {F} {L} of 14 Alder Ct, Dubuque IA 52001: 3 s pause
Any concern with Paxlovid for my dad {F} {L} on Xarelto? His doctor is at {H}
Staff physician {L} at {H} asks for the best hantavirus test
65F {L} TKA 1/3 at {H}, now calf pain, wells score?
please calculate MELD for {F} {L}: bili 3.2 INR 1.8 Cr 1.4, listed at {H} since June 2023
Is the rash on {F} who returned from {C} on the 3rd dengue
{F} {L}: any reason not to use Entresto after an ACE cough
recs for pt {f} {l} phone 4155550133 missed her depo by 3 weeks
My insurance ({O}) won't cover Wegovy, letter for me {F} {L} please
the {L} twins ({F} and {F}) need RSV shots at {H}?
I work with {F} {L}, a CRNA at {H}, who asks if sugammadex affects OCPs
Post-op day 2, {L}, room 719, no flatus, Ogilvie?
Can we discharge {F} to {H} on Lovenox teaching alone
Looking at {F} {I}. {L}'s ABG 7.28/60/55 from 3/2 0400, BiPAP?
how long after surgery (October 11th) with Dr. {F} can I fly from {C} to {C}
Compose a condolence letter to the family of {F} {L} who passed away at {H} on 8 June 2024
Which statin for {L} with CK 900? Followed by {H} rheum.
help me respond to a portal msg from {F} re: Accutane and her trip to {C}
Mr {L}'s wife {F} reports he has been hoarding Ambien since leaving {O}
Re {L}, {F}: HIV viral load 40 copies, sample V2231908 drawn 7/7, blip?
In a 45yo male named {F} {L} employed by {O} with silicosis what comp forms are needed
nurse {f} on 5 south wants melatonin for bed 9
ok to give {F} her second Gardasil today? First was Jan 30 at {H} {C}
{F} {L}, {C}, TX, 33F, 20 weeks, Zika exposure
What is the prognosis of glioblastoma for my brother {F}, diagnosed at {H} last March?
give me an SBAR for {F} {L} MR-229-118 going to {H} tonight
My ob, Dr. {L}, said my AMH is low. I'm {F}, 38, from {C}. Options?
How would you treat H. pylori in {F} {L} (penicillin allergic), NHS 401 023 2137?
{F} fell at {H}, 93, on Plavix, scan?
Who should see {F} {L} first, ENT or neuro? Audiogram attached from {H} 2024-02-02.
Letter to employer ({O}, {C}) re {F} {L} FMLA from 5/1 to 6/15
can a patient such as {F} {L} take Singulair w/ Accolate
For Miss {L}, seen at {H}, what HLA should be checked before abacavir?
dose of ketamine for {F}, 18 kg, sedation for fx reduction with {L}
{L} called from {O} pharmacy about {F} {L} and Suboxone dose change
Was {F} {L} supposed to stop Jardiance before her cath at {H}?
Our resident {F} {L} needs IRB help: subject S-0091 enrolled 12 Feb 2024
teach back sheet for {F}'s mother about Flovent
compare the CT of {F} {L} from 2019 at {H} with today
if {F} is on warfarin and eats a lot of kale what happens? she's in {C}
the pt, {F} {L}, SSN 412-55-0198, asked for records sent to {O}
Does {F} qualify for TNK? LKW 0710, arrived {H} 0825
69 y.o. M ({F} {L}) w/ Waldenstrom, seen by {L} at {H}, start ibrutinib?
{F}, a farmer near {C}, organophosphate exposure, atropine dose
Hi Dr. {L}, my husband {F} {L} (bd 11.3.58) can't keep Colyte down
I'm a school nurse at {O} and {F} has 2 nits, send home?
use of Botox in {F} {L} with Frey syndrome after parotidectomy by {L}
email to drlee@example.org that {F}'s INR is 5.1
{L}'s MRI shows Tarlov cyst, needs neurosurgery?
what's the interaction risk for {F} b/w Zyvox and Lexapro? Adm {H} 4/17
Create a med list for {F} {L}: Lasix 40, Coreg 6.25, Aldactone 25
`
  .trim()
  .split('\n')

/** Questions about nobody, full of words with capitals. */
export const GENERAL_QUESTIONS: readonly string[] = `
What is the mechanism of Kerr sign in splenic rupture?
Does Sjogren syndrome raise lymphoma risk?
Is Rocephin or Unasyn better for aspiration?
Compare Xarelto with Eliquis in patients over 80
Best treatment for a Pott fracture in a diabetic
How is the Glasgow-Blatchford score calculated
What is the Cushing triad and when does it appear?
Explain Bayes theorem for a D-dimer in low risk patients
Should Keppra be loaded at 60 mg/kg in status?
Is Hashimoto thyroiditis linked to celiac
Which dialysis modality is preferred per KDIGO 2024?
Does Medicare cover Prolia every six months?
What are the Ottawa ankle rules
When to use a Blakemore tube vs Linton tube?
Reversal of Pradaxa with Praxbind in the ER
Role of the Whipple in pancreatic head masses
How do Trousseau and Chvostek signs compare?
Dose of Narcan for a 20 kg child
Is Rinne or Weber better for conductive loss
Interpretation of a positive Coombs in a newborn
What were the primary endpoints of PARADIGM-HF and EMPHASIS?
Can I use Lasix and Zaroxolyn together in an 85 year old
Causes of a high anion gap besides MUDPILES
What does Bosniak IIF mean for follow up?
Difference between Dandy-Walker and Blake pouch cyst
Which Ranson variables are measured at 48 hours?
Do Heinz bodies point to G6PD deficiency?
How to read a Swan: wedge 22, CI 1.8, SVR 1600
Does the Alvarado score work in pregnancy?
Is Ludwig angina an airway emergency
St. Jude valve and INR target
Mayo score 9 with Remicade failure, Entyvio or Stelara?
Can a patient drink Ensure before surgery under ERAS
Do Bell palsy patients need Valtrex?
Explain Takotsubo to a medical student in simple words
How many puffs of ProAir equal one neb
What is the Johns Hopkins rule for apixaban hold
According to the Cleveland Clinic protocol, when is tPA held?
What is the Stanford classification of dissection versus DeBakey
Is Norwalk virus the same as norovirus
How does the Beck Depression Inventory compare with the PHQ-9?
The Rivermead questionnaire after concussion, how is it scored
Name the branches of the circle of Willis
What is a Hill-Sachs lesion, and does it recur after Bankart repair?
Can West Nile cause flaccid paralysis
How is Rocky Mountain spotted fever diagnosed?
What's the differential for Coxsackie versus Kawasaki
Are there ACOG guidelines for Bakri balloon use
Warfarin clinic at 6 weeks: INR 1.4, bridging?
Ann Arbor stage IIIB, ABVD or BV-AVD
Does Ritalin show up on a standard urine screen?
Write a patient handout on Achilles tendinopathy
Create a table of Tanner stages
My patient has a Baker cyst and takes Celebrex, is it safe?
27-year-old man with Wolff-Parkinson-White, AF at 220, procainamide?
A 9-month-old presents with barky cough, Westley 4, dose of Decadron
A 62-year-old retired teacher with Lewy body dementia is on Seroquel, alternatives?
Pregnant nurse stuck with an HIV positive needle, start Truvada and Isentress?
A man in his 40s has a Galeazzi fracture, call ortho tonight?
Draft an op note template for a Lichtenstein repair
How to taper Klonopin after 10 years
Write a SOAP note for a generic patient with Osgood-Schlatter
Explain Hunter syndrome vs Hurler syndrome
Which of Zofran, Reglan or Compazine is best in QT prolongation
What does a Gram stain with GPC in clusters mean
Is Nissen better than Toupet for dysphagia?
What is the Parkland formula for a 70 kg man with 40% burns
Berlin, Kigali and Rome: which ARDS and IBS definitions changed
How reliable is a Cologuard after polypectomy
Which Duke criteria are major?
How does Brexit affect NHS supply of Epilim
In Japan, is Kampo used for hot flashes
Do the Mediterranean and DASH diets lower A1c?
The New England Journal paper on Zilebesiran: summarize
Does Gilbert's need workup if bilirubin is 2.4
Kegel exercises after prostatectomy, how often
Should Depo-Provera be stopped with migraine?
Is Crestor 40 contraindicated in Asian patients
How does the Sullivan sign look in ruptured ectopic
When is Easter egg sign seen on CT
Apply Virchow's triad to a postpartum patient
Which Vaughan Williams class is Multaq
Define Pickwickian syndrome
What is the Brown-Sequard pattern in stab wounds
Best Foley size for clot retention
Is May-Thurner treated with stents
How do you test for the Jendrassik maneuver
What is Charles Bonnet syndrome
Is Roosevelt's death attributable to Guillain-Barre?
Post Hospital syndrome: what is it
`
  .trim()
  .split('\n')
