// Words of technical values that no table of the standard has: makers, products, programs, parts of the body as Body Part Examined writes them,
// and abbreviations of image types, scans and units. Facts known to everyone in the field; names of people are none of them.

/** Makers of devices and programs, and what stands in the names of firms. */
const MAKERS = `acme acuson aetitles agfa aic aidoc airis alliance allengers ams aperio apelem arrhythmia asahi aspect atl aurora barco bayer beckman
biomedical biospace bioxcel bmi braun bruker byk gulden canfite canon carestream carl zeiss cassling cemax cerner chison claron clinica clinical cmr
co cooperation corp corporation ctc curie danaher dcmjs dcmqi dcmtk dedicated del delft dentsply diagnostic diagnostics digirad dornier
draeger drager durr dynamics eastman ebm edan eizo electronic electronics elekta elscint endocare engineering epic esaote espree eurorad
excelart exini fona fonar foss fraunhofer fuji fujifilm fujinon gambro gehc genesis genoray gevaert givenimaging gmbh hamamatsu
healthcare healthineers heidelberg highdicom hitachi hologic horos icad icrco imaging imagyn inc incorporated industries infimed infinitt
informatics instruments intelerad intuitive invivo isg ivis kabushiki kaisha kavo kodak konica kyoto kuratorium leica leksell lifeline limited llc lodox
lorad ltd lumedx lumenis lunar luminex marconi marquette matlab mckesson mecaserto medcom mede medica medical medis medison medrad medstone
medtronic mercury merge merivaara meso mevis micromass mimosa mindray minolta mirada mitra mortara nanox neusoft nihon nidek nikon nipro nucletron
oec offis olympus optos orthanc orthoscan osirix ottobock oy pacs paxera pharma philips photo picker planmeca planmed plc pvt pydicom qiicr raysearch
rapiscan rimage rogan roentgen rontgen sakura samsung sanyo scanco schick schiller sectra sedecal shimadzu shimazu siemens sigmed sinovision sirona slicer
sofha sonoscape sonosite sony soredex spacelabs stryker sunnybrook  supersonic swissray technicare technologies tela terarecon
therapeutics thermo tomtec topcon toshiba trophy ttpsystems ulrich ultrasonix ultrasound unilever unisyn united vatech varian varex ventana
verathon vidar vieworks villa viatronix visage visaris visiopharm vital vitrea voxar weasis wipro wisonic xoran ziehm zonare zonal
lightpoint cooperative foundation institute laboratories laboratory systems solutions manufacturing mfg srl spa sarl kk`

/** Devices, programs and their parts. */
const PRODUCTS = `achieva acp activion adc aera affiniti aisys allura altaix altivity amira ampere angiostar angix apogee aplio aquilion arcadis aria
arietta artis artiste artizo asteion aurora avanto axiom azurion bizmatics bodytom bowtie brainlab brightspeed brilliance brivo celesteion
ciartic cirrus cyberknife coreload datadefs definition dermascan dicomweb digitaldiagnost dimension discovery drivers eclipse echelon edge ekv elast
elegance emotion encore ensite entegra eonis epiq essenta essentia evolution exa exam excel explorer fedorov firmware flashair forte fusion
fluorospot force fwhm galan gemini geminy genius ghz git github gitlab go gyroscan gyroview halcyon harmony helios hispeed ibrain iconia imager
imagepilot ingenia ingenuity innova insitum inspira integris intellispace intera intevo iplan ivus jetstream kardia konicaminolta lightspeed linac linux
logiq lumify luminos macintosh macos maclb magna magnetom mammomat mammoscan maxima mercuryair microdose millennium minfound mobilett mobius monaco
multix naeotom nextgen nimble nova novalis nucline oasis omnia opera optima orbix orthophos orion osx overture panorama perspective pinnacle pixel
precedence precise prisma prime printers proteus prox python quark quantix quantum radforce radimetrics radiforce raystation regius restore revision
revolution rhapsode rxi scanoscope scenaria scintron seconds selenia senographe sensation senoclaire server shuttle signa signos siretom sireskop skyra sola
solo somaris somatom sonata sonialvision sonoline soundstream spectralis spectris spirit splus sunrise supernova supria sureview surefire surview
symbia symphony syngo synapse telediagnost tomoscan tomotherapy toolkit torso trilogy trio triotim truebeam turbo ubuntu ultrafast uniview
vantage vario vereos verio viamo viewforum viewpoint vision vista vivid vlct vmware volume voluson voyager webkit windows workstation xaview xcelera
xelis xeleris xio xpress xperct xtremect xvi zapper zeego ziostation zenition zee zen app applicat apps aws algo algorithm beta build config debug dev
devel exe gnu jar java javascript js json main msi null obj param params patch pkg prod release rev sdk svc tmp unspecified utf ver version versions xml
bilinear bicubic lanczos cudnn pytorch tensorflow unet nnunet monai totalsegmentator elastix editor viewer plugin module www http https com org net`

