// What laboratories, devices and prescribers write instead of UCUM: our own list, a code and its spellings in lower case.

/**
 * One line a code: the code, two blanks, its spellings between bars, `(s)` behind those with a plural. A spelling stands for a part of a
 * unit, as `mcg` in `mcg/kg`.
 */
const PART_SPELLINGS = `
g  gm|gms|gr|grm|gram(s)|gramme|grammes|gs
mg  mgm|mgms|mgr|mgrs|milligm
ug  mcg|mcgs|mgc|ugm|mcgm|gamma|microgm
kg  kilo|kilos|kgm|kgms|kq
ng  nanog
mL  cc|ccm|ccs|mls
uL  mcl|lambda|mcliter|cmm.
L  lt|ltr|ltrs|lit|litre|litres|liters
mm3  cumm|cu mm|cu.mm|cmm|mm cubed|cubic mm|mmc|µmm
cm3  cu cm|cucm|cubic cm
m2  sqm|sq m|sq.m|m sq|msq|square meter|square metre|square meters|m squared|qm
um  micron(s)|mcm
cm2  sq cm|sqcm|cm sq
m3  cu m|cubic meter|cubic metre
s  seg|sek|sekunde(n)|segundo(s)|sec|secs|sec.|second(s)
ms  msec|msecs|millisec
us  usec|microsec
min  minuten|minuto(s)|mins|mn|mnt|minute(s)
h  hr|hrs|stunden|heure(s)|hora(s)|hour(s)|std|stunde
d  days old|tage|jours|dia(s)|day|days|dy|dag|tag|jour
wk  weeks old|gestational week(s)|week|weeks|wks
mo  months old|months of age|month|months|mos|mth|mths|mon
a  y|yo|y.o|year old|years old|years of age|yr|yrs|year|years|y/o|annum|jahr
%  percentage|%pred|%predicted|%vol|vol %|mol %|mol%|pct|percent|per cent|prozent|%age|vol%|perc
[ppth]  ‰|promille|per mille|per mil
[ppm]  parts per million
[ppb]  parts per billion
meq  mval|milliequivalent(s)|m-eq|mequiv|meqv
eq  equiv|val
mosm  mosmol|mosmole|mosmoles|mosmol(s)|milliosmole(s)
osm  osmol|osmole|osmoles
mmol  mmole|mmoles|mmols|mmo|mm ol
umol  micromol|micromole|mcmol|umole|umoles
nmol  nmole|nmoles
pmol  pmole|pmoles
mol  mole|moles|mols|gmol
U  e|einheit|einheiten|enzyme unit|enzyme units|enz u
[IU]  iu|i.u.|i.u|iu's|ius|ie|i.e.|ui|u.i.|u.i|intl unit|intl units|international unit|international units|int unit|int units|unt
m[IU]  miu|mie|mui|milliiu|m.i.u.
u[IU]  uiu|mciu|microiu
k[IU]  kiu|kie|kui
M[IU]  megaiu|mega iu|million iu|mio iu|mio ie
mU  me
uU  mce|ue
kU  ke|kua
[hnsf'U]  hu|hounsfield|hounsfield unit(s)
[USP'U]  usp|usp u|usp unit|usp units|usp'u
{Ehrlich'U}  ehrlich|ehrlich u|ehrlich unit|ehrlich units|ehrlich e|e.u.
[arb'U]  ae|au|arb|arb u|arb unit|arb units|arbitrary unit|arbitrary units|arbu|a.u.
[GPL'U]  gpl|gpl u|gplu
[MPL'U]  mpl|mpl u|mplu
[APL'U]  apl|apl u|aplu
[beth'U]  bu|bethesda|bethesda unit|bethesda units|beth u
[CFU]  cfu|cfus|cfu's|colony forming units|colony forming unit|kbe|ufc|colonies
[PFU]  pfu|pfus|plaque forming units
[FFU]  ffu
[EU]  endotoxin unit|endotoxin units
[Lf]  lf|limit of flocculation
[anti'Xa'U]  anti-xa|anti xa|anti-xa u|antixa|xa u|anti-xa unit|anti-xa units
[TCID_50]  tcid50|tcid
mm[Hg]  mm of mercury|mmhg|mm hg|mm of hg|mmhg.|mm mercury|mm.hg|torr|torrs|millimeters of mercury
cm[H2O]  cmh2o|cm h2o|cm of h2o|cm water|cmh20|cm h20|cmh₂o|cmaq|cm aq|cmwater|cm of water|cm[h20]
mm[H2O]  mmh2o|mm h2o
[in_i'Hg]  inhg|in hg
[psi]  psi|psig|psia|lb/in2|lbs/in2
Pa  pascal|pascals
kPa  kpascal|kpas
bar  bars
mbar  millibar|millibars|mb
Cel  deg. celsius|oc|°celsius|° celsius|degc|deg c|deg. c|deg.c|°c|º c|° c|celsius|centigrade|degrees c|degrees celsius|degree celsius|deg celsius|celcius|c deg|cels
[degF]  °fahrenheit|deg. fahrenheit|degf|deg f|deg. f|deg.f|°f|° f|fahrenheit|degrees f|degrees fahrenheit|degree fahrenheit|deg fahrenheit|farenheit|fahr
K  kelvin|°k|deg k|degk|kelvins
deg  angle degrees|°|degree|degrees|degs|º
[in_i]  in|inch|inches|in.|ins|"|zoll
[ft_i]  ft|ft.|foot|feet|fts|'
[yd_i]  yd|yds|yard|yards
[mi_i]  mi|mile|miles
[lb_av]  lb|lbs|lb.|lbs.|pound|pounds|#lb|lbm
[oz_av]  oz|ozs|oz.|ounce|ounces
[foz_us]  fl oz|floz|fl.oz|fl. oz.|fl oz.|fluid ounce|fluid ounces|fluid oz
[stone_av]  stone|stones
[gal_us]  gal|gals|gallon|gallons
[pt_us]  pint|pints|pts
[qt_us]  qt|qts|quart|quarts
[cup_us]  cup|cups
[tsp_us]  tsp|tsps|teaspoon|teaspoons|teaspoonful|teaspoonfuls|tspn
[tbs_us]  tbsp|tbs|tbsps|tablespoon|tablespoons|tablespoonful
[gr]  grain|grains
[drp]  trpf|tropfen|goutte(s)|gota(s)|drop|drops|gtt|gtts|drp|drps|gutt
[HPF]  hpf|hpfs|high power field|high power fields|high-power field|hp field|h.p.f.|hpf's
[LPF]  lpf|lpfs|low power field|low power fields|low-power field|lp field
[Ch]  fr|french|charriere|ch
[diop]  d|dpt|dptr|diopter|diopters|dioptre|dioptres|diop
[hp_X]  hpx
[pH]  ph|ph units|ph unit
[MET]  met|mets|metabolic equivalent|metabolic equivalents
kcal  cal.|calorie|calories|kilocalorie|kilocalories|kcals|kcalorie
kJ  kjoule|kjoules
J  joule|joules
W  watt|watts
Hz  hertz|cps|cycles/s
dB  decibel|decibels|dbel|dbs
V  volt|volts
mV  mvolt|mvolts
uV  mcv
Ohm  ohms|ω
mSv  msievert
uSv  mcsv
Gy  grays
cGy  rads|rad dose
Bq  becquerel|becquerels
mCi  mcurie|millicuries
uCi  mcci|microcurie|microcuries
dyn  dyne|dynes
10*3  tsd.|tausend|mille|thou|thous|thousand|thousands|thds|thds.|tsd|10x3|ths|th|kilo count|mil/1
10*6  millones|mio.|mill|million|millions|mio|mln|mil.|mill.|mils
10*9  mrd.|milliarden|milliard(s)|billion|billions|bil|bill|bn|mrd|giga
10*12  trillion|trillions|tril|tera
10*5  lakh|lakhs|lac|lacs
{cells}  cell|cells|células|celulas|zelle(n)|cellule(s)|cel.
{log_copies}  log copies|log copy|log10 copies|log cp
{log_IU}  log iu|log10 iu
{copies}  copy|copies|cp|cps.|cop|kopien
{beats}  beat|beats|bt
{breaths}  br|breath|breaths|resp|respirations
{tablet}  comprimido(s)|tablette(n)|tablet|tablets|tab|tabs|tab.|tbl|tabl|comprimé
{capsule}  kps|kapsel(n)|cap|caps|capsule|capsules|cap.|kaps
{puff}  puff|puffs|puff(s)|inhalation|inhalations|inh|actuation|actuations|hub
{actuat}  actuat
{spray}  spray|sprays
{patch}  patch|patches|ptch
{suppository}  supp|supps|suppository|suppositories|sup
{vial}  vial|vials|vl
{ampule}  ampolla(s)|ampulle(n)|amp|amps|ampule|ampules|ampoule|ampoules
{dose}  dose|doses|dosis
{application}  application|applications|app|appl
{each}  each|ea|piece|pieces|pcs|pc|stk|stück
{unit}  dosing unit|dosage unit
{score}  score|scores|points|point|pt score|pts score
{sachet}  sachet(s)|beutel
{lozenge}  lozenge(s)|troche(s)
{gauge}  gauge|ga|gge
{index}  index|idx|index value|index val|ind
{ratio}  ratio|ratios|rat|verhältnis
{titer}  titer|titre|titers|titres|dilution
{INR}  inr|i.n.r.
{count}  count|counts|number|no.|nr|#|cnt
{events}  event|events
{M.o.M}  mom|multiple of median|multiples of the median
{RBCs}  rbc|rbcs|erythrocytes|ery
{WBCs}  wbc|wbcs|leukocytes|leuko|leukos
{pH}  ph value
{SD}  sd|std dev|s.d.|standard deviation
{Ct}  ct|ct value|cq
`

