// Words around the slots of a sentence that an institution or a place fills, written in small letters: what opens a slot, what the names there end with.
import type { PhiCategory } from '../category.ts'
import { hashWords } from '../fold.ts'
import { BESIDE_NAMES } from '../name-shape.ts'
import { ROLE } from '../word-roles.ts'

/** The roles of words that no institution and no place is called by. */
export const BESIDE_SITES = BESIDE_NAMES | ROLE.pronoun | ROLE.ward

export interface Slot {
  readonly prepositions: ReadonlySet<number>
  readonly openers: ReadonlySet<number>
  readonly category: PhiCategory
  /** Whoever asks may mean anybody: it counts beside somebody only. */
  readonly isDoubtful: boolean
}

const slot = (category: PhiCategory, prepositions: string, openers: string, isDoubtful = false): Slot => ({
  category,
  isDoubtful,
  prepositions: hashWords(prepositions),
  openers: hashWords(openers),
})

const CARED =
  'seen admitted transferred transfer treated followed follows discharged dcd airlifted flown flighted lifeflighted delivered operated dialyzes dialyzed dialysis records record chart labs lab imaging mri ct xray echo scan surgery bypass cabg stent cath colonoscopy egd biopsy appt appointment pcp oncologist cardiologist neurologist nephrologist ortho neuro onc cards pulm rheum endo surgeon doctor doc dr np specialist rehab detox iop inpatient outpatient hh hospice wound letter calling nurse rn lpn cna don md baby nicu transplant chemo radiation evaluated presented arrived arrives hospitalized hospitalised stay stayed staying resident resides intern fellow fellowship attending residency carer carers caregiver caregivers aide keyworker matron delivery csection section birth knee hip shoulder op operation did tap chole appy hernia replacement tkr methadone suboxone therapist counselor tested vaccinated ultrasound dentist clinic clinics bed accepted boarding er ed left ama ward floor unit caseworker sw rotation paperwork clearance pt ot'
const EARNS =
  'works worked working work worker workers employed employment job jobs shift shifts cook chef driver drives drove teacher teaches machinist welder cashier manager nurse cna janitor mechanic clerk engineer roofer baker bartends bartender guard server waitress waiter stocker stocks receptionist volunteer volunteers foreman supervisor hired laid position firefighter barista laborer operator electrician plumber carpenter custodian secretary accountant paramedic coach coaches coached boss packer picker forklift butcher host hostess dispatcher cleaner housekeeper groundskeeper lifeguard trainer dancer pilot steward stewardess conductor loader unloader assembler seamstress courier delivers interned apprentice intern'

/** What puts somebody into an institution or a place, by the prepositions that may follow it within a few words. */
const SLOTS: readonly Slot[] = [
  slot('organization', 'at', `${EARNS} nights days overnights fulltime parttime temps injured hurt slipped burned`),
  slot('organization', 'for', 'works worked working work drives drove driver employed job volunteers coaches pilot courier delivers'),
  slot('organization', 'by', 'employed hired fired'),
  slot('organization', 'from', 'retired fired laid suspended furloughed leave graduated poisoning expelled dinner lunch'),
  slot('facility', 'at from', CARED),
  slot('facility', 'at from', "this is am im i'm we're call came coming called returned back report reports results fax faxed"),
  slot('facility', 'to', 'sent transferred transfer referred admitted discharged dcd airlifted flown flighted lifeflighted going'),
  slot('facility', 'at', 'was is been were hes shes currently inpt hospitalised'),
  slot('facility', 'to', 'goes went go back taken'),
  slot('facility', 'by', 'referred'),
  slot('facility', 'under', 'admitted'),
  slot('facility', 'through with', 'hh hospice rehab appt appointment'),
  slot('facility', 'of', 'resident'),
  slot(
    'organization',
    'at',
    'attends attending student pupil sophomore freshman junior senior kindergartner kindergarten studies studying undergrad class grader enrolled school plays played majoring daycare preschool pastor priest minister deacon choir church prays worships ate eats dinner lunch breakfast shops shopped shopping bought buys slipped tripped fell assaulted robbed party wedding sleeps sleeping slept shelter swims swam lifts trains trained gym member camp based fill filled refill refills rx script pick bowls bowling',
  ),
  slot('organization', 'to', 'goes sent send rx script prescription refill'),
  slot('organization', 'for', 'plays played swims bowls'),
  slot('organization', 'of', 'member pastor'),
  slot(
    'location',
    'in from near to at outside around off',
    'lives living lived resides residing grew raised born moved moving moves visiting commutes commuted commute drove driving evacuated deployed deployment immigrated emigrated refugee relocated relocating crash crashed mvc mva accident wreck rollover found collapsed home house apartment farm ranch cabin cottage resident native originally family wife husband parents mom dad mother father sister brother daughter son kids grandparents relatives stationed village hometown ems squad deputies police',
  ),
  slot(
    'location',
    'in from near to at outside around off',
    'visited traveled travelled traveling travelling travel trip trips vacation vacationing cruise honeymoon flew flying back returned hiking hiked camping camped fishing fished hunting hunted swam swimming kayaking skiing tick bite bitten',
    true,
  ),
  slot('location', 'of', 'resident native'),
  slot('location', 'on', 'lives house apartment trailer', true),
]

