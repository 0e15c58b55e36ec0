// Plants persons into FHIR documents, one place each, and looks for them in what phi/deidentify-fhir makes of them:
//   node test/bench/phi-fhir-plant.ts [COUNT] [FIRST SEED] [--list] [--options JSON]
// Each person stands in 963 documents, each of them alone and beside the resource of the person, in four ways of de-identification or the one of the
// options. The first person has a rare word as a given name. A document that was valid must stay valid, and no report or error may show the person.
import { Random } from '../formats/phi/cda/made/random.ts'
import { readCampaign } from './plants/campaign.ts'
import { FHIR_RUNS, FIRST_PERSON, tryDocuments } from './plants/fhir-campaign.ts'
import { type Person, plantedDocuments } from './plants/fhir-places.ts'
import { plantedPerson } from './plants/people.ts'

const campaign = readCampaign(process.argv.slice(2))
const runs = Object.keys(campaign.options).length > 0 ? { own: campaign.options } : FHIR_RUNS
const sums = { runs: 0, refused: 0, left: 0, reported: 0, invalid: 0 }

campaign.run((seed) => {
  const person = seed === 1 ? FIRST_PERSON : personOf(seed)
  const documents = plantedDocuments(person)
  for (const [name, options] of Object.entries(runs))
    for (const beside of [false, true])
      for (const { place, outcome, left } of tryDocuments(documents, person, options, beside)) {
        sums.runs++
        if (outcome === 'clean') continue
        sums[outcome]++
        if (outcome !== 'refused') campaign.countLeft(`${outcome} ${place.split(' ')[0]} (${name})`)
        if (campaign.lists) console.log(outcome, name, beside ? 'beside the person' : 'alone', place, left.join(' '))
      }
}, sums)

function personOf(seed: number): Person {
  const { given, family, member, phone, mail, street, born } = plantedPerson(new Random(seed))
  return { given, family, record: member.slice(2), phone, mail, street, born: `${born.slice(0, 4)}-${born.slice(4, 6)}-${born.slice(6)}` }
}
