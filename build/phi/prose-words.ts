// Words of medicine and of daily life that the prose of the training has and no other list: drugs, devices with tests, software and everyday brands,
// eponyms, and plain words. Sorted by hand for the project.

export const PROSE_DRUGS = `
abraxane acitrom acthar actigall adakveo addiphos adiro adizem airsupra alendronic alvogyl ambisome analgin anavip anusol aplisol areds augmentine
benadryls berinert berocca besremi bextra bival breyna butrans calazime calogen calvepen carbo cardioaspirina cathflo ceftaz celluvisc cerasee
ciprodex citralock clinimix clopixol coartem conray consta corsodyl corvalol coumadins coversyl crocin crofab curosurf cyanokit cystografin daktarin
dalsy darvocet debrox deet dekas difflam digibind digifab dioralyte dipirona diuril doliprane dolo domeboro dornase dovobet doxypep drysol duavee
dyanavel ecosprin elaprase elvanse emtec enantyum enlive enstilar entonox epipens erypo erythro estradot estroven etom evorel ferinject ferrlecit
firazyr flamigel flolan flozin forceval fortisip galzin gentlease glucola glycinate glycomet grastek hadlima heliox hespan hextend hizentra holle
hypersal hypostop illuccix impavido indocyanine ixchiq juven jynneos kardegic kardégic kdur kinevac lacri lacrilube legalon levipil levonelle
levothyrox lexiscans librax liquacel lissamine lithostat lopressors loxonin ludes lutathera lymphazurin lyte maintena manuka marcain medrone melubrina
metrogel miaderm mife miochol monocef monofer mucosta mycota narcans naseptin neocate neosure neutra neutraphos nicotinamide nitropaste nolotil norbup
novalgina novologs nutrison nutrizym octagam optrex orofer oxali pabrinex palforzia pantoloc penadur pentobarb peptac percs piriton polycal polytrim
portagen prednisolon prelief preservision prevagen prevident previscan priadel proactiv prolacta prosource prostat préviscan pyralgina rectogesic
redipred reishi rhig roxanol rozex ryanodex sarna seguril septocaine septrin serc serenace sevo shelcal shugarcaine silagel sintrom sinutab slynd
soolantra spasfon spironolacton stemetil stevia succ sustenna systane tachipirina tacro tahor talicia tavor tecnu telma terb terli thymo tildiem
tnkase torasemid torsilax tubersol twocal typhim urelle urocit validol vanco varibar vasostrict veletri ventoline viscotears vivelle voractiv vosol
winrho wixela xenpozyme xofigo xylimelts zanfel zpack zydis zzzquil
`

