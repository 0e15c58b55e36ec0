// Words of physical examinations, headings and devices that no list of English words holds; written for the project.

/** Words of examinations and operations, headings cut short. */
export const EXAMINATION_WORDS = `
eval evals trach reassess recert precert preauth handoff signout telestroke telehealth televisit biba bibems
disch dispo afeb interp ortho neuro cards pulm renal endo heme onc derm gyn peds psych rheum uro nephro fundi funduscopic fundoscopic bimanual
spirometry gravida para nullip multip primip tricompartmental bicompartmental unicompartmental syndesmosis syndesmotic fetoscopic morbus ashworth
lhermitte carhart amsler drance cimino brescia queckenstedt bayes bayesian venturi kegels lamaze bradley hypnobirthing doula gastroc soleus psoas
piriformis iliopsoas glute gluteus hamstring trapezius rhomboid lats delt deltoid biceps triceps brachialis supraspinatus infraspinatus subscapularis
teres labrum meniscus mcl acl pcl lcl itb sij ptosis nystagmus dysmetria dysdiadochokinesia clonus spasticity cogwheeling bradykinesia hypomimia
hypophonia dysarthria dysphonia stridor wheezes rhonchi rales crackles egophony fremitus tactile dullness tympany guarding rebound rigidity
hepatojugular jvd jvp pmi precordium heave thrill gallop bruit bruits turgor clubbing cyanosis pallor icterus anicteric normocephalic atraumatic
perrla eomi mucosa oropharynx tonsillar exudate exudates lymphadenopathy thyromegaly thyroid supple nontender nondistended normoactive organomegaly
hepatosplenomegaly hepatomegaly splenomegaly umbilical inguinal ventral hiatal reducible incarcerated strangulated varicocele hydrocele spermatocele
epididymis prostate boggy nodular rectal guaiac hemoccult stool melena hematochezia hematemesis coffee dysphagia odynophagia globus pyrosis
regurgitation eructation bloating flatus obstipation tenesmus steatorrhea hemorrhoids fissure fistula pilonidal telangiectasia telangiectasias purpura
petechiae ecchymosis ecchymoses urticaria wheal macule macules papule papules plaque plaques vesicle vesicles bulla bullae pustule pustules nodule
nodules lichenification excoriation excoriations hyperkeratosis parakeratosis acanthosis spongiosis dyskeratosis comedones rosacea seborrheic actinic
solar lentigo lentigines keratosis nevi dysplastic melanocytic pagetoid breslow clark clinically antihypertensive antihypertensives anticoagulated
anticoagulation thrombolysis thrombectomy embolectomy angioplasty stenting stent stented revascularization cardioversion ablation cryoablation
defibrillator pacemaker telemetry echocardiographic echocardiography doppler duplex dobutamine persantine adenosine regadenoson lexiscan nuclear
sestamibi thallium technetium tagged hida meckels barium gastrografin omnipaque isovue visipaque gadavist dotarem magnevist feridex definity lumason
optison
`

/** Words that head the parts of records in German, Spanish, French and the languages of Scandinavia. */
export const FOREIGN_HEADINGS = `
hausarzt einweisung aufnahme fallnummer entlassung befund befunde diagnose diagnosen verlauf therapie anamnese vorgeschichte beschwerden untersuchung
empfehlung medikation entlassungsmedikation beurteilung röntgen sonographie labor blutdruck puls gewicht größe patientin krankenkasse
versichertennummer geburtsdatum personnummer fødselsnummer diagnóstico tratamiento antecedentes exploración evolución alta ingreso motivo consulta
urgencias cirugía juicio clínico plan recomendaciones hallazgos conclusión antécédents examen traitement conclusion ordonnance hospitalisation motif
consultation évolution sortie entrée histoire maladie
`

/** Makers and brands of devices, dressings, tests and things of every day. */
export const DEVICE_BRANDS = `
afirma thyroseq xpert corus atkins keto paleo whole30 noom optavia nutrisystem mediterranean
abbott absolut acapella accuchek actifuse adaptic adrenaclick advil aerobika aerochamber affixus afrin airborne airfit airsense airvo aleve
alimentum alkaseltzer allegra allevyn ambu amplatzer anbesol android annovera aquacel aquamantys aquaphor arrow arthrex aspercreme
attune autoinjector auviq aveeno bacardi bacitracin barbie barrx bayer beano benadryl benefiber beneprotein bengay bennett betadine
biatain binax biofire biofreeze biomet biotene biotronik bipap bivona boost boppy bosu bougie bovie broviac budweiser bufferin
bvm cardioform cardiomems carelink cavilon centrum cepacol cephalon cepheid cerave cetaphil cheerios chevy chloraseptic chromebook chromic
citrucel claritin clorox cmac coban coflex colgate cologuard coloplast combitube contour convatec coors copenhagen corail corevalve
corkscrew corona covidien cpapp crest crocs cusa dacron dayquil delsym depends depuy dermablade dermabond dermatome desitin dexcom
diskus dodge dove dreamstation drummer dulcolax duoderm durex durolane echosens ecotrin elf ellipta emergen endobutton
endocatch endoflip endoloop enfamil enseal ensure epipen ethibond ethicon ethilon eucerin euflexxa evicel evita exactech exacto
excedrin ezio facebook fibercon fiberwire fibroscan fibrosure fibrotest filmarray fireball fitbit fixodent fleet flexhaler flexpen flonase floseal
flutter fortnite foundationone freestyle galleri garmin gasx gatorade gaviscon gelfoam genexpert gerber glidescope glucerna
glucometer gore goretex grafton grizzly groshong guardant guinness halls hamilton handihaler harmonic hasson heartmate
heineken hemospray hennessy hfnc hibiclens hickman hollister holter hoyer huggies humapen hurst hyalgan icyhot igel imodium impella
infuse inspirx instagram interceed invacare invitae iphone jeep jevity jumbo juul kawasaki kerlix kinesio kleenex kotex
kwikpen kyleena kyphon lactaid lansinoh lapband latitude leadless lego libre ligasure liletta linq listerine lma lubriderm lysol maalox
macintosh magill maloney mammaprint marlboro maternit21 medela mediport medline medtronic mepilex merlin metamucil micra
midol miller minecraft minimed miralax mirena mitraclip mobic mohs monocryl monovisc monster motrin mucinex mylanta myriad nasacort natera neohaler
neosporin nepro netflix neutrogena newport nexplanon nicoderm nicorette nintendo nustep nutramigen nuvaring nuvent nylon nyquil omnipod
oncotype oneaday onetouch opsite optiflow optiview oragel orajel orbera oreo orthovisc osmolite otovent ovesco oxford pampers pari
passy pds pedialyte peloton peptamen pepto peridex permcath permobil persona picc pillcam playstation pokemon polident
portacath powerport prineo prodisc prolaris prolene purell puritan quinton redbull relion resmed respimat respironics ricola
robitussin roblox rockstar rolaids roth salonpas sapien savary schatzki senna seprafilm shiley silk similac skittles skoal skyla
smirnoff solostar sonicare spectra starburst steristrips stomahesive stratafix stryker sudafed supartz surgicel swivelock
synthes synvisc tampax tandem taperloc tegaderm telfa tesio tevdek theraband theraflu thickit thinx thoratec thunderbeat tiger tightrope
tiktok tisseel titos trigen tritanium trochanteric tums turbuhaler twirla tyco vanicream vapotherm
vaseline velcro veress verigene vicks vicryl vivonex vloc voltaren vuse watchman waterpik xbox xeroform xulane yamaha yankauer
youtube yuyang zilretta zimmer zio zoom zyn zyrtec
`
