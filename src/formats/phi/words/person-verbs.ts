// What only persons do, and what is done with persons: a word beside it that may be a name is one.
import { hashWords } from '../fold.ts'

/** What a person does. */
export const ACTS = hashWords(
  'reports reported denies denied arrived arrives presents presented complains complained states stated says said underwent lives tolerated feels felt walked ambulated refuses refused requests requested asks asked endorses endorsed wants describes described',
)
/** The same of words that do more than persons: a line fell, a summer has been, a stent cannot. */
export const MORE_ACTS = hashWords(
  'fell needs cannot sleeps slept ate eats drinks drank vomited threw called calls phoned lives agrees agreed declines declined understands understood verbalized verbalizes wishes hopes prefers tolerates coughs smokes quit cried cries wakes woke voided transferred returned returns told tells missed worries worried thinks thought likes enjoys remembers forgot',
)
/** What is done with a person, behind was and were. */
export const DONE = hashWords(
  'seen admitted discharged evaluated examined transferred counseled counselled brought born diagnosed informed advised referred interviewed assessed readmitted hospitalized intubated extubated',
)
/** The same of words that are never said of a finding: a stone was seen, a mark was examined. */
export const TREATED = hashWords(
  'admitted discharged counseled counselled informed advised referred interviewed readmitted hospitalized intubated extubated',
)
/** What a person is doing, behind is and has been. */
export const DOING = hashWords(
  'taking having feeling eating sleeping using drinking smoking coughing vomiting experiencing seeing requesting asking walking tolerating refusing complaining living working doing drinking crying',
)
/** What is asked about a person: Does Frank still need. */
export const NEEDS = hashWords(
  'still need have want take get ever also already qualify require tolerate understand live know feel drink smoke see come go eat sleep remember benefit',
)
/** Words behind a person who learns a result, without was: GRACE HILL NOTIFIED. */
export const KNOWING = hashWords('notified informed aware called paged phoned updated contacted acknowledged verbalized verbalizes')
/** What a person is, behind is and was. */
export const STATES = hashWords(
  'tearful anxious asking requesting eating sleeping walking drinking complaining vomiting crying alert oriented afebrile nauseated worried upset homeless pregnant ambulating resting agitated confused sedated refusing wondering hoping planning awake talking coughing tolerating breastfeeding smoking taking feeling concerned scared tired frustrated sleepy willing unhappy unable allergic diabetic hypertensive',
)
/** Verbs with a person as their object: Called Hope, told Art. */
export const TO_PERSONS = hashWords(
  'called phoned paged rang told asked informed notified counseled counselled reminded advised updated update examined thanked tell ask remind advise counsel discharged gave sent wrote texted emailed messaged contacted reassured educated consented telephoned interviewed visited saw evaluated',
)
/** Verbs and things that a preposition joins with a person: spoke with Grace, a voicemail for Faith, letter to Hope. */
export const WITH_PERSONS = hashWords(
  'spoke spoken talked met discussed reviewed msg message messages voicemail vm letter note referral meeting explained conversation visit appointment status plan seen texted emailed call phoned chat counseling condolence safe dose sat rounded joined worked',
)
/** Persons and papers that are said to speak, to call and to decline, and are nobody: Claim denied, Documentation states, Everyone asks. */
export const SPEAKERS = hashWords(
  'everyone everybody nobody somebody someone anyone anybody none whoever mine ours yours theirs team staff crew colleague colleagues folks family families parents twins triplets kid kids children mammy nana nanny granny pop papa nobody counsel counselor specialist specialists secretary manager director chairman chair caseworker complainant plaintiff defendant reviewer reviewers interp vet vets dispatch security transport paratransit desk charge billing payer insurer insurance vendor manufacturer enterprise commission committee board consulate embassy custody court claim claims referral request order orders appeal documentation policy policies protocol protocols formulary chart charts label labels form forms guideline guidelines literature handout letter report record records note notes proxy pharmacy telemetry radiology lab labs hospice palliative dietary inpatient outpatient merge connection treatment deceased kissing job siri alexa google triage ethics housekeeping engineering speech ostomy wound emergency registration records office security lifeline culture narrative noon self never nothing today tomorrow mondays tuesdays wednesdays thursdays fridays saturdays sundays',
)
