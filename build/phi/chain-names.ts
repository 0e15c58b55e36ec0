// Names of chains that care for people at home, of homes, clinics, insurers, agencies, employers and shops that stand in records without a word that says
// what they are, and short words of the wards as they are typed; written for the project.

export const CHAIN_ORGANIZATIONS = `
compassus|vitas|seasons hospice|heartland hospice|crossroads hospice|accentcare|enhabit|centerwell|suncrest|interim healthcare|comfort keepers|homewatch caregivers|right at home|home instead|brightstar care|griswold|senior helpers|synergy homecare|addus|
maxim healthcare|aveanna|elara caring|pennant|amedysis|trucare|honor home care|papa pals|modivcare|logisticare|mtm transit|veyo|access2care|american medical response|global medical response|acadian ambulance|air evac|life flight|lifeflight|med-trans|reach air|phi air|
genesis healthcare|life care centers|signature healthcare|golden living|promedica skilled|saber healthcare|diversicare|american senior communities|sunrise of|holiday retirement|five star senior|capital senior|merrill gardens|benchmark senior|belmont village|
silverado|arden courts|erickson|holiday by atria|discovery senior|oakmont|aegis living|masonic home|lutheran home|methodist home|presbyterian home|little sisters of the poor|
dci dialysis|satellite dialysis|us renal|american renal|davita kidney|fresenius kidney|fkc|innovative renal|
gohealth|carespot|nextcare|fastmed|citymd|patientfirst|afc urgent|american family care|wellnow|carewell|convenientmd|zoom care|zoomcare|one medical|oak street|village medical|villagemd|chenmed|caremore|cityblock|landmark health|dispatchhealth|forward clinic|carbon health|crossover health|
plushcare|doctor on demand|amwell|mdlive|talkspace|betterhelp|lifestance|thriveworks|spring health|hims|ro health|21st century oncology|genesiscare|us oncology|texas oncology|florida cancer specialists|tennessee oncology|rocky mountain cancer|minnesota oncology|
vradiology|vrad|envision radiology|solis mammography|radiology partners|novant imaging|akumin|alliance healthcare|sonic healthcare|bioreference|neogenomics|arup|viracor|natera|myriad|invitae|foundation medicine|guardant|sema4|mayo labs|acl labs|clinical pathology laboratories|
option care|amerita|bioscrip|coram cvs|briova|optumrx|medimpact|prime therapeutics|magellan rx|humana pharmacy|alliancerx|pillpack|alto pharmacy|omnicare|pharmerica|polaris pharmacy|avita|walgreens specialty|
apria|lincare|rotech|inogen|adapt health|norco medical|byram|edgepark|liberator medical|hanger clinic|ottobock|national seating|
encompass rehab|select rehab|kindred rehab|pam health|vibra|lifecare|cobalt rehab|reliant rehab|athletico|ivy rehab|upstream rehab|benchmark pt|professional pt|confluent|drayer|pivot pt|
acadia|universal health services|hazelden|betty ford|phoenix house|daytop|odyssey house|sheppard pratt|mclean|menninger|austen riggs|silver hill|butler hospital|four winds|timberline knolls|renfrew|monte nido|alsana|eating recovery|center for discovery|
hca|tenet|lifepoint|prime healthcare|iasis|commonspirit|providence st joseph|bon secours|mercy health|ohiohealth|unc rex|honor health|dignity|sutter|memorial sloan|texas health|thr|baylor scott|st david's|
lutheran general|st joseph mercy|st elizabeth|jewish hospital|uofl|uk healthcare|tristar|saint thomas|erlanger|ballad|lebonheur|le bonheur|semmes murphey|rainbow babies|uh rainbow|peyton manning|
medstar|georgetown|sibley|washington adventist|howard university|greater baltimore|gbmc|lifebridge|bayview|kennedy krieger|nih clinical center|union memorial|
parkland health|john peter smith|jps|university health|harris health|lbj hospital|lyndon b johnson|cook children's|dell children's|texas children's|scottish rite|childrens medical|shriners|ronald mcdonald|
bcbs|anthem bcbs|oscar|friday health|ambetter|bright healthcare|wellpoint|beacon health|carelon|evernorth|multiplan|umr|allied benefit|webtpa|zelis|cofinity|phcs|tufts|neighborhood health|passport health|
gateway health|aetna better health|upmc for you|keystone first|geisinger gold|priority partners|amerigroup|simply healthcare|careplus|freedom health|peoples health|healthy blue|louisiana healthcare connections|mississippi true|
medi-cal|masshealth|badgercare|tenncare|soonercare|ahcccs|star plus|husky health|hoosier healthwise|caresource|peachcare|myocare|apple health|
dcfs|dhs|disability rights|catholic charities|lutheran social services|jewish family services|st vincent de paul|
trimet|mbta|wmata|nyct|bart|caltrain|lirr|njtransit|nj transit|marta|jetblue|alaska airlines|spirit airlines|frontier airlines|allegiant|hawaiian airlines|
kindercare|knowledge universe|learning care|tutor time|childtime|la petite|primrose school|goddard|kiddie academy|bright horizons|little sprouts|head start|montessori|
bowdoin|amherst|williams college|middlebury|dartmouth|tufts|brandeis|wellesley|smith college|bryn mawr|haverford|vassar|skidmore|oberlin|grinnell|carleton|macalester|pomona|scripps college|occidental|baylor|tcu|smu|lsu|ole miss|clemson|
vanderbilt|emory|tulane|wake forest|duke|unc|nc state|uva|spelman|morehouse|tuskegee|purdue|notre dame|northwestern|depaul|loyola|marquette|creighton|gonzaga|byu|asu|ucsb|ucsc|ucr|csun|sdsu|sjsu|usf|fsu|ucf|vcu|jmu|wvu|osu|msu|psu|rutgers|drexel|villanova|
nfl|nba|mlb|nhl|ncaa|local 150|teamsters|seiu|uaw|ibew|afscme|usw|united steelworkers|
fbi|ice detention|border patrol|tsa|faa|nasa|national guard|coast guard|job corps|americorps|peace corps|
perryville|rikers island|angola|parchman|folsom|corcoran|attica|sing sing|leavenworth|cook county jail|la county jail|harris county jail|maricopa county jail
`

