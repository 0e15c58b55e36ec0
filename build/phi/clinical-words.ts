// Clinical words that look like names or initials, written for the project: abbreviations, organisms, drugs, devices and makers, and what trials and
// guidelines are called. They add to medical-words.ts.

/** Abbreviations of tests, diseases, services and bodies, which look like initials. */
export const MORE_ABBREVIATIONS = `
aan acep aaaai aaos aans asge acg aga asam asra astro easl esge esmo figo hrs idf ilae isth sccm scai sages sgo shm smfm sts svs wao bts bsg rcog ccs cag sogc ralp tfesi ksb
stari maggic vasc mets abvd folfox folfiri chop bacop qrisk ascvd
mwf tts tths iga igg ebv hsv vzv jcv rnase maldi
nnt nnh rct ci or hr rr ppv npv auc roc sd se bsa bmi tbsa cfu hpf lpf ag ab igg igm iga ige hla cyp ugt dpd tpmt vkor g6pd nph iabp ecmo lvad rvad bivad impella ctpa ctv ctas mip
cfr hipaa phi fda cdc who nih nice aha acc ada asco nccn acog aafp aap usp uspstf acr eular easl aasld esc ers ats gold gina kdigo kdoqi idsa shea hedis cms ema mhra icd dsm loinc snomed
hfref hfpef hfmref nstemi stemi nste acs pe dvt vte paf svr map cvc ij pcwp lvedp lvot tavi tavr savr mitral pfo asd vsd tof pda copd ipf ild osa ohs ards cteph pah cpap avaps
egfr ckd aki esrd crrt cvvh hd pd avf avg uacr fena siadh dka hhs hypo cgm csii tpo trab t3 t4 tsh acth crh pth fsh lh shbg dhea igf gh amh hcg ivf iui icsi pcos pid iugr fgr pprom prom
toc gbs bpp nst cst afi lmp edd hellp d&c d&e vbac tolac tah bso leep colpo hpv hsv vzv ebv cmv rsv sars mers covid influenza h1n1 h3n2 h5n1 hav hbv hcv hdv hev hiv htlv mrsa mssa vre esbl cre
cdi vap clabsi cauti ssi ntm mac tb ltbi igra ppd qft tst bcg mmr tdap dtap ipv pcv ppsv rzv menb menacwy all aml cml cll mds mpn et pv mm mgus dlbcl fl mcl mzl hl nhl nsclc sclc crc hcc pdac gist rcc tcc
net gbm dipg brca msi mmr dmmr tmb pdl ros alk braf kras nras her2 er pr ki tnm ajcc ecog kps recist suv pet psma dotatate ihc fish ngs pcr elisa vdrl rpr fta ana anca dsdna ccp rf ena scl
tia cva ich sah sdh edh tpa tnk lvo mca aca pca ica nihss mrs eeg emg ncs lp csf ms nmo mog adem als sma dmd gbs cidp mg pd lbd ftd msa psp cbd ad mci moca mmse phq gad audit cage ciwa cows
ect tms ssri snri tca maoi nri dbt cbt emdr adhd asd odd ptsd ocd mdd bpad epse nms tdi rass cam icdsc braden morse norton waterlow apache sofa qsofa news mews curb psi wells perc heart timi grace
tka tha acl pcl mcl lcl tfcc orif crpp ddh scfe lcp rc slap dexa frax nof ex-fix rice prp cts tos crps fms tmj iop amd dr poag pacg rvo crao ped oct eua tonsil bppv ssnhl ome aom ebus
ercp eus eus-fna mrcp tips hvpg meld fib nafld masld nash mash pbc psc aih hrs sbp ibd uc cd ibs sibo gerd eoe barrett hpylori gist ngt peg pej tpn ppn dht bmt hsct gvhd car cart
vte ivig pex plex ffp prbc prbcs pcc txa ddavp nsaid nsaids ppi h2ra ace acei arb arni mra sglt2 glp1 dpp4 doac noac lmwh ufh asa dapt bb ccb
`

