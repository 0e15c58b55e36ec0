// More prose without identifiers: shorthand of the wards, questions in plain words, headings and letters; written for the project. Slots as in templates.ts.

/** Abbreviations of notes, which look like initials. */
export const ABBREVIATIONS =
  'fax phone mobile tel cell pager meds peds labs vitals wt ht hx tx dx rx sx fx bx pmh psh fh sh ros pe hpi cc ap a/p nkda nkfa wnl nad aox3 perrla eomi heent cta ctab rrr nsr mrg nt nd bs ext cn neuro psych gu gi msk cv resp abd derm ent ob gyn lmp edd edc egd ercp mrcp eeg emg ekg ecg echo tte tee cath pci cabg cxr kub us ct mri mra cta pet dexa vq bmp cmp cbc lfts tsh bnp inr ptt pt ua ucx bcx abg vbg esr crp ana rf hiv hbv hcv hcg psa cea afp ldh cpk ck trop hgb hct plt wbc rbc mcv rdw bun cr gfr egfr na cl co2 bicarb ca mg phos alb ast alt alp tbili hba1c a1c ldl hdl tg bid tid qid qhs prn po iv im sq sc sl pr npo stat qd qod qam qpm q4h q6h q8h q12h ac pc gtt mdi neb nebs o2 ra nc bipap cpap vent peep fio2 spo2 hr bp rr temp tmax map cvp uop i&o bm loc gcs rass cam nihss dvt pe mi cad chf copd ckd esrd esld htn hld dm dm2 t2dm t1dm gerd ibs ibd uc cva tia afib svt vt vf pvc pac lbbb rbbb avr mvr lvef lvh rvh pvd pad aaa dka hhs siadh aki atn uti pna cap hap ards sob doe pnd n/v nvd ha lbp oa ra sle ms als adhd add ocd ptsd mdd gad si hi ah vh etoh thc ivdu ppd fob mib bib bibems ems lwbs ama dnr dni dnar fullcode poa hcp snf ltac alf irf ptot st ot rn np cm sw mso picc cvc piv foley jp ng ngt og peg gtube iud ocp gyn svd nsvd cs ltcs vbac gbs roma prom pprom iugr nicu apgar utd wcc ed er icu micu sicu ccu pacu or floor obs tele dc d/c f/u r/o s/p c/o h/o w/ w/o b/l l/r rle lle rue lue ruq luq rlq llq le ue ttp rom prom arom fwb wbat nwb ttwb adl iadl pta aka bka tka tha orif i&d lap appy chole hyst tah bso d&c tur turp turbt egd csp mac geta lma ebl ivf prbc ffp tpn ns lr d5w d5ns kcl ppi h2ra ssri snri tca maoi acei arb bb ccb nsaid asa apap abx vanc mrsa mssa vre cdiff esbl covid flu rsv tb ppd ppe hep tdap mmr hpv lad jvd clubbing cce dtr emr ehr cpoe mar sig disp qty refill icd cpt ndc loinc bmi bsa crcl auc mic ivp kvo tko ii iii iv vi vii viii ix xi xii aua acog aha acc who cdc fda nih nice kdigo aasld idsa esc ada asco nccn aap aafp uspstf ilae acr eular gold gina dsm hipaa cms osha'.split(
    ' ',
  )

