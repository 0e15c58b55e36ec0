// The OpenAPI 3.1 document, generated from the catalogue and the table of problems.
import { categoryOf, type Tool } from '../../core/tool.ts'
import { jobListSchema, jobPaths, jobSchema, sharedParameters } from './jobs.ts'
import type { Json } from './json.ts'
import { NamedSchemas } from './name-schemas.ts'
import {
  batchSummarySchema,
  jsonAnswer,
  problemSchema,
  problems,
  sharedHeaders,
  sharedResponses,
  toolListSchema,
  toolSummarySchema,
} from './parts.ts'
import { recipeBodies, recipePaths, recipeSchemas } from './recipe-path.ts'
import { shareComponents } from './share-components.ts'
import { batchJobPath, batchPath, jobPath, outputParameters, requestBodies, streamSchemas, toolPath } from './tool-paths.ts'
import { schemasOfApi } from './tool-schemas.ts'

export interface ApiInfo {
  readonly title: string
  readonly version: string
  /** Whom callers may ask: an e-mail address, a web address, or any text. */
  readonly contact?: string | null
}

const DESCRIPTION = `Each tool has one call and one batch, and both also as a job.

- A batch answers 200 if it was understood. Each item has a status of its own.
- An operation \`…_job\` answers 202 with a job. The result of the job is the answer that the call or batch would have.
- \`GET /tools/{category}/{tool}\` has the complete JSON Schemas of a tool and all its examples.
- \`GET /tools/{category}/openapi.json\` is this document with the tools of one category, for smaller clients.
- Answers have the headers X-Request-Id, RateLimit, RateLimit-Policy and Server-Timing, those of tools also Tool-Version and Preference-Applied.`

/** The whole document for one path prefix (`/v1` or `/api/v1`). */
export function composeOpenApi(tools: readonly Tool[], info: ApiInfo, prefix: string): Json {
  return shareComponents({
    openapi: '3.1.0',
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    info: {
      title: info.title,
      version: info.version,
      summary: 'Health data tools: HL7 v2, DICOM, PHI and text.',
      description: DESCRIPTION,
      ...(info.contact && { contact: contactOf(info.contact) }),
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: prefix }],
    security: [{ bearer: [] }],
    tags: [...new Set(tools.map(categoryOf))].map((name) => ({ name })),
    paths: {
      ...servicePaths(),
      ...Object.fromEntries(
        tools.flatMap((tool) => [
          [`/tools/${tool.id}`, toolPath(tool)],
          [`/tools/${tool.id}/batch`, batchPath(tool)],
          [`/tools/${tool.id}/jobs`, jobPath(tool)],
          [`/tools/${tool.id}/batch/jobs`, batchJobPath(tool)],
        ]),
      ),
    },
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', description: 'A key made with `health-tools keys create`.' } },
      schemas: Object.assign(sharedSchemas(), streamSchemas(), ...tools.map((tool) => schemasOfApi(tool).components)),
      parameters: Object.assign(sharedParameters(), ...tools.flatMap((tool) => [schemasOfApi(tool).parameters, outputParameters(tool)])),
      headers: sharedHeaders(),
      requestBodies: Object.assign(recipeBodies(), ...tools.map(requestBodies)),
      responses: sharedResponses(),
    },
  })
}

function sharedSchemas(): Json {
  const named = new NamedSchemas()
  const shared = {
    Problem: problemSchema(),
    ToolSummary: toolSummarySchema(),
    ToolList: toolListSchema(),
    BatchSummary: batchSummarySchema(),
    Job: jobSchema(),
    JobList: jobListSchema(),
    ...recipeSchemas(),
  }
  for (const [name, schema] of Object.entries(shared)) named.name(schema, name)
  return named.components
}

function contactOf(contact: string): Json {
  if (/^https?:\/\//.test(contact)) return { url: contact }
  return /^[^\s@]+@[^\s@]+$/.test(contact) ? { email: contact } : { name: contact }
}

function servicePaths(): Json {
  const list = { $ref: '#/components/schemas/ToolList' }
  const get = (operationId: string, summary: string, schema: Json, parameters: Json[] = []): Json => ({
    get: {
      tags: ['service'],
      operationId,
      summary,
      parameters,
      responses: { 200: jsonAnswer(summary, schema), ...problems({ etag: true }) },
    },
  })
  const segment = (name: string): Json => ({ name, in: 'path', required: true, schema: { type: 'string' } })
  return {
    '/tools': get('listTools', 'Lists the tools.', list),
    '/tools/{category}': get('listCategory', 'Lists the tools of a category.', list, [segment('category')]),
    '/openapi.json': get('openapi', 'This document.', { type: 'object' }),
    '/tools/{category}/openapi.json': get('openapiOfCategory', 'This document with the tools of one category only.', { type: 'object' }, [
      segment('category'),
    ]),
    '/problems': get('listProblems', 'Lists the problem codes with their meanings.', { type: 'object' }),
    '/problems/{code}': get('describeProblem', 'Describes a problem code.', { type: 'object' }, [segment('code')]),
    ...jobPaths(),
    ...recipePaths(),
    '/me': get('me', 'The caller: plan, scopes, limits, quota left, usage.', { type: 'object' }),
  }
}
