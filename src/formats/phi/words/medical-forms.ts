// Words that are built as only words of medicine are: a stem of drugs, a procedure, a condition or an organ with the beginning and the end that go with it.
// Surnames and towns that end alike (Kroma, Dvir, Adelaide) are why the short ends ask for a beginning of medicine, too.

import { SHORT_FORMS } from '../layers/short-forms.ts'
import { lengthOf, textOf } from '../token-tests.ts'
import type { Tokens } from '../tokens.ts'

/** Conditions, procedures and measures: ends that no name of a person or a place has, whatever stands before them. */
const CONDITION_END =
  /(?:itis|itides|os[ie]s|oma|omas|ponin|riceal|kinase|trophin|proteins?|emias?|aemias?|ectom(?:y|ies|ized|ised)|ostom(?:y|ies)|otom(?:y|ies)|plast(?:y|ies)|pex(?:y|ies)|rrhaph(?:y|ies)|odesis|centesis|ograms?|ograph(?:y|ies|ic)|oscop(?:y|ies|ic)|ometr(?:y|ic)|opath(?:y|ies|ic)|algias?|urias?|uric|penias?|penic|rrh?oea|rrhea|rrhagic?|lysis|lytic|genic|ectasias?|ectasis|stenos[ie]s|plegi[ac]|paresis|phagia|phasi[ac]|pn(?:o?ea|eic|oeic)|oxi[ac]|megaly|malacia|lithiasis|trophic|troph(?:y|ied)|plasia|plastic|cytosis|cyt(?:e|es|ic|oma)|blast(?:s|ic|oma)?|sclero(?:sis|tic)|thymi[ac]|ostatics|thermi[ac]|vol(?:a?emi[ac])|kal(?:a?emi[ac])|tensive|cardic|dynamics?|globulins?|globin|globinuria|albumin|ferritin|phylaxis|phylactic|vascular|cerebral|abdominal|thoracic|cranial|esophageal|oesophageal|gastric|hepatic|renal|atrial|ventricular|aortic|mitral|mucosal|pelvic|pelvis|muscular|articular|orbital|ocular|cutaneous|intestinal|colic|uterine|vaginal|partum|operative(?:ly)?|surgical(?:ly)?|prosthe(?:sis|tic)|implant(?:ed|ation)?|infus(?:ed|ion)|perfus(?:ed|ion)|intubat(?:ed|ion)|cannulat(?:ed|ion)|catheteri[sz](?:ed|ation)|innervat(?:ed|ion)|enervation|infection|coagulat(?:ed|ion)|adherent|adherence|weightbearing|responsive|reactive|toxicity|toxic)$/

/** The same in German, French, Spanish, Italian, Dutch and Portuguese. */
const OTHER_CONDITION_END =
  /(?:log(?:[ií]as?|ies?|isch[er]?)|graf[ií]as?|graphies?|graphien?|pat[ií]as?|pathies?|pathien?|ectom[ií]as?|ectomies?|ektomien?|[oó]tom[ií]as?|otomies?|[oó]stom[ií]as?|ometr[ií]as?|oscop[ií]as?|oscopies?|skopien?|plast[ií]as?|plasties?|terapias?|th[eé]rapies?|therapien?|[eé]mias?|[eé]mies?|[aä]mien?|[uú]rias?|uries?|algies?|algien?|cit(?:ose|osi|osis)|cytose|es(?:ose|osi)|g[eé]nic[oa]s?|t[oó]xic[oa]s?|quide[oa]s?|quíde[oa]s?)$/

