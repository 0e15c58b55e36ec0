// Phrases of column headers and what their columns hold, in the languages of the sites. Diacritics are ignored, and `no`, `num` and `nr` stand
// for `number`.
import type { PhiCategory } from '../category.ts'

/**
 * `scan`: nothing is known; `state`: a cell that is a state or country stays; `code`: a cell that has the form of a clinical
 * code stays.
 */
export type ColumnMeaning = PhiCategory | 'scan' | 'state' | 'code'

type Phrases = readonly (readonly [ColumnMeaning, string])[]

/** What a column holds if the phrase stands anywhere in its header: `name`, `patient_name_1`, `name_hash`. */
export const SURE_PHRASES: Phrases = [
  [
    'name',
    'name,names,surname,surnames,lastname,last name,firstname,first name,forename,forenames,givenname,given name,familyname,family name,middlename,middle name,fullname,full name,fname,lname,mname,pat nm,patient nm,first nm,last nm,maiden,maiden name,birth name,initials,nickname,alias,signed by,next of kin,next kin,kin,nok,emergency contact,contact person,care of',
  ],
  [
    'name',
    'nombre,nombres,apellido,apellidos,iniciales,nome,cognome,sobrenome,iniziali,iniciais,nom,noms,prenom,prenoms,nom naissance,initiales',
  ],
  [
    'name',
    'nachname,vorname,vornamen,familienname,rufname,geburtsname,madchenname,maedchenname,zuname,initialen,kurzel,kuerzel,naam,voornaam,voornamen,achternaam,meisjesnaam,voorletters,roepnaam',
  ],
  [
    'name',
    '姓名,患者姓名,病人姓名,氏名,患者名,患者氏名,名前,お名前,フリガナ,성명,이름,환자명,الاسم,اسم المريض,المريض,שם,שם המטופל,שם משפחה,שם פרטי,фио,имя,фамилия,отчество,пациент',
  ],
  [
    'scan',
    'drug name,medication name,med name,test name,lab name,item name,procedure name,diagnosis name,component name,unit name,file name,filename,generic name,brand name,product name,vaccine name,device name,column name,variable name,event name,form name,arm name,visit name,contact type,provider type,provider specialty,cell count,cell type,reference number,batch number,lot number',
  ],
  [
    'facility',
    'hospital name,facility name,clinic name,pharmacy name,location name,ward name,site name,site id,site number,site code,study site,trial site,clinical site,recruiting site,gp practice,medical practice,family practice,group practice,krankenhaus,klinik,hopital,ziekenhuis,ospedale',
  ],
  [
    'organization',
    'employer,insurance company,insurance name,employer name,school name,company name,payer name,organization name,arbeitgeber,empresa,werkgever,employeur,datore lavoro,empregador',
  ],
  [
    'location',
    'address,addresses,addr,street,house number,zip,zipcode,zip code,zip5,zip4,zip3,postal,postalcode,postal code,postcode,post code,po box,pobox,neighborhood,neighbourhood,residence,birthplace,place of birth,birth place,city of birth,latitude,longitude,lat,lng,lat long,latlong,home location,patient location,current location,work location,service location,visit location,encounter location,clinic location,hospital location,birth location,death location,accident location,geo,geocode,gps,coord,coords,coordinates,census tract,census block,lsoa,uprn,fips,parish',
  ],
  [
    'location',
    'direccion,domicilio,ciudad,calle,codigo postal,localidad,poblacion,municipio,adresse,anschrift,ort,strasse,hausnummer,hausnr,wohnort,geburtsort,plz,postleitzahl,postfach,ville,rue,commune,lieu naissance,code postal,adres,straat,huisnummer,woonplaats,gemeente,geboorteplaats,indirizzo,citta,comune,luogo nascita,endereco,cidade,morada,bairro,cep',
  ],
  ['location', '地址,住址,住所,郵便番号,주소,우편번호,العنوان,כתובת,адрес'],
  ['state', 'us state'],
  [
    'date',
    'date,dates,dob,dod,dos,doa,yob,bdate,birthdate,birthday,birth date,birth year,birth month,birth day,year of birth,deathdate,datetime,date time,timestamp,dt,dttm,visit date,service date,created at,updated at,collected at,received at',
  ],
  [
    'date',
    'fecha,fecha nacimiento,fnac,fec nac,fecnac,datum,geburtsdatum,geburtstag,geburtsjahr,gebdat,geb dat,geb,sterbedatum,aufnahmedatum,entlassdatum,entlassungsdatum,opdatum,date naissance,ddn,date entree,date sortie,geboortedatum,geb datum,overlijdensdatum,data nascita,data ricovero,data dimissione,data decesso,data visita,data prelievo,data esame,data nascimento,data alta,data internacao,data obito,dt nasc,data nasc',
  ],
  ['date', '出生日期,生日,生年月日,생년월일,تاريخ الميلاد,תאריך לידה,дата рождения'],
  ['age', 'age,ages,patient age,age years,alter,edad,leeftijd,eta,idade'],
  [
    'phone',
    'phone,phones,telephone,tel,mobile number,mobile phone,cell phone,cellphone,cell number,pager,beeper,home phone,work phone,phone number,contact number,emergency contact number,whatsapp,skype,telefon,telefonnummer,handy,handynummer,mobilnummer,mobiltelefon,rufnummer,telefone,telemovel,celular,telefono,movil,cellulare,telefoon,telefoonnummer,gsm number,portable number,电话,電話,手机,電話番号,전화,전화번호,هاتف,جوال,טלפון,телефон',
  ],
  ['fax', 'fax,fax number,telefax'],
  ['email', 'email,emails,e mail,mail,email address,mail address,correo,correo electronico,courriel'],
  ['ssn', 'ssn,ss number,social security,social security number,social number,soc sec'],
  [
    'mrn',
    'mrn,mrns,medical record,medical record number,record number,chart number,patient chart,hospital number,patient id,patientid,patient number,patid,pat id,pat number,pt id,pt number,pid,person id,empi,mpi,urn,ur number,hn number,hosp number,unit number,ipp number,historia clinica,nhc,numero historia,patientennummer,patientennr,patienten number,patnr,fallnummer,fallnr,fall id,fall number,patient identifier,patientnummer,patientnr',
  ],
  [
    'health-plan-id',
    'member id,memberid,member number,subscriber,subscriber id,insurance id,insurance number,policy number,policy id,plan id,group number,medicaid,medicare,medicaid id,medicare id,mbi,hicn,beneficiary,beneficiary id,health card,health card number,ohip,ramq,versichertennummer,versicherten number,krankenversichertennummer,versichertennr,vers number,versnr,kvnr,krankenkassennummer,tarjeta sanitaria,numero adherent,polisnummer,tessera sanitaria,cartao sus',
  ],
  [
    'account',
    'account,acct,account number,account id,guarantor,iban,bank account,credit card,card number,invoice,invoice number,claim number,claim id',
  ],
  [
    'license',
    'license,licence,license number,licence number,driver license,drivers license,npi,dea,dea number,certificate number,lanr,bsnr,rpps,finess,gmc number,nmc number,bar number',
  ],
  ['vehicle', 'vin,license plate,plate number,vehicle id,kennzeichen,matricula,immatriculation,kenteken,targa'],
  ['device', 'device id,serial,serial number,serialnumber,serialno,udi,imei,mac address,device serial,implant number,implant id'],
  ['url', 'url,urls,website,web site,homepage,weblink'],
  ['ip', 'ip,ip address,ipaddress,ipv4,ipv6,hostname,host name'],
  ['biometric', 'fingerprint,voiceprint,iris scan'],
  ['photo', 'photo,photograph,portrait'],
  [
    'national-id',
    'passport,passport number,nhs,nhs number,nhi number,curp,rfc,dni,nie,nif,nuss,cpf,rut,rg number,aadhaar,abha,personnummer,personnr,national id,nationalid,tax id,itin,nino,chi number,cpr number,hetu,pesel,egn,jmbg,emso,oib,nric,hkid,mykad,ic number,nik,nin,tckn,fnr,cedula,bsn,ahv,avs,svnr,sv number,sozialversicherungsnummer,steuernummer,steuer id,ihi,ppsn,pps number,numero nir,numero secu,numero securite sociale,securite sociale,nss,codice fiscale,codfisc,numero utente,n utente,rijksregisternummer',
  ],
  [
    'other-id',
    'id,ids,identifier,identification,uid,uuid,guid,barcode,username,user name,login,user id,userid,userlogin,study id,record id,recordid,subject id,participant id,patient index,subject index,specimen id,sample id,order id,order number,accession,accession number,acc number,accnum,encounter id,visit id,case id,case number,csn,har,study uid,series uid,instance uid,last4,last 4,badge number,employee number,staff number,emp number,twitter,instagram,facebook,social media,file path,image path,dicom path',
  ],
  ['profession', 'occupation,profession,job title,beruf,profesion,beroep,professione,profissao'],
  [
    'code',
    'icd,icd9,icd10,icd 9,icd 10,icd code,icd9 code,icd10 code,diagnosis code,dx code,loinc,loinc code,snomed,snomed code,sct,cpt,cpt code,hcpcs,ndc,ndc code,rxnorm,rxcui,atc,atc code,drg,procedure code,concept id,cvx,unii',
  ],
]

