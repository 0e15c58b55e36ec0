// Words with a capital that are no names of persons and places of the record, written for the project: eponyms, brands of drugs and of everyday things.
// They add to medical-words.ts and clinical-words.ts. Surnames that are common stay out of the eponyms: their surroundings decide.

/** Who gave a disease, a sign, a score or an instrument the name. */
export const MORE_EPONYMS = `
abadie abderhalden ahlback aicardi albers alcock alibert alstrom amsel angelman apley aschoff ashman astrup auer auerbach auspitz
ayerza baastrup bado ballance ballard baller banti bassen batts baumgaertner baveno bazett bazin beaujon beevor beighton bekhterev bernoulli
beurmann bezold bing biot blackfan boas bohler bordet bornholm bosniak bouchet bourneville boxsein braak broders brodmann broviak
burow bywaters caffey camurati capgras caprini centor chaddock chopart clerambault clichy cloquet cockcroft codman cogan concato conradi cori
cotard cowper crapo crigler curschmann cusco danis delphian denonvilliers desmarres dietl digeorge dobhoff doege dorello duret ekbom elsberg
euroscore eustachian fick fogarty fothergill frykman fukuyama ganser garre gartner geboes genant gerdy gerota ghon giemsa gitelman
glagov goldenhar golgi goltz goodpasture goodsall goutallier graefe grawitz griesinger grocott guedel haab hachinski haggitt hahnemann
hallervorden haygarth heineke heister hermansky heubner higgs hinchey hippocrates hoffa huhner hunner ideberg ilizarov imrie ishak
ishihara jamieson jarisch jaspers jendrassik jod kallmann kanavel katayama kernohan khorana kidner killian kleine knies knodell koebner koerber
kohlberg kostmann kuntscher kupffer lafora lambl lancefield langhans laplace lasater lauge lefort lembert lenegre lenert leri letournel lichtiger
lieberkuhn lisch luria macewen mahaim mallinckrodt malpighian marjolin maroteaux martorell maslow maydl mcisaac mckittrick mees meggitt
meige meissner melkersson mercier metavir meyerding mikulicz mittelschmerz mobitz mobius modic moll moschcowitz muehrcke mullerian
nabothian naegele naffziger nelaton nernst nezelof nissl okuda ombredanne ortner outerbridge patte pauwels pavlik payr pendred penrose pesi
pfannenstiel pfirrmann phemister pickwickian pilates pinel poisson poncet ponseti potain poupart prussian puestow putti queckenbush ranke
rapaport rathke retzius riddoch romana rosai ruffini rutgeerts ruysch sandhoff santorini saphir sarnat scheuer schick schiff schlemm
schonlein seddon segond seldinger sellick semont sertoli sgarbossa sharpey shenton shprintzen sinbad skene sorbie souques spetzler splendore
sprengel stenson strassburg struthers stupp sturm sylvian tarlov thiersch thorel thudichum tillaux torsades traube treitz uhl velpeau verner
verneuil vesalius villalta volhard wada walch wallerian wangensteen wassermann weill westergren whitnall wiesse wilks wimberger
winterbottom wirsung wolman wormian youden zahn zargar zeis zinn zuckerkandl
`

/** Brands of drugs, dressings and drinks for patients. */
export const DRUG_BRANDS = `
hectorol zemplar sensipar renvela renagel kayexalate lokelma veltassa velphoro auryxia phoslo rocaltrol natpara korlym isturisa signifor somatuline sandostatin nplate promacta doptelet tavalisse cablivi soliris ultomiris hemlibra advate novoseven kcentra praxbind andexxa feiba
efudex carac picato aldara eltamd sunscreen hibiclens chlorhexidine duoderm tegaderm mepilex allevyn silvadene santyl bactroban altabax mupirocin nizoral selsun denorex rogaine propecia minoxidil latisse
combigan rocklatan rhopressa vyzulta zioptan betoptic simbrinza durezol lotemax acuvail prolensa ilevro besivance moxeza zylet
golytely nulytely miralax suprep moviprep plenvu clenpiq sutab carafate pylera prevpac xifaxan viberzi linzess amitiza trulance motegrity relistor movantik creon zenpep pancreaze viokase questran colestid
contin dosepak zpak vaporub hydrocort vitamins multivitamin lidocaine accolate accupril aciphex actifed actonel adenocard albenza alimta alkaseltzer alphagan altace amerge amidate ampyra anafranil anectine antabuse
apidra apresoline aptiom aquaphor aralen aristocort artane astelin auviq aveeno axert azmacort azopt azulfidine benefiber bentyl benzaclin bidil
biofreeze bismol bonine brevibloc briviact bufferin cafergot caltrate campral camptosar cancidas capoten capzasin cardene casodex catapres ceftin
celestone cepacol cetaphil chloraseptic chlortrimeton ciloxan citracal clarinex cleviprex climara clomid colazal combivir comtan contac cordarone
corgard coricidin cortaid cortef cosopt dalmane daptacel definity deltasone demadex depakene depomedrol depoprovera desitin desyrel dexedrine
differin dimetapp dobutrex dosepak duac dulera duoneb ecotrin elidel elimite elmiron eloxatin emsam enablex eskalith eucerin eucrisa evenity
eylea famvir fanapt felbatol feldene feosol feraheme fetzima fioricet fiorinal floxin focalin foradil fortaz fragmin frova fycompa gabitril
gemzar geritol gonal habitrol halcion hycodan hydrodiuril hytrin icyhot imfinzi implanon injectafer inspra iressa isentress isomil isoptin
isordil isuprel jantoven kadian kaopectate kapvay ketalar kevzara lagevrio lamisil lariam lescol levophed levoxyl levsin lidex lithobid livalo
lodine loestrin lorcet lotrimin luvox malarone mavik maxipime mellaril metadate methadose miacalcin minipress minocin monistat monopril mscontin
multaq mysoline navane neoral neostigmine neosynephrine neupro nicoderm nicorette nimbex nipride nitrodur nitropress nitrostat norcuron norpace
norpramin norvir nubain nuvigil orapred orthotricyclen oscal pacerone parafon pataday patanol percodan pergonal pitressin planb plendil
polysporin prandin precose predforte prelone prempro primacor proair prolixin prometrium proscar protopic ptu rapaflo razadyne relafen relenza
relpax retrovir revia reyataz rhinocort ricola robinul rolaids roxicet rozerem saphris savaysa seasonale serax serevent sinequan slimfast
sporanox sprycel stadol starlix stelazine stendra stromectol sublimaze subutex suprax symlin symmetrel talwin tambocor tapazole tazorac temovate
tenex tessalon testim theraflu theragran thorazine tigan timentin timoptic tobradex tobrex toviaz tranxene trental trexall trusopt tussionex
tymlos uceris ultiva ultracet unisom urispas uroxatral vagifem vancocin vaporub vaqta vascepa venofer vermox vfend vigamox welchol westcort
xalkori xenazine xiidra xofluza zaditor zaroxolyn zemuron zinacef zomig zortress zostrix zpak zyvox
`

