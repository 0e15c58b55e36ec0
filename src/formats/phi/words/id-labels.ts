// The words that announce an identifier, and what it is then. One table for one grammar: a label, signs and filler words, a value.
import type { PhiCategory } from '../category.ts'
import { hashUnit, hashWord } from '../fold.ts'

/** `strong`: the label is no word of running text, so that a short value and no sign are enough. */
export interface IdLabel {
  readonly category: PhiCategory
  readonly strong: boolean
}

const LABELS: readonly (readonly [PhiCategory, 'strong' | 'weak', string])[] = [
  [
    'mrn',
    'strong',
    'mrn|mrns|mr no|mr number|medical record|medical record number|med rec|medrec|mr|mrno|hospital number|hospital no|hosp no|chart number|chart no|chart id|patient id|patient number|patient no|patient identifier|pt id|unit number|nhc|historia clinica|numero de historia|nº historia|hc|patientennummer|fallnummer|aufnahmenummer|patientnummer|numero dossier|ipp|nip|cartella clinica|lêernommer|lernommer|urn|umrn|empi|eid|nhc historia|uhid|uhid no|ipd no|ip no|opd no|op no|crn',
  ],
  ['mrn', 'weak', 'exp|expte|chart|record|record number|record no|file|file number|file no|pid|hn|ur|folder|nhc no'],
  [
    'health-plan-id',
    'strong',
    'member id|member number|member no|memberid|subscriber id|subscriber number|policy number|policy no|policy id|medicaid id|medicaid|medicare number|medicare id|medicare|mbi|hicn|insurance id|insurance number|insurance no|insurance card|health plan id|plan id|beneficiary id|beneficiary number|beneficiary|health card|health card number|hcn|ohip|group number|group no|group id|certificate number|nass|tarjeta sanitaria|versichertennummer|krankenversichertennummer|kvnr|carte vitale|ihi|payer id|cipa|numero de asegurado|rx bin|rxbin|pcn|rxgrp|abha|abha address|abha number',
  ],
  [
    'health-plan-id',
    'weak',
    'policy|member|subscriber|insurance|insured|plan|group|mbr|mem|memb|grp|pol|phn|uli|enrollee|beneficiary|certificate|dva|mcd|hic|contract|cardholder|enrolled|cin',
  ],
  [
    'account',
    'strong',
    'account|acct|account number|acct number|acct no|account no|accountnumber|visit number|visit no|visit id|encounter number|encounter id|encounter no|csn|fin number|har|invoice number|invoice no|claim number|claim no|claim id|billing number|billing id|guarantor number|receipt number|iban|bic|swift|routing number|routing|card number|credit card|debit card|visa|mastercard|amex|bank account|kontonummer|konto|cuenta|transaction id|upi|upi id',
  ],
  ['account', 'weak', 'invoice|claim|encounter|visit|card|check number|receipt|bill|fin|enc|acct ending|account ending'],
  [
    'license',
    'strong',
    "npi|npi number|dea|dea number|dea no|license|licence|license number|licence number|license no|lic|lic no|lic number|driver's license|drivers license|driver license|driver's licence|driving licence|dl number|cdl|state license|medical license|birth cert|birth certificate|death certificate|passport|passport number|passport no|pasaporte|reisepass|passeport|gmc|gmc number|nmc pin|nmc|upin|certification number|green card|visa number|numero de colegiado|nºcol|ncol|nº col|colegiado|lanr|bsnr|rpps|finess|führerschein|permit number",
  ],
  [
    'license',
    'weak',
    'certificate|permit|col|registration number|registration no|reg no|regn no|regn|reg number|dl|gphc|hcpc|ahpra|cpso|hpcsa|imc|mcrn|adeli|board cert|cert|cds|dps|clia|shield|prescriber|provider',
  ],
  [
    'vehicle',
    'strong',
    'vin|vehicle identification number|license plate|licence plate|plate|plate number|plate no|number plate|tag number|matricula|kennzeichen|vehicle reg|vehicle registration|reg plate|car reg|car registration|license tag|licence tag|plate tag|ambulance reg|tail no|tail number|registration plate|reg number|index number',
  ],
  [
    'device',
    'strong',
    's/n|sn|serial number|serial no|serial|serial num|device id|device identifier|device serial|udi|udi-di|imei|imei number|mac address|device number|implant id|implant serial|lot number|lot no|ref no|pacemaker serial|pump serial|meid|uuid|advertising id',
  ],
  ['device', 'weak', 'lot|mac|batch|gtin|pump|asset|implant|generator'],
  ['vehicle', 'weak', 'tail|plates|chassis|engine|fleet|taxi|cab'],
  [
    'phone',
    'strong',
    'pgr|pgr no|dect phone|spectralink|vocera|ascom|wander phone|bleep|bleep no|bleep number|pager|pager no|pager number|beeper|dect|ext|extn',
  ],
  ['ssn', 'strong', 'ssn|ss no|ss number|social security|social security number|social security no|soc sec|social'],
  [
    'national-id',
    'strong',
    'nhs|nhs number|nhs no|chi|chi number|national insurance|national insurance number|nino|ni number|social insurance number|tfn|bsn|dni|nie|nif|cif|codice fiscale|cpf|aadhaar|aadhar|uid|pesel|cnp|jmbg|oib|egn|personnummer|fodselsnummer|fnr|cpr|cpr-nummer|cpr nummer|henkilotunnus|hetu|personal id|personal code|personas kods|asmens kodas|isikukood|rodne cislo|curp|rut|rfc|cedula|steuer-id|steuernummer|steueridentifikationsnummer|sozialversicherungsnummer|svnr|nir|nss|numéro de sécurité sociale|insee|ahv|ahv-nummer|rijksregisternummer|rijksregisternummers|niss|nin|nida|mykad|nric|hkid|cccd|cmnd|cmnd/cccd|tc kimlik|tckn|kimlik|national id|national id number|nrc|nrc no|nationality number|id card|id number|id no|identity number|identity card|sa id|id nummer|tax id|ein|tin|ssnr|itin|nhi|nhi number|abn|acn|alien number|a-number|ration card|ramq|svc no|emso|amka|afm|teudat zehut|my number|ppsn|pps|pps number|medicare card|national number',
  ],
  ['national-id', 'weak', 'svc|pan|cf|rc|sin'],
  [
    'other-id',
    'strong',
    'employee id|employee number|employee no|badge|badge number|badge no|student id|student number|staff id|accession|accession number|accession no|acc no|acc|specimen id|specimen number|specimen no|specimen|sample id|sample number|case number|case no|case id|docket|docket number|docket no|case file|study id|subject id|subject number|subject no|subject|subj|participant id|participant|screening number|randomization number|randomisation number|randomisation no|randomization no|randomization|randomisation|sae|order number|order no|order id|requisition|requisition number|req no|reference number|reference no|reference|ref|ref number|tracking number|tracking|confirmation number|confirmation|confirmation code|ticket number|ticket no|ticket|incident number|incident no|report number|report no|police report|prescription number|rx number|rx no|band|band number|wristband|bracelet|username|user name|portal user|handle|discord|tiktok|snapchat|telegram|wechat|venmo|gamertag|user id|userid|login|portal id|portal username|screen name|skype|instagram|insta|mychart|my chart|mychart id|mychart username|twitter|facebook|password|passcode|access code|enter code|code is|pin|pin number|pin code|api key|token|inmate number|inmate id|booking number|service number|military id|dod id|edipi|donor id|donor number|registry number|unos id|referral number|referral no|referral id|authorization number|authorization no|auth number|auth no|auth|prior auth|authorization|locker|extension|message id|document id|document number|doc id|site id|file id|study number|protocol id|trial id|event id|call id|case ref|our ref|your ref|ref no|aktenzeichen|expediente|numero de expediente|matrícula|numero|store number|store no|apt code|gate code|door code|key safe|keysafe|key safe code|lockbox|lock box|po number|purchase order|inmate|grid ref|bed number|guid|barcode|bar code|qr code|voucher|coupon|asset tag|frequent flyer|room key|key card|library card|membership number|membership id|loyalty number|parking permit|client id|client number|unique id|registry id|image number|slide number|block number|biopsy number|pathology number|cytology number|run number|trip number|cad number|ems number|dispatch number|call number|catalog number|batch number|court case',
  ],
  [
    'other-id',
    'weak',
    'tag|kit|kit no|kit number|locker|container|cassette|rx|case|code|order|study|id|ids|identifier|number|site|screening|sample|booking|referral|report|store|registration|user|request|message|incident|accn|exam|req|spec|slide|block|path|job|voice job|employee|student|reservation|conf|warrant|armband|ebt|uscis|donor|bag|donor unit|din|series|qr|approval|precert|run|cad|dispatch|trip|unos|case worker|dictation|transcription|fedex|inc|surg path|surgical path|blood unit',
  ],
  ['biometric', 'strong', 'fingerprint id|fingerprint|retina scan id|voiceprint id|voiceprint|iris scan id|face id'],
  ['photo', 'strong', 'photo id|photo file|photo number|image file|photograph id|image id'],
]

/** By the hash of the folded label, its words with one space between, signs left out. */
export const ID_LABELS: ReadonlyMap<number, IdLabel> = new Map(
  LABELS.flatMap(([category, strength, labels]) =>
    labels
      .split('|')
      .map((label) => [hashWord(label.replace(/[^\p{L}' ]+/gu, ' ').trim()), { category, strong: strength === 'strong' }] as const),
  ),
)

/** The first words of all labels, so that most words are passed over at once. */
export const LABEL_OPENERS: ReadonlySet<number> = new Set(
  LABELS.flatMap(([, , labels]) => labels.split('|').map((label) => hashWord(label.split(/[^\p{L}']+/u)[0] ?? ''))),
)

export function joinHash(hash: number, text: string): number {
  let joined = hashUnit(hash, 0x20)
  const word = text
  for (let i = 0; i < word.length; i++) joined = hashUnit(joined, word.charCodeAt(i))
  return joined
}
