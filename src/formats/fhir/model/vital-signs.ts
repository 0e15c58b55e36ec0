// The vital signs that FHIR itself has profiles for.

/** LOINC codes of the vital signs that have a profile in FHIR itself (R4 vital signs, table of codes). */
export const VITAL_SIGNS: Readonly<Record<string, string>> = {
  '85353-1': 'vitalspanel',
  '9279-1': 'resprate',
  '8867-4': 'heartrate',
  '2708-6': 'oxygensat',
  '8310-5': 'bodytemp',
  '8302-2': 'bodyheight',
  '9843-4': 'headcircum',
  '29463-7': 'bodyweight',
  '39156-5': 'bmi',
  '85354-9': 'bp',
}
