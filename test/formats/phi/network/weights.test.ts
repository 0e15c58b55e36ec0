// The weights of the networks that are shipped are those that their training in this project gives.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { digestTrainingSources, NETWORKS } from '../../../../build/phi-network/training-sources.ts'

test.each(['english', 'others'] as const)(
  'the weights for %s were trained from the sources as they are: else train again (build/phi-network/README.md)',
  (network) => {
    expect(readFileSync(NETWORKS[network].file, 'utf8')).toContain(`digest ${digestTrainingSources(network)}\n`)
  },
)
