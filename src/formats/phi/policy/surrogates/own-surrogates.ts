// Recognizes surrogates that an earlier run of the same key made: names, places and institutions.
import type { PhiCategory } from '../../category.ts'
import { domainOf, foldWords, nameTokens } from '../canonical.ts'
import type { PhiKey } from '../key.ts'
import { givenName } from './name-origins.ts'
import { isInvented, isOwnFamily, isOwnTown } from './own-names.ts'
import { streetNameOf } from './surrogate-street.ts'

/** `own`: made by the key. `other`: made by another key. */
export type SurrogateMaker = 'own' | 'other' | undefined

/**
 * Whose surrogate a value is: a name whose words are invented family names or towns, given names or initials, one of them invented, or a
 * place or an institution with an invented town, family name or street. A later run may take the one kind for the other. A given name
 * alone is not recognized: people bear it. A key has a sixth of the family names and a fourth of the towns, so that one value alone may
 * seem to be of the key by chance: what counts is that all of a document are.
 */
export function makerOf(key: PhiKey, category: PhiCategory, text: string): SurrogateMaker {
  const words = inventedWords(category, text)
  if (words.length === 0) return undefined
  return words.every((word) => isOwnFamily(key, word) || isOwnTown(key, word)) ? 'own' : 'other'
}

function inventedWords(category: PhiCategory, text: string): readonly string[] {
  switch (domainOf(category, text)) {
    case 'name':
      return inventedInName(text)
    case 'location':
    case 'organization':
      return [...wordsOf(text), ...text.split(/[,;\r\n^]/).flatMap((part) => wordsOf(streetNameOf(part.trim()) ?? ''))].filter(isInvented)
    default:
      return []
  }
}

function inventedInName(text: string): readonly string[] {
  const names = nameTokens(text).filter(({ kind }) => kind === 'name')
  const invented = names.filter(({ folded }) => isInvented(folded))
  return names.every((name) => invented.includes(name) || givenName(name.folded) !== undefined) ? invented.map(({ folded }) => folded) : []
}

function wordsOf(text: string): string[] {
  return foldWords(text).split(' ')
}