/** What every hospital has, and another one without its name: no name of a place, whatever a list says. */
const EVERY_SITE =
  'hospitalist self pay teh hte hsi husb adn tot nad wnl fmla ssi ssdi osh osf obs opd pcu cvicu mfm imc imcu tcu bmt sar ltc ltac ltach irf ilf icu micu sicu nicu picu pacu ccu nsicu cticu csicu epu edou cdu mau amu sau hdu itu scbu eau snf alf snfs alfs hospice rehab triage preop postop periop bedside baseline home work school night downtown gym daycare preschool bed rest risk discharge admission intake follow followup supine standing sitting prone stretcher chair wheelchair floor mri ct xray radiology pharmacy lab clinic hospital facility office ward unit nursing emergency surgery medicine pcp gp np md er ed ent gi id ir ob gu pt ot st cards neuro ortho psych peds renal pulm onc heme rheum endo derm uro ophtho plastics vascular anesthesia cardiology neurology oncology nephrology pathology micro urology dermatology psychiatry psychology orthopedics pediatrics obstetrics gynecology podiatry audiology dentistry endocrinology gastroenterology hematology pulmonology rheumatology immunology genetics geriatrics neurosurgery ophthalmology otolaryngology physiatry physio physical occupational speech respiratory nutrition dietary social spiritual palliative dialysis infusion transplant pain telemetry tele stepdown step internal specialty urgent intensive acute subacute longterm outpatient inpatient observation current daily weekly monthly yearly bid tid qid qhs prn stat asap now then today tonight tomorrow yesterday morning afternoon evening weekends holidays ems nurse nurses doctor doctors provider providers physician physicians teacher teachers employer employee others everyone someone anyone nobody assisted skilled'
/** The slots that a preposition may open, by its hash. */
export const SLOTS_OF: ReadonlyMap<number, readonly Slot[]> = new Map(
  [...new Set(SLOTS.flatMap(({ prepositions }) => [...prepositions]))].map((hash) => [
    hash,
    SLOTS.filter(({ prepositions }) => prepositions.has(hash)),
  ]),
)

/** Words behind an opener that are no name. */
const EVERYDAY =
  'noon once least most all first last second third end start top bottom left right side same other another outside nearby local midnight lunch dinner breakfast recess practice camp church college university kindergarten prison jail court time times age birth above below around about sleep ground stairs ladder roof tree bike bus car truck train plane boat ship abroad overseas town city country county state rural urban foster hotel motel store shop mall park pool beach lake river woods yard backyard garage kitchen bathroom basement mom mum dad mother father grandma grandpa nana papa trauma wound burn stroke cancer general family primary walk drop high low medium normal usual regular standard present weekend holiday spring summer fall autumn winter ambulance police fire squad team staff coach boss group shared independent memory adult senior'