export const PROSE_DEVICES = `
abthera accessmedicine accucheck accuchecks accuvein achr acticoat actis actiwatch acuvue adherus aerogen aeromonas aeroneb airex airseal airsoft
airtraq airview alinity allergan ambicor amia amion amnisure angiocath anspach apligraf ardsnet atellica audeo autotome axios bactiseal barcalounger
bentson berep biliblanket bilitool biobrane biogel biolox bitrex bladderscan blueteq bodypoint bondo bookstart boyardee brasso brava buckfast buzzy
calcofluor calgon camaro capsocam careline careport carhartt carltons cavit cavitron cefaly certas cheez chewelry chex chobani chux citrix clareon
clearblues clif clinicalkey clinicaltrials clinique clinitron coagrasper coaguchek coblator codebreak comprilan conmed cortrak covermymeds creamsicle
danskos darco dasani datix datscan davinci deroyal dexis dextrostix dignicap domestos doone doones doptone dormia dosette doximity dreamwear dremel
duette duplo duragen dycem dynamed dynasplint eakin easystand ekos elecsys eleview emax enac endovein enterra envella epocrates eschmann essix
everclear exactrac exodx ezpap facetime farapulse faxitron femostop ferno flaura flexi flexiseal flexpro flextend flowtriever flowtron foodshare
fritos funfetti fuso futura futuro galactomannan gelport gelweave genereviews genesight givmohr glidden glidesheath glidewire glucommander gluma
gofundme golvo goodrx graco graston grindr guideliner guthion hafnia handtevy hanta haribo harpic healthstream heelbo heelbos heelys hemochron
hemoclip hemocue heplock hikma hilux hoka homechoice hospira hoverjack hovermatt hscore hulu hurrycane hydrofera hydromark hyfin hypafix hypowrap
imidan imprivata inari inbody inbone insorb inspiris insyte integra interdry interqual interstim invisalign iodosorb irukandji isolette isolite
jazzercise jenga jobst joerns jumpstart jurgan kadoorie karaya kardex kardia kenworth kerracel keurig kilz kitkat koges kools kowa krispies krispy
kärcher leatherman leckey leibinger leica lenor lenstar licox lifepak lifeport lifevest linx lipiflow lippincott littmann livestrong loko lorsban
lucozade ludens lutonix madajet magseed makita masimo maternit mayaro medbridge medicalert medwatch melan mentos mepitel merocel metaneb metrx
micromedex milleri milliman minivac miraflex moldx monoderm monopty monospot mynx mynxgrip nasopore natrelle nehi neilmed nerivio neurostar nikshay
niti nosalt nurolon nusmile nxstage o'nyong o'tom oasys oetker oncontrol openevidence optia optiflux optivol optune oragene oreos oticon otowick
oxivir palacos paxman pentacam pentero peppa persil peterbilt phonak phonaks plastazote pleurevac popsicles portex posey powassan powershare prevalon
prismaflex profore profounda prokera proloquo prontosan protaper provisc pulsenet purewick qgenda quantiferon quikclot rapide raytec redivac relyx
revaclear rezum ribbond ribena rigiscan rimmel riskman roho rollator rooke roomba rotorest runthrough saebo sani sanofi sarns scholl scooby sechrist
senftenberg seqirus sigvaris silipos silverlon simman simplus skechers skypoint skytron slooth smartphrase softform solera spectralink speedicath
splenda spongebob squatty statlock stayfix stedy steripen stifneck stihl stimulan stoppfrail stouffer streptobacillus stretta studebakers superkings
suprathel surescripts surgifoam surgilon surgilube swiffer swiffers synchromed sysmex systmone tacticath tailorx takis tarascon teledoc tempbond
tennents teva therabite theraputty theratapper thinprep thoravent thymatron ticron tigerconnect tincoban titmus tobii tofwatch tonopen toothette
topcon transmedics trialysis trimline truebeam turbomed twix twizzler ultrasling unisharp urgo urolift vaco varilite vashe velfoam venflon venmo
venodynes vespa viabahn viscoat vitaltalk voalte vocera wallstent wanabana wanderguard warhammer watchpat wechat weetabix whatsapp wordle xenex
yellofin yellofins zevo zippo zoll
`

export const PROSE_EPONYMS = `
amplatz apfel askling aslanger bagolini barraquer bassagasteguy bauhin baumgarten bentall berenstein berkson bertolotti bielschowsky bigelow bigliani
billeau bilsky bjerrum blakes blumer blumgart bobath boehler boies bonferroni bova braasch brackmann braggard brockenbrough broselow broset broström
brunnstrom brushfield buruli buteyko carnoy carvallo cattell cestan charnley chassaignac cheneau ciaglia citelli clavien coanda cooksey coumel coustan
cronbach crooke cryer cuzick dakin dakins dalrymple damoiseau dedo demeester derifield devick dindo dufourmentel duhring dukan dunhill dutcher
eichenholtz eichhoff eloesser erikson esterman farabeuf farnsworth feldenkrais fetto ficat fite foley'd foleys forchheimer frankl fredericson fredet
frisby fugl galant galassi gallyas garrod gault gilliatt gilula gissane glasscock glucksberg gonstead gottman goulian grabb grammont grashey gregoir
greulich gufoni haberman hadad haller halliwick hardinge hasford hassall hawley heiner herbst herick hertoghe heyde hirano hochberg hofbauer holinger
hollenhorst hueston hunsuck jannetta janz jatene javid jeor jerger joffroy joll jungner kielland kikuchi kiloh klisic knosp kochers koeppe kohlman
koop korner kotlow krantz kraske krimsky kruis kubler kugel kumpe kunlin kyasanur lambotte lanterman lapidus latarjet lebsche ledderhose leininger
lemeshow lempert lenke leopolds lich lieou liliequist limberg lindegaard loeys lofstrand lovset luer lugol lunderquist luys löffler löwenberg maccarty
malecot malyugin marchman marcé masako maslach matles mattox mauriceau mcevedy mcgeer mcglamry mcindoe mendelsohn menghini milgram millon minamata
mixter moberg monsel nagahara nagayama nathanson neyman nissle nurick obwegeser onodi pagnini palmaz palva paneth papile pappenheimer paprosky
passavant pastia patchell pelli petersdorf pezzer pinneau pirani pitanguy poiseuille ponsky prehn prussak racouchot ragaz ragnell rampley raney
rastelli reimers rickham rigo rintala rosenbach rosenmüller rouvière rowell rumack rummel ryles sabouraud sampaolesi saupe scadding schanz schiotz
schnidt schroetter schroth schwarzmann schüffner segar selikoff senning sheiner shiga shikani shohl silfverskiold sinskey sirveaux sistrunk smellie
soulier spodick sprotte steinbrocker stellwag stemmer stener stenger stenver stinchfield strayer stulberg sturmdorf sugarbaker szpilman tarasoff
terrien thayer toldt tonnis tooke tozer trelat treves trippi trissel tromner trélat tscherne tuffier tumarkin tuohy tyrer utrata vanderbilts
velthoven vodder waaler walsham wartofsky wasielewski weale weissbluth wendler wessely westgard wexner whitacre whitmyer whooley wilbarger wilcoxon
winograd woltman woronoff wrisberg yankauers yasargil yueh zanca zavanelli zemel zitelli
`

