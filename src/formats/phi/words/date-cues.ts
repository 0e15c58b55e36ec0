// The words around numbers with slashes: those that only a date follows, those that only a score follows.
import { hashWords } from '../fold.ts'

export const DATE_WORDS = hashWords(
  'on since from until till through thru by before after dated date dates dos dob seen due last next visit appointment appt scheduled started start began stopped onset admitted admission discharged discharge dc born b d died updated performed collected drawn received follow f/u fu returning return surgery between week expires exp around tested level given redo repeat done rechecked neg pos labs imaging ct mri xray cxr echo lmp edd edc resulted signed entered taken yesterday today tonight tomorrow pet ekg ecg tte tee eeg egd colonoscopy adm dcd rescheduled booked moved cancelled canceled missed dict dictated typed rev review reviewed completed bday birthday accident injured fell reported message called rtc rto recheck starting starts arrival arrive arrives gtt cx bcx ucx lp dx fx sx bx tx pcr ppd read inj injection orif tka tha cabg pci cath trigger retrieval scope transfusion chemo vaccine vaccinated dose ordered refill refilled filled nv effective el le am du vom doa doi doe admit admits fill fills extubated reintubated intubated decannulated immunized immunised boosted placed removed inserted pulled quit sober clean widowed passed expired retired screened biopsied scanned biopsy faxed mailed emailed texted sent addendum note rounds foley picc trach peg port stent drain sutures staples cast boot pin shot shots mammo mammogram dexa pap psa a1c bronch thora para tap icd ppm flu covid tdap birth delivered csection lscs svd miscarriage abortion d&c iui transfer commencing ending',
)
export const NO_DATE_WORDS = hashWords(
  'strength reflexes reflex pulses pulse murmur power motor vision visual acuity va od os ou score scored pain rated rating grade level bp bps pressure pressures systolic apgar apgars fundal sensation dtr dtrs mmse moca gcs ratio titer titre gauge blade size french t l c s items recall of page part step phase stage class type gravida g p delay trial trials immediate copy naming ps bipap cpap ipap niv vent',
)
/** Labels of a day of birth. */
export const BIRTH_WORDS = hashWords('dob birthdate birthday bday born birth')
/** Nouns and words behind a count out of some: 2/14 nodes, 3/12 cores. */
export const COUNTED_BEHIND = hashWords(
  'nodes node ln lns lymph cores core pulses pulse reflexes bottles correct criteria joints levels responders murmur sem strength murmurs',
)
export const HOLIDAYS = hashWords(
  'easter christmas xmas thanksgiving halloween hanukkah chanukah ramadan passover kwanzaa juneteenth diwali purim epiphany',
)
/** Month names that are other words too: these need a number on the right side, and a capital. */
export const AMBIGUOUS = hashWords('may march mar dec set mai mag out ago sept august dez gen marco abr nov jan sep ene dic')
export const JOINERS = hashWords('of de del')
/** Stretches of time that are named by a day: the week of 6/3, the night of the 5th. */
export const DAY_SPANS = hashWords('week weeks wk weekend night evening morning afternoon day date month shift eve as labs visit note')
/** What has a day: 4/9 labs, the 9/12 biopsy, a swab from the 16th. */
export const DAY_EVENTS = hashWords(
  'lab labs visit visits appt appts appointment appointments bloods bloodwork biopsy bx mri ct cta xray xrays cxr scan echo tte us ultrasound note notes surgery admission admit discharge ed er session infusion colonoscopy cscope egd scope eval evaluation consult call message clinic encounter film films ekg ecg eeg emg procedure study imaging mammogram mammo pap panel stay fall accident injury delivery email letter fax form referral order script refill draw collection hospitalization transfusion meeting class flight hearing deadline followup recheck mtg image images report reports swab swabs culture cultures sample samples specimen test tests result results smear',
)
/** German words before a day and a month with two dots: seit 7.4., Aufnahme 7.4. */
export const GERMAN_DAY_WORDS = hashWords(
  'vom am ab seit bis zum den aufnahme aufnahmetag aufgenommen entlassung entlassen entlassungstag verlegung verlegt verlegungstag kontrolle nachkontrolle kontrolltermin termin wiedervorstellung wv op operation operiert eingriff visite befund beginn ende sturz unfall unfalltag entbindung geburt geboren eingang ausgang konsil aufklärung abnahme entnahme entnommen röntgen sono echo mrt ct ekg gastro koloskopie impfung geimpft nächste letzte zuletzt dienstag montag mittwoch donnerstag freitag samstag sonntag mo mi',
)
