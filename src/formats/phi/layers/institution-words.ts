// Words of hospitals that both kinds of names of institutions ask for: with capitals and in small letters.
import { hashWords } from '../fold.ts'

/** Wards, services and plain places of a hospital, which say nothing of which one. */
export const GENERIC = hashWords(
  'emergency department dept icu ccu micu sicu nicu picu pacu or er ed floor ward unit clinic hospital home house snf ltac rehab hospice inpatient outpatient surgery room radiology medicine cardiology oncology neurology urology nephrology gastroenterology hematology dermatology endocrinology pulmonology rheumatology ophthalmology orthopedics orthopaedics pediatrics paediatrics psychiatry anesthesia pathology obstetrics gynecology podiatry dentistry urgent care primary intensive day step telemetry tele med surg labor delivery trauma recovery triage burn medical center centre health nursing facility assisted living transitional services service trust nhs va medicare medicaid medicaid part plan physical occupational speech therapy pt ot st stepdown outside us usa uk eu english spanish his her their our my your the this that these those an any all no chart record follow infectious disease interventional ir general internal family community employee student government federal state school work college university high middle elementary church pharmacy insurance company lab laboratory cath gi gu ent ob gyn obgyn ortho neuro cards pulm renal heme onc psych peds derm endo rheum optho ophtho vascular thoracic cardiac cardiothoracic plastic plastics transplant wound sleep pain infusion dialysis blood bank',
)

export const SAINTS = hashWords('st saint mt mount mercy our')
