// The weights of the network that are shipped are those that its training in this project gives.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { digestTrainingSources, WEIGHTS } from '../../../../build/phi-network/training-sources.ts'

test('the weights were trained from the sources as they are: else train again (build/phi-network/README.md)', () => {
  expect(readFileSync(WEIGHTS, 'utf8')).toContain(`digest ${digestTrainingSources()}\n`)
})