export const SHORTHAND: readonly string[] = `
Wt {N} kg. Ht {N} cm. T {N} R {N} sat {N}% RA. Tmax {N}. I&O even.
Pt resting in bed, alert x3. Lungs CTA, bowel sounds x4. PIV L FA 20g patent. Tolerated {N}% of dinner.
Rx {D} {N} mg BID x 10d, #{N}. Refills: {N}. Sig: Take one tab PO QHS PRN.
TRIAGE: {A} y/o M, BIB mom for barky cough x1 day. Given {D} {N} mg/kg PO. Immunizations UTD.
Cont {D} {N} mg q12h; next level AM. {D} {N} g q8h ext. Interactions: none. Goal {N}.
Handed: R. Educ {N}. WAIS-IV FSIQ {N} (VCI {N}, PRI {N}). Trails A {N}, B {N}. Delay {N}.
Telephone Encounter. Callback requested. C/O rash. Nurse Triage Note. Progress Note. Discharge Summary. Operative Report.
Family left after visiting. Family updated. Family at bedside. Safety plan signed; crisis line given. Safety precautions in place.
Peds: Well child check. Infant feeding well. Baby boy. Baby girl. Twin A. Twin B. Father present. Mother breastfeeding. Apgars 8/9.
SAE: hosp. overnight. Screening visit; randomised Wk 4. QTcF {N}; HbA1c {N}. Birth yr 1956. CRA visit. PI aware.
Vanc dosing: CrCl {N}, trough {N}, goal 15-20, AUC/MIC {N}.
G3P2, LMP unsure. SVE 4/80/-2. FHT 140s. GBS neg. SROM clear fluid.
S: c/o HA. O: VSS, NAD. A: migraine. P: {D} PRN, RTC 2 wks.
{Ab}: {Ab} {N}, {Ab} {N}. {Ab} neg, {Ab} pos. {Ab}/{Ab}. {Ab} {Ab}. {Ab}, {Ab}, {Ab}.
{Ab} {w} {w} {Ab}. {w} {Ab} {w}; {Ab} {w}. {W} {Ab} {w}. {Ab}. {Ab}: {w}.
The {w} {w} was {w} and the {w} {w}. {W} {w} {w} {w} {w}. A {w} {w} of {w}. An {w} {w}. {W} {w} is {w}.
{W} {W} {w} {w} {w}. {W} {W} {W}. {W} and {W}. {W}: {w} {w}. {W} {w}: {w}. {W} / {W}. {W} - {w} {w}.
{w} {w} {w} {w} {w} {w} {w}. {w} {w}, {w} and {w}. {W}, {w} {w}.
{W} {M} {w}. {M} {w} {w}. {W} {M}. {M} {M} {w}. The {M} was {w}. {w} {M}, {w} {M}.
I would like to {w} my {w}. I am {w}. I have {w} {w}. I don't {w} it. I can't {w}. I didn't {w} the {w}. I've {w}. I'm {w}. I'll {w}. It's {w}.
You were seen for {dx}. You may {w}. You should {w}. Your visit was {w}. Your {T} was {w}. We don't {w}. They're {w}. What's the {w}? Where is my {w}? Here's my {w}.
He's on {D}. She's {w}. He was {w}. She had {w}. His {w} was {w}. Her {w} is {w}. They {w}. We {w}. Who {w}? Why is {w}? When did it {w}? How {w}? So {w}. Just {w}. Cool. Sure. Okay. Yes. No.
My {w} is {w}. My doctor said {w}. Please {w}. Remember to {w}. Thank you. Thx. Thanks. Sir. Ma'am. God bless. Excuse me. Hello. Good morning.
The address is on file. The name is unknown. The phone is off. The password was {w}. The card was {w}. The order was {w}. IP logged. IBAN invalid. ATM {w}. SSN {w}. PIN {w}.
Title VII of the Civil Rights Act. Chapter Two. Section Four. Personal Info. Date of Birth. Contact Information. Billing Department. Terms and Conditions.
The car makers, The Big Short, Entertainment Weekly, Guilty Pleasures. Action and Adventure, Comedy, Kids and Family, Mystery. Directed By. Posted a photo.
She went to the store. He likes football. We watched a movie. The weather is nice. The food was great. The kids went to school. He plays bass in a band. She drinks wine at Christmas.
Which {w} {w} is {w}? Does {w} {w} {w}? Can {w} cause {w}? Should {dx} be treated with {D}? Are there {w} {w}? Could {D} cause {w}? Would {D} help? Is it {w}?
Evaluate for {dx}. Consider {D}. Recommend {T}. Obtain {T}. Order {T}. Monitor {T}. Avoid {D}. Repeat {T} in 6 weeks. Taper {D}. Resume {D}. Encourage {w}. Discuss {w}. Review {w}. Maintain {w}.
Differential includes {e}, {e} and {dx}. Meets {E} criteria. {E}/{E} grade {N}. {E} {N}/{N}. {E} type {N}. {E} II. {E} class III. {E}-type {w}. Post-{E} {w}. {E} Sort {N} cat. {E}-{E} {N}; {E} {N}; {E} A {N}.
Modified {E} score {N}. Revised {E} index. Positive {E}'s. {E}'s negative. Grade 2 {E}. Stage IV {E}. {E} {w} noted. {E} and {E} negative. The {E} is {w}. {E} line placed. {E} at {N}.
Patient counselled on {w}. Patient {w} {w}. Patient Care. Patient education: {w}. Pt {w}. Pt c/o {w}. Client {w}. Member {w}. Caller {w}. Resident {w} {w}. Provider {w}. Attending {w}. Surgeon: {w}. Physician {w}. Nurse {w}.
Signed: {w}. Reviewed by {w}. Seen by {w}. Done by {w}. Per {w}. With {w}. To: {w}. From: {w}. Re: {w}. Subject: {w} {w}. Name: {w}. Location: {w} {M}. Site: {w}. Source: {w}. Type: {W}. Status: {W}. Reason: {W} {w}.
Lives in {w} {w}. Lives alone. Lives with family. Works as a {w}. Works full time. Works from home. Moved to {w}. Moved from bed to chair. Born at term. From {w}. Travels for work. Near {w}. Visiting {w}. Native {w}.
Transferred to {w}. Transferred from {w}. Admitted for {w}. Admitted to {w} {w}. Discharged to {w}. Hospitalized for {w}. Seen at {w}. Seen in {w} clinic. Attends {w}. At {w} {w}. In {M}. To {M}. From {M}.
Mother {w}. Father {w}. Wife {w}. Husband {w}. Son {w}. Daughter {w} {w}. Brother has {w}. Sister with {dx}. Aunt had {dx}. Child {w}. Friend {w}. Partner {w}.
{D} {w}. {D} {D} {N}. {D} and {w}. {w} {D} {w} {D}. On {D}. {D} XL. {D} ER {N} mg. {D} HFA. {D}/{D}. {D}-{D}. {D} trial. {D} gtt. {D} level {N}. {D} allergy: {w}.
`
  .trim()
  .split('\n')
