// Words for what only persons do, are and have: nothing here is said of a drug, a device, a test or a service, so that a word of no list that stands before it
// is somebody.
import { hashWords } from '../fold.ts'
import { LEX } from '../lexicon-bits.ts'
import { hasLex, hasRole, isNumber, isWord, textOf } from '../token-tests.ts'
import { GAP, SHAPE, type Tokens } from '../tokens.ts'
import { ROLE } from '../word-roles.ts'

/** What is done by persons and to nobody. */
const ACTS = hashWords(
  'refuses says said thinks thought believes vomited slept sleeps walked cries cried vapes ate eats lives lived wished agrees agreed disagrees disagreed denies complains complained endorses asks knows knew wonders wondered worried insists insisted hates hated loved liked prefers admits tripped slipped fainted collapsed coughed felt feels went came arrived woke wakes awoke sat stood ambulated ambulates voided stooled urinated sobbed laughed smiled yelled screamed graduated married divorced quit retired rounded recommends apologized understands verbalizes forgot forgets remembers attends drove snores declines met spoke speaks hoped tells told wrote resides enjoys choked bumped banged stubbed nods nodded shrugged stays stayed traveled travelled swims ran jogged hikes fasted miscarried emigrated immigrated relapsed overdosed recalls describes eloped threw spat bit texts emails acknowledges weaned',
)

/** The same, where the word is a noun, too: the Derm reports. */
const NOUN_ACTS = hashWords(
  'smokes drinks worries loves likes hopes calls reports states presents requests plays drives covers runs dances returns travels visits',
)

/** What is done by persons and to things, too: Okafor declined the vaccine, but a drug is declined by the patient. */
const PASSIVES = hashWords(
  'refused denied endorsed believed asked texted emailed phoned paged smoked drank preferred signed cosigned dictated precepted staffed examined recommended suggested prescribed understood verbalized tolerated reported stated presented requested declined consented acknowledged called voiced brought picked visited moved swallowed ingested scratched twisted sprained fractured tapped hugged left returned worked latched nursed delivered accepted covered transferred recalled described expressed ripped pulled kicked punched appeared ordered',
)

/** True for the hash of a verb that `isPersonsAct` may take. */
export function mayBeAct(hash: number): boolean {
  return ACTS.has(hash) || NOUN_ACTS.has(hash) || PASSIVES.has(hash)
}

/** True for the hash of a verb of what is done by persons only and to nobody. */
export function isOnlyPersonsAct(hash: number): boolean {
  return ACTS.has(hash)
}

/** Refuses the scan, declined to go; a verb that may be passive counts with an object, or behind a word that is a name only. */
export function isPersonsAct(tokens: Tokens, verb: number, isNamed: boolean, isGuarded: boolean): boolean {
  const hash = tokens.hash[verb]!
  if (ACTS.has(hash)) return true
  const behind = verb + 1
  const isFollowed = isWord(tokens, behind) && tokens.gap[behind] === GAP.space
  if (NOUN_ACTS.has(hash)) return !isGuarded || (isFollowed && hasObject(tokens, behind))
  if (!PASSIVES.has(hash)) return false
  if (isFollowed && textOf(tokens, behind) === 'by') return false
  if (isNamed) return true
  return isFollowed && (hasObject(tokens, behind) || isSpeechGoingOn(textOf(tokens, verb), textOf(tokens, behind)))
}

/** The vaccine, him, to go, that it hurts, feeling tired: what things in the passive do not have. */
function hasObject(tokens: Tokens, at: number): boolean {
  return /^(?:the|an?|his|her|hers|him|them|their|it|this|that|to|me|us|my|our|having|any|no|he|she|pain|chest|nausea|some|both|feeling|being|[a-z]{3,12}ing)$/.test(
    textOf(tokens, at),
  )
}

/** Asked about it, called back, left for home. */
function isSpeechGoingOn(verb: string, next: string): boolean {
  if (!/^(?:asked|called|phoned|texted|emailed|presented|returned|requested|reported)$/.test(verb)) return false
  return /^(?:for|about|again|back|if|when|out|from|home|today|yesterday)$/.test(next)
}

export const PERSON_BASES = hashWords(
  'see call come pick go stay talk speak drive eat drink sleep refuse show want agree follow cover page bring swallow walk stand sit read write understand remember know think say tell ask live smoke text email sign feel remain like love return attend vomit tolerate leave decide consider discuss meet review arrange help breathe fly travel swim',
)

