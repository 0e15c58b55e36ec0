// Names of scores, tests and drugs as clinicians clip them, and brands of drugs of the United Kingdom; written for the project.

export const CLIPPED_WORDS = `
abdo abobota aclf acq acvc acyclo adalim adeno adlq adrt afo agvhd alfent allo alsfrs amhp amik amilor amlod amoxiclav ampho aofas aospine
apix apl apri aprv asct asdas ases asv atenol atg atorva augm awaab azith barc basdai basfi betameth bfmdrs bilag bilevel bisop bld bpap
bprs bumet bupe bvas calpro camcog camicu canca carba carbi carg caspo ccg ccgs ccot ccrt cdai cdeis ceap cefaz cefep ceftri cefu cfcs
cffdna cfs cgvhd chlorthal chopintend cirs cisatra ciwaar ckdepi ckpd clonaz coamox comorbs cpn cpot cqc crads crich crr cspine cssrs cte
cto ctp ctsi cyclo dabi dast dcr ddimer dexameth dfs dgi dgp dheas digox dipss dkd dlqi dnacpr dofet dpg dulox easi ebmt ebna ebrt ecpr
edacs edf edox edss efs efw ehra eln empa enal enox eplere erta esmol etomid evt ews exen fent ffs fga flc flec flipi fluclox fludro foosa
foscar fosfo fti furos fvc gaf gancic glip gls gluc gmc gmcd gmfcs gmfm gmi gpi guselk gynae hamd haplo haq hartmanns hbcab hbeag hbsab
hbsag hcpc hctci hctz hdr hdu hfmse hfov hiscr hkafo hovon htx hvad hydral hydrocod hydromorph ibw icb iciq igrt iief ikdc imca imdc imi
imrt incobota incruse indap inflix inhibin ipi ips ipssm ipssr irecist isavu isdn isup ivt ixek kafo kcyd ketam kfre kpc krd lacos lamot ldr
levetir levoflox linez lisin loraz losart lpa lrinec lso lysholm madrs mdro mdsupdrs mep metf methad methylpred mfm mgadl mgfa mha midaz
milrin mipi mipss mmrc mna moxi mpap mpo mrc mrd mre mrecist msfc mva mwa nact nccnipi ncepod ndi ndm neostig nfs nhse nif nifed nipt nirmat
nitrofur niv nmc nok nortrip npi nprs nutric oabq ocre odi ofatum onabota onls ophthal orads osel oxcarb oxycod paeds papi pasi pav pbw pcw
pelod percist pfs pgsga phenobarb phosph pipp piptazo plr pnw posa pplat pra prava pregab prems prl procain procal proned propaf propof
propran prvc psv ptcy pthrp qids qmci qmg raiss ramip rasi regiscar reintubated remdes resps retic rfs rict rimabota ritux rmdq rnp rosuva
rsbi rts rudas rvd sadpersons sams sapt sas satpa sats sbt scbu sciwora scorad sdai secuk sescd sflc sga shortec sife simv simva sirt sledai
slic slicc smartcop smm smo snapp sotal spesi sppb srs ssb sufent suggam sulf svv tapent tapse tasc tegner telmi tep tibc tici tige tir tirz
tlics tmpsmx tobra tociliz topir tpg tramad triss tspot ttg twstrs tzd ucbl uceis uct updrs uste vaecmo valacyclo valganc valpro valsart
vcss vec vedo verap vitd vka vmat vori vrd vti vvecmo warf wfns yers ymrs zarit zonis
`

export const BRITISH_BRANDS = `
adcal braltus brivar buccolam buscopan butec buvidal ciproxin clenil cocodamol codydramol colofac cosmocol duoresp epistatus espranor evacal
fencino fostair fultium fybogel gelofusine inhixa innohep invita jaydess lagotrix laxido longtec madopar matrifen meronem mezolar microgynon
movicol penthrox relvar salamol spasmonal stexerol synacthen thorens trimbow ultibro volplex
`
