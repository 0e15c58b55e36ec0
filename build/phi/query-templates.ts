// Sentences with slots as people type them to an assistant, a colleague or a portal, and terse notes; written for the project. Slots as in templates.ts.

export const QUERIES: readonly string[] = `
pt {P} {A}yo mrn {N} seen at {H} by dr {L}, {dx}, what next
{F} {L} {A}{sexletter} {dx} transfer from {H}
hi this is {F}, i was seen at {H} and my rash is worse
Hi, {F} {L} here. Can I move my appointment with {L}?
my {rel} {F} is {A} and fell in {C}
my {rel} {F} {L} just moved from {C} to {C}
what is the max dose of {D} for my {rel} {F}?
can {F} {L} restart {D} after surgery at {H}?
can {F} stop {D} before her surgery at {H} next week?
need a work note for {F}, he works at {O} in {C}, {dx}
write a letter for {P}, employer is {O}
draft a letter to Dr. {L} at {H} in {C} about {P}
draft a reply to {P} about her {T} results
summarize the chart of {P}
summarise {P} for handoff
hospital course of {P}, {H}, {X} to {X}
call back {F} {L} re {T}
Text {F} when the {T} is read
follow up on {F} from bed {N}, creat {N}, hold {D}?
{F} {L} ({A}{sexletter}) is on {D} and {D}, interaction?
Is {D} right for {F} with {dx} at {H} in {C}?
Does {P} need antibiotics for {dx}?
Does Ms. {L} need {D}?
Did {F} get the {D} ordered by {L}?
Has {P} been seen at {H} since {X}?
Should {F} {L}, who lives in {C}, be screened for {dx}?
Explain the {T} of {P} to his {rel} {F}
Interpret the {T} of {I}. {L} taken at {H}
What vaccines does {F} {L} need before travel to {C}?
Which {D} dose is safe for {F}, {A}, seen by {F} {L} NP at {H}?
Compare {D} and {D} for {P} at {H} {C}
Refer {P} to GI for {e}
Find a neurologist in {C} for {P}
looking for trials for {P}, {A}, {dx}, near {C} or {C}
{A} yo teacher at {O} in {C} with {dx}
{A} yo driver for {O} from {C}, {S} with {dx}
{A}-year-old employee of {O} in {C} exposed to {M}
veteran {F} {L}, followed at the {C} VA
I'm {F} {L}, a nurse at {H}, what is the dose of {D}
I am {P} and my insurance is {O}
her name is {F} {L}, allergic to {D}
message from {F} ({rel} of {F}): fever since yesterday
prior auth for {P}, {D}, denied by {O}
{F} needs a tetanus shot
{F} plays football at {O} and had a concussion
{F}'s school ({O}) needs an asthma plan
{F} goes to {O} and got lice again
{L} {F} dob {X} hospice referral, lives with niece {F} in {C}
{L}, {F} disability form for {dx}, employer {O}
Schedule {P} for {T} with {L} at {H}
pharmacy is {O} in {C}
sent to {O} on {L}
{F} & {F} both have {dx}
{F}/{F} rounding today
Team: {L}/{L}/{L}
Cardiology ({L}/{L}) followed.
Copy to {H}.
Dispo: {H}.
Tour {H} and {H}.
family toured {H}
Sent by {H} for {dx}
Seen in {H} ED, left before {T}.
Driver for {O}, wife {F}, lives {C}
Retired {O} machinist, wife {F} with dementia
Line cook at {O}, smokes
Bartends at {O} and takes classes at {O}
Attends {O}, plays for {O}
Student at {O} from {C}
Insured w/ {O}, claim {N}
WC carrier {O}, claim {N}
Works seasonally at {O}; prior job at {O}
Case mgr {F} {I}., {O}
Report to {F} {I}., RN
Scrub: {F}. Circulator: {F} {L}.
SURGEON: {F} {L}, MD. ASSISTANT: {I}. {L}.
ORDERING: {F} {L} DO. {H}.
Coworker {F} witnessed the fall.
Officer {L} took the report.
Trooper {L} at the scene.
Twins {F} and {F} attend {O}.
Granddaughter {F} flew in from {C}.
Sister {F} stayed until {N}.
GF {F} notified.
Pt ({F}) goes by {F}.
{F} discussed conflict with her ex, {F}, who moved to {C}.
{F} dialyzes T/Th/S at {H}.
| {X} | {L}, {F} | {H} | otitis |
| {X} | Dr. {L} | {H} | well child |
{X} - Dr. {L} - {H} - {dx}
Plan per {F} {L}.
Proband and brother {F} {I}., family from {C}.
`
  .trim()
  .split('\n')