/** A code that is measured by itself: the spelling is the whole unit. */
const UNIT_SPELLINGS = `
/min  bpm|b.p.m.|beats/min|beat/min|beats/minute|beats per minute|beats per min|b/min|bt/min|bts/min|breaths/min|breaths per minute|breaths/minute|brpm|resp/min|rpm|resp/m|1/minute
mL/min/{1.73_m2}  ml/min/bsa|ml/min/m2{1.73}
g/dL  g percent|grams percent|gm%|gms%|gm %|g %|gms %|gm percent|g/100ml|g/100 ml|gm/100ml|gm/100 ml
mg/dL  mg %|mgs%|mgm%|mgs %|mg percent|mg/100ml|mg/100 ml|mg per 100 ml|mgms%
ug/dL  ug %|mcg%|ug%|mcg %|ug/100ml
m[IU]/L  uiu/ml.
U/L  units/l|unit/l|units/liter|units/litre|units per liter|u per l
U/mL  units/ml|unit/ml|units per ml
[IU]  unit|units|u's|unit(s)|iu(s)
[IU]/h  units/h|units/hr|units/hour|unit/h|units per hour
[IU]/kg  units/kg|unit/kg
[IU]/kg/h  units/kg/h|units/kg/hr|units/kg/hour
[IU]/d  units/day|units/d|unit/day|units per day
ug{FEU}/mL  feu
mg/g{creat}  mg/g creat|mg/g creatinine|mg/g crea|mg/g cr|mg/gcreat|mg/g creat.|mg/gm creat|mg/g{creat}.
ug/g{creat}  ug/g creat|mcg/g creat|ug/g creatinine|mcg/mg creat|mcg/g cr
ug/mg{creat}  ug/mg creat|mcg/mg cr
mmol/mol{creat}  mmol/mol creat|mmol/mol creatinine|mmol/mol crea
mmol/mol{Hb}  mmol/mol hb|mmol/mol hba1c
/100{WBCs}  /100 wbc|/100wbc|/100 wbcs|/100 wbc's|per 100 wbc|per 100 wbcs|nrbc/100 wbc|#/100 wbc|/100 leukocytes
mm[Hg]  mm/hg
%  % v/v|%v/v|v/v|w/w|w/v|% w/v|%w/v|% w/w|% of total|% total|% of wbc|% normal|% of hb|% a1c|% hba1c|percent of total|% hb|%hb|% hgb|% of total hgb|% saturation|% sat
/uL  #/ul|per ul|per microliter|cells per ul
{INR}  inr ratio
{s_co_ratio}  s/co|s/co ratio|s:co|sco|s/c ratio|signal/cutoff|s/co index
ug/kg/min  mcg/kg/minute|gamma/kg/min
Cel  c°|degrees centigrade
mm/h  mm/1hr|mm/1h|mm/first hour|mm/1st hour|mm 1h|mm/std|mm/1 hr|mm/1.h|mm in 1 hour
kg/m2  kg/sqm|kg/sq m|kg/sq.m|bmi|kg/m*m|kgs/m2
mmol/L  mmol/lt|millimolar
mol/L  molar
L/min  lpm|l.p.m.
umol/L  micromolar|mcm
nmol/L  nanomolar
pmol/L  picomolar
10*3/uL  x1000/ul|x 1000/ul|1000s/ul
10*9/L  g/l{giga}|giga/l|bil/l|gpt/l
10*12/L  tera/l|tpt/l
dyn.s/cm5  dyne.sec/cm5|dynes.sec/cm5|dyne-sec/cm5|dyne*s/cm5|dynes/sec/cm5|dynes-sec/cm-5|dyn*s/cm5|dyne sec/cm5|dyn-s/cm5
/[HPF]  per hpf|#/hpf|# /hpf
/[LPF]  per lpf|#/lpf|# /lpf
`

