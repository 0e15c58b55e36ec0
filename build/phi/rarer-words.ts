// Rarer words of medicine that stand in questions about nobody: eponyms, drugs, tests and abbreviations; written for the project.

export const RARER_EPONYMS = `
lemierre fleischer eales stamey naughton leyden lund ghent marburg adrogue madias mosteller fridericia bazett hodges hakim fitz-hugh curtis ludwig ashworth tardieu berg tinetti goldmann schirmer lanz gridiron kocher pfannenstiel
maylard joel-cohen rutherford-morison battle mcgee sgarbossa wellens brugada osborn delta lown ganong romano ward jervell lange-nielsen andersen tawil timothy naxos carvajal uhl ebstein lutembacher eisenmenger
cantrell holt-oram noonan costello leopard alagille crigler najjar gilbert dubin rotor zieve mirizzi courvoisier bouveret rigler ogilvie chilaiditi hirschsprung meckel bochdalek morgagni littre richter amyand garengeot spigelian
grynfelt petit lumbar hesselbach calot mirizzi strasberg bismuth couinaud pringle kausch traverso longmire imanaga billroth roux nissen toupet dor belsey thal collis heller mckeown ivor-lewis
hartmann lichtenstein shouldice bassini mcvay rives stoppa ramirez delorme altemeier thiersch lord parks goligher ferguson milligan morgan whitehead lockhart-mummery
cullen grey-turner fothergill blumberg rovsing dunphy markle carnett obturator ransohoff boas kehr saegesser danforth
trousseau chvostek troisier bowen paget queyrat merkel kaposi sezary kimura castleman rosai dorfman erdheim chester langerhans letterer siwe hand-schuller niemann pick gaucher fabry krabbe sandhoff hurler hunter sanfilippo morquio maroteaux lamy sly scheie
pompe mcardle forbes hers tarui von-gierke andersen lafora unverricht lundborg lennox gastaut dravet doose landau kleffner rasmussen ohtahara otahara jeavons panayiotopoulos
wallenberg weber benedikt claude nothnagel parinaud millard gubler foville dejerine roussy babinski nageotte avellis collet sicard vernet villaret tapia horner adie holmes argyll marcus gunn uhthoff lhermitte
charcot marie tooth dejerine sottas roussy levy refsum friedreich marinesco sjogren kennedy kugelberg welander werdnig hoffmann duchenne becker emery dreifuss landouzy bethlem ullrich miyoshi nonaka steinert thomsen isaacs morvan
lambert eaton guillain barre strohl bickerstaff tolosa hunt ramsay gradenigo melkersson rosenthal heerfordt mobius duane brown kearns sayre leigh leber alpers pearson barth menkes wilson hallervorden spatz fahr
huntington westphal sydenham tourette meige segawa steele richardson olszewski shy drager creutzfeldt jakob gerstmann straussler scheinker kuru binswanger
korsakoff wernicke marchiafava bignami capgras fregoli cotard ekbom othello clerambault munchausen ganser kluver bucy kleine levin pickwick ondine cheyne stokes biot kussmaul
kallmann klinefelter turner swyer rokitansky kuster hauser asherman sheehan fitz stein leventhal meigs krukenberg brenner sertoli leydig call-exner schiller-duval nabothian bartholin skene gartner wolff muller
addison cushing conn bartter gitelman liddle gordon fanconi dent lowe alport goodpasture berger henoch schonlein kimmelstiel wilson bright lightwood
graves basedow plummer hashimoto riedel de-quervain jod jellinek wolff-chaikoff pendred refetoff sipple wermer carney mccune albright mazabraud peutz jeghers cowden gardner turcot lynch muir torre li fraumeni birt hogg dube von hippel lindau bourneville recklinghausen sturge weber osler rendu
bechet behcet sjogren sicca still felty caplan reiter whipple takayasu horton buerger kawasaki wegener churg strauss cogan susac degos sneddon weber christian sweet raynaud
perthes legg calve osgood schlatter sever kohler freiberg kienbock preiser panner scheuermann blount madelung sprengel klippel feil poland pierre robin treacher collins crouzon apert pfeiffer goldenhar
colles smith barton galeazzi monteggia essex-lopresti hume chance jefferson hangman anderson dalonzo bennett rolando boxer jones lisfranc chopart pott dupuytren maisonneuve tillaux pilon weber bosworth segond hoffa
dequervain finkelstein phalen tinel durkan froment wartenberg jeanne allen adson roos wright spurling hoffmann lhermitte lasegue bragard faber patrick thomas trendelenburg ober galeazzi ortolani barlow mcmurray apley lachman thessaly steinmann
neer hawkins jobe yergason speed obrien popeye drop-arm gerber yocum paxinos
braden norton waterlow morse hendrich ramsay riker richmond aldrete bromage cormack lehane mallampati wilson patil
apgar ballard dubowitz bishop bhutani silverman downes sarnat denver bayley griffiths vineland conners vanderbilt
wechsler stroop rey osterrieth boston wisconsin raven luria nebraska halstead reitan benton bender rorschach beck hamilton montgomery asberg young zung edinburgh yale-brown
epworth stanford mallampati berlin pittsburgh cincinnati hunt hess fisher spetzler martin borden cognard alberta
killip forrester framingham duke jones vaughan rutherford fontaine crawford debakey leriche
ranson glasgow imrie balthazar atlanta child pugh maddrey lille milan forrest rockall blatchford truelove witts mayo harvey bradshaw montreal vienna rome bristol savary miller prague los-angeles hill
gleason partin damico kattan breslow clark fuhrman nottingham bloom elston robson dukes astler coller lugano ann-arbor binet rai durie salmon
karnofsky lansky ecog deauville cheson
widal coombs kleihauer betke apt-downey schilling watson sulkowitch benedict fehling tzanck nikolsky auspitz koebner darier asboe hansen
kleiger wood parker gram ziehl neelsen giemsa wright leishman romanowsky papanicolaou masson congo prussian perls fontana grocott gomori sudan
petri ouchterlony laurell westergren wintrobe coulter
`

