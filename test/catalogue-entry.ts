// What a test of the bundled catalogue bundles with it: the same modules as a server has of its own, which the tools take from it.
import { describeTool, summarizeTool } from '../src/core/describe.ts'
import { ProblemError } from '../src/core/problem.ts'
import { composeOpenApi } from '../src/http/openapi/compose-openapi.ts'
import { catalogue } from '../src/tools/catalogue.ts'

export const bundled = { catalogue, composeOpenApi, describeTool, ProblemError, summarizeTool }
