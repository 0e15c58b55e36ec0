// What a word does in a clinical text, by hand-written lists: titles, relations, credentials, heads of places and organizations, labels.
import { hashWord } from './fold.ts'

export const ROLE = {
  title: 1,
  relation: 2,
  credential: 4,
  month: 8,
  weekday: 16,
  street: 32,
  /** A word that makes a facility of the words before it: hospital, clinic, manor. */
  facility: 64,
  /** The same for other organizations: school, church, company. */
  organization: 128,
  /** Stands before a name in running text or as a label: patient, caller, attending. */
  person: 256,
  /** Makes a disease, test or device of the name before it: syndrome, score, catheter. */
  medicalHead: 512,
  /** Stands before a place: lives in, moved to. */
  placeVerb: 1024,
  unit: 2048,
  function: 4096,
  particle: 8192,
  pronoun: 16384,
  /** A part of the name of a facility that is no name itself: general, memorial, regional. */
  facilityPart: 32768,
  /** A unit of a hospital: ward, unit, floor. */
  ward: 65536,
  namePart: 131072,
  direction: 262144,
  state: 524288,
} as const

const WORDS: readonly (readonly [number, string])[] = [
  [
    ROLE.title,
    'mr mrs ms miss mx mister missus dr doctor doc prof professor rev reverend sir madam madame lady lord officer detective sergeant sgt lieutenant lt captain capt colonel major judge justice attorney rabbi imam pastor fr father sister sr brother deacon bishop hon senator herr frau hr fru monsieur mme mlle señor senor señora senora srta sra don doña dona dott dottor dottoressa dra drs signor signora dhr mevr mevrouw pan pani nurse chaplain coach principal warden sheriff constable pvt cpl cmdr ofc trooper tpr deputy maj ssgt pfc cpt ofcr',
  ],
  [
    ROLE.relation,
    'mother father mom mum mommy mummy dad daddy wife husband spouse partner son daughter brother sister sibling twin aunt auntie uncle niece nephew cousin grandmother grandfather grandma grandpa granddaughter grandson grandparent grandchild stepmother stepfather stepson stepdaughter stepdad stepmom godmother godfather fiance fiancé fiancee fiancée boyfriend girlfriend friend neighbor neighbour roommate housemate caregiver carer caretaker guardian babysitter nanny ex widow widower parent foster sister-in-law mil fil roomate hubby sis bro gf bf mgm mgf pgm pgf child baby infant madre padre esposa esposo hijo hija hermano hermana mutter vater tochter sohn ehefrau ehemann mari femme fils fille frère soeur moglie marito figlio figlia dtr gma gpa gdtr fob coworker colleague classmate stepsister stepbrother godson goddaughter granny grandmom granddad companion gm ggm bff',
  ],
  [
    ROLE.credential,
    'md do mbbs mbchb bmbs rn np pa lpn lvn aprn arnp fnp dnp msn bsn bn crna cnm cns phd psyd edd dds dmd dpm dpt ot otr otd pt slp ccc rd ldn lcsw lmsw msw lmft lpc pharmd rph facs facp facc frcp frcs frcpc mrcp mrcgp mph mba fnp-c pa-c aprn-c rt rrt cna ma ccrn cen chpn ncc bcba esq jd facog faap fccp msc rgn rmn do mha dc nd lac rdms rdcs ccm mhp lac qmhp cwocn cwon wocn rpsgt omfs cadc ladc lisw licsw lcgc cgc cpnp agnp fnpbc pmhnp lmhc lpcc lcpc cpht cst csfa rdn cde cdces rcp emt emtp nremt aemt rhit chc pgy ms3 ms4 psya aud mbbchir mrcs frcr frca rmt bcps bcpp faan fhm faaos fasn frcpi acnp whnp dvm ocs phn cot comt coa mbbch acnp-bc crnp cnmt arrt rtr lmp lmt lat atc dabr',
  ],
  [
    ROLE.month,
    'january february march april may june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec januar jänner februar feber märz maerz juni juli oktober dezember dez okt mai enero febrero marzo abril mayo junio julio agosto septiembre setiembre octubre noviembre diciembre ene abr ago dic janvier février fevrier mars avril juin juillet août aout septembre octobre novembre décembre decembre janv févr fevr juil déc gennaio febbraio aprile maggio giugno luglio settembre ottobre dicembre gen mag giu lug set ott janeiro fevereiro março marco maio junho julho setembro outubro novembro dezembro fev out januari februari maart mei augustus mrt leden unora března dubna května června července srpna září října listopadu prosince stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia ianuarie februarie martie aprilie iunie iulie septembrie octombrie noiembrie decembrie',
  ],
  [
    ROLE.weekday,
    'monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun lunes martes miércoles miercoles jueves viernes sábado sabado domingo lundi mardi mercredi jeudi vendredi samedi dimanche montag dienstag mittwoch donnerstag freitag samstag sonntag',
  ],
  [
    ROLE.street,
    'street st avenue ave av road rd drive dr lane ln boulevard blvd court ct circle cir place pl terrace ter trail trl parkway pkwy highway hwy square sq way row crescent close grove mews loop alley pike turnpike expressway causeway plaza wharf quay walk gardens rise ridge crossing path run pass bend cove heights esplanade parade',
  ],
  [
    ROLE.facility,
    'hospital hospitals clinic clinics infirmary sanatorium sanitarium hospice manor rehab rehabilitation pharmacy pharmacies dispensary urgentcare urgicenter surgicenter er ed icu lodge residence nursing polyclinic klinikum krankenhaus klinik universitätsklinikum ospedale clinica clínica policlinico chu hôpital hopital ziekenhuis complejo complexo fundación fundació fundacion sanatorio consultorio polyclinique krankenanstalt kliniken umc sjukhus sykehus sygehus szpital nemocnice ambulatorio apotheke farmacia pharmacie praxis medcenter healthcare center centre institute health hospitalists peds vascular endoscopy snf pediatrics orthopedics orthopaedics dialysis imaging oncology optometry dermatology urology podiatry chiropractic dentistry orthodontics obgyn gyn care nephrology gastroenterology cardiology neurosurgery orthopaedic ortho medicine counseling wellness endocrinology pulmonology rheumatology allergy hematology pathology radiology anesthesia hospitalist midwifery birthing wound centro ivf fertility birthplace campus',
  ],
  [
    ROLE.organization,
    'transportation transport university college school schools academy elementary montessori preschool kindergarten daycare church temple mosque synagogue parish institute foundation company corporation corp inc llc ltd gmbh plc co group partners associates brothers sons bros industries enterprises laboratories lab labs insurance bank agency department dept prison jail penitentiary correctional facility shelter ministries mission library university universität universidad université università council authority trust society association organization organisation committee services solutions systems technologies consulting logistics warehouse factory restaurant diner cafe bakery hotel casino store market supermarket farm farms ranch studio theatre theater brewery motors airlines airways railroad union guild bureau tribunal court army navy marines police fire funeral mortuary cemetery chapel tavern pub grill gym fitness salon spa roofing plumbing trucking landscaping winery deli pizzeria mall freight dealership fraternity sorority charities elementary airport cafeteria bistro brewpub roasters creamery llp pllc esq lpa clinics transit brewing distillery ambulance ems gymnastics soccer sports paving poultry haulage hauling tabernacle welding masonry drywall upholstery aviation orchards vineyard vineyards winegrowers sawmill foundry quarry lumber timber florist florists catering caterers seafood fisheries fishery cannery meats groceries grocers liquors cidery dojo karate cinema cinemas lanes raceway speedway stables kennels marina shipyard shipping rentals realty builders contractors aerospace publishing bookstore architects mining recycling towing automotive motorcycles taxi cabs limousine courier couriers parcel staffing payroll advisors holdings ventures cooperative coop legion lodge elks rotary kiwanis vfw ymca ywca choir orchestra symphony ballet theatrics museum gallery zoo aquarium arboretum headstart seminary convent monastery abbey priory diocese archdiocese synod gospel pantry outreach thrift nonprofit guesthouse hostel motel inn campground raceways nook emporium outfitters jewelers barbershop boutique laundromat laundry tailors bookshop pottery textiles garments apparel ironworks glassworks forge machining fabrication tooling electronics semiconductors telecom broadcasting newspaper gazette',
  ],
  [
    ROLE.person,
    'patient pt client resident caller veteran inmate member subscriber guarantor insured policyholder employee applicant claimant dentist optometrist podiatrist chiropractor orthodontist allergist foreman supervisor adjuster landlord teacher sponsor counsellor named attending surgeon physician provider pcp gp cardiologist oncologist neurologist urologist nephrologist radiologist pathologist anesthesiologist anaesthetist psychiatrist psychologist therapist counselor counsellor dermatologist gastroenterologist pulmonologist endocrinologist hematologist rheumatologist ophthalmologist orthopedist pediatrician paediatrician obstetrician gynecologist hospitalist intensivist midwife pharmacist dietitian dietician technician technologist scribe author witness interpreter translator requester sender recipient assistant resident intern fellow registrar consultant practitioner clinician doula paziente paciente patiente patienten patientin médico medico arzt ärztin médecin worker referred ref signed dictated transcribed reviewed cosigned authored verified approved performed interpreted supervised assisted examiner investigator pi cra coordinator contact nok cc attn dear hi hello hey thanks regards sincerely thx name nombre apellidos nom prénom prenom cognome vorname nachname circulator scrub embryologist proband hygienist phlebotomist sitter hcp hcpoa dpoa poa donor endoscopist medic medics recorder operator requesting referring scheduler preceptor',
  ],
  [
    ROLE.medicalHead,
    "disease diseases syndrome syndromes sign signs test tests testing score scores scoring scale scales criteria criterion classification classifications grade grading stage staging maneuver manoeuvre manuever position positioning procedure operation repair technique method approach catheter catheters tube tubing drain drains needle needles line lines port pump suture sutures staple forceps clamp retractor splint brace collar cast wrap dressing boot boots bandage traction frame fracture fractures dislocation deformity contracture palsy paralysis paresis anemia anaemia lymphoma leukemia leukaemia sarcoma tumor tumour carcinoma cancer disorder dystrophy atrophy ataxia chorea dementia encephalopathy encephalitis thyroiditis arteritis vasculitis granulomatosis colitis arthritis gangrene ulcer ulcers esophagus oesophagus phenomenon reflex reflexes response law effect triad tetrad pentad index equation formula ratio rule rules risk model nodes nodules spots bodies body cells cell ring rings membrane node duct duct's gland glands canal ligament tendon fascia pouch space loop valve valves stain staining staining's virus fever lesion lesions nevus cyst abscess hernia herniae deficiency agglutinin protein factor antigen antibody agar spotted handout handouts retractors dilator dilators stapler scalpel tenaculum images speculum curette rongeur elevator cannula sheath wand shaver spot spots technique techniques counts scissors hemostat stand blade saw drill reamer dissector suction electrode lead leads formula milk medium shunt stent graft flap incision excision bypass anastomosis resection amputation osteotomy fusion arthroplasty prosthesis implant rod rods plate screw screws wire wires nail pin pins hook balloon filter device monitor clip clips respiration respirations breathing sounds murmur murmurs wave waves arrhythmia tachycardia block inventory questionnaire interview naming matrices schedule checklist assessment survey protocol regimen diet solution lotion powder tablets capsule capsules injection vaccine lobe area aphasia amnesia psychosis malformation anomaly sequence association cage principle standards step activity rash flu influenza encephalitis measles scabies equine tick dissection esophagitis gastritis mite erosion erosions diverticulum diverticula definition staging prep segment wort appearance bandage bowel splints valves approach incisions plate trial axis phases type graft rings complex variant mutation gene trait thumb foot hand knee elbow toe nose palate forearm cataract keratosis neuropathy myopathy nephropathy retinopathy thrombosis embolism aneurysm stenosis insufficiency failure infarction ischemia contraction contractions cramp jelly exercises exercise study trial trials guideline guidelines guidelines' consensus agreement panel set cohort collaboration diabetes tool nomogram instrument battery pupil pupils stirrup stirrups plaque plaques notch lamp hump mask ointment soaks snare gait habitus smear theorem fistula fistulas myotomy fundoplication harness paradox doctrine view views chart charts tape interosseous facies habit zone zones winds wig walk chair crystals crystal",
  ],
  [
    ROLE.placeVerb,
    'lives living lived resides residing resided moved born raised grew relocated traveled travelled traveling travelling flew visiting visited emigrated immigrated immigrant returned native from hometown near outside domiciled vive lebt habite reside wohnhaft residente natural',
  ],
  [
    ROLE.unit,
    'mg mcg ug g gm kg kgs lb lbs lbm oz ml mls cc l dl mmol mol meq mm cm m in inch inches ft feet mmhg cmh2o bpm hz khz kcal cal cals units unit iu u mu ng pg pct percent f fr french hr hrs hour hours h min mins minute minutes sec secs second seconds s day days d week weeks wk wks w month months mo mos year years yr yrs y yo times x tab tabs tablet tablets cap caps capsule capsules puff puffs drop drops gtt gtts tsp tbsp amp amps vial vials gauge ga g k cells copies beats breaths meters metre metres meter km mile miles mi grams milligrams liters litres pack packs ppd joules gy cgy msv mci vol v v1 kpa mosm',
  ],
  [
    ROLE.function,
    'the a an and or but if of to in on at by for with without from into onto over under as is are was were be been being has have had do does did will would can could should may might must not no nor so than then that this these those there here which who whom whose what when where why how it its his her hers their theirs our your my me him them us we you i he she they per via due also only very after before during since until while because about between among both each few more most other some such all any',
  ],
  [
    ROLE.particle,
    'de del della di da dos das du des la le el al bin ibn ben abu abd von van der den ter ten zu zum zur af av o mac st san santa saint lo los las y e ap',
  ],
  [ROLE.pronoun, 'he she they his her him their i we'],
  [
    ROLE.facilityPart,
    'hospitalario hospitalaria hospitalier universitario universitaria universitaire clínico clinico general memorial regional community county city municipal central national international royal university childrens children women womens mens veterans va methodist baptist presbyterian lutheran adventist catholic mercy sacred heart holy cross good samaritan providence trinity grace hope faith sinai medical health healthcare surgical cancer heart eye dental pediatric paediatric maternity orthopedic orthopaedic family urgent care primary specialty psychiatric behavioral mental wellness imaging diagnostic dialysis renal oncology transplant trauma teaching district state federal private public north south east west northern southern eastern western greater mount mt st saint queen king prince princess victoria valley river lake lakeside riverside hill hills hillside park bay beach ocean sea mountain view ridge creek spring springs oak pine maple cedar willow elm forest meadow green glen harbor harbour island sun sunrise sunset summit grand royal center centre centers system systems network associates group assisted living skilled home homes house nhs foundation rural veterans army naval',
  ],
  [
    ROLE.ward,
    'servicio unidad departamento sección seccion abteilung reparto unità afdeling serviço ward unit floor room rm bed bay suite wing pavilion pod icu ccu micu sicu nicu picu pacu or',
  ],
  [ROLE.namePart, 'jr sr ii iii iv esq'],
  [ROLE.direction, 'n s e w ne nw se sw north south east west'],
  [
    ROLE.state,
    'al ak az ar ca co ct dc de fl ga hi id il in ia ks ky la me md ma mi mn ms mo mt ne nv nh nj nm ny nc nd oh ok or pa ri sc sd tn tx ut vt va wa wv wi wy pr on qc bc ab mb sk ns nb nl pe yt nsw vic qld tas act',
  ],
]

const roles = new Map<number, number>()
for (const [role, words] of WORDS) {
  for (const word of words.split(' ')) {
    addRole(word, role)
    if (role === ROLE.medicalHead && word.length > 3 && !word.endsWith('s')) addRole(`${word}s`, role)
  }
}

function addRole(word: string, role: number): void {
  const hash = hashWord(word)
  roles.set(hash, (roles.get(hash) ?? 0) | role)
}

/** The bits (`ROLE`) of a folded word by its hash. */
export function roleOf(hash: number): number {
  return roles.get(hash) ?? 0
}