export const RARER_DRUGS = `
glargine lispro aspart degludec detemir glulisine toujeo tresiba basaglar semglee humalog novolog fiasp admelog lantus levemir afrezza rybelsus saxenda bydureon byetta tirzepatide retatrutide cagrilintide zepbound mounjaro inpefa sotagliflozin finerenone kerendia vericiguat verquvo omecamtiv mavacamten camzyos aficamten tafamidis vyndamax acoramidis vutrisiran patisiran inclisiran leqvio bempedoic nexletol evinacumab icosapent vascepa
lecanemab leqembi donanemab kisunla aducanumab aduhelm ubrogepant ubrelvy rimegepant nurtec atogepant qulipta erenumab aimovig fremanezumab ajovy galcanezumab emgality eptinezumab vyepti lasmiditan reyvow zavegepant
cenobamate xcopri brivaracetam briviact perampanel fycompa fenfluramine fintepla stiripentol cannabidiol epidiolex ganaxolone lumateperone caplyta cariprazine vraylar brexpiprazole rexulti iloperidone lurasidone asenapine pimavanserin valbenazine ingrezza deutetrabenazine austedo xanomeline cobenfy esketamine spravato zuranolone zurzuvae brexanolone dextromethorphan auvelity suvorexant belsomra lemborexant dayvigo daridorexant quviviq
ofatumumab kesimpta ocrelizumab ocrevus ublituximab briumvi natalizumab tysabri siponimod ozanimod ponesimod cladribine efgartigimod vyvgart rozanolixizumab zilucoplan ravulizumab ultomiris inebilizumab satralizumab eculizumab
risankizumab skyrizi guselkumab tremfya tildrakizumab mirikizumab omvoh vedolizumab entyvio upadacitinib rinvoq filgotinib baricitinib olumiant abrocitinib ritlecitinib deucravacitinib sotyktu dupilumab dupixent tralokinumab lebrikizumab nemolizumab tezepelumab tezspire benralizumab fasenra mepolizumab nucala reslizumab omalizumab xolair anifrolumab belimumab voclosporin
nirsevimab beyfortus palivizumab molnupiravir nirmatrelvir ensitrelvir baloxavir xofluza letermovir maribavir lenacapavir sunlenca cabotegravir apretude islatravir fostemsavir ibalizumab bezlotoxumab fidaxomicin vonoprazan voquezna tegoprazan rezafungin ibrexafungerp isavuconazole cresemba omadacycline eravacycline cefiderocol fetroja sulbactam durlobactam aztreonam avibactam imipenem relebactam plazomicin lefamulin gepotidacin
pembrolizumab nivolumab ipilimumab cemiplimab dostarlimab retifanlimab tislelizumab toripalimab relatlimab tebentafusp lifileucel trastuzumab enhertu deruxtecan sacituzumab trodelvy tucatinib tukysa neratinib alpelisib capivasertib elacestrant imlunestrant ribociclib abemaciclib palbociclib olaparib niraparib rucaparib talazoparib mirvetuximab zolbetuximab amivantamab lazertinib osimertinib sotorasib adagrasib lorlatinib repotrectinib selpercatinib pralsetinib capmatinib tepotinib
daratumumab isatuximab elranatamab teclistamab talquetamab ciltacabtagene idecabtagene axicabtagene lisocabtagene tisagenlecleucel brexucabtagene epcoritamab glofitamab mosunetuzumab loncastuximab tafasitamab polatuzumab zanubrutinib acalabrutinib pirtobrutinib venetoclax gilteritinib quizartinib midostaurin ivosidenib enasidenib revumenib luspatercept imetelstat momelotinib pacritinib fedratinib ropeginterferon
romosozumab evenity denosumab abaloparatide teriparatide zoledronate burosumab vosoritide setmelanotide palopegteriparatide osilodrostat levoketoconazole relacorilant teprotumumab fezolinetant veozah elinzanetant relugolix orgovyx myfembree elagolix orilissa linzagolix
`

