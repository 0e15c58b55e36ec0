// Brands and names of drugs that have come to the clinics since the lists in medical-words.ts, and more of the older ones; written for the project.

export const NEWER_DRUGS = `
xiaflex lagevrio qbrexza auvi dermoplast tucks pneumovax prevnar capvaxive vaxneuvance bexsero trumenba penbraya heplisav twinrix pediarix pentacel kinrix proquad varivax zostavax fluzone flublok fluad flumist comirnaty spikevax novavax evusheld
abilify abrysvo accutane aciphex actemra actos adbry adcetris adcirca adderall adempas aduhelm advair afinitor aggrenox aimovig ajovy akynzeo
albuterol aldactone aldomet alecensa aleve alinia allegra alunbrig amaryl ambien amidate amoxil anectine anoro antivert anzemet apretude aptiom
aquamephyton aranesp arava arcalyst arexvy aricept arimidex arnuity aromasin asacol asmanex astagraf astramorph atacand ativan atripla atrovent
aubagio augmentin austedo auvelity avandia avapro avastin avelox avodart avonex avsola azilect azor bactrim baqsimi baraclude basaglar bavencio
beconase belbuca belsomra benadryl benicar benlysta benznidazole beovu betaseron bevespi bexsero beyfortus biaxin bicillin biktarvy bimzelx blincyto
boniva boostrix bosulif botox braftovi breo breztri bridion brilinta brisdelle brukinsa bumex buspar bydureon byetta bystolic cabenuva cabometyx
caduet calan caldolor calquence camzyos caplyta carafate carbatrol cardizem cardura carvykti catapres celebrex celestone celexa cellcept cetrotide
chantix cialis cibinqo cimzia cinqair cipro claritin cleocin climara clomid clozaril cobenfy cogentin colace colcrys columvi colyte combivent complera
comtan concerta copaxone copiktra coreg cosentyx cotellic coumadin cozaar creon cresemba crestor crixivan cubicin cyclogyl cymbalta cyramza cytomel
cytoxan daliresp daraprim darzalex daurismo dayvigo decadron deltasone demadex demerol dengvaxia depakote depo-medrol descovy desyrel detrol dexilant
diclegis diflucan dilantin dilaudid diovan diprivan ditropan donanemab doptelet dovato duexis dulera duoneb dupixent duragesic duramorph dyazide
dysport ebglyss edarbi edurant effexor effient elahere elavil eligard eliquis elmiron elrexfio emend emflaza emgality emla emtriva enbrel enflonsia
enhertu entresto entyvio envarsus epclusa epidiolex epilim epipen epkinly epogen erbitux erivedge erleada esbriet eskalith evenity evista exelon
exforge exparel eylea fanapt farxiga faslodex femara feraheme fetzima fiasp flagyl flexeril flomax flonase florinef flovent focalin follistim fortaz
forteo fosamax fragmin frova fycompa galafold ganirelix gardasil gattex gazyva genvoya geodon gilenya gilotrif gleevec glucophage glucotrol glucovance
halaven haldol harvoni havrix hepsera herceptin humalog humira humulin hycamtin hydrea hytrin hyzaar ibrance iclusig idhifa ilaris ilumya imbruvica
imdelltra imdur imfinzi imitrex imodium imovax imuran inclisiran inderal inflectra ingrezza inlyta inqovi inrebic instanyl intelence intuniv invanz
invega invokana iressa isentress isordil ixempra ixiaro jakafi janumet januvia jardiance jevtana journavx juluca juvederm juxtapid kadcyla kaletra
kalydeco kampo kanjinti kanuma keflex kenalog keppra kerendia kesimpta ketalar kevzara keytruda kineret kisqali kisunla klonopin klorcon krystexxa
kymriah kyprolis lamictal lamisil lanoxin lantus lasix latuda lecanemab lemtrada lenvima leqembi leqselvi lescol letairis leukeran leukine levaquin
levemir levitra levophed levoxyl lexapro lexiva librium libtayo lidoderm lioresal lipitor litfulo livalo lodine lomotil lonsurf lopid lopressor
lorbrena lovaza lovenox lucentis lumakras lunesta lunsumio lupkynis lupron luxturna lybalvi lynparza lyrica macrobid malarone marcaine mavenclad
mavyret maxalt maxipime maxzide mayzent medrol megace mekinist meloxicam menactra menopur menveo merrem mestinon methergine mevacor miacalcin micardis
micronase minipress mirapex mirena mirikizumab mounjaro mvasi myambutol mycamine myfortic mylotarg myobloc myrbetriq namenda naprosyn narcan nardil
naropin nasonex natrecor navelbine nemluvio nerlynx nesacaine neulasta neupogen neurontin nexavar nexium nexplanon nicorette nimbex ninlaro nitrostat
norco normodyne norvasc norvir novarel novolin novolog noxafil nubeqa nucala nucynta nuedexta nuplazid nurtec nuvaring nuvigil ocaliva ocrevus odefsey
odomzo ofev ofirmev olumiant olysio omnaris omnicef omnipod omvoh onfi onglyza onivyde onpattro opdivo opsumit opzelura orencia orgovyx oriahnn
orilissa orkambi orladeyo ortho-novum osphena otezla ovidrel oxbryta oxtellar oxycontin ozempic ozurdex padcev pamelor parlodel parnate paxil paxlovid
pediarix pemazyre pentasa pepcid percocet perjeta pifeltro piqray plaquenil plavix plegridy pletal polivy pomalyst pontocaine portrazza poteligeo
pradaxa praluent prandin pravachol precedex precose prednisone premarin prevacid prevnar prezcobix prezista prilosec primaxin prinivil pristiq proair
procardia procrit prograf prolastin prolia prometrium propecia protonix proventil provera provigil prozac pulmicort pulmozyme qbrelis qdenga qelbree
qinlock qsymia qtern qulipta quviviq qvar rabavert radicava ranexa rapaflo rapamune rebif rebyota reclast regeneron reglan relafen relenza relpax
remeron remicade remodulin renflexis repatha requip rescriptor restasis restoril retacrit retevmo retin-a retrovir revatio revia revlimid rexulti
reyataz reyvow rezdiffra rhinocort rhogam ridaura rinvoq risperdal ritalin rituxan robaxin robinul rocatinlimab rocephin roszet rotarix rotateq
rozerem rozlytrek rubraca rukobia ruxience rybelsus rybrevant rydapt rytary rythmol ryzodeg sabril saizen salagen samsca sanctura sandimmune saphris
savaysa savella saxenda seconal segluromet selzentry semglee senokot sensorcaine septra serevent seroquel serzone shingrix simponi sinemet sinequan
singulair sirturo skyrizi solu-medrol soma sonata sotyktu sotylize sovaldi spinraza spiriva sporanox sprycel stalevo starlix steglatro stelara stendra
stivarga strattera stribild suboxone subutex sufenta sustiva sutent symbicort symdeko symlin symmetrel sympazan symproic symtuza synagis synera
synjardy synthroid tabrecta tafinlar tagrisso talvey talzenna tambocor tamiflu tarceva targretin tasigna tasmar tazverik tecentriq tecfidera tecvayli
tegretol tekturna temodar tenoretic tenormin tepezza tessalon tezspire thalomid thymoglobulin thyrogen tibsovo tikosyn timoptic tivicay tobi tofranil
topamax toprol toradol toujeo tracleer tradjenta trajenta trandate tranxene travatan trelegy tremfya trental tresiba tribenzor tricor trikafta
trileptal trilipix trintellix triumeq trizivir trodelvy trogarzo trokendi trulicity truvada truxima tukysa turalio tybost tygacil tykerb tylenol
tymlos tysabri tyvaso ubrelvy uceris uloric ultiva ultracet ultram unasyn unisom uptravi uroxatral valium valtrex vancocin vanflyta vaqta varivax
vascepa vasotec vectibix velcade velphoro veltassa vemlidy venclexta ventolin veozah verapamil verquvo verzenio vesicare vfend viagra vibramycin
vicodin victoza videx viibryd vimpat vioxx viracept viramune viread visken vistaril vitrakvi vivitrol vizimpro voltaren vonvendi vosevi votrient
vraylar vtama vumerity vyepti vyndaqel vytorin vyvanse wainua wakix wegovy welchol wellbutrin winrevair xalatan xalkori xanax xarelto xcopri xdemvy
xeljanz xeloda xenazine xenical xeomin xermelo xgeva xifaxan xigduo xofluza xolair xopenex xospata xpovio xtandi xultophy xylocaine xyrem xywav yaz
yervoy yescarta zanaflex zantac zarontin zaroxolyn zavzpret zaxine zebeta zejula zelboraf zemplar zemuron zepbound zeposia zepzelca zerbaxa zestoretic
zestril zetia ziagen ziextenzo zilebesiran zilretta zinplava zirabev zithromax zocor zofran zokinvy zoladex zolgensma zoloft zolpimist zometa zomig
zonegran zortress zoryve zosyn zovirax zubsolv zulresso zurampic zurzuvae zyban zydelig zykadia zyloprim zymar zynrelef zyprexa zyrtec zytiga zyvox
xeplion trevicta byannli rykindo uzedy okedi nextstellis slynd tyblume balcoltra twirla annovera phexxi buvidal sixmo espranor zubsolv
`