/** What people eat, drink, smoke, watch and speak. */
export const EVERYDAY_BRANDS = `
advent alexa arby asana atkins bacardi bandaid barbie blanc burrito cajun chapstick cheerios cheeto cheetos chianti clorox colgate coors
copenhagen creole crocs crossfit disney doritos dreft dunkin elmo facebook falafel farsi fireball folgers fortnite frappuccino gatorades gerber
gore-tex guinness gyro halloween hennessy huggies instagram ipa iphone irish jagermeister jehovah jello kawasaki kindle kleenex kombucha kool
kotex labrador lager latina lego legos lent lipton lycra lysol malbec marlboros marvel mcmuffin merlot mex michelob minecraft modelo mountaindew
nescafe netflix neutrogena newports nintendo nivea nutella olay oreo peloton pentecostal pepsi persian pickleball pilates pinot pixar playstation
pokemon powerade pringles prosecco punjabi qtips ragdoll ramadan ramen redbull riesling sangria sauvignon savasana shiraz siamese siri smirnoff
snapchat snapple snickers spam spandex stout sushi szechuan tamale tampax teflon tex tiktok twinkies uggs urdu weightwatchers wendys whopper wii
windex winstons xbox yamaha youtube zumba
`

/** Eponyms and brands of several words that read like persons or places. */
export const EPONYM_PHRASES = `
argyll robertson|braxton hicks|le fort|charles bonnet|miller fisher|ramsay hunt|brown sequard|charcot marie tooth|de quervain|von hippel lindau|von willebrand|van gieson|austin flint|graham steell|jackson pratt|
swan ganz|adams stokes|stokes adams|holmes adie|wolff parkinson white|lown ganong levine|bland altman|kaplan meier|cockcroft gault|child pugh|hunt hess|young mania|rey figure|hill sachs|osgood schlatter|
sister mary joseph|alice in wonderland|homer simpson|jack daniels|virginia slims|bud light|bloody mary|captain morgan|jim beam|johnnie walker|valley fever|mary jane|aunt jemima|uncle ben|betty crocker|
sturge weber|peutz jeghers|ehlers danlos|prader willi|guillain barre|stevens johnson|churg strauss|henoch schonlein|kearns sayre|lennox gastaut|rosai dorfman|gardner wells|zollinger ellison|mallory weiss|
dandy walker|arnold chiari|crigler najjar|dubin johnson|gianotti crosti|hailey hailey|jarisch herxheimer|landau kleffner|lesch nyhan|mccune albright|osler weber rendu|parry romberg|pierre robin|treacher collins|
rubinstein taybi|russell silver|smith magenis|wiskott aldrich|allen cognitive|cushing ulcer|hawkins kennedy|kocher langenbeck|watson jones|smith petersen|russell taylor|jones fracture|barton fracture|monteggia fracture|
dix hallpike|brandt daroff|salter harris|ellis van creveld|hutchinson gilford|jervell lange|romano ward|blalock taussig|ross procedure|kidd blood|duffy blood|lewis blood|kell blood|glasgow coma|rivermead behavioural|
mini mental|white coat|whipple procedure|hartmann pouch|billroth ii|roux en y|ivor lewis|dobbhoff tube|miller abbott|cantor tube|greenfield filter|hickman catheter|groshong catheter|tenckhoff catheter|penrose drain|blake drain
`
