// An Idempotency-Key of a job in memory: the contract of every backend.
import { describe } from 'vitest'
import { openApi } from '../api-harness.ts'
import { testJobKeys } from './job-key-contract.ts'

describe('jobs in memory', () => testJobKeys(openApi))
