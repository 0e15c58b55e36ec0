// Abbreviations that end in a full stop without ending a sentence, by language. Keys are lower-case, without the last full stop.

/**
 * never: no sentence ends here (titles, "e.g."). starter: one ends here only before a word that usually begins a sentence.
 * number: none ends before a digit ("Fig. 2"). unit: a unit or form of a dose, where a number stands before it ("5 mg. daily").
 */
export type AbbreviationKind = 'never' | 'starter' | 'number' | 'unit'

export interface LanguageRules {
  readonly abbreviations: ReadonlyMap<string, AbbreviationKind>
  /** Words that usually begin a sentence when they are capitalized. */
  readonly starters: ReadonlySet<string>
  /** "3. Mai": a number with a full stop is an ordinal before a capitalized noun. */
  readonly ordinalStop: boolean
}

const words = (text: string): string[] => text.split(/\s/).filter((word) => word !== '')

function makeRules(lists: Readonly<Partial<Record<AbbreviationKind, string>>>, starters: string, ordinal = ''): LanguageRules {
  const abbreviations = new Map<string, AbbreviationKind>()
  for (const [kind, list] of Object.entries(lists)) for (const word of words(list)) abbreviations.set(word, kind as AbbreviationKind)
  return { abbreviations, starters: new Set(words(starters)), ordinalStop: ordinal === 'ordinal' }
}

const UNITS = `mg mcg µg μg ug ng g gm gms gr kg ml cc dl cl l iu meq mmol mol mm cm km in ft lb lbs oz hr hrs min mins secs wk wks mo mos
  yr yrs tabs cap caps gtt gtts amp amps supp supps susp tsp tbsp puffs drops units`

const ENGLISH = makeRules(
  {
    never: `dr drs mr mrs ms mx messrs prof profs rev hon gen col maj capt cpt cmdr lt sgt cpl pvt sen rep gov pres supt insp
      vs viz cf e.g i.e eg ie mt att attn asst assoc dept messr approx ca c.f aka`,
    starter: `al jr sr st ave blvd rd hwy apt ste bldg etc inc co corp ltd llc bros dept hosp univ esq pt pts hx dx rx tx sx fx ht wt
      ph.d pharm.d psy.d ed.d dr.p.h b.sc m.sc ll.b u.s u.k mon tue tues thu thurs fri ext est resp temp abd adm disch neg pos bilat
      consult cont freq incl max misc prev prob prox rt lt tel lic v q prn`,
    number: `no nos fig figs vol pp p ch sec sect art eq eqn ref refs tab tbl par para rm ver app ser lot ed
      jan feb mar apr jun jul aug sep sept oct nov dec`,
    unit: UNITS,
  },
  `the a an this that these those he she it they we i you his her hers their its our my your there here who what when where why how which
   patient patients pt pts mr mrs ms dr mother father parents family daughter son wife husband
   if while after before during since although though because however therefore thus in on at for from with without to as by of over under
   no not none nothing never denies denied reports reported states stated complains notes noted presents presented appears
   continue continued continues start started stop stopped discontinue hold follow followed return returned call take takes given give gave
   will was were is are has had have plan please also then now today yesterday tomorrow currently upon next otherwise finally later
   review reviewed repeat check checked monitor consider recommend recommended discharge discharged admit admitted transfer transferred
   physical vital vitals labs laboratory lungs heart abdomen exam examination assessment impression allergies medications history past
   all both each any some one two three once another other again and but or so yet nor do does did can could may might should would must
   unfortunately initially subsequently additionally overall per see seen status blood chest pain neuro skin extremities followup`,
)

