// Words that the names of institutions go on with, and those that open them.
import { hashWords } from './fold.ts'

/** Nouns behind a name that make a firm of it, whoever bears the name: gillespie haulage. */
export const SURE_HEADS = hashWords(
  'poultry haulage hauling fencing roofing plumbing paving scaffolding joinery carpets kitchens joiners masonry welding drywall landscaping trucking logistics freight haulers quarry foundry forge sawmill shipyard steelworks ironworks glassworks coachworks brickworks cannery brewery distillery creamery winery fisheries seafoods seafood meats orchards nurseries timber lumber plastics textiles mutual casualty paratransit offshore motors catering florist florists bakery butchers cafe steel concrete electric electrical coop co-op grange depot annex primary elementary academy infants montessori daycare preschool playgroup packing packers trawlers ferries coaches taxis cabs',
)
/** Nouns that name a part or the kind of an institution behind its name. */
export const HEADS = hashWords(
  'warehouse plant mill factory yard yards mine refinery store shop canteen pool pub bar hotel school schools college nursery clinic hospital surgery practice pharmacy chemist drug manor lodge home homes unit wing pavilion campus lab labs partnership partners trust group associates foundation institute centre center dental dentistry house buses bus station depot shelter hostel hall church parish mosque temple club gym league works society med ctr mtc rr hosp hlth peds path co inc ltd union council leisure office offices bank',
)
/** What may stand between the name and the noun. */
export const MIDDLES = hashWords(
  'army navy air force gift coffee quick emi ems bus body eye dental medical med health family school primary secondary high middle elementary infant infants junior senior care nursing packing fish meat chicken pork auto tyre tire repair sugar cotton oil gas coal power car truck county township parish grange distribution fulfillment fulfilment call data day youth sports football rugby soccer golf tennis swim swimming community leisure garden funeral tea minor home credit',
)
/** Nouns that a number follows. */
export const NUMBERED = hashWords('warehouse depot shaft plant store pit mine terminal pier dock building bldg block hall mill site school')
/** Nouns that make an institution of a town in front of them. */
export const TOWN_HEADS = hashWords('med hosp hospital ctr clinic infirmary campus mtc practice')
/** Words that open the names of institutions alone, whatever was found behind them. */
export const SURE_LEADS = hashWords(
  'congregation ysgol scoil gaelscoil ardscoil laerskool hoërskool masjid gurdwara bord bus camp hmp convent kita escuela colegio fort ft',
)
/** Words that do so in front of an institution only. */
export const LEADS = hashWords('our all st mt mount saint')
/** Streets by their number. */
export const ORDINALS = hashWords('main first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth')
/** Nouns of institutions that qualify others, too, and what they qualify. */
export const QUALIFIERS = hashWords(
  'primary elementary electric steel concrete drug home house lab labs dental med body mutual park path peds',
)
export const QUALIFIED = hashWords(
  'complaint care closure survey diagnosis repair doc doctor provider physician team scooter wheelchair wire plate rod rods screw mesh results result values work draw test tests screen level levels study studies visit visits therapy meds medications list reconciliation allergy interaction report note notes implant implants caries pain problem agreement consent ct mri bp',
)
/** Whom the genitive of a hospital names. */
export const GROUPS = hashWords('children women men veteran')
/** Small words inside of names. */
export const JOINTS = hashWords('na of de del da do di van von am an')
/** Co-op, Walk-in. */
export const COMPOUND_ENDS = hashWords('op ops in')