/** Stems of drugs, after the list of the WHO. */
const DRUG_END =
  /(?:statins?|vir|pril|mycin|micin|cillins?|azoles?|mabs?|tinib|nib|sartans?|olol|gliptins?|gliflozins?|glutide|caine|oxacin|tegravir|buvir|previr|asvir|ciclovir|navir|tidine|azine|oxetine|triptyline|zapine|dipine|phylline|terol|tropium|floxacins?|cyclines?|bactam|penems?|xaban|gatran|troban|grel|plase|tepl?ase|sulfase|sidase|parin|relin|relix|cept|limus|imod|platin|taxel|rubicin|tecan|citabine|mustine|ciclib|parib|rafenib|zomib|clax|lisib|fungin|gepants?|orexant|stigmine|curium|curonium|thiazides?|glinides?|glitazones?|formin|vaptan|entan|ciguat|prost|prostol|toin|barbital|barb|zolam|zepam|clone|pidem|peridol|peridone|piprazole|faxine|traline|giline|capone|racetam|gabalin|vigabatrin|gestrel|estradiol|lutamide|steride|pressin|reotide|calcet|calciferol|gluconate|sulfate|phosphate|bicarb(?:onate)?|setron|triptans?|zosin|dronate|dronic|lukast|histine|rotigotine|listat|fibrates?|profen|coxib|asone|olone|onide|sulfone|trexate|domide|quine|antel|bendazole|vudine|adrine|ephrine|amphetamine|morphone|codone|fentanil|entanyl|orphine|oxone|trexone|bital)$/

/** Beginnings of organs, tissues and directions. */
const BEGINNING =
  /^(?:abdomino|adeno|aneuploid|angio|antero|aorto|arterio|arthro|atrio|atlanto|auto|bili|bio|brachio|broncho|cardio|carpo|cavo|cephalo|cerebro|cervico|chol[ae]|choled|chondro|colo|colpo|costo|coxa|cranio|crico|cysto|cyto|dacryo|dermato|dors[oi]|duodeno|electro|encephal|endo|entero|epi|fascio|femoro|fibro|fistulo|gastro|genito|gingivo|glosso|glyco|gynaeco|gyneco|haem[ao]|hem[ao]|hemi|hepato|histo|humero|hydro|hyper|hypo|hystero|ileo|ilio|immuno|infra|inter|intra|ischio|jejuno|juxta|kerato|laparo|laryngo|leuco|leuko|lipo|lumbo|lympho|macro|mammo|mandibulo|medullo|meningo|meso|meta|metacarpo|micro|myco|myelo|myo|naso|necro|neo|nephro|neuro|normo|oculo|odonto|oesophago|esophago|omento|oophoro|ophthalmo|orchi|oro|ortho|osteo|oto|pachy|pan|pancreat|para|parieto|patello|peri|phaeo|pharmaco|pharyngo|pheo|phlebo|photo|plasma|pleuro|pneumo|poly|post|pre|procto|pseudo|psycho|pubo|pulmo|pyelo|pyo|radio|recto|reno|retro|rhino|sacro|salpingo|sapheno|sclero|sero|sialo|sino|somato|spermato|spheno|spino|splanchno|spleno|spondylo|staphylo|steato|sterno|stomato|strepto|sub|supra|tachy|brady|teno|thermo|thoraco|thrombo|thyro|tibio|tracheo|trans|tricho|uni|uretero|urethro|uro|utero|vagino|vaso|veno|ventriculo|vesico|video|viscero|vitreo|xero)/

/** Ends that names have, too. */
const LIKELY_END =
  /(?:oma|omas|osis|oses|otic|itic|al|ar|ic|oid|ous|ia|ism|gen|gene|ase|ine|plates?|bleeds?|tomy|pathy|ation|ations|ated|ating|ectomy|tion|tive|ly|ity|ability|therapy|graft|stomy|metric|phobic|phobia|philic|philia)$/

const LEAST_UNITS = 7

/** A word that is built as only words of medicine are, or a short form of the field. */
export function isMedicalForm(tokens: Tokens, at: number): boolean {
  return SHORT_FORMS.has(tokens.hash[at]!) || (lengthOf(tokens, at) > 6 && hasMedicalAffix(textOf(tokens, at).toLowerCase()))
}

/** A folded word that is built as a word of medicine; names of persons and places are built so by chance only, and rarely. */
function hasMedicalAffix(word: string): boolean {
  if (word.length < LEAST_UNITS) return false
  return (
    CONDITION_END.test(word) || OTHER_CONDITION_END.test(word) || DRUG_END.test(word) || (BEGINNING.test(word) && LIKELY_END.test(word))
  )
}