let parts: Map<string, string> | undefined
let wholes: Map<string, string> | undefined

/** The codes of parts of a unit by what is written for them, in lower case. */
export function partSpellings(): ReadonlyMap<string, string> {
  parts ??= readSpellings(PART_SPELLINGS)
  return parts
}

/** The codes of whole units by what is written for them, in lower case. */
export function readUnitSpellings(): ReadonlyMap<string, string> {
  wholes ??= readSpellings(UNIT_SPELLINGS)
  return wholes
}

function readSpellings(lines: string): Map<string, string> {
  const spellings = new Map<string, string>()
  for (const line of lines.trim().split('\n')) {
    const [code, texts] = line.split('  ')
    for (const text of texts!.split('|')) {
      const singular = text.endsWith('(s)') ? text.slice(0, -3) : text
      for (const each of new Set([text, singular, text === singular ? text : `${singular}s`])) {
        if (!spellings.has(each)) spellings.set(each, code!)
      }
    }
  }
  return spellings
}

/** Spellings whose case matters: the molar units of chemists. */
export const EXACT_SPELLINGS: ReadonlyMap<string, string> = new Map(
  Object.entries({ M: 'mol/L', mM: 'mmol/L', uM: 'umol/L', nM: 'nmol/L', pM: 'pmol/L' }),
)

