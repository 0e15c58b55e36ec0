// Short and pet names by which people with a given name are called, and the given names behind them.
import { foldWord } from '../fold.ts'

/** Each row: a given name, then what its bearers are called. */
const ROWS = `
abigail abby abbie gail|abraham abe bram|albert al bert bertie|alexander alex al sandy xander sasha|alexandra alex sandra lexi sasha|alfred al fred alfie|alice ali allie|amanda mandy|andrew andy drew|angela angie|ann annie nan nancy|
anna annie ania|anthony tony ant|antonio tony toño|arthur art artie|barbara barb barbie babs bobbie|bartholomew bart|beatrice bea trixie|benjamin ben benny benji|bernard bernie|bethany beth|beverly bev|bradley brad|brian bri|
caroline carrie carol|carolyn carrie carol|catherine cathy kate katie cat kitty cate|cecilia cece celia|charles charlie chuck chip chaz|charlotte charlie lottie char|chester chet|christine chris chrissy tina christie|
christina chris tina chrissy christie|christopher chris kit topher|clarence clare|cornelius neil|cynthia cindy|daniel dan danny|danielle dani|david dave davey|deborah deb debbie|dennis denny|dolores lola|dominic dom nick|donald don donny|
donna donnie|dorothy dot dottie dolly dory|douglas doug|edmund ed ned|eduardo eddie lalo|edward ed eddie ted teddy ned|eleanor ellie nell nora ella|elizabeth liz beth betty betsy lizzie eliza libby bess bessie ellie lisa|ellen nell ellie|
emily em emmy|emma em emmy|enrique kike|ernest ernie|eugene gene|evelyn evie eve|florence flo flossie|frances fran francie frankie|francis frank fran|francisco frank paco pancho|franklin frank|frederick fred freddy fritz rick|gabriel gabe|
gabrielle gabby|george georgie|gerald jerry gerry|geraldine gerry|gilbert gil bert|gordon gordie|grace gracie|gregory greg|guadalupe lupe|guillermo memo|gwendolyn gwen|harold hal harry|harriet hattie|harry hal|heather heath|helen nell lena|
henry hank harry hal|herbert herb bert|herman hermie|hubert hugh bert|ignacio nacho|irene rene|isaac ike zac|isabella bella izzy|isabel bella izzy belle|jacob jake|jacqueline jackie|james jim jimmy jamie jem|jane janie|janet jan|janice jan|
jason jay|jean jeannie|jeffrey jeff|jennifer jen jenny jenna|jeremiah jerry|jeremy jerry|jessica jess jessie|jesus chuy|joan joanie|joanna jo|joel joe|john jack johnny jon|jonathan jon john jonny|jose pepe joe|joseph joe joey jo|
josefina pepita josie|josephine jo josie|joshua josh|judith judy jude|julia julie|julian jules|juliana julie|kathleen kathy kate katie kay|katherine kathy kate katie kat kitty kay|kathryn kathy kate katie kat|kenneth ken kenny|kimberly kim|
kristina kris tina|larry lars|laura laurie lori|lauren laurie|laurence larry|lawrence larry lars|leonard leo len lenny|leroy roy|leslie les|lewis lew lou|lillian lily lil|linda lindy|lois lo|loretta lori etta|louis lou louie|louise lou|
lucille lucy lu|lucy lu|luis lucho|luther lou|lydia lyddie|madeline maddie|manuel manny manolo|marcus marc mark|margaret maggie meg peggy marge margie peg greta rita daisy madge|maria mary mia|marie mary|marilyn mary|marjorie marge margie|
martha marty mattie|martin marty|marvin marv|mary molly polly mamie may|matilda tilly mattie|matthew matt matty|maureen mo|maurice mo morrie|maximilian max|maxwell max|melanie mel|melissa missy mel lissa|melvin mel|mercedes mercy|
meredith merry|michael mike mikey mick mickey|michelle shelly mich|mildred millie|miriam mimi|mitchell mitch|mohammed mo|morris morrie|nancy nan|natalie nat|nathan nate|nathaniel nate nat|nicholas nick nicky|nicole nikki nicky|
norman norm|olivia liv livvy ollie|oliver ollie|oscar ozzie|pamela pam|patricia pat patty tricia trish patsy|patrick pat paddy rick|paul paulie|paula polly|penelope penny|peter pete|philip phil pip|phyllis phyl|priscilla cilla prissy|
rachel rae|ralph ralphie|ramona mona|randall randy|raymond ray|rebecca becky becca|regina gina reggie|reginald reg reggie|ricardo rick ricky|richard rick ricky dick rich richie|rita ritchie|robert bob bobby rob robbie bert|
roberta bobbie|roberto beto|roderick rod|rodney rod|roger rog|roland rollie|ronald ron ronnie|rosalind roz|rosemary rose rosie|roxanne roxy|rudolph rudy|russell russ rusty|ruth ruthie|salvador sal chava|salvatore sal|samantha sam sammy|
samuel sam sammy|sandra sandy|santiago santi|sarah sally sadie|sebastian seb bas|sergio checo|sharon shari|shirley shirl|sidney sid|simon si|solomon sol|sophia sophie|stanley stan|stella estelle|stephanie steph stevie|stephen steve stevie|
steven steve stevie|stewart stu|stuart stu|susan sue susie suzy|susannah sue susie|suzanne sue suzy|sylvester sly|sylvia syl|tabitha tabby|tamara tammy|terence terry|teresa terry tess tessie|theodore ted teddy theo|theresa terry tess|
thomas tom tommy|timothy tim timmy|tobias toby|tyler ty|ursula ulla|valerie val|vanessa nessa|veronica ronnie vera|victor vic|victoria vicky tori vic|vincent vince vinny|viola vi|violet vi|virginia ginny ginger|vivian viv|walter walt wally|
wallace wally|wendell dell|wesley wes|wilbur will|wilfred will fred|wilhelmina minnie willa mina|william bill billy will willie liam willy|winifred winnie|yolanda yoli|yvonne vonnie|zachary zach zack
`

const called: ReadonlyMap<string, ReadonlySet<string>> = readRows()

function readRows(): Map<string, Set<string>> {
  const names = new Map<string, Set<string>>()
  const addTo = (name: string, others: readonly string[]): void => {
    const set = names.get(name) ?? new Set()
    for (const other of others) set.add(other)
    names.set(name, set)
  }
  for (const row of ROWS.split('|')) {
    const [given = '', ...short] = row.trim().split(' ')
    addTo(given, short)
    for (const name of short) addTo(name, [given, ...short.filter((other) => other !== name)])
  }
  return names
}

/** What a bearer of the given name is called otherwise, folded; nothing for a name that no row has. */
export function nicknamesOf(given: string): readonly string[] {
  return [...(called.get(foldWord(given)) ?? [])]
}
