// Words of plain English that many people bear as a surname or a given name (Young, Stone, Faith, Gale), and how much a word alone says of a person. Nothing
// here counts without a slot that only a person fills.
import { hashWords } from '../fold.ts'
import { LEX, LEX_ENGLISH, LEX_MEDICAL, LEX_NAME } from '../lexicon-bits.ts'
import { hasLex, isGlued, isSign, isWord, lengthOf, textOf } from '../token-tests.ts'
import { SHAPE, type Tokens } from '../tokens.ts'
import { ROLE } from '../word-roles.ts'
import { PERSON } from './person-words.ts'
import { NO_NAME_HERE } from './small-names.ts'
import { isMedicalForm } from './unknown-words.ts'

/** What hardly stands in a hurried text without its article but as a name. */
const FIRM = hashWords(
  'alder archer baker barker beck benson birch bishop blackbird bond briggs butler byrd cardinal carpenter carter carver chandler cliff cooper coward crane crow dale dean draper drake duke earl fairchild farrow fern finch fisher fletcher forester fowler fox gale gentry goodman gore greenwood gunn hardy hare harper hart hatcher hawk hawks hawkins hedges herring hogg holland holly holt hooper hunter jordan kidd knight lark lovelace loveless mann marsh mason mercer monk moore newman nunn oakes oakley outlaw paine parson parsons payne peacock peck pitts plummer pollard poole pope posey prince proctor purdy raven redd reeves robin robins roach rollins sargent savage sawyer sexton shepherd singer skinner slaughter sparks sparrow spears stanley starks steele stubbs tanner taylor teal thorn thorne townsend truelove tucker turner tyler underwood usher vale waller warner weaver webb welch wells wheeler whitehead wilder wills winters wolf workman wren york youngblood daisy lily ruby jasper jasmine flora eve eden ivy hazel melody heather myrtle prudence faith terry nick rocky rusty trinity phoenix chastity laurel marigold summers rhodes',
)
/** What does: long history, drew labs, in the field. No words of wards and bodies among them: whoever is called Ward, Head or Porter is found by a title. */
const LOOSE = hashWords(
  'abbey banks barnes beard berry best bird black bloom blossom bowman bridges bright brooks brown buck bull burns bush butcher camp cannon cash castle chambers chance chase church clay coffin cotton crisp crown cutter day deal deer diamond dove eagle east english field fields flood flowers forest foster fountain french friday frost gage gallant gamble gates gold good gray green grove groves hall hammer hatch hay hayes heath hill hills holder hood hope horn horne howe hull hunt ivory jewel judge keen key keys king kitchen lake lamb law lawless leach little lively lock long lord love luck lynch marble marks masters meadows merry miles mills miner money moody moon moss mountain nash noble north oaks pace pack packer page painter parish park parker parks parrot peace pearl pease penny pepper petty pike pine player pond pounds powers precious price pride priest reader reed rich ridge rivers rock rose royal rush rust sage sands seal seals sergeant shade shadow sharp shields short silver slate sleeper small smart snow speed spencer stable steel steward stone storm story strange street strong swan swift temple trout vine walker walls waters weeks west wheat white wild winter wise wood woods young younger amber angel april ash aspen aster august autumn basil bill blaze bliss brandy brook candy carol chad charity cherry chuck clover constance coral crystal dawn destiny dolly drew dusty ebony felicity frank gay ginger glen grace grant harmony harry haven honey iris jade jay jean jet joy june max mercy misty olive opal pansy pat patience patty peg poppy queenie rain ray rob rod rosemary sandy scarlet serenity skip skye star stella sterling sue summer sunday sunny tansy teddy verity victor viola violet wednesday woody bell mark rice curry fuller roman stark gill lance marshal mace pate pierce stern garrison grange mead noel parry beryl dotty emery ester genesis emerald derrick coy kit buddy art junior booth porter dare fortune divine bud nova calypso carmine zephyr vesper moll troy',
)
/** Roles that plain names have beside: Bishop and Dean are titles, Day and Weeks units, May a month, Park a place. */
const OTHER_ROLES =
  ROLE.particle |
  ROLE.direction |
  ROLE.state |
  ROLE.title |
  ROLE.unit |
  ROLE.month |
  ROLE.weekday |
  ROLE.street |
  ROLE.facilityPart |
  ROLE.organization