export const PERSON_ILLS = hashWords(
  'cough fever asthma diabetes gout rash headache headaches migraine migraines seizure seizures allergies pager appointment appt kids children lupus cancer epilepsy nausea copd ckd chf cold flu covid croup eczema rsv diarrhea constipation insomnia anxiety depression adhd autism dementia parkinsons pain symptoms surgery stroke mi biopsy questions concerns insurance arthritis psoriasis hiv hepatitis cirrhosis anemia hypertension htn hyperlipidemia gerd ibs celiac crohns colitis sciatica scoliosis neuropathy apnea osteoporosis melanoma lymphoma leukemia pneumonia uti vertigo tinnitus',
)

const PREDICATES = hashWords(
  'covering teething pregnant allergic anxious asleep awake alert diabetic npo dnr dni agreeable refusing asking complaining crying afebrile intubated worried coming going leaving here home aware tearful sad angry happy upset homeless confused suicidal febrile septic unresponsive ambulatory sedated breastfeeding nursing postpartum eligible married single divorced widowed retired unemployed deaf blind obese frail incontinent nonverbal irritable drowsy lethargic sleepy tired fatigued hungry thirsty nauseous nauseated constipated dehydrated jaundiced wheezing coughing vomiting throwing seizing bleeding hypotensive tachycardic bradycardic tachypneic hypoxic anuric oliguric discharged admitted transferred extubated evaluated hospitalized rushed born raised seen brought escorted found diagnosed asked told called paged consulted eating walking talking taking staying living working sleeping feeling doing having hoping planning scheduled sick ill well better worse fine okay ok stable dying dead deceased adopted circumcised immunized unvaccinated vaccinated trying unable able willing ready late off out back away in',
)

/** Is (still, very) covering, 4 years old, a 54 yo woman, due for labs, on warfarin, on call. */
export function isPersonsPredicate(tokens: Tokens, from: number): boolean {
  let at = from
  while (
    at < from + 2 &&
    isWord(tokens, at) &&
    /^(?:still|now|also|currently|very|really|so|too|not|quite|usually|our|my|being|always|already|just|only|been|more)$/.test(
      textOf(tokens, at),
    )
  )
    at++
  if (tokens.gap[at] !== GAP.space) return false
  if (isNumber(tokens, at)) return isAgeUnit(tokens, at + 1)
  if (!isWord(tokens, at) || tokens.shape[at]! >= SHAPE.capital) return false
  const text = textOf(tokens, at)
  const isSoft =
    /^(?:well|better|worse|fine|ok|okay|off|out|back|away|in|here|home|found|able|doing|having|taking|working|late|stable|seen|eligible|called|told|being|ready|going|coming|trying)$/.test(
      text,
    )
  if (PREDICATES.has(tokens.hash[at]!) && !isSoft) return true
  if (/^(?:an?)$/.test(text)) {
    const noun = isNumber(tokens, at + 1)
      ? isAgeUnit(tokens, at + 2)
      : hasRole(tokens, at + 1, ROLE.relation | ROLE.person) ||
        /^(?:smoker|drinker|vegan|vegetarian|teacher|nurse|student|veteran|man|woman|boy|girl|lady|gentleman|welder|farmer|carpenter|retired|nonsmoker)$/.test(
          textOf(tokens, at + 1),
        )
    return noun
  }
  if (/^(?:on|off)$/.test(text))
    return (
      hasLex(tokens, at + 1, LEX.drug) ||
      /^(?:call|nights|days|vacation|leave|hospice|dialysis|hd|pto|service|bedrest|isolation)$/.test(textOf(tokens, at + 1))
    )
  if (text === 'due') return /^(?:for|in|to)$/.test(textOf(tokens, at + 1))
  if (text === 'my' || text === 'his' || text === 'her') return hasRole(tokens, at + 1, ROLE.relation)
  if (!isSoft || !isWord(tokens, at + 1) || tokens.gap[at + 1] !== GAP.space) return false
  const next = textOf(tokens, at + 1)
  if (/^(?:off|out|here|called|told|seen)$/.test(text)) return /^(?:sick|her|his|with)$/.test(next)
  return /^(?:going|coming)$/.test(text) && /^(?:to|home|back|in)$/.test(next)
}

function isAgeUnit(tokens: Tokens, given: number): boolean {
  const at = textOf(tokens, given) === '-' ? given + 1 : given
  return isWord(tokens, at) && /^(?:years?|yrs?|yo|y|months?|mos?|weeks?|wks?|days?)$/i.test(textOf(tokens, at))
}