/** Organisms, by genus or species, and the diseases that places gave their names. */
export const ORGANISMS = `
chlamydophila sporothrix bacteroides fusobacterium prevotella peptostreptococcus gardnerella cutibacterium propionibacterium stomatococcus
helicobacter clostridioides difficile salmonella typhi paratyphi enteritidis typhimurium shigella campylobacter jejuni vibrio cholerae vulnificus yersinia pestis listeria monocytogenes
escherichia enterobacter citrobacter proteus mirabilis morganella providencia klebsiella serratia pseudomonas acinetobacter baumannii stenotrophomonas burkholderia haemophilus bordetella pertussis
legionella neisseria meningitidis gonorrhoeae moraxella catarrhalis brucella melitensis francisella tularensis pasteurella bartonella henselae capnocytophaga eikenella kingella aggregatibacter
staphylococcus lugdunensis streptococcus pneumoniae pyogenes agalactiae viridans gallolyticus enterococcus faecalis faecium bacillus anthracis corynebacterium actinomyces nocardia tropheryma
mycobacterium avium abscessus kansasii marinum leprae treponema pallidum borrelia burgdorferi leptospira rickettsia ehrlichia anaplasma coxiella burnetii chlamydia trachomatis mycoplasma genitalium ureaplasma
candida albicans auris glabrata cryptococcus aspergillus fumigatus mucor rhizopus histoplasma blastomyces coccidioides pneumocystis jirovecii malassezia trichophyton
plasmodium falciparum vivax toxoplasma gondii giardia lamblia cryptosporidium cyclospora entamoeba histolytica trichomonas vaginalis leishmania trypanosoma cruzi strongyloides ascaris taenia echinococcus
schistosoma enterobius toxocara sarcoptes pediculus naegleria acanthamoeba babesia norovirus rotavirus adenovirus enterovirus coxsackie echovirus rhinovirus parvovirus polyomavirus hantavirus
ebola marburg lassa asians africans europeans americans hispanics latinos caucasians statins troponins dengue zika chikungunya nipah hendra mpox orthopoxvirus molluscum papilloma herpes simplex zoster
`

/** Brand and generic names of drugs and vaccines beyond those of medical-words.ts. */
export const MORE_DRUGS = `
ozempic wegovy mounjaro zepbound rybelsus trulicity victoza saxenda jardiance farxiga invokana steglatro tresiba toujeo admelog fiasp lyumjev semglee rezvoglar afrezza
tirzepatide semaglutide sotagliflozin finerenone vericiguat mavacamten inclisiran bempedoic nexletol repatha praluent leqvio camzyos verquvo kerendia vyndaqel tafamidis
paxlovid nirmatrelvir molnupiravir remdesivir veklury tocilizumab baricitinib olumiant rinvoq upadacitinib tofacitinib xeljanz ritlecitinib deucravacitinib sotyktu
skyrizi risankizumab tremfya guselkumab ilumya taltz ixekizumab bimekizumab bimzelx dupilumab tralokinumab adbry nemolizumab lebrikizumab tezspire tezepelumab nucala mepolizumab
ocrevus ocrelizumab kesimpta ofatumumab tysabri natalizumab lemtrada mavenclad zeposia ponesimod aubagio tecfidera vumerity leqembi lecanemab aduhelm kisunla donanemab
aimovig ajovy vyepti nurtec ubrelvy qulipta reyvow botox dysport xeomin jeuveau onabotulinumtoxina radicava relyvrio qalsody spinraza zolgensma evrysdi elevidys
spravato auvelity zurzuvae brexanolone zulresso caplyta vraylar rexulti cobenfy nuplazid ingrezza austedo quviviq dayvigo hetlioz sunosi wakix xyrem lumryz
suboxone sublocade zubsolv vivitrol brixadi lofexidine lucemyra narcan naloxone methadone kratom ketamine esketamine
descovy truvada biktarvy dovato juluca cabenuva apretude rukobia trogarzo sunlenca odefsey symtuza epclusa mavyret vosevi zepatier livtencity letermovir prevymis maribavir
fetroja cefiderocol recarbrio zerbaxa avycaz vabomere xerava nuzyra dalvance dalbavancin orbactiv oritavancin sivextro tedizolid zevtera blujepa bezlotoxumab zinplava fidaxomicin vowst rebyota
novocaine lidocaine xylocaine marcaine bupivacaine exparel liposomal ropivacaine naropin emla precedex dexmedetomidine propofol diprivan etomidate rocuronium succinylcholine sugammadex bridion vecuronium
cervidil dinoprostone misoprostol cytotec pitocin oxytocin methergine hemabate carboprost makena mifepristone mifeprex ulipristal ella nexplanon mirena kyleena skyla liletta paragard nuvaring depo
comirnaty spikevax novavax moderna pfizer astrazeneca janssen sinovac sputnik covaxin shingrix zostavax prevnar pneumovax vaxneuvance capvaxive gardasil cervarix arexvy abrysvo beyfortus nirsevimab synagis
boostrix adacel pediarix pentacel vaxelis kinrix proquad varivax rotateq rotarix havrix twinrix heplisav engerix recombivax bexsero trumenba menveo menactra menquadfi flumist fluzone fluarix imovax rabavert
plasmalyte normosol hartmann albumin kcentra balfaxar andexxa praxbind idarucizumab vitamin biotin melatonin ginkgo ginseng echinacea turmeric elderberry ashwagandha valerian probiotic
wort mercaptopurine thioguanine tacrolimus sirolimus everolimus belatacept basiliximab thymoglobulin mycophenolate rituxan truxima ruxience ultomiris soliris empaveli fabhalta enjaymo
hemlibra emicizumab hemgenix altuviiio eloctate advate novoseven feiba humate vonvendi amicar tranexamic nplate doptelet promacta tavalisse reblozyl luspatercept crizanlizumab oxbryta endari
zithromax z-pak augmentin keflex omnicef cefzil duricef bicillin levaquin avelox macrobid monurol hiprex pyridium tylenol advil motrin aleve excedrin midol benadryl zyrtec claritin allegra xyzal mucinex robitussin delsym nyquil dayquil sudafed afrin flonase nasacort zantac pepcid prilosec nexium prevacid tums maalox mylanta pepto imodium miralax dulcolax colace senokot metamucil citrucel
`

