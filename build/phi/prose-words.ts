// Words of medicine and of daily life that the prose of the training has and no other list: drugs, devices with tests, software and everyday brands,
// eponyms, and plain words. Sorted by hand for the project.

export const PROSE_DRUGS = `
abhayrab abraxane abusa acitrom aclasta acthar actigall actiq adakveo addiphos adiro adizem adol adstiladrin aduhelm airsupra albend alendronic
alprolix alvogyl alyftrek ambisome ampi ampicilin ampiclox analgin anascorp anavip ancobon anexate angiomax anktiva antizol anusol aplisol aptamil
areds artamin ascoril asunra atarvastatin augmentine aurovela autrin avaxim aviane avomine azee babybig banatrol baytril becosules benadryls benefix
benpen benzathine beqvez berinert berocca besremi bextra bexxar bicitra bisocard bisono bival bleo blisovi bonnisan breyna brolene brolin bromocr
budecort butrans calazime calcichew calcipotriene calmoseptine calogen calvepen caphosol carbo cardioaspirina cataflam cathflo cayor ceftaz celluvisc
cerasee cercine chemet chlorhex chlorsig cifran ciprodex citralock citramag clarithro clinimix clinolipid clopi clopid clopixol coartem codipar colase
colief coloxyl combiflam complan confida conray consta convenia corsodyl corvalol coumadins coversyl cremaffin creo crexont crocin crofab crysvita
curosurf custodiol cuvrior cyanokit cybord cyclopent cystografin dafalgan daktarin dalsy darvocet daxxify daybue daytrana debrox deet dekas depacon
depocyt dermatix dexona dianeal difene difflam digibind digifab dioralyte dipirona disprin diuril doliprane dolo domeboro dopamax dornase dovobet
dovonex doxil doxo doxypep drysol duavee dukoral duodart duopa duraphat duratocin durysta dyanavel ecosprin elaprase elvanse emtec enantyum enflit
enlive enplus enspryng enstilar entonox eohilia epipens epival epzicom eraxis errin ervebo erypo erythro esmeron esomep essiac estradot estroven etom
eutroxsig evkeeza evorel fairlife fansidar fenta ferinject ferrlecit ferrosig fersamal filspari firazyr flamigel flolan florical flozin flucloxapen
foracort forceval fortisip fresubin fruzaqla furamag furoscix galactogogue galvus galzin gardasils gelmix gentlease glassia gleolan glucogel glucola
glutose glycinate glyciphage glyco glycomet glycosade grastek grilinctus grisovin hadlima hajia haloper helidac heliox hemangeol hespan hexaxim
hextend hibiscrub hizentra holle horlicks hylecta hylenex hypersal hypokit hypostop hyqvia hytrulo iberet ibgard ibsrela ibu ibumol idelvion illuccix
imojev impavido inadine indocyanine infacol inlexzo inmazeb insugen intrarosa iodoral iqirvo isosource itra ixchiq izervay jadelle jesduvroq jetrea
jornay junel juven jynarque jynneos kardegic kardégic kdur kenacort ketocal ketoralac ketorol kinevac klacid klean korsuva kurvelo lacri lacrilube
legalon lentocilin levipil levonelle levothyrox lexiscans librax lignospan lipator lipiget lipogen liquacel lissamine lithostat livdelzi loette
lopressors loprin losartana lossec lotrisone loxonin ludes lumify lutathera lutera lyclear lymphazurin lynkuet lyte lzd maintena manuka marcain
maxalon medrone mefenamic melubrina menafrivac mepore metrazol metrogel metvix miaderm mife minirin miochol mirvaso mixtard modecate modulen moduretic
monocef monofer moxicip mucosta myalept mycota narcan narcans naseptin neary nebicard neffy neocate neosure neozep nestabs neurofen neutra neutraphos
nicotinamide niferex nitracor nitropaste nivo noclot nolotil norbup nospa novalgina novasure novologs numano nusalt nutren nutrison nutrizym nytol
octagam omegaven optrex orofer osmoprep ovasitol oxali oxlumo oxynorm pabrinex palforzia palynziq pamol panadeine panado pantoloc pantop pantozol
paracet paracodol pemgarda penadur penicilina pentobarb pentostam peptac percorten percs perfalgan pheno picolax picoprep picosulf piriton placentrex
plasil plumpy pluvicto podocyt polycal polytrim portagen prednisolon pregaday pregalin prelief preserflo preservision prevagen prevident previscan
prexum priadel prialt priorix proactiv progest prolacta prosource prostap prostat protaphane préviscan puramino pygeum pyralgina quadracel quadriderm
radiogardase rantac rebinyn rectogesic redipred reishi relprevv resomal rezzayo rhesogam rhig riastap ricrolin rifafour rimadyl roaccutane rosuvas
rotasiil rotavac roxanol rozex ryanodex sandocal saphnelo sarna savlon sayana sculptra seguril septocaine septran septrin serc serenace sertra sevo
shelcal shugarcaine silagel simplythick sinarest sintrom sinutab slynd sofradex solupred soolantra spasfon spaso spatone spironolacton stemetil
sterimar stevia stiolto strepsils succ sucraid sudocrem sulperazon sureclick sustenna syfovre synflorix syntometrine systane tachipirina tacro tacroz
tahor talicia tapazol targin tavor taxim tazo tecnu telma telmikind terb terli testo thrombate thymo thyronorm thyrosafe ticag ticovac tildiem tinza
tnkase torasemid torsilax trabectome tramacet trantas triesence trimix tubersol turbohaler twocal twynsta typhim tzield udiliv uplizna urelle uricite
urimax urocit ursodiol vabysmo vafseo validol vanco vanrafia varibar varizig vasostrict veletri ventoline verorab vienva vimizim vimkunya viscotears
vitafol vitassium vitrase vivelle vivity vonjo voractiv voranigo vosol voyxact vpriv vyjuvek vykat winrho wixela wycillin wysolone xacduro xelpros
xenpozyme xofigo xylimelts xylocard yeztugo yusimry zanfel zapain zavicefta zevaskyn zinnat zithrokan zpack zuclo zycortal zydis zzzquil
`

