// What a column holds by its name: phrases of headers in the languages of the sites. A name alone never lets a value stay.
import type { PhiCategory } from '../category.ts'

/**
 * `scan`: nothing is known; `state`: a state may stay where it is one; `code`: a code of a clinical terminology may stay where it has
 * the form of one.
 */
export type ColumnMeaning = PhiCategory | 'scan' | 'state' | 'code'

const PHRASES: readonly (readonly [ColumnMeaning, string])[] = [
  [
    'name',
    'name,names,surname,lastname,firstname,forename,givenname,familyname,middlename,fullname,fname,lname,mname,maiden,maiden name,patient,mother,father,guardian,spouse,partner,provider,physician,doctor,surgeon,nurse,clinician,therapist,attending,referring,author,signed by,performed by,contact,next of kin,nok,nickname,alias,nombre,nombres,apellido,apellidos,paciente,medico,nachname,vorname,familienname,arzt,nom,prenom,naam,voornaam,achternaam,cognome,nome,sobrenome,姓名,患者姓名,病人姓名,氏名,患者名,患者氏名,名前,お名前,フリガナ,성명,이름,환자명,الاسم,اسم المريض,المريض,שם,שם המטופל,שם משפחה,שם פרטי,фио,имя,фамилия,отчество,пациент',
  ],
  [
    'scan',
    'drug name,medication name,med name,test name,lab name,item name,procedure name,diagnosis name,component name,unit name,file name,filename,generic name,brand name,product name,vaccine name,device name,column name,variable name,contact type,provider type,provider specialty,cell count,cell type,reference number,batch number,lot number',
  ],
  [
    'facility',
    'facility,hospital,clinic,practice,pharmacy,hospital name,facility name,clinic name,pharmacy name,location name,ward,department,site,site name,krankenhaus,klinik,hopital,centro',
  ],
  [
    'organization',
    'employer,company,organization,organisation,school,payer,payor,insurer,insurance,insurance company,insurance name,employer name,school name,company name,payer name,organization name,arbeitgeber,empresa',
  ],
  [
    'location',
    'address,addresses,addr,address1,address2,addr1,addr2,street,city,town,village,county,parish,zip,zipcode,zip code,zip5,zip4,zip3,postal,postalcode,postal code,postcode,post code,plz,district,neighborhood,neighbourhood,location,residence,birthplace,place of birth,birth place,latitude,longitude,lat,lon,lng,geo,geocode,census tract,fips,direccion,domicilio,ciudad,calle,codigo postal,adresse,ort,strasse,wohnort,ville,rue,code postal,adres,straat,woonplaats,indirizzo,citta,endereco,cidade,地址,住址,住所,郵便番号,주소,우편번호,العنوان,כתובת,адрес',
  ],
  ['state', 'state,province,region,us state'],
  [
    'date',
    'date,dates,dob,dod,dos,doa,birth,birthdate,birthday,birth date,born,death,deathdate,deceased,admission,admit,admitted,discharge,discharged,datetime,date time,timestamp,dt,visit date,service date,created,created at,updated,updated at,collected,collected at,received at,onset,expires,expiry,fecha,fecha nacimiento,datum,geburtsdatum,aufnahme,entlassung,naissance,date naissance,geboortedatum,data nascita,nascimento,出生日期,生日,生年月日,생년월일,تاريخ الميلاد,תאריך לידה,дата рождения',
  ],
  ['age', 'age,ages,patient age,age years,alter,edad,leeftijd,eta,idade'],
  [
    'phone',
    'phone,phones,telephone,tel,mobile,cell,cell phone,cellphone,cell number,pager,home phone,work phone,phone number,contact number,emergency contact number,telefon,telefono,handy,telefone,telefoon,电话,電話,手机,電話番号,전화,전화번호,هاتف,جوال,טלפון,телефон',
  ],
  ['fax', 'fax,fax number'],
  ['email', 'email,emails,e mail,mail,email address,mail address,correo'],
  ['ssn', 'ssn,ss,social security,social security number,social,soc sec'],
  [
    'mrn',
    'mrn,mrns,medical record,medical record number,record number,chart number,chart,hospital number,patient id,patientid,patient number,patient no,patid,pat id,pid,person id,empi,mpi,unit number,historia clinica,nhc,patientennummer,fallnummer',
  ],
  [
    'health-plan-id',
    'member id,memberid,member number,subscriber,subscriber id,insurance id,insurance number,policy,policy number,policy id,plan id,group number,medicaid,medicare,mbi,hicn,beneficiary,beneficiary id,versichertennummer,krankenversichertennummer',
  ],
  [
    'account',
    'account,acct,account number,account id,guarantor,iban,bank account,credit card,card number,invoice,invoice number,claim number,claim id',
  ],
  [
    'license',
    'license,licence,license number,licence number,driver license,drivers license,npi,dea,dea number,certificate,certificate number',
  ],
  ['vehicle', 'vin,plate,license plate,plate number,vehicle,vehicle id'],
  ['device', 'device,device id,serial,serial number,serial no,udi,imei,mac,mac address,device serial'],
  ['url', 'url,urls,website,web site,homepage,link'],
  ['ip', 'ip,ip address,ipaddress,ipv4,ipv6,host'],
  ['biometric', 'biometric,fingerprint,voiceprint,retina,iris scan'],
  ['photo', 'photo,photograph,image,picture,face,portrait'],
  [
    'national-id',
    'passport,passport number,nhs,nhs number,curp,dni,nie,cpf,aadhaar,personnummer,national id,nationalid,tax id,itin,nino,chi,chi number,bsn,avs,ihi,ppsn,codice fiscale',
  ],
  [
    'other-id',
    'id,ids,identifier,uid,uuid,guid,key,barcode,username,user name,login,user,user id,userid,handle,study id,record id,recordid,subject,subject id,participant,participant id,specimen,specimen id,sample id,order id,order number,accession,accession number,encounter,encounter id,visit id,visit number,case id,case number,csn,fin,har,token,ticket,fall id',
  ],
  ['profession', 'occupation,profession,job,job title,beruf,profesion'],
  [
    'code',
    'icd,icd9,icd10,icd 9,icd 10,icd code,icd9 code,icd10 code,diagnosis code,dx code,loinc,loinc code,snomed,snomed code,sct,cpt,cpt code,hcpcs,ndc,ndc code,rxnorm,rxcui,atc,atc code,drg,procedure code,concept id,cvx,unii',
  ],
]

