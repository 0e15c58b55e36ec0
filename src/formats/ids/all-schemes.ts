// Every identifier scheme, by region and kind. Adding a scheme is its row in one of these files.
import type { Scheme } from './scheme.ts'
import { BALKANS_EAST } from './schemes/balkans-east.ts'
import { BALTIC_POLAND } from './schemes/baltic-poland.ts'
import { BRITISH_ISLES } from './schemes/british-isles.ts'
import { CANADA } from './schemes/canada.ts'
import { DRUGS_DEVICES } from './schemes/drugs-devices.ts'
import { EAST_ASIA } from './schemes/east-asia.ts'
import { FRANCE_BENELUX } from './schemes/france-benelux.ts'
import { GERMAN_SPEAKING } from './schemes/german-speaking.ts'
import { IBERIA_ITALY } from './schemes/iberia-italy.ts'
import { LATIN_AMERICA } from './schemes/latin-america.ts'
import { NORDIC } from './schemes/nordic.ts'
import { OCEANIA } from './schemes/oceania.ts'
import { REGISTRIES } from './schemes/registries.ts'
import { SOUTH_EAST_ASIA } from './schemes/south-east-asia.ts'
import { TERMINOLOGIES } from './schemes/terminologies.ts'
import { UNITED_STATES } from './schemes/united-states.ts'
import { WEST_ASIA_AFRICA } from './schemes/west-asia-africa.ts'

export const SCHEMES: readonly Scheme[] = [
  ...UNITED_STATES,
  ...CANADA,
  ...BRITISH_ISLES,
  ...GERMAN_SPEAKING,
  ...FRANCE_BENELUX,
  ...IBERIA_ITALY,
  ...NORDIC,
  ...BALTIC_POLAND,
  ...BALKANS_EAST,
  ...WEST_ASIA_AFRICA,
  ...SOUTH_EAST_ASIA,
  ...EAST_ASIA,
  ...OCEANIA,
  ...LATIN_AMERICA,
  ...TERMINOLOGIES,
  ...DRUGS_DEVICES,
  ...REGISTRIES,
]