export const PROSE_DEVICES = `
abbvie abthera accessmedicine accucheck accuchecks accuvein achr acticoat actis actiwatch acumed acuphase acuseal acutrak acuvue adacolumn adherus
aerogen aeromonas aeroneb airdyne airex airseal airsoft airtraq airview albustix alcian alexion alinity allergan ambicor amia amion amnisure angiocath
angiojet angioseal anspach apligraf apligrafs aquablation ardsnet atellica audeo autostim autotome axios backslab bactec bactiseal baerveldt bakri
barcalounger barostim bausch bentson berep biliblanket bililight bilitool binaxnow biobrane biodentine biogel bioglue biolox biomedicus bioptic
biotyper bitrex bladderscan blakesley blueteq bodypoint bondo bookstart boyardee brainlab brainsense brasso brava bruker buckfast burstdr buzzy
calcofluor calgon calmare camaro camino capsocam carbomedics cardiohelp careline careport carhartt carltons cavit cavitron cefaly celect celox cerec
certas champy cheez chewelry chex chitogauze chobani chux cidex cipla citrix clareon clearblues clif clinicalkey clinicaltrials clinique clinitek
clinitron clottriever coagrasper coagucheck coaguchek coblator codebreak comprilan conmed conveen coolsculpting cortrak covermymeds creamsicle
cuddlecot cuffless curlex curos cyberknife danskos darco dario dasani datix datscan davinci deroyal dexis dextrostix dignicap domestos doone doones
doptone dormia dosette doximity dreamwear dremel drypro duette duplo duragen duraseal durata dycem dynagen dynamed dynasplint eakin easystand ekos
ekso elecsys elekta eleview ellipsys emax embolise enac endotool endovein enfit enterra envarsus envella epicell epocrates erbe eschmann essix essure
estring etest evarrest evera everclear exablate exactrac excimer exodx exufiber ezpap facetime farapulse fastrach faxitron femostop femring ferno
fiberoptic fistulagram flaura flexi flexiseal flexitouch flexpro flextend flowtriever flowtron foodshare fotona fritos funfetti fungitell fuso futura
futuro galactomannan gastroccult gelport gelweave genereviews genesight getinge givmohr glidden glidelight glidesheath glidewire glooko glucommander
gluma gofundme golvo goodrx graco grafix granufoam graseby graston grindr guardus guideliner guthion haemocue hafnia handtevy hanta haribo harpic
healthstream heartlogic heartmate heartware heelbo heelbos heelift heelys hemashield hemasite hemochron hemoclip hemocue heplock hikma hilux hoka
hokas homechoice hospira hoverjack hovermatt hoveround hoyers hscore hulu hurrycane hydrofera hydromark hyfin hyfrecator hypafix hypowrap iluvien
imidan imprivata inari inbody inbone infiniti inomax insightrx insorb inspiris insyte integra interdry intergrowth internalbrace interqual interstim
intertan invisalign iodosorb irukandji isolette isolite isosource jazzercise jenga jobst joerns jumpstart jurgan juzo kadoorie karaya kardex kardia
kenworth kerracel keurig kilz kinova kitkat koges komprex kontur kools kowa krispies krispy kyphologic kärcher laerdal leatherman leckey leibinger
leica lenor lenstar lexicomp lexos licox lidco lifepak lifeport lifevest ligaclip linx lipiflow lippincott litholink lithovue littmann livanova
livestrong lofric loko lokomat lorsban lucozade ludens lumenis lumera luminex lutonix luxtec madajet magseed magtrace makita mammovan maquet masimo
maternit mayaro medbridge medicalert medipore meditech medos medpor medwatch mefix melan mentos mepitel merocel metaneb metrx micromedex milleri
milliman mindray minivac miraflex moldx monarc monoderm monopty monospot motec multiflex mynx mynxgrip myosure narcotrend nasopore natrelle natus nehi
neilmed nellcor nerivio netter neuromonitor neurostar nevro nikshay niti nitinol nosalt nrfit nurolon nursys nusmile nxstage o'nyong o'tom oasys
oetker omnicup omnipod oncontrol onpro openevidence optia opticlude optiflux optivol optune oragene oraquick oreos ormco oticon otowick ovassapian
oxivir oxygenator oxylog pajunk palacos partograph paxman pentacam pentero peppa periotest permount persil persyst peterbilt phonak phonaks plastazote
pleurevac popsicles portex posey powassan powerpicc powerplan powershare powerstep preserflo prevalon prevena primafit prismaflex profore profounda
progreat progrip prokera proloquo prontosan protaper provisc provox prytime pulsenet purewick qgenda quantiferon quikclot rapide raytec redivac relyx
remed retcam revaclear rexton rezum ribbond ribena rigiscan rimmel riskman roho rollator rooke roomba rosidal rotorest runthrough rusch saebo sani
sanofi sarns scholl scooby sechrist sectra sedline senftenberg sensight sensura seqirus servox sigvaris silipos silverlon simman simplastic simplus
skechers skypoint skytron slooth smartcare smartphrase softform solera solutab spaceoar spectralink spectralis spectranetics speedicath spiderman
spirus splenda spongebob squatty stabident stata statlock statlocks stayfix stedy stellaris steripen steris stifneck stihl stimulan stimuplex
stoppfrail stouffer straumann streptobacillus stretta strykers studebakers sunquest superfeet superkings superscan supramid suprathel surescripts
surgifoam surgilon surgilube swiffer swiffers swisslog syncardia synchromed synovis sysmex systmone tacticath tailorx takis tarascon tecnis teledoc
tempbond tempur tennents teva therabite theraputty therasphere theratapper thermocoag thinprep thomed thopaz thoravent thymatron ticron tigerconnect
tincoban titmus tobii tofwatch tonopen toothette topcon tosoh transmedics transwarmer trapease trialysis trimline truebeam truenat turbomed tutoplast
twix twizzler ultrasling unisharp unitek upmark urgo urolift uronav vaco vapro varilite vascutek vashe vbeam velfoam venaseal venflon venmo venodynes
venovo verathon versacross versapoint vespa viabahn viatorr viekira viscoat vitalograph vitaltalk vitros voalte vocera voluson walkon wallflex
wallstent wanabana wanderguard warhammer watchpat wavelinq wechat weetabix whatsapp widex wordle xact xenex xenosure xomed yellofin yellofins zevo
zippo zoll
`

