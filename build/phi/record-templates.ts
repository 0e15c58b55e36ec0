// Sentences with slots as they stand in requests to a clinical assistant and in hurried records; written for the project. Slots as in templates.ts.

export const REQUESTS: readonly string[] = `
What treatment is recommended for {P}, a {A}-year-old {sex} from {C}, {S} with {dx}?
What are the current guidelines for {dx} in {P}, who was admitted to {H} on {X}?
What is the appropriate dose of {D} for {P} with {dx} and a creatinine of {N}?
Which antibiotic is best for {P}'s {dx}?
How do I manage {P}'s {dx} given her allergy to {D}?
How should {dx} be treated in {F}, a {A}-year-old from {C}?
How do I switch {F} from {D} to {D}?
How long should {P} stay on {D}?
When can {F} resume {D}?
When should {F} get her next {T}?
What imaging does {F} need?
What should {F} do about {D}?
What does the {T} of {F} {L} mean?
Why is {F} still febrile on {D}?
Does {F} need {D} before the dentist?
Does {P} qualify for {D}?
Do {F} and {F} both need {T}?
Should {F} be on {D}?
Should {L} get {D}?
Will {F} {L} need {T} before {D}?
Could {L} have {dx}?
Can {P} ({A}{sexletter}, {C}) travel by air after {dx}?
Is it safe to start {D} in {P} from {C}?
Is there any interaction between {D} and {D} for patient {P}?
Are there trials of {D} for {P} in {C}?
I'm caring for {P}, who lives at {N} {L} Street in {C}.
I am treating {P} at {H} for {dx}; what are the alternatives to {D}?
I have a patient named {P} from {C}, {S}.
My patient, {P}, was transferred from {H} to {H} on {X}.
My patient from {C} asked about {D}.
Our patient {P} at {H} in {C} has {dx}.
One of my patients, {F} {L}, works at {O}.
A patient of Dr. {L} at {H}, {P}, has {dx}.
For my {A} year old neighbor {F} in {C}: is {D} ok?
For {P} (MRN {N}), summarize the evidence for {D}.
For patient {F} {L} of {C}, what are the risks of {D}?
Regarding {P}, seen at {H} on {X}: what is the next step?
Re {L}, {F}: can we stop {D}?
Given {P}'s history of {dx}, is {D} contraindicated?
Based on the {T} of {P} from {H}, what is the diagnosis?
Based on the labs, should {F} start {D}?
Considering that {F} {L} lives in {C}, should we test for {M}?
Patient {P}, DOB {X}, of {C}, {S}, presents with {dx}.
Patient {F} {L} ({C}) asks whether {D} is safe.
Find guidelines on {dx} for {P} at {H}.
Search for studies of {D} for {P}, {A}, {dx}.
Provide discharge instructions for {P}, who was treated at {H}.
Provide education on {dx} for Mr. {L} of {C}.
Give me a differential for {P}, whose {rel} {F} died of {dx}.
Summarize the options for {L}, {F}, with {dx}.
Outline a taper of {D} for {F} {L}.
Calculate the dose of {D} for {F}, {N} kg.
Calculate the {E} score for {P}.
Write an appeal to {O} for {P}, {D} denied.
Write a referral for {P} to {H}.
Write a school letter for {F} {L} at {O}.
Compose a note to {O} about {F} {L}.
Create a care plan for {P} at {H}.
Translate for {P}: take {D} with food.
Explain {dx} to {F} in simple words.
Review the plan for {L} in bed {N}.
Interpret these gases for {L} in bed {N}.
Help me code the visit of {P}.
Help {F} {L} find a clinic in {C}.
Tell {F} that her {T} is normal.
Ask {F} if she took {D}.
Remind {F} {L} of the {T}.
Please send the {T} of {P} to {H}.
Please compare {D} and {D} for my {rel} {F}, who is at {H}.
{P} of {C} takes {D}; is {D} safe?
{P}, {A}{sexletter}, {dx}, lives in {C}, is on {D}.
{P} was seen at {H} ED with {dx}: home on {D}?
{P} lives on {L} Street in {C}.
{P} is followed by {P} at {H}.
{L} is on day {N} of {D}, switch?
{L} in room {N} needs {D}.
{L} wants to know if {F} can fly to {C}.
{F} has {dx}, what now?
{F} is {A} and has {dx}.
{F} got {D} at {H}, when is the next one due?
{F} just got back from {C} with fever.
{F} and her {rel} {F} tested positive for {M}.
{F}, her {rel} {F} and their son {F} all have {dx}.
{F} from {O} called.
{F} the nurse from {H} wants to know about {D}.
The {L} baby needs {T}.
The {L} twins have {M}.
The {L} family wants {D}.
Siblings of {P} ({F} and {F}) need {T}.
Twin sister {F} was treated at {H}.
Cousin {F} {L} tested at {O}.
ok so {F} from {C} says her pump is beeping
so {F} took two {D}, what do i do
hey its {F} {L} again, still itchy
hx of {F} {L}: {dx}, lives in {C}
my coworker {F} {L} collapsed
my daughter {F} swallowed a battery, we live in {C}
my kid {F} goes to {O} and has {dx}
{F}s mom says he had a seizure
we live near {C}, which hospital is best, {H} or {H}?
how do i get from {C} to {H}
i was told at {H} that i have {dx}
im {F}, {A}, and my doctor is {L} at {H}
{rel} of {F} {L} called from {C}
{F} {L} employer {O}, needs a note
{L} {F} {A}{sexletter} {dx} to cath lab
`
  .trim()
  .split('\n')