/** What it holds only if the header ends with the phrase: the ward, but not the days in a ward. */
export const END_PHRASES: Phrases = [
  ['name', 'initial'],
  ['facility', 'facility,hospital,clinic,pharmacy,ward,department,centro,station,abteilung,unidad,servicio,chambre,zimmer'],
  [
    'organization',
    'company,organization,organisation,school,payer,payor,insurer,insurance,church,krankenkasse,kasse,mutuelle,aseguradora,zorgverzekeraar',
  ],
  ['location', 'city,town,village,county,district,lon,address line,apartment,apt,room,bed,room bed,bett'],
  ['state', 'state,province,region,bundesland,country,land,pais,pays,paese'],
  ['device', 'sn'],
  ['biometric', 'biometric'],
  ['national-id', 'chi,nhi'],
  ['mrn', 'ur'],
  ['health-plan-id', 'policy'],
  ['url', 'link'],
  ['photo', 'image,picture'],
  ['other-id', 'user,badge,handle,key,token,ticket'],
  ['profession', 'job'],
]

/** What it holds only if the phrase is the whole header: tumor_site and key_symptom are clinical. */
export const WHOLE_PHRASES: Phrases = [
  ['name', 'pi,tech,reader'],
  ['facility', 'site,practice,planta'],
  ['location', 'location,building'],
  ['ssn', 'ss,social'],
  ['mrn', 'chart,hn'],
  ['license', 'certificate'],
  ['vehicle', 'plate,vehicle'],
  ['device', 'device,mac'],
  ['ip', 'host'],
  ['biometric', 'retina'],
  ['photo', 'face'],
  ['other-id', 'fin'],
]