export const PROSE_EPONYMS = `
aarskog ablett adamantiades adamkiewicz addenbrooke agatston akinosi akiyama alfredson amplatz amreich anitschkow ankeney anrep apfel arabin arantius
argenziano arlt askanazy askling aslanger asopa assmann astrand atasoy auchincloss axenfeld azzopardi babkin baermann bagolini bakody balkwill
bandrowski bannayan baraitser barcat bardach bardet barkow barlows barraquer bassagasteguy bauhin baumgarten bazex beahrs behmel belin bellʼs bentall
berardinelli berden berenstein bergmeister berkson berrettini bertolotti bettocchi beuren bielschowsky bietti biffl bigelow bigliani bijsterveld
bilhaut billeau bilsky birbeck bjerrum blakes blaschko blauth blumensaat blumer blumgart boari bobath boehler bogros bohan bohlman bohring boies
boileau bolognia bonferroni borggreve bouin bournewood bova bowenoid boyarsky braasch brachmann bracka brackmann braggard braunwald breus bricker
brockenbrough brodel brorson broselow broset broström bruegger brunn brunnstrom brushfield brånemark buchem buchthal buie bungner buruli busacca
buschke buteyko bárány béclard bülau cabrol caecum cajal caldicott camitz capener carabello carlens carnoy carvallo castaing castellvi castlemans
cattell cestan chaikoff champy chaput charnley charrière chassaignac chaussier chavany cheatle chenais cheneau chompret chotzen ciaglia cionni citelli
clagett clavien cloward coanda cockett colapinto cooksey costen cotrel cotte coumel cournand coustan cowdry crafoord cronbach crooke cryer curreri
cuzick cyriax cédula cüppers dabska dakin dakins dalakas dalen dalrymple damoiseau damus danon darrach davydov dedo dega dejour demeester denborough
denk derifield derra desarda desault destombes devick dimeglio dindo doderlein dohlman dolenc doloplus dombrock donath doyne draf drehmann drennan
dresler dubousset ducreyi dufourmentel duhring dukan dumon dunhill dutcher duvenhage döderlein ebbinghaus eckardt egawa eichenholtz eichhoff einthoven
eisenhammer eisenhardt ellik ellman elmslie eloesser elschnig enghoff enneking erikson esterman estlander eustachius faden fagotti fahn farabeuf
farnsworth fasanella favaloro fechtner feldenkrais fetto ficat finkeldey fishbane fistulagram fite fleisch flexner fobi foix foley'd foleys
forchheimer forel forlanini foucher frankl franseen fredericson fredet friedenreich friedewald frisby frisen frisén frohse fruchaud fryns fugl
fulkerson furlow földi galant galassi gallyas gambee gamgee gamna gandy gantzer garcin garrod gasserian gauderer gault gellhorn gengou gerbich gerbode
ghajar gharbi giacomini giedion giertz gilliatt gillick gilula gimbernat gissane gittes glasscock glissonian glogau glucksberg godina goeckerman
golabi goldblatt goldflam goldthwait gonin gonstead gottman gougerot goulian goutières grabb graeb grammont grashey gregoir greulich grieshaber gritti
gruenwald grynfeltt grünwald grütz gufoni gugging gumprecht haberman habermeyer hadad hagberg hagedorn hagert haller halliwick hallopeau hamazaki
hamou harada harcke hardinge hartel hartrampf hasford hasner hassall hasselbalch haudek hautmann hawley hayflick hazelbaker hedstrom heidenhain heiner
hektoen helkimo hennebert hepp herbst herick herlitz herlyn hertoghe heuser heuter heyde hijdra hilgenreiner hirano hirayama hjortsjo hochberg hodapp
hoeppli hofbauer holinger hollenhorst hollmen hortons hubscher hueston hufnagel huibregtse humby hummelsheim hunsuck hurthle huschke huvos hürthle
ikari inahara inoue isshiki ivanissevich izbicki jaboulay jacquemier jacquemin jadad jahss jampolsky jannetta janz jatene javid jeor jerger joffroy
joll jungner kager kaltenborn kambin kanski kapandji kaveggia kawase kazui kelami kerckring keshan kestenbaum kielland kiellands kiesselbach kikuchi
kilner kiloh kleefstra kleinsasser klisic kniest knosp kocherised kocherized kochers koenen koeppe kohlman konno koolen koop korner kornzweig koshima
kossa kotlow kounis krachmer krantz kraske krimsky kristeller kronlein kruis krumeich kruskal krönlein kubler kufner kugel kummell kumpe kunlin
kurtzke kustner kutler kwash kyasanur kyrieleis kyrle köhlmeier küss küttner labbé lacertus laimer lambotte langenbecks langenskiöld lanterman lapidus
larrey latarjet latzko laugier launois lautenbach lavallée leadbetter lebsche lecompte ledderhose leede legius leininger lekholm lelièvre lemeshow
lempert lenke lentulo leopolds letulle lich lichtensteins lidström lieou likar liley liliequist limberg lindegaard lipsker lodwick loeys lofstrand
logemann lotheissen lovibond lovset ludloff luer luftsichel lugol lunderquist lupski luque luys löffler löwenberg löwenstein lückenschädel maccallan
maccarty macconkey macfee machleder mackler magerl majeed majocchi makuuchi malassez malecot malmström malyugin mannerfelt manouguian marchesani
marchman marcé markwalder marmar masako masaoka maslach masquelet masse matles mattox matutes mauriceau mcevedy mcgeer mcglamry mcindoe meary meesmann
meleney melnick mendelsohn menghini mentzer meryon messerklinger meyenburg michelassi miescher miethke mikaelsson milgram millon minamata misch
mitrofanoff mittendorf mixter mizuo moberg moltenno molteno monckeberg mondini monsel mouret mucicarmine muckle muenke mustardé nachlas nagahara
nagayama nagler nakajo nalebuff nasmyth nathanson netchine netherton neuhof neyman nikaidoh nissle nitabuch nonne nurick nyhus oberhuber obersteiner
obwegeser oesch oguchi okabayashi ollendorff omenn onodi opalski oroya orringer osiander osserman pacchionian pagnini pallister palmaz paltauf palva
paneth panizza papile pappenheimer paprosky passavant pastia patchell pautrier pehamberger pelizaeus pelli pelligrini pelmear pereyra petersdorf
pezzer piagetian pindborg pinneau pirani pirogoff piskacek pitanguy pitres poiseuille politano ponsky pontén poppen postlethwait poswillo potocki
pourcelot prehn proskauer prussak pudenz pulfrich purtscher pöschl queenan quellung querleu rabson racouchot raeder ragaz ragnell ramfjord rampley
ranawat raney ranvier raschke rascovsky rashkind rastelli raulerson raynauds rechtschaffen rehbein reifenstein reimers reinsch reissner renaut renshaw
rentrop replogle rhese rickham rigo rintala ripstein risdon ritleng robicsek robinow rosenbach rosenmüller rothmund roussouly rouvière rowell rumack
rummel ruvalcaba rydel ryles rösch rüsch sabouraud saethre sakati sampaolesi sandifer santorinicele santulli sarot saupe scadding schamroth schanz
schaumann schauta schellong schepens schiotz schlossman schnidt schreger schroetter schroth schwarzmann schüffner scultetus segar seip selikoff semb
semmelweis semon senning serres servelle sheiner shiga shikani shohl shrapnell shwachman siewert silfverskiold silness sindbis sinskey sirveaux
sistrunk sistrunks skoog sluder smellie sobotta soemmerring sorsby sotos soulier spaeth spee spielmeyer spigel spigelius spigelman spodick sprotte
stafne stagnara stammberger steinbrocker steindler stellwag stemmer stener stenger stenver stenvers sternbach stierlin stinchfield strampelli
strandness stratakis strayer strümpell studdiford stulberg sturmdorf stähli stålberg sucquet sugarbaker sugiura sundt swansons szpilman talairach
tamai tarasoff tawara tennison tenzel terrien tessier testut thayer thebesius thibierge  thygeson tiffeneau tokuhashi toldt tonnis tooke torg
tourtellotte touton tozer trelat treves trillat trippi trissel trolard tromner trousseaus trélat tscherne tubiana tuffier tumarkin tuohy tyrer unna
unterberger utrata vanderbilts vaquez varolius vazirani veau vecchietti velthoven verdan verocay vertucci vialetto vieussens vigouroux vodder vossius
waaler wackenheim wagstaffe walcher walsham walthard waltman wardill wartofsky wasielewski wassel weale weddellite weigert weilby weissbluth
weissenbach weitbrecht weitlaners wendler wessely westgard wexner whipples whitacre whitmyer whooley wiberg wilbarger wilcoxon wildervanck wiltse
winograd wintersteiner witzel woltman woronoff wrisberg wunderlich wyburn yacovino yamane yankauers yasargil yueh zadek zadik zaidemberg zanca
zancolli zarb zatuchni zavanelli  zemel zimmers zitelli zonules zuska zuspan
`