const MEANINGS = new Map(
  PHRASES.flatMap(([meaning, phrases]) => phrases.split(',').map((phrase) => [foldHeader(phrase), meaning] as const)),
)
const LONGEST_PHRASE = 3

/**
 * The meaning of the longest known phrase in a header, the last one of equal length: `Patient.LastName` and `DATE_OF_BIRTH` are split at
 * signs and capitals. `date` and `id` anywhere win over shorter guesses by standing last.
 */
export function meaningOfHeader(header: string): ColumnMeaning | undefined {
  const words = splitHeader(header)
  let best: ColumnMeaning | undefined
  let bestLength = 0
  for (let from = 0; from < words.length; from++) {
    for (let length = 1; length <= LONGEST_PHRASE && from + length <= words.length; length++) {
      const meaning = MEANINGS.get(words.slice(from, from + length).join(' '))
      if (meaning !== undefined && length >= bestLength) {
        best = meaning
        bestLength = length
      }
    }
  }
  return best
}

function foldHeader(header: string): string {
  return header.normalize('NFKD').replace(/\p{M}/gu, '')
}

function splitHeader(header: string): string[] {
  return foldHeader(header.slice(0, 200))
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !['of', 'the', 'de', 'del', 'at', 'no', 'num', 'nr'].includes(word))
}