/** Questions and findings without a name, full of words with capitals. */
export const QUESTIONS: readonly string[] = `
What is the first-line treatment of {dx}?
What is the dose of {D} in {dx}?
What is the {e} and when is it used?
Is {D} safer than {D} in pregnancy?
Is {D} covered by Medicare Part D?
Is {D} covered by Medicaid?
Can I take {D} and {D} together?
Can {D} be combined with {D} in {dx}?
Does {D} interact with {D}?
How long does {D} last?
How is {M} treated in pregnancy?
How do I treat {dx} if allergic to {D}?
Compare {D} and {D} for {dx}.
Compare the {e} with the {e}.
Difference between {E} criteria and modified {E} criteria
{T} versus {T} for {dx}
{T} or {T}?
{E} score {N}, {E} score {N}, {T} positive
{E} {N}, {E} {N}, {E} {N}: which precautions?
{T} {N} and {T} {N}: admit?
Explain the {E} and the {E} scales for a {A} year old
Describe {E} nodes, {E} lesions and {E} spots
What are {E}-{E} rings?
What is a {E} fracture and a {E} fracture?
{E} cyst behind the knee, ultrasound or MRI
{E} test positive after a pop in the calf
{E} and {E} tests, how reliable?
{E}-{E} syndrome risk with {D}
Treatment of {M} {M}
Role of {T} in cardiogenic shock after the {T} trial
What did {T} and {T} show?
Summarize the {Ab} {N} guideline on {dx}
When to use the {E} rule and when the {c} criteria?
{c} criteria for {dx}
{c} classification of {dx}
{c} coma scale of {N}, intubate?
{c} guidelines grade II, timing of {T}
{c} virus, how is it spread
{c} fever in summer
is {c} encephalitis a risk in fall
{c} flu and {c} measles, what are they?
{c} score {N} in a {A} year old
Does a {c} chromosome always mean leukemia?
{s} tick fever, {D} or not
The {c} heart study and the {c} diet
{D} vs {D} booster in a {A} yo with COPD
{T} accuracy compared with {T}
{T} {N} or {T} {N} for toddlers?
Which section of the {W} Act covers {w}?
Section {N} plan and {Ab} for {dx}
Will it go away in May or June?
May I drive after a concussion?
Will my rash mark the skin?
Grant access to the guideline, please.
Hope this helps. Faith, joy and grace are words too.
Mark the site with a pen. Bill the visit as level {N}.
Chase the labs. Page surgery. Rob Roy is a film.
Give {D} in Spring and Fall. Summer colds.
{Ab} {Ab} in Upper respiratory specimen by {Ab}
{W} [Presence] in Serum or Plasma by Immunoassay
{W} Ag [Presence] in Lower respiratory specimen
{W} Ab.IgG [Units/volume] in Serum
{W} {W} [Mass/volume] in Blood
Immunostains by {T}; {E} negative.
{W}-{N} {N} %, {Ab} negative, {Ab} positive
Gram and {E} stains negative.
{E} lines. {E} bodies. {E} appearance.
{T} tip in main PA. {T} drain in place.
Tourniquet {N} min. {E} and {E} retractors.
PACEMAKER {T}. {T} BLADE. {E} VALVE.
{E} {N}, Box and Blocks {N}. Wears Velcro shoes.
{E} Depression Inventory {N}. {T} {N}.
Nurse practitioner visit. School form. Work note. Home health. Physical Therapy.
Seen in the Emergency Department and admitted to Medicine.
Transferred from the floor to the ICU. Discharged to SNF. Admitted to Telemetry.
Referred to Cardiology, Neurology and Physical Therapy.
He has a {W} cat and drives a {W}.
Plasma, Serum, Whole blood, Urine, Nasopharynx, Oropharynx, Lower limb, Upper arm
`
  .trim()
  .split('\n')