export const PROSE_WORDS = `
aadhaar aarogyasri abdominals accreditors achalasia acls actioned addended adenoca adjuvanted adls afbs africanized alhaji alikes allodynia ama'd amb
aminoglycoside amyopathic anaes anaph anganwadi anisoperistaltic anoxic antalgic antemortem antibiogram anticoag anular aortobifem appt appts arcus
areflexia arrhythmogenic arthrofibrosis arvs arztbrief assistenzarzt asterixis attg audiometry austroads autocorrect autofill autoreply ayurvedic
ayushman barangay barcode bday bereav bibasal bigeminy bilat biller bilobed biobank biohazard biomed biospecimen biphasic blasto blenderized blepharo
bloodborne boomslang borrowable bounceback boutonneuse boutonnière bovied brachioradialis brachy brachymet bradys breastmilk brushite bruxer caecum
calc calciphylaxis calfresh callosal camogie capno carb carbapenemase carboxyhemoglobin cardioverted cavum cbcs cc'd cc'ing centesis centriacinar
cervico chairside chargemaster chatbot chelation chiro chlam chowkidar chuukese cigs ciguatera circ claustro cmte coag cobblestoning coccobacilli
collaterals colonoscopist commotio concl conjunctivae constip coord copeptin coproporphyrin cowhorn crawfish crepitus cri cric cricopharyngeal
crossmatch crotalid crura cryo crypto ct'd cttee cuddler cueing curandera curbsided curetted cushingoid cusum cysto cyto cytomegalo cytotech dartos
datascope daylighting dayroom dc'd debride debrided debulk decann decannulated decapolar declot decon degloving deidentify demineralized deprescribe
dermoscope detectorist detorted detrusor discrep diskectomy dmts doc'd donovanosis dont donut donuts dopplers downgoing downwinder drusen dsg dtrs
dzongkha ectatic ectodermal ekgs elastography elastomeric embolized emerg emperipolesis encik endometrioma engraftment entrustable enucleated eoms
episio ercps escharotomy esophagram esports evac everting excluder exodontia exome facemask farang farmworker fashioneds fecalith fel femorals
fingerstick fingersticks fingertrap fishbone fistulogram flakka flowsheet fluoroscopically fourteener fratura frostnip galactogogue galactorrhoea
gastrostomia gcses geropsych gibbus glabellar gladiatorum glucometers gonio grandbaby granulovacuolar greenstick gummies guttae gyn haemarthrosis
haemodynamically haemolysed hander handprints handwashing hashitoxicosis haustra heli helpdesk hemiballismus heminephrectomy heterotaxy hilot
hippotherapy histo hogmanay holep homebound hutterite hyperchlorinate hyperkalaemia hyperpronation hypoglyc hypovolaemia hypsarrhythmia
hysterosalpingogram iadls id'd idioventricular iftar immunostain incidentaloma indep inrs interfacility interferential interscalene interventional
intub investigational jimson juneteenth kerion kettlebells kettled keyworker khun kirpan kittitian komodo komondor kypho laminotomy laryngocoele lasik
legevakt leiomyomata lenticonus lepto leukoplast levomep lingular lipohypertrophy lithotrip livedo lobomycosis lockdown loculated longus lutefisk
lutein malinois malnutrit malrotation maltipoo mammo mammos manip marsupialise mcps mediclaim medivac melioid meningo meps mesoappendix messrs metab
mgmt microalbumin microcefalia microlaryngoscopy micromet microsuction midparental monofixation monophasic moyamoya mrns multiorgan musahar mutawwif
mvus myofascial nailfold namaste narrowboat nasendoscopy nasojejunal nebulised nebulized necrotising needlestick neph neti neuromonitoring neurosurg
nippled nites nitrox nonform noro ocbs oculocardiac oculogyric ok'd ombuds omovertebral onlay onychogryphosis ophth opthal orchi orchidopexy
orchiopexy orf orogastric orthopnea orthopod orthopods orthoptics orthos orthostatics osteopenic outborn outpt overread pachymetry pacs palilalia
panniculus pano papilloedema paramedicine parasymphysis paratransit parentcraft parvo patellofemoral pathergy patientenverfügung pauci payor paystub
pdfs peau pectus pedi pedorthist perf perf'd perilunate perio periwound pernio pflegegrad pflegeheim pfts pharmacogenomics pheo pheresis philhealth
phleb phlebot phlegmasia physiatry physis phytophoto phytophotoderm pielęgniarka pilo pipefitter plantars platybasia pleds pleurodesis pmhx pneumo
podalic pollicisation polysomnogram postop postvention prehab premie premutation preop preoxygenate preoxygenated prepregnancy primi probiotics
promotora proning proph prophy prosthetist pshx pterional punctal pvcs quitline rasopathy reanimatsiya rebooked recemented recov recs redose ref'd
refaxed refeeding refried reiki relook renally reperfused reperfusion resched resus reticulin retransplant retrorectus revaccinate revasc revd rhabdo
rhupus rican ricin rioja robertsonian rolandic rombergism rouleaux rubeosis sahiya salam scapholunate scds sched sched'd schisto schistocytes schistos
sclerae scoli scoliometer serosanguinous serotype shotty sickler silkies simultanagnosia sitz snakebit snarecoil somatoparaphrenia sono sonographer
sonologist sorems sphenopalatine sphincterotome spinosum sporicidal sseps stairlift stenotroph stepdown stim strab struvite subgaleal sublabral
subplatysmal subq subtalar suhoor sundowning superbill superotemporal survivorship sutureless tachy takedown talar telehospitalist telemonitor
tenodesis therex thiazide thoracoscopic throid thromb thrombolysed thyrotox tidaling tils toco tomosynthesis tono tonometry toonie torsade tourni
tourniq toxo trache trached trachs tradie transanal transforaminal translab transsphenoidal transvenous treaters trich trigonocephaly trigs trilineage
troponin ttos tuberc tumbu tumefactive turbs tx'd tympanomastoidectomy tympanometry ultrarunner unassign unbefriended unblind unblinded unclamped
unconsult undelete undisplaced undomiciled unvaccinated uroflow ustaz uterosacrals utox vallecular vasoreactive venesect ventric ventriculoperitoneal
verdean vernix vertebrals videofluoroscopy vulsellum waitlist wayfinding whewellite woolsorter worklist workqueue wristlock xenodiagnose xfer xrays
zealander
`