/** Persons, at the end of a header. Cells of small numbers, yes and no count or rate them. */
export const PERSON_PHRASES =
  'patient,mother,father,parent,guardian,spouse,husband,wife,partner,son,daughter,sibling,brother,sister,relative,carer,caregiver,informant,contact,friend,neighbor,neighbour,provider,physician,doctor,surgeon,nurse,midwife,clinician,therapist,psychologist,dentist,anesthetist,anaesthetist,anesthesiologist,anaesthesiologist,anesth,anaesth,radiologist,pathologist,cardiologist,oncologist,technician,technologist,phlebotomist,operator,interviewer,rater,reviewer,examiner,observer,coordinator,investigator,site pi,assistant,attending,consultant,registrar,resident,referring,referrer,ordering,ord prov,ref phys,gp,pcp,hcp,author,staff,employee,pharmacist,paciente,madre,padre,medico,medica,cirujano,enfermera,enfermero,arzt,aerztin,arztin,hausarzt,einweiser,zuweiser,uberweiser,ueberweiser,behandler,operateur,pfleger,mutter,vater,ehemann,ehefrau,angehorige,angehoerige,patientin,medecin,medecin traitant,chirurgien,infirmier,infirmiere,mere,pere,dottore,dottoressa,chirurgo,infermiere,huisarts,behandelaar,dokter,chirurg,verpleegkundige,moeder,vader'

