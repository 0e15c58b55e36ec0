// The features of a token that reach beyond the words next to it.
import { surroundingsOf } from './tagger-surroundings.ts'
import type { Tokens } from './tokens.ts'

/**
 * Kinds of words, so that a word which training seldom saw counts as others like it do; then the sentence, the line and the text.
 * @param form shape and place of the token
 * @param lex0 what the lexicon says of it
 * @param features those from 35 on are filled
 */
export function readFurther(tokens: Tokens, at: number, form: number, lex0: number, features: Int32Array): void {
  const { kinds, classes, rolesBefore, rolesAfter, verbs, nouns, mentions, repeats, lines, capitals, text } = surroundingsOf(tokens)
  const kindBefore = kindAt(kinds, at - 1)
  const kindAfter = kindAt(kinds, at + 1)
  const wordClass = classes[at]!
  features[35] = mix(kindBefore, form)
  features[36] = mix(kindAfter, form)
  features[37] = mix(kindBefore, lex0)
  features[38] = mix(kindAfter, lex0)
  features[39] = mix(kindAt(kinds, at - 2), kindBefore)
  features[40] = mix(kindAfter, kindAt(kinds, at + 2))
  features[41] = mix(kindBefore, kindAfter)
  features[42] = mix(wordClass, form)
  features[43] = mix(wordClass, kindAfter)
  features[44] = mix(wordClass, kindBefore)
  features[45] = mix(rolesBefore[at]!, form)
  features[46] = mix(rolesBefore[at]!, lex0)
  features[47] = mix(rolesAfter[at]!, form)
  features[48] = mix(verbs[at]!, form)
  features[49] = mix(nouns[at]!, form)
  features[50] = mix(verbs[at]!, lex0)
  features[51] = mix(mentions[at]!, form)
  features[52] = mix(repeats[at]!, form)
  features[53] = mix(repeats[at]!, lex0)
  features[54] = mix(lines[at]!, form)
  features[55] = mix(lines[at]!, lex0)
  features[56] = mix(capitals[at]!, form)
  features[57] = mix(text, form)
}

/** The ends of the text are of one kind. */
function kindAt(kinds: Int32Array, at: number): number {
  return at < 0 || at >= kinds.length ? 1 : kinds[at]!
}

/** One number of two. */
export function mix(a: number, b: number): number {
  return Math.imul(a, 0x01000193) ^ Math.imul(b + 0x7f4a7c15, 0xc2b2ae35)
}