/** Parts of the body as one word (PS3.16 Annex L and common use), kinds of devices, image types, scans and units. */
const CODES = `ucum nanda loinc rxnorm radlex ncit fma neu nyum snomed sct srt snm icd icdo umls mesh hgnc ctv ectv mdns pclocd sdm nicip ritelink rfc dcmr cam fps
brightfield darkfield epifluorescence structure illumination iohexol iodixanol iopamidol iopromide ioversol ioxaglate iomeprol iobitridol gadobutrol gadoterate
gadopentetate gadobenate gadoxetate gadodiamide gadoteridol fludeoxyglucose fluorodeoxyglucose technetium sestamibi tetrofosmin biograph epfid gems anon anonymized anonymised removed abdomenpelvis acj ankles aorta appendix axilla bacino bladder breasts bronchus buttock calcaneus calf carotids cerebella
cervicalspine chestabdomen chestabdpelvis chestabdpelv clavicle coccyx cspine ctspine dorsalspine duodenum elbows esophagus extremities femurs fingers
forearm gallbladder headneck hips humerus jaw knees lspine lssp lsspine lumbarspine maxilla mandible mediastinum nasopharynx neckchest neckabdomen
neckchestabdomen neckchestabdpelv orbit pancreas parotid patella pelvis penis prostate ribs scapula sacrum scrotum sellaturcica shoulders sijoint skull spleen
sspine sternum stomach tspine tlspine testis thighs thoracicspine thumbs thyroid tibia tmj toes uterus ureter vagina vulva wholebody wrists zygoma
hfdl hfdr ffdl ffdr nucmed radiofluoroscopic rtdose rtimage rtintent rtplan rtrad rtrecord rtsegann rtstruct texturemap bmus opmap opm opt opv octa
ossp kermet keratometry scpecg stain xprotocol ctprotocol xaprotocol plan cad mosaic norm dis2d fused csa csaparallel csamanip projection mip minip
mpr vrt ssd rcbf rcbv mtt cbf cbv ttp trace trackimage adc fa b0 tracew exponential subtraction interpolated resampled reformatted localiser localizer scout
scano scanogram topogram surview derivedcolor posttprocessed postprocessed processed uncorrected corrected attn decy dtim motn pmot clin csiz
nrgy rada radl rand scat nuff uniform relc elec secondary screenshot savescreen capture helical axial sagittal coronal oblique spiral sequential ecg resp trig
trigger gated gating pfp pfs fatsat grappa sense blade propeller dixon flair mprage tirm tse haste space vibe ciss fiesta bravo cube
spgr fspgr fgre efgre ssfse lava tricks asset hispeed manu auto labelmap lin log hu hounsfield suv suvbw suvlbm bqml cnts gml mlming gmlming normalised normalized
mmhg msec usec sec mgy mgycm dgy cgy keds kvp mas mah mbq kbq mci uci ms um mm cm mv kv khz mhz ghz bpm dpi rgb rgba hsv cmyk srgb grayscale greyscale
monochrome palette icc lut luts cmap pet spect mra mrv mrs dti dwi swi bold fmri asl cta ctp hrct cbct dect dsa ivp mcug vcug ercp mrcp kub barium enema
fluoro portable stat xr xwise precontrast postcontrast wwo wout noncontrast lateral lat obl decub upright supine prone erect bilat unilat`

/** Plain words that are in many files: where all words of a file are known here, the lexicon is not unpacked for it. */
const FREQUENT = `apl fcr artificial intelligence connective sparse microscope section pathology micrometer spectrum mrt sat hfs ffs hfp ffp hfdr ybr
perfusion intravenous regional cerebral consultation avr avl avf extremity retina codes neck plus ultra epicardial unused parts obstetrical tps milliseconds
millivolt microvolt onset rhythm einthoven median npw edr irs ict dcm source image images processing operation heart rate lead tissue background area
report comment chest abdomen spine knee shoulder ankle wrist thorax breast contrast without left right with the and for from type unknown none other normal standard
general default original primary derived whole body mode manual automatic volume scan head hand foot small large medium soft sharp smooth full half single multi
multiple series study position patient first second third group beam phase wave echo spin gradient inversion recovery angle field coil slice`

/** Each once, in small letters. */
export function listDeviceWords(): string[] {
  return [...new Set(`${MAKERS} ${PRODUCTS} ${CODES} ${FREQUENT}`.split(/\s+/))]
}