/** Codes in everyday use, the more usual first: they win where a spelling fits several, and alone are found by a near spelling. */
export const USUAL_CODES =
  `mg mL g L kg ug dL mmol ng U umol meq nmol pmol uL pg fL h min s d % mm cm m [IU] m[IU] k[IU] u[IU] mm[Hg] kPa Pa Cel [degF] cm[H2O] K mol osm mosm eq
  uU mU kU nkat ukat kat mm3 m2 m3 wk mo a ms us ns [lb_av] [oz_av] [in_i] [ft_i] [drp] [HPF] [LPF] [ppm] [ppb] [CFU] [psi] kcal cal kJ J W Hz kHz MHz dB V mV uV
  mA A Ohm mOhm S mS uS Bq kBq MBq GBq Ci mCi uCi Gy cGy mGy Sv mSv uSv bar mbar dyn N deg rad nm um pm cL hL l ml dl ul fl pL nL fg fmol amol ag M[IU] [pH]
  [arb'U] [USP'U] [beth'U] [GPL'U] [MPL'U] [APL'U] [anti'Xa'U] [diop] [MET] T mT Wb lm lx cd C F uF pF H mH t`.split(/\s+/)

/** Legal symbols that seldom are meant in health care, and what usually is. `alone`: only as the whole unit. */
export const UNLIKELY: Readonly<Record<string, { readonly meant: readonly string[]; readonly alone?: true }>> = {
  EU: { meant: ['[EU]', "{Ehrlich'U}"] },
  AU: { meant: ["[arb'U]"] },
  mph: { meant: ['[mi_i]/h'], alone: true },
  Gm: { meant: ['g'] },
  MG: { meant: ['mg'] },
  G: { meant: ['g'] },
  kG: { meant: ['kg'] },
  PG: { meant: ['pg'] },
  dG: { meant: ['dg'] },
  mG: { meant: ['mg'] },
  uG: { meant: ['ug'] },
  nG: { meant: ['ng'] },
  pG: { meant: ['pg'] },
  Mg: { meant: ['mg'] },
  ML: { meant: ['mL'] },
  Ml: { meant: ['mL'] },
  Mmol: { meant: ['mmol'] },
  Meq: { meant: ['meq'] },
  Mosm: { meant: ['mosm'] },
  Pmol: { meant: ['pmol'] },
  PL: { meant: ['pL'] },
  Mm: { meant: ['mm'] },
  Ms: { meant: ['ms'] },
  PA: { meant: ['Pa'] },
  C: { meant: ['Cel'], alone: true },
  F: { meant: ['[degF]'], alone: true },
  H: { meant: ['h'] },
  S: { meant: ['s'], alone: true },
  u: { meant: ['U', '[IU]'] },
  pH: { meant: ['[pH]'] },
  PH: { meant: ['[pH]'] },
  ph: { meant: ['[pH]'] },
  ft: { meant: ['[ft_i]'] },
  pt: { meant: ['[pt_us]'] },
  st: { meant: ['[stone_av]'] },
  Gal: { meant: ['[gal_us]'] },
  fT: { meant: ['[ft_i]'] },
  T: { meant: ['t'], alone: true },
  'g%': { meant: ['g/dL'] },
  'mg%': { meant: ['mg/dL'] },
  'ug%': { meant: ['ug/dL'] },
}