export const RECORDS: readonly string[] = `
{F} {L}, {A}{sexletter}, was seen.
{L} {L}, {A}{sexletter}, was seen today.
{F} {L}, {A}{sexletter}, {dx}, was sent home.
{P}, {A}{sexletter}, for {dx}.
{F} {L} {A}{sexletter} {dx}
{F} {L}, {A}, {dx}, on {D}.
{L}, {A}{sexletter}, {dx}.
{F}, {A}, wants to stop {D}.
{F} {A}{sexletter} {dx}, started {D}
{F} {L} {A} yo w {dx}, {T} pending
{L} is covering tonight.
{L} is on call and wants the {T}.
{L} covering for {L}.
{F} {L}, one kidney, on {D}.
{F} {L}, no pain, {T} normal.
{L}, {dx}, needs {T}.
{F} {L} ({A}{sexletter}) on {D}, fine for {M}?
{L} wants {T} before {D}.
{F} {L} rang about {D}.
{F} {L} asks for {D}.
{L}, {F}, {A}, bed {N}, {dx}
Asked by {L} ({spec}) to see this {A} yo retired driver from {C} with {dx}.
Asked by Dr. {L} to evaluate {F} for {dx}.
Hx per {rel} {F}. Lives at {H}. Prior echo {H}.
Prior {T} at {H}, {X}. Outside {T} from {H}.
Old {T} ({H}) reviewed.
Consent from POA {F} {L}.
{F} {L} MD / dict / tr
Thanks for seeing {F}, a sawyer at {O} with {dx}.
Thank you for seeing {P}, who works for {O}.
He hunts near {C}. She ski races at {C}.
{F} is a {A}{sexletter} teacher ({O}).
Prev sprain treated by {L}. F/u w/ {F} {L} DPT @ {H}.
{F}'s wife {F} drove. {F}'s {rel} is here.
BB {L} "{F}" born at {H}. Mo: {F} {L}. Fa: {F}, fisherman.
Flown by {O} w/ RN {F} {L} & RT {F}. Accepting: {L}, {H} NICU.
Staff {F} & {F} report more falls since {F} moved out.
Staff {F} says he refused {D}. Roommate {F} agrees.
Day program: {O}. Guardian = {F} {L}. Payee: {O}.
Reviewed by {F} {L}, PharmD. Checked: {I}{I}.
Escort: brother {F}. Driver: {F}. Ride: {rel} {F}.
Subject brought by Ofc. {L} from {C}. Later identified as {P}.
Gives name as {P}. Tattoo of "{F}". Sgt {L} informed.
{F} ({L}) called: {T} drawn at {O}. Told to hold {D}. LM w/ {rel}.
{rel} {F} says {F} has {dx}; {D} via {O}, {C}. D/w {L}.
Pastor {L} of {O}, {C}. Her priest is Fr. {F} of {O}.
Chaplain visit. Found {F} tearful; anniversary w/ {F}. Prayed w/ her & grandson {F}.
{F} seen bedside x{N} min. Goals: return to quilting w/ {O} ladies.
Niece {F} from {C} to stay. Rec: home PT via {O}. Left msg for CM {F} {I}.
Donor {L},{F}; employer {O} (contact: {F} {L}). Collector: {F} {L}, {H}. MRO: {L}.
{L} fam: {F} (mom), {F} {N}, {F} {N} - all {M}. {F} out of {O} til Wed.
{L} twins: croup, {D}. {F} {L} - {E}, note for {O}. {L}: no-show x3.
Mrs. {L} is better since moving in w/ her sister in {C}. Previously followed by {F} {L} at {H}.
Her son {F} ({O}) brings her. Eye exam w/ {L}. Cleared for surgery w/ {L}.
Seen w/ {L}. Plan made w/ {L} and {L}. Rounds w/ {L}.
Client: {H}. Patient: {L}, {F}. Screened: {F} {L} CT(ASCP). Path: {F} {L} MD.
Called to {F} by {I}{I}. Read back by {F}.
Therapists: {F}/{F}. Physics: {L}. Dosimetry: {F} {L}.
Pt drives from {C}; lodging at {O}.
Dear Dr {L}, I reviewed this {A} year old joiner with his partner, {F}. He stays in {C}.
Yours, Prof {F} {L}. Kind regards, {F} {L}
{F}, seen via Zoom from {C}. Mom {F} & dog present. Siblings {F} and {F}. Preschool: {O}.
ENDOSCOPIST: {L}. ASSIST: {F} GI TECH. SEDATION: {L} CRNA. FAMILY ({F}) UPDATED.
SURG: {L}. ANES: {L}. CIRC: {F}. SCRUB: {F}. REP: {F} ({O}).
{F} {L} ("{F}"), 17, linebacker for {O}; concussion vs {O}. ATC {F} {L} & Coach {L} aware.
SNF choices: 1 {H} 2 {H} 3 {H}. Spoke to dtr {F} in {C}, SIL {F}.
Choices: {H}, {H}, {H}. Accepted at {H}. Declined by {H}.
DME: walker from {O}. Report re neighbor {L}. Payor: {O}.
Surgeon Mr {L}, ODP {F}. Prev GA {H} difficult. NOK {F} (partner).
{F} is a {O} manager, divorced from {F} x2y, kids {F}, {F}. Raised in {C} by grandmother {F}.
Prior tx with {F} {L}, LPCC, {H}. Hospitalised {H}. Second stay {H} {C}.
Supplier {O}. Bene: {F} {L}. Tester: {I} {L} RRT. Son {F} picks up tanks.
Tx'd at {H} in {C}. Bx at {H}. Dx'd at {H} by {L}. Hosp. at {H}.
The {O} plant in {C}. Works at the {O} mill. Foreman {L}. Union rep {F}.
Sorority: {O}. Team: {O}. Band: {O}. Ship: {O}. Unit: {O}.
Neighbor {L} found her on {L} Street near {C}.
T-boned near {C}. Rolled his truck outside {C}. Flown from {C}.
Ran out of gas in {C}. Lost in {C}. Honeymoon in {C}. Moved back to {C}.
Teacher {L} reports inattention. Counselor {L} at {O} called.
Bus driver {F} saw it. Landlord {L} evicted them. Sponsor is {F}.
Dog walker {F} found him. Hairdresser {F} noticed the lump.
Social: from {C}, works {O}, lives w/ {F}.
PMD {L}. PCP {L}, {C}. Cards: {L}. Onc: {F} {L}. Renal: {L}. Neuro - {L}.
Cc: {L}, {L}. Cc {F} {L} MD. Copies: Dr {L}; Dr {F} {L}.
{L} MD PGY2. {L}, MS4. {F} RN 0400. {F} {I} RN.
Sign-out: {L}, {F} bed {N}: {dx}. {L} bed {N}: {dx}. {L}: {D} tonight.
{N} {L}: {dx}, {D}. {N}A {L} {dx} NPO. {N}B {L} d/c today.
{X} {L} {H}. {X}: seen by {L}. {X} - call from {F}.
Visitors: {F} and {F} {L}. Cell mate {L}. Bunk mate {F}.
`
  .trim()
  .split('\n')