/** Short words that clinicians and patients type, which no dictionary has. */
export const TYPED_WORDS = `
pls plz thx ty tysm abt bc cuz coz gonna wanna gotta dunno lmk fyi asap imo btw tbh idk rn wk wks yr yrs hx rx tx dx sx fx bx cx vs w/o s/p c/o f/u d/c h/o r/o
trop trops bnp lytes creat crt bicarb lact lfts tsh coags plts wbcs rbcs hgb hct abg vbg cxr kub cth cta mra echo tte tee lhc rhc egd colo bronch trach lap appy chole hemi crani lami fem pop ax iliac tib fib
vanc zosyn ctx cefe cipro levo flagyl doxy azithro augmentin amox clinda bactrim keflex ancef mero dapto linezolid fluc micafungin acyclovir
lasix metop dilt amio dig nitro heparin lovenox coumadin asa plavix eliquis xarelto brilinta norepi levophed vaso epi phenyl dobut milrinone roc sux prop ketamine versed ativan haldol benzo benzos opioid opioids morph dilaudid oxy norco tylenol motrin toradol
prednisone dex decadron solumedrol albuterol duonebs nebs bipap cpap hfnc intubate extubate intubated extubated npo ppx ivf ivfs bolus gtt drip prn bid tid qid qhs qam qpm qday qod stat
derm rheum endo nephro pulm cards gastro neuro uro onc heme ortho psych peds ent optho ophtho obgyn gyn ob anes rads path micro pharm dietary resp rehab snf ltac ltc alf icu micu sicu cticu picu nicu pacu
cholangio hepato gastroparesis pericard endocard myocard osteo dvts pes uti utis uris copd chf cad afib aflutter svt vtach vfib esrd ckd aki gerd ibs ibd dm dm2 htn hld cva tia mi nstemi stemi
preop postop intraop periop preg postpartum antepartum multip primip primigravida gravida nullip peds neonate preemie toddler
sob doe cp abd n/v n/v/d lbp loc ams wnl nad nkda nka ros pmh psh fhx shx cc hpi
coude shiley cordis quinton permcath picc midline portacath mediport vascath broviac hickman
`
