// Ways in which XML spells the same text: entities, character references, CDATA, and inline markup within a word.
import type { Random } from './random.ts'

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

export function spellText(text: string, random: Random): string {
  switch (random.int(0, 7)) {
    case 0:
      return `<![CDATA[${text}]]>`
    case 1:
      return references(text, random)
    case 2: {
      const at = random.int(1, Math.max(1, text.length - 1))
      return `${escapeText(text.slice(0, at))}<!-- x -->${escapeText(text.slice(at))}`
    }
    default:
      return escapeText(text)
  }
}

export function spellAttribute(text: string, random: Random): string {
  const plain = random.chance(0.25) ? references(text, random) : escapeText(text)
  return plain.replaceAll('"', '&quot;')
}

/** Some characters as references, decimal or hexadecimal. */
function references(text: string, random: Random): string {
  return Array.from(text, (sign) => {
    if (!random.chance(0.4)) return escapeText(sign)
    const code = sign.codePointAt(0)!
    return random.chance(0.5) ? `&#${code};` : `&#x${code.toString(16).toUpperCase()};`
  }).join('')
}

/** A narrative's words with markup around or within one of them. */
export function spellNarrative(text: string, random: Random, tag: (local: string, inner: string, attributes?: string) => string): string {
  if (!random.chance(0.3)) return spellText(text, random)
  const words = text.split(' ')
  const at = random.int(0, words.length - 1)
  const [before, word, after] = [words.slice(0, at), words[at]!, words.slice(at + 1)]
  const cut = random.int(0, word.length)
  const marked = random.chance(0.5)
    ? tag('content', escapeText(word), ' styleCode="Bold"')
    : escapeText(word.slice(0, cut)) + tag('content', escapeText(word.slice(cut)))
  return [...before.map(escapeText), marked, ...after.map(escapeText)].join(' ')
}