/** Tests, scores, devices, makers of devices, trials and guidelines. */
export const MORE_TESTS = `
dexcom freestyle libre guardian eversense omnipod tandem medtronic minimed tslim impella heartmate watchman mitraclip amplatzer sapien corevalve evolut zephyr spiration inspire vns rns
dako ventana roche abbott siemens philips hologic biofire genexpert cepheid luminex quidel binax cologuard galleri oncotype mammaprint decipher prolaris foundationone guardant signatera invitae myriad counsyl natera
zimmer stryker depuy synthes smith-nephew arthrex biomet exactech orthofix nuvasive globus medacta microport lima aspen miami ottobock ossur velcro aircast hinge donjoy
bovie ligasure harmonic endogia echelon da-vinci olympus pentax fujinon karl-storz covidien ethicon bard cook boston-scientific cordis terumo gore atrium davol coloplast hollister convatec
scorten maddrey lille hoehn yahr nugent amsel westley centor mcisaac feverpain gustilo garden salter-harris lauge-hansen weber-b neer schatzker rockwood frykman mirels kellgren outerbridge modic pfirrmann meyerding cobb risser
fried charlson elixhauser rockwood katz lawton barthel tinetti berg oswestry roland quickdash womac koos hoos sf-36 eq-5d promis dash psfs vas nrs flacc faces cries comfort bisap ranson balthazar glasgow-blatchford rockall aims65 forrest baveno tokyo atlanta
bethesda ti-rads bi-rads li-rads pi-rads lung-rads o-rads gleason nottingham clark breslow dukes ann-arbor lugano deauville binet rai durie salmon figo barcelona milan ucsf toronto child-pugh meld okuda bclc
sprint accord advance allhat hope paradigm dapa emperor deliver partner notion syntax freedom excel noble courage ischemia fame orbita compass themis augustus entrust reduce-it strength jupiter improve-it fourier odyssey basics smart plus safe process arise promise andromeda clovers adrenal approcchss recovery remap solidarity actt danger cardshock
edinburgh epds vanderbilt conners scared m-chat ages denver bayley gesell peabody wppsi wisc wais wiat kbit vineland abas ados adi-r beery bender rey rcft cvlt hvlt bvmt trails stroop wcst tower boston-naming cowat dkefs mmpi pai mcmi rorschach tat
`