export const PROSE_WORDS = `
abdominals achalasia acls addended adenoca adjuvanted adls afbs alikes ama'd amyopathic anaes anisoperistaltic anoxic antalgic antemortem antibiogram
anticoag appt arcus arthrofibrosis arvs attg audiometry autocorrect ayurvedic bday bereav bibasal bigeminy biller bilobed biobank biomed biospecimen
biphasic blasto blenderized bounceback boutonnière bovied brachioradialis brachy brachymet bradys calc calciphylaxis callosal camogie capno carb
carbapenemase carboxyhemoglobin cavum cbcs cc'd cc'ing centesis centriacinar chargemaster chatbot chelation chiro chlam cigs ciguatera circ claustro
cmte coag coccobacilli collaterals colonoscopist conjunctivae coord crawfish crepitus crossmatch crotalid crura cryo crypto ct'd cttee cueing
curbsided curetted cushingoid cysto cyto cytomegalo cytotech dartos daylighting dayroom dc'd debride debrided decann decannulated decapolar declot
decon degloving deidentify demineralized dermoscope detectorist detorted detrusor diskectomy dmts doc'd dont donut donuts downgoing downwinder drusen
dtrs ectatic ekgs elastography elastomeric embolized emerg endometrioma eoms ercps escharotomy esophagram evac everting excluder exodontia exome
facemask fashioneds fecalith femorals fingerstick fingersticks fingertrap fistulogram fluoroscopically fourteener frostnip galactorrhoea gcses gibbus
glabellar gladiatorum glucometers gonio grandbaby granulovacuolar gummies guttae haemodynamically hander handwashing heli helpdesk hemiballismus histo
hogmanay holep homebound hutterite hyperchlorinate hyperkalaemia hyperpronation hypovolaemia iadls id'd idioventricular iftar immunostain inrs
interfacility interferential interscalene interventional investigational jimson juneteenth kerion kettlebells kettled komodo komondor kypho laminotomy
lasik leiomyomata lepto lingular lithotrip lockdown loculated longus lutefisk lutein mammo mammos mcps medivac melioid meningo meps mesoappendix
messrs mgmt microalbumin micromet microsuction monophasic moyamoya mrns mvus myofascial nailfold narrowboat nasendoscopy nasojejunal necrotising
needlestick neph neti neuromonitoring neurosurg nippled nites nitrox nonform noro ocbs oculocardiac ok'd onychogryphosis ophth orchi orchiopexy
orogastric orthopnea orthopod orthoptics orthos orthostatics osteopenic outpt pachymetry pacs palilalia panniculus pano paramedicine parentcraft parvo
patellofemoral pathergy pauci payor pdfs peau pectus perf perf'd perio periwound pernio pfts pharmacogenomics pheo pheresis phleb phlegmasia physiatry
physis pilo plantars pleds pmhx podalic polysomnogram postvention prehab premie preoxygenate preoxygenated prepregnancy primi probiotics proning proph
prophy prosthetist pshx punctal pvcs quitline rebooked recs ref'd refaxed refeeding refried reiki relook renally reperfused resched resus retransplant
retrorectus revd rhabdo rican ricin rioja robertsonian rolandic rouleaux scapholunate scds sched sched'd schisto schistocytes schistos sclerae scoli
scoliometer serosanguinous shotty sickler silkies sitz sono sorems sphincterotome spinosum sporicidal sseps stepdown stim strab struvite subplatysmal
subq subtalar sundowning superbill superotemporal survivorship talar telemonitor therex thiazide tidaling tils tomosynthesis tono tonometry torsade
tourni trached trachs tradie transanal transforaminal transvenous trich trigs trilineage troponin ttos tumbu turbs tx'd tympanomastoidectomy unassign
unbefriended unblind unblinded unclamped undelete undisplaced undomiciled unvaccinated uroflow uterosacrals utox vallecular venesect ventric
ventriculoperitoneal verdean vertebrals videofluoroscopy waitlist woolsorter worklist workqueue xfer zealander
`