export const EVERY_SITES = hashWords(EVERY_SITE)
export const NEVER_SLOT = hashWords(`${EVERY_SITE} ${EVERYDAY}`)
/** What a facility's name ends with in small letters; a word that tells the place stands before it. */
export const CARE_HEADS = hashWords(
  'ed er peds pediatrics paediatrics ortho orthopedics orthopaedics oncology cardiology cardiovascular gi gastro gastroenterology neuro neurology nephrology urology dermatology derm ent pulmonology rheumatology endocrinology dialysis rehab rehabilitation snf alf ltc ltac ltach nh hospice urgent imaging radiology surgery surgical obgyn ob medical med medicine center centre ctr clinic clinics hospital hosp health healthcare nursing manor villa villas village house home place terrace court gardens living estates commons lodge point landing care recovery wellness family memorial general regional community mem infirmary eye dental dentistry womens childrens psychiatric behavioral va vamc infants birth birthing sanitarium pavilion institute practice physicians associates specialists group detox treatment',
)
/** What an organisation's name ends with in small letters. */
export const FIRM_HEADS = hashWords(
  'haulage hauling fencing scaffolding joinery paving carpets quarry steelworks ironworks shipyard cannery distillery timber catering coaches taxis primary infants mutual casualty high middle elementary elem academy prep preparatory montessori university college isd usd school schools foods farms farm boats industries logistics trucking freight electric electrical plumbing roofing construction concrete landscaping motors steel tile nurseries nursery dairy bakery cafe coffee grill diner pizza bbq barn depot market mart drugs drug pharmacy bank union church baptist lutheran methodist presbyterian catholic temple mosque synagogue parish chapel ministries shelter mission inn hotel suites resort casino gym fitness aquatics soccer transit airlines air insurance police pd fd fire ems sheriff aircraft automotive auto tires tire tools tool machine manufacturing mfg plastics packaging paper lumber mill mills foundry energy oil gas mining power water sanitation waste recycling painting flooring furniture supply wholesale warehouse distribution brewing brewery winery vineyards creamery meats poultry seafood fisheries orchards packing growers greenhouse salon spa daycare preschool learning childcare club league rec ymca ywca services staffing security cleaning movers moving towing cab taxi rentals realty consulting systems technologies labs media press books toys sports outfitters co company corp inc llc ltd brothers bros sons partners associates solutions enterprises group families housing charities refinery plant terminal shipyard yards theater theatre museum library zoo',
)
/** Plain words that many institutions are called by. */
export const VIRTUES = hashWords(
  'mercy providence unity trinity grace hope faith charity shepherd samaritan kindred encompass heartland pioneer liberty heritage bethesda bethany carmel zion bethel emmanuel immanuel calvary gethsemane magnificat assumption ascension nativity visitation holy sacred blessed genesis exodus hallmark beacon cornerstone guardian covenant promise harmony serenity tranquility legacy pathways horizons crossroads gateway summit',
)
/** Plain words that names of two words and more begin with: cedar ridge, blue barn, golden corral, autumn leaves. */
export const COLOURS = hashWords(
  'larch beech poplar oak oaks maple pine pines cedar cedars willow willows elm hickory magnolia birch aspen cypress sycamore laurel chestnut juniper holly creek brook river rivers riverside lake lakes lakeside lakeview ridge hill hills hillside hillcrest valley meadow meadows prairie canyon mesa harbor harbour shore shores sunny sunset sunrise shady quiet pleasant fair silver golden gold crystal rocky stone eagle falcon hawk fox deer heron swan dove rose garden gardens grove orchard vista springs fountain fountains twin haven harmony serenity heritage pioneer liberty cornerstone gateway skyline horizon evergreen woodland forest highland highlands cottonwood blue red green black white brown orange purple yellow iron copper bronze star sun moon sky north south east west northern southern eastern western royal kings queens old new grand great little happy lucky sweet olive burger taco panda domino dairy autumn spring summer winter countryside country shepherd good hope grace faith holy sacred mountain quail elk bear wolf buffalo moose wild first united metro central tri coastal pacific atlantic gulf delta piedmont blueridge community clear bright blessed',
)
/** Plants that homes are called after: magnolia place, elm court. */
export const PLANTS = hashWords(
  'oak maple cedar willow elm hickory magnolia birch aspen cypress sycamore laurel chestnut juniper holly rosewood cottonwood larch beech poplar heather',
)
/** Words that end a run: they belong to the sentence again. */
export const AFTER_SLOT = hashWords(
  'last yesterday today tomorrow tonight this next wants want said says told called sent did ok okay now again asking asks ask who whos pls please pt pts patient yr yrs yo year years month months week weeks day days ago am pm area outskirts neighbourhood injected reviewed started gave put wrote recommended recommends faxed requested requesting requests needs need got gets ran brought calling calls denied denies covers cover approved stands standing exposed exposure hx w wo abt re',
)
/** Last words that tell an institution wherever a name stands in front, in small letters: lincoln pd, surrey memorial, plano isd. */
export const SURE_TAILS = hashWords(
  'memorial regional snf alf pd isd usd elementary montessori dialysis vamc ymca ltac baptist lutheran methodist hospice peds oncology cardiology orthopedics dermatology urology nephrology gastroenterology rheumatology endocrinology urgentcare pharmacy academy annex haulage steelworks',
)