/**
 * Legal symbols that count cells before a volume: kelvin for thousand; before a liter gauss for 10*9 and tesla for 10*12;
 * before a microliter meter for million. */
const COUNT_UNITS: Readonly<Record<string, string>> = { K: '10*3', G: '10*9', T: '10*12' }

/** Letters and words that count cells before a volume, and are no units. */
export const COUNT_LETTERS: Readonly<Record<string, string>> = {
  k: '10*3',
  M: '10*6',
  miles: '10*3',
  mil: '10*6',
  MIL: '10*6',
  Mil: '10*6',
}

/** The count that a legal symbol stands for before the divisors. */
export function countUnit(symbol: string, divisors: readonly string[]): string | undefined {
  if (symbol === 'm') return divisors.length === 1 && /^(?:u[lL]|mm3)$/.test(divisors[0]!) ? '10*6' : undefined
  const isCount = symbol === 'K' ? divisors.some((code) => VOLUMES.test(code)) : divisors.length === 1 && /^[lL]$/.test(divisors[0]!)
  return isCount ? COUNT_UNITS[symbol] : undefined
}

/** Units of volume, and fields of a microscope. */
export const VOLUMES = /^(?:[a-zA-Z]{0,2}[lL]|[a-zA-Z]{0,2}m3|\[[HL]PF\])$/