/** Events, at the end of a header: their days if a cell has a figure that could be a day. */
export const EVENT_PHRASES =
  'birth,born,death,deceased,admission,admit,admitted,discharge,discharged,created,updated,modified,collected,received,reported,onset,expires,expiry,visit,aufnahme,entlassung,naissance,entree,sortie,nascita,nascimento,nacimiento,ingreso,alta,opname,ontslag'

/** Telephones if a cell has such a figure; otherwise, a patient is mobile or not. */
export const MOBILE_PHRASES = 'mobile,mobil,cell,gsm'

/** Whom a row is about unless all cells are yes or no: an ID can consist of letters. */
export const SUBJECT_PHRASES = 'subject,participant'

/** Things with a number if a cell has a digit: a specimen may be blood. */
export const NUMBERED_PHRASES = 'specimen,sample,encounter'

/** What a patient has few of: numbers of one or two digits are counts. */
export const ORDINAL_PHRASES = 'visit number,line number,row number,sequence number'

/** Codes if a cell has the form of one of ICD-10, and the phrase is the whole header: a diagnosis may be in words. */
export const CODED_PHRASES =
  'dx,diagnosis,diagnoses,diag,primary diagnosis,primary dx,principal diagnosis,principal dx,secondary diagnosis,secondary dx,admitting diagnosis,admitting dx,admission diagnosis,discharge diagnosis,final diagnosis,billing diagnosis,diagnose,diagnosen,hauptdiagnose,nebendiagnose,aufnahmediagnose,entlassdiagnose,diagnostic principal,diagnostico,diagnostico principal,diagnosi,diagnosi principale,hoofddiagnose'

/** What is measured or sorted, at the end of a header: `birth_weight` is no birth, `phone_type` no telephone. */
export const MEASURES = new Set(
  'weight,height,length,size,bmi,count,counts,days,weeks,months,hours,minutes,duration,type,kind,group,category,class,status,stage,grade,level,score,scale,index,rate,ratio,percent,pct,proportion,total,sum,mean,avg,min,max,diff,difference,delta,change,interval,gap,lag,los,quality,quantity,volume,dose,unit,units,method,mode,route,reason,cause,outcome,disposition,disp,source,flag,yn,ind,indicator,present,missing,valid,result,results,test,specialty,speciality,sex,gender,race,ethnicity,smoking,smoker,education,income,history,hx,comorbidity,diagnosis,dx,symptom,symptoms,complication,complications,infection,pressure,temperature,temp,pulse,oxygen,air,satisfaction,rating,preference,compliance,visits,rank,version,format,language,nationality,religion,gewicht,grosse,groesse,anzahl,dauer,art,grund,ursache,geschlecht,tage,wochen,gruppe,klasse,stadium,gewichtung'.split(
    ',',
  ),
)

/** Those that may have a day, as in date_dx and date_last_dose. */
export const DATED = new Set(
  'dose,result,results,test,diagnosis,dx,symptom,symptoms,complication,complications,infection,history,hx,change,oxygen,temp,temperature,visits,disposition,outcome,stage,status'.split(
    ',',
  ),
)

/** Those that do not change the meaning of SURE_PHRASES before them: former names, the unit of an address. */
export const CHANGING: ReadonlySet<string> = new Set(['history', 'hx', 'change', 'version', 'result', 'results', 'unit', 'units'])

/** Romance languages say what is measured first: `peso_nacimiento`. */
export const LEADING_MEASURES = new Set(
  'peso,talla,tipo,motivo,causa,estado,sexo,dias,semanas,meses,poids,taille,type,motif,cause,statut,sexe,jours,semaines,duree,altezza,sesso,giorni,stato,durata'.split(
    ',',
  ),
)