/** What the lists call given names and a hurried text means otherwise. */
const NO_NAMES = hashWords(
  'bili temp lil pain pains pts mins labs meds dose doses cath tach trach prem lap huma adi abt vit thr aldo remi kid mum mom dad nan gran baby neonate gent lady lad lass bloke guy woman man boy girl folks someone nobody staff team theres whats hes shes its thats theyre whos wheres hows cant dont didnt wont isnt doesnt wasnt havent hasnt couldnt shouldnt wouldnt red post case job colon worth brain lie wake ham si delta sin tuck ora innocent sang alpha yoga land golden dada web pâté lean pole cam chi hue atlas cade tissue just like urban virgin amen bale bourgeois bran bride colt curt dam gall marine martial mare maxim merrily moors puck villa yank derby gypsy babel mesa natal rover tutu whit yule serene camel rota gene norm trace van pan beta tad rip',
)

/** How much a word in small letters, with a capital or in capitals says alone: a plain word (`guarded`), a word of no list, a name only. */
export function hurriedGrade(tokens: Tokens, at: number): number {
  if (!isWord(tokens, at) || lengthOf(tokens, at) < 2) return PERSON.none
  if ((tokens.role[at]! & ~OTHER_ROLES) !== 0) return PERSON.none
  const shape = tokens.shape[at]!
  if (shape === SHAPE.mixed || shape === SHAPE.initial || (isGlued(tokens, at) && !isOpening(tokens, at - 1))) return PERSON.none
  const hash = tokens.hash[at]!
  if (isPlainName(tokens, at)) return PERSON.guarded
  if (tokens.role[at] !== 0 || NO_NAMES.has(hash) || NO_NAME_HERE.has(hash)) return PERSON.none
  const lex = tokens.lex[at]!
  if (isOtherWord(lex)) return PERSON.guarded
  if ((lex & (LEX_ENGLISH | LEX_MEDICAL | LEX.abbreviation | LEX.organization)) !== 0 || isMedicalForm(tokens, at)) return PERSON.none
  if ((lex & LEX_NAME) !== 0) return PERSON.named
  if (shape === SHAPE.upper || lengthOf(tokens, at) < 4 || !/[aeiouy]/i.test(textOf(tokens, at))) return PERSON.none
  return (lex & ~(LEX.rareProper | LEX.proper | LEX.opensPhrase)) === 0 ? PERSON.unknown : PERSON.none
}

/** A name of the lists that dictionaries write with a capital, and a word or an eponym, too: drew, Jones. */
function isOtherWord(lex: number): boolean {
  const isName = (lex & LEX_NAME) !== 0 && (lex & LEX.proper) !== 0 && (lex & (LEX_ENGLISH | LEX.eponym)) !== 0
  return isName && (lex & (LEX.drug | LEX.test | LEX.abbreviation | LEX.organization)) === 0
}

/** Young, STONE, faith: a name that is a plain word, in any letters. */
export function isPlainName(tokens: Tokens, at: number): boolean {
  if (!isWord(tokens, at) || !(FIRM.has(tokens.hash[at]!) || LOOSE.has(tokens.hash[at]!)) || (tokens.role[at]! & ~OTHER_ROLES) !== 0)
    return false
  return !hasLex(tokens, at, LEX.drug)
}

/** Finch, crane: a plain word that is a name where no article stands before it. */
export function isFirmName(tokens: Tokens, at: number): boolean {
  const hash = tokens.hash[at]!
  return FIRM.has(hash) || (!LOOSE.has(hash) && !NO_NAMES.has(hash) && isOtherWord(tokens.lex[at]!))
}

const AS_THINGS = hashWords(
  'light bright key lock story price cash bill field fields camp church house temple parish street park lake court page love page marks keys locks long short best day weeks low good little strong sharp quick rich wise chance case horn wall walls waters bridge bridges chambers camp peg glass guy bird birds fish steel iron silver gold cotton salt pack packer pace speed reader sleeper hunt hood stone flood spot hay land home rain snow frost summer winter autumn spring star sky jet angel rice curry rock gill lance mace pate stern garrison junior booth porter divine nova art kit bell fortune mark dare',
)

/** Light, key, page: what is said to call, come and be on, too. */
export function isThingToo(tokens: Tokens, at: number): boolean {
  return AS_THINGS.has(tokens.hash[at]!)
}

function isOpening(tokens: Tokens, at: number): boolean {
  return isSign(tokens, at, '(') || isSign(tokens, at, '"')
}
