// The operation that runs a recipe, in the OpenAPI document.
import * as z from 'zod'
import { recipeSchema } from '../../core/recipe/recipe.ts'
import type { Json } from './json.ts'
import { jsonAnswer, problems } from './parts.ts'

/** Of the body in JSON and of its parts in a form. */
export function recipeSchemas(): Json {
  const { $schema: _dialect, ...recipe } = z.toJSONSchema(recipeSchema, { io: 'input' }) as Json
  const step = {
    type: 'object',
    properties: {
      tool: { type: 'string' },
      version: { type: 'string' },
      result: {
        type: 'object',
        description: 'Result of the tool without its document. Missing for steps before a document is de-identified.',
      },
    },
    required: ['tool', 'version'],
  }
  return {
    Recipe: recipe,
    // openapi-generator names the form by the operation, imports that name and writes no model for it: the JSON has to have it.
    RunRecipeRequest: {
      type: 'object',
      properties: {
        recipe: { $ref: '#/components/schemas/Recipe' },
        input: { type: 'object', description: 'The document by its name in the first tool, as in a call of that tool.' },
      },
      required: ['recipe'],
    },
    RecipeResult: {
      type: 'object',
      properties: {
        steps: { type: 'array', items: step },
        document: {
          type: 'string',
          description: 'Document of the last step that writes one. Base64 if it is base64 in the result of its tool.',
        },
        verification: {
          type: 'object',
          properties: { status: { type: 'string', enum: ['passed', 'needs-review'] } },
          required: ['status'],
        },
      },
      required: ['steps'],
    },
  }
}

/** The body of `runRecipe` by the name of its component. */
export function recipeBodies(): Json {
  const form = {
    type: 'object',
    properties: {
      recipe: { type: 'string', description: 'The recipe as JSON.' },
      file: { type: 'string', format: 'binary', description: 'The document.' },
    },
    required: ['recipe', 'file'],
  }
  const example = {
    recipe: { steps: [{ tool: 'hl7/normalize' }, { tool: 'hl7/to-fhir' }, { tool: 'fhir/validate' }] },
    input: { message: 'MSH|^~\\&|REG|NORTH|LAB|NORTH|20260102080910||ADT^A01|A-100|P|2.5.1\rPID|1||1001^^^NORTH^MR||Sample^Ada\r' },
  }
  return {
    Recipe: {
      required: true,
      content: {
        'application/json': { schema: { $ref: '#/components/schemas/RunRecipeRequest' }, examples: { recipe: { value: example } } },
        'multipart/form-data': { schema: form },
      },
    },
  }
}

export function recipePaths(): Json {
  return {
    '/recipes/run': {
      post: {
        tags: ['service'],
        operationId: 'runRecipe',
        summary: 'Runs tools in a row.',
        description:
          'The document of each step is the input of the next. Each step counts as a call of its tool. Problems have the members step, from 1, and tool.',
        requestBody: { $ref: '#/components/requestBodies/Recipe' },
        responses: {
          200: jsonAnswer('Reports of the steps, and the last document.', { $ref: '#/components/schemas/RecipeResult' }),
          ...problems(),
        },
      },
    },
  }
}
