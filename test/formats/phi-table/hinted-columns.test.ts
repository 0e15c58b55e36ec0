// Headers in which the word for a person, a place or an age does not stand alone: what a plain header hides must not stay under them.
import { expect, test } from 'vitest'
import { phiDeidentifyTable } from '../../../src/tools/phi/deidentify-table.ts'

/** The de-identified cells. */
function clean(header: string, cells: readonly string[]): string[] {
  const csv = `row,${header}\n${cells.map((cell, i) => `${i + 1},${cell}\n`).join('')}`
  const result = phiDeidentifyTable.run({ csv }, phiDeidentifyTable.options.parse({})) as unknown as { csv: string }
  return result.csv
    .split('\n')
    .slice(1, -1)
    .map((line) => line.slice(line.indexOf(',') + 1))
}

/** Surnames that are also words, and surnames that no list has. */
const PERSONS = ['Okafor', 'Zambrano', 'baker', 'hope', 'Wickham', 'Lindqvist']

test.each(
  'contact_1_details,patient_info,mother_first,father_last,spouse_family,doctor_comment,physician_of_record,nurse_on_duty,doctor_in_charge,attending_at_discharge,Mother’s,patient_of,insurer_details,hospital_of_birth,patient_baseline,contact_emerg,name_history,name_change,performed_by_1,subject,participant,discharge'.split(
    ',',
  ),
)('no person stays under %s', (header) => {
  const cells = clean(header, PERSONS)
  expect(PERSONS.filter((name, i) => cells[i]!.includes(name))).toEqual([])
})

test.each(
  'patient_key,record_key,patient_token,web_link,image_file,gp_practice,work_location,insurance_policy,patient_index,patient_data,contact_info,subject_1,participant'.split(
    ',',
  ),
)('no short id stays under %s', (header) => {
  const ids = ['QX-1', 'QX-2', 'ZB-7']
  const cells = clean(header, ids)
  expect(ids.filter((id, i) => cells[i]!.includes(id))).toEqual([])
})

test('numbers under patient alone are those of patients', () => {
  expect(clean('patient', ['1', '2', '3']).join('')).not.toMatch(/\d/)
  expect(clean('new_patient', ['yes', 'no', 'yes'])).toEqual(['yes', 'no', 'yes'])
})

test.each('deceased_on,born_in,admit_month,birth_info'.split(','))('parts of days under %s are dates', (header) => {
  expect(clean(header, ['03/12', 'June 3', '11/2']).join('')).not.toMatch(/\d/)
})

test.each([
  ['age_dx', '93'],
  ['age_group', '90-94'],
  ['age_category', '95+'],
  ['age_max', '95'],
  ['age_first_dose', '94'],
  ['age_months', '1140'],
  ['age_in_days', '34000'],
])('an age over 89 does not stay under %s', (header, age) => {
  expect(clean(header, [age, '20', '30'])[0]).toMatch(/^90\+/)
})

test.each([
  ['age_months', ['13', '320', '40']],
  ['age_group', ['20-24', '18-25', '60-64']],
  ['age_flag', ['yes', 'no', 'yes']],
  ['patient_age_count', ['120', '95', '93']],
  ['zip_group', ['urban', 'rural', 'urban']],
  ['patient_position', ['prone', 'supine', 'prone']],
  ['hospital_course', ['uneventful', 'sepsis', 'sepsis']],
  ['hospital_day', ['3', '14', '2']],
  ['patient_diagnosis', ['COPD', 'sepsis', 'anemia']],
  ['discharge_to', ['home', 'rehab', 'home']],
])('what is measured under %s stays', (header, cells) => {
  expect(clean(header, cells)).toEqual(cells)
})
