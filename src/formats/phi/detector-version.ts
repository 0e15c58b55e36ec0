// Names the rules, lexicon and weights that found something, so that a result can be compared with a later one.

/** Changes whenever a rule, the lexicon or the weights change what is found. */
const DETECTOR_VERSION = '2.7.0'

export const DETECTOR_RULESET = `detector ${DETECTOR_VERSION}`

/** The provenance of a result that only says where something is. */
export const DETECTOR_PROVENANCE = { policy: 'none', ruleset: DETECTOR_RULESET, version: DETECTOR_VERSION, keyId: null } as const
