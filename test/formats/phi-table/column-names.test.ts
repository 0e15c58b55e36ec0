// What the header of a column says of its cells.
import { describe, expect, test } from 'vitest'
import { meaningOfHeader } from '../../../src/formats/phi/table/column-names.ts'

describe('the meaning of a header', () => {
  test.each([
    ['mrn', 'mrn'],
    ['Patient.LastName', 'name'],
    ['PATIENT_NAME', 'name'],
    ['DATE_OF_BIRTH', 'date'],
    ['dob', 'date'],
    ['AdmitDate', 'date'],
    ['zip_code', 'location'],
    ['Home Phone', 'phone'],
    ['E-Mail', 'email'],
    ['SSN', 'ssn'],
    ['patientId', 'mrn'],
    ['Apellidos', 'name'],
    ['Geburtsdatum', 'date'],
    ['código postal', 'location'],
    ['hospital_name', 'facility'],
    ['drug_name', 'scan'],
    ['state', 'state'],
    ['birth_country', 'state'],
    ['icd10_code', 'code'],
    ['hba1c', undefined],
    ['cell count', 'scan'],
    ['place_of_birth', 'location'],
    ['pt_initials', 'name'],
    ['dateofbirth', 'date'],
    ['patientname', 'name'],
    ['Geburtsname', 'name'],
    ['Überweiser', 'name'],
    ['Straße', 'location'],
    ['Versicherten-Nr.', 'health-plan-id'],
    ['apellido1', 'name'],
    ['nom_patient', 'name'],
    ['date_naissance', 'date'],
    ['telemóvel', 'phone'],
    ['lab_collected_by', 'name'],
    ['created_at', 'date'],
    ['date_dx', 'date'],
    ['age_at_dx', 'age'],
    ['site_pi', 'name'],
    ['device_sn', 'device'],
    ['last4', 'other-id'],
    ['x_coord', 'location'],
  ])('%s', (header, meaning) => {
    expect(meaningOfHeader(header)).toBe(meaning)
  })

  test.each(
    'birth_weight,birthweight,patient_group,date_diff,hospital_days,admission_type,cause_of_death,days_since_birth,weight_at_birth,doctor_visits,social_history,father_height,phone_type,image_quality,key_symptom,tumor_site,pain_location,chart_type,face_mask,device_type,peso_nacimiento,tipo_admision,Geburtsgewicht'.split(
      ',',
    ),
  )('%s says nothing of its cells', (header) => {
    expect(meaningOfHeader(header)).toBeUndefined()
  })
})