const OTHERS: Readonly<Record<string, LanguageRules>> = {
  de: makeRules(
    {
      never: `dr hr fr frl prof med dipl ing priv doz bzw z.b d.h u.a o.ä i.d.r s.o s.u v.a z.t ggf ca vgl evtl inkl exkl geb gest bspw sog
        st o.g u.u m.e i.v i.m s.c p.o max min mind ges allg klin`,
      starter: 'usw etc str tel abs jh v.chr n.chr z.n li re bds pat stat amb',
      number: 'nr abb tab kap bd s art jan feb mär apr jun jul aug sep sept okt nov dez',
      unit: `${UNITS} std tgl tbl trpf`,
    },
    `der die das ein eine einer er sie es wir ich ihr man dies diese dieser dieses im in am an bei nach vor mit ohne seit zur zum von aus auf für
     patient patientin der kein keine keiner nicht und aber oder jedoch heute gestern wegen aufgrund während wenn falls danach dann bisher
     zuletzt aktuell anamnestisch klinisch bitte es therapie befund diagnose`,
    'ordinal',
  ),
  fr: makeRules(
    {
      never: 'm mm mme mmes mlle mlles dr pr me mgr st ste p.ex c.-à-d cf env i.v s.c p.o vs max min',
      starter: 'etc av bd tél janv févr avr juil sept oct nov déc ex',
      number: 'n no nos art fig p pp vol chap',
      unit: `${UNITS} cp cps gél`,
    },
    `le la les l un une des il elle ils elles on nous je vous ce cet cette ces dans en à au aux pour par avec sans sur depuis après avant pendant
     patient patiente pas aucun aucune et mais ou donc or ni car si quand lors puis ensuite aujourd'hui hier`,
  ),
  es: makeRules(
    {
      never: 'sr sra srta sres d dña dr dra dres prof lic ing ud uds p.ej s.c i.v i.m v.o aprox cf vs máx mín',
      starter: 'etc av avda tel ee.uu a.m p.m pág depto',
      number: 'n no núm nº art fig págs pág vol cap',
      unit: `${UNITS} comp cáps`,
    },
    `el la los las un una unos unas lo él ella ellos ellas se su sus este esta estos estas en a al de del por para con sin sobre desde tras
     paciente no ningún ninguna y pero o si cuando mientras después antes luego hoy ayer`,
  ),
  it: makeRules(
    {
      never: 'sig sig.ra sigg dott dr dott.ssa prof prof.ssa ing avv on es p.es c.a ca cfr v.le s.c i.v i.m vs max min',
      starter: 'ecc etc tel',
      number: 'n nn art fig pag pagg vol cap',
      unit: `${UNITS} cpr cps fl`,
    },
    `il lo la i gli le un uno una egli ella esso lui lei si in a al alla di del della da dal per con senza su dopo prima durante
     paziente non nessuno nessuna e ma o se quando mentre poi oggi ieri`,
  ),
  pt: makeRules(
    {
      never: 'sr sra srta dr dra drs prof profa eng ex p.ex s.c i.v i.m v.o aprox cf vs máx mín',
      starter: 'etc av tel',
      number: 'n no nº núm art fig pág págs vol cap',
      unit: `${UNITS} comp cáps`,
    },
    `o a os as um uma ele ela eles elas se seu sua este esta em no na ao à de do da por para com sem sobre desde após
     paciente não nenhum nenhuma e mas ou quando enquanto depois antes hoje ontem`,
  ),
  nl: makeRules(
    {
      never: 'dhr mevr mw mej dr drs prof ir ing mr bijv bv d.w.z o.a m.b.t i.v.m t.o.v evt ca incl excl i.v i.m s.c p.o max min',
      starter: 'enz etc str tel',
      number: 'nr nrs art fig blz vol afb jan feb mrt apr jun jul aug sep sept okt nov dec',
      unit: `${UNITS} tabl`,
    },
    `de het een hij zij ze het we wij ik u men dit dat deze die in op aan bij na voor met zonder sinds van uit om over
     patiënt patiënte geen niet en maar of dus want als toen daarna nu vandaag gisteren`,
  ),
}

const ORDINAL_LANGUAGES = new Set(['cs', 'da', 'de', 'et', 'fi', 'hr', 'hu', 'lv', 'nb', 'nn', 'no', 'pl', 'sk', 'sl', 'sr', 'tr'])

/** The rules of a language; one without a list of its own has the English abbreviations, which clinical notes borrow. */
export function languageRules(language: string): LanguageRules {
  const own = OTHERS[language]
  if (own) return own
  return ORDINAL_LANGUAGES.has(language) ? { ...ENGLISH, ordinalStop: true } : ENGLISH
}
