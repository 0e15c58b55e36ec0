// Finds the Questionnaire of each QuestionnaireResponse of a document, and checks the answers against it.
import { isObject, type JsonObject } from '../json/json-value.ts'
import type { EnumeratedSet } from '../model/value-sets.ts'
import { checkResponse } from '../questionnaire/check-response.ts'
import type { GuideSets } from '../terminology/expand.ts'
import { Bindings } from '../validate/binding.ts'
import type { Context, ResourceNode } from '../validate/context.ts'
import type { Profiles } from './compile-profile.ts'
import type { ProfileNodes } from './profile-nodes.ts'
import { readDefinition } from './read-definition.ts'

interface Means {
  readonly profiles: Profiles
  readonly sets: GuideSets
}

/** @param nodesOf opened where there is a response */
export function checkResponses(context: Context, { profiles, sets }: Means, nodesOf: () => ProfileNodes): void {
  const responses = context.resources.filter(
    ({ plan, value }) => plan.name === 'QuestionnaireResponse' && typeof value.questionnaire === 'string',
  )
  for (const response of responses) {
    const canonical = String(response.value.questionnaire)
    const questionnaire = findWithin(context, response, canonical) ?? profiles.guides.resource('Questionnaire', canonical)
    const node = nodesOf().ofResource(response)
    if (!questionnaire) context.issues.add('questionnaire_unknown', [...response.path, 'questionnaire'])
    else if (node) {
      const findSet = (url: string) => (url.startsWith('#') ? setWithin(questionnaire, url.slice(1), sets) : sets.find(url))
      const bindings = new Bindings(context, findSet)
      checkResponse(node, questionnaire, { nodes: nodesOf(), issues: context.issues, bindings, findSet })
    }
  }
}

function setWithin({ contained }: JsonObject, id: string, sets: GuideSets): EnumeratedSet | undefined {
  const found = Array.isArray(contained) ? contained.filter(isObject).find((each) => each.id === id) : undefined
  // A contained resource needs no address of its own.
  const definition = found && readDefinition({ url: `#${id}`, ...found })
  return definition?.kind === 'valueSet' ? sets.expandOwn(definition.valueSet) : undefined
}

/** A contained resource, or one of the document by its address. */
function findWithin({ resources }: Context, response: ResourceNode, canonical: string): JsonObject | undefined {
  const { contained } = response.value
  if (canonical.startsWith('#')) {
    const found = Array.isArray(contained) ? contained.find((each) => isObject(each) && each.id === canonical.slice(1)) : undefined
    return isObject(found) && found.resourceType === 'Questionnaire' ? found : undefined
  }
  const [url, version] = canonical.split('|')
  return resources.find(({ plan, value }) => {
    return plan.name === 'Questionnaire' && value.url === url && (version === undefined || value.version === version)
  })?.value
}
