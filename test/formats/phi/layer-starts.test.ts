// What a layer says of where its rules begin leaves out nothing that they find.
import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createBudget } from '../../../src/formats/phi/budget.ts'
import { compileOptions } from '../../../src/formats/phi/compiled-options.ts'
import { LAYERS } from '../../../src/formats/phi/detect-phi.ts'
import { compileStarts, type Layer, StartPositions } from '../../../src/formats/phi/layer-starts.ts'
import type { LayerContext, PhiMode } from '../../../src/formats/phi/layers/layer.ts'
import { tokenize } from '../../../src/formats/phi/tokens.ts'
import { readAnnotated } from './annotated-text.ts'

const HELD_OUT = readdirSync(new URL('../../fixtures/phi/held-out', import.meta.url)).filter((name) => name.endsWith('.dev.txt'))
const FILES = ['queries.txt', 'notes.txt', 'hard-negatives.txt', ...HELD_OUT.map((name) => `held-out/${name}`)]

const STARTS = compileStarts(LAYERS)
const EVERYWHERE = compileStarts(
  LAYERS.map(
    (layer): Layer =>
      (context, positions) =>
        layer(context, positions),
  ),
)

function contextOf(text: string, mode: PhiMode): LayerContext {
  const { locale } = compileOptions({ mode })
  return { tokens: tokenize(text), mode, locale, budget: createBudget(text.length, LAYERS.length), found: [] }
}

test.each(FILES)('every layer finds in %s at its starts what it finds at all tokens', (file) => {
  const texts = readAnnotated(file, /notes|plain/.test(file) ? '\n---\n' : '\n').map(({ text }) => text)
  expect(texts.length).toBeGreaterThan(0)
  for (const text of texts) {
    const [narrow, whole] = [contextOf(text, 'high-recall'), contextOf(text, 'high-recall')]
    const [starts, everywhere] = [new StartPositions(narrow.tokens, STARTS), new StartPositions(whole.tokens, EVERYWHERE)]
    LAYERS.forEach((layer, n) => {
      const found = whole.found.length
      starts.turnTo(n)
      layer(narrow, starts)
      everywhere.turnTo(n)
      layer(whole, everywhere)
      expect(narrow.found.slice(found), layer.name).toEqual(whole.found.slice(found))
    })
  }
})