export const RARER_ABBREVIATIONS = `
nyha mdrd bph pcn iia iib iiib iiia iva ivb hhv fna dpn jama nejm bmj preload afterload barky grandkids cyberchondria kale nitro nile lol omg idc
acpa ada2 adamts aecopd aed afp agep alp alt amh aip apap aptt arr arvc asd ast atn aur avnrt avrt bal bav bcg bnp bpd bpp bru cabg cac cads cap cbc cdiff ceus cftr chads chf ckmb cmp cmr cog cpr cpp crp crps crs csa csdh ctd cvid dah dat dbs dcis dds dfu dhe dic dili dlco dmard dmards doe dpp dsa dtr dual ecls ecv
edta eef egfr ehlers elisa emb enc eoe epo esr ett evar evd facs fap fast fess ffr fmd fnh fob fobt fit fsgs fuo gca gcsf ggt ghb gir gnr gpc gvh hace hape hbig hct hep hida hie hit hlh hocm hrct hsp htlv hus icp icd ildr imn impella inr iol ipmn irb irr isr itb itp iud ivc ivcd ivdu ivus jia jme jvd kub lad lams lbbb lcis ldh lft lgib lhon lip loc lrti lsil lsd ltot
mabp maoi mas mats mcd mdr mdrtb meds mews mgd mibc mis mmf mods mpa mpgn mrcp mrv msk mtx mwt nafl nash nat nec nfm nicu nidcm nippv nmba nnrti npo nrp nsip nssi ntg obs ocp oet ogtt omphalocele ooh oral osa osteo otc paf pami pan papvr parp pbs pcn pcr pcv pda pdt pef pei pes pfa pfapa pft phn pids pip plt pmr pnes poag pocus pofe post-op pots prn prom psc psvt ptc pth ptsd pud puva pvc pvd pvr qt rbbb rca rds rds repatha rhc rfa rop rosc rpgn rrt rsi rta rtpa rvh rvsp
sadhart sah sare sbo sbrt scad scd scid sgb sirs sjs slit snb snri spep stv svc svr svt swi tace tapvr tavi tbi tbsa tca tee ten tfcc thc tips tlc tls tlif toa torch tpal trali trx tsi ttm ttp ttts tur turp ucl uds ugib uip upep urti uti uvb vad vaers vats vbg vcug vdrf vf vhl vkh vp vsd vur vwd vzig wbrt wcd wpw xdr xrt zes
`
