// Content negotiation (RFC 9110 §12.5.1) over the three forms of an answer.
import { describe, expect, it } from 'vitest'
import type { Tool } from '../../../src/core/tool.ts'
import { chooseForm } from '../../../src/http/request/accept.ts'

const download = { id: 'text/diff', download: { field: 'unified', mediaType: 'text/x-diff', extension: 'diff' } } as unknown as Tool
const plain = { id: 'text/word-count' } as unknown as Tool

describe('a tool with a document', () => {
  const cases: [string | undefined, string | undefined, string][] = [
    [undefined, undefined, 'json'],
    ['*/*', undefined, 'json'],
    ['application/json', undefined, 'json'],
    ['text/x-diff', undefined, 'file'],
    ['text/*', undefined, 'file'],
    ['application/zip', undefined, 'zip'],
    ['text/x-diff, application/json;q=0.5', undefined, 'file'],
    ['text/x-diff;q=0.5, application/json', undefined, 'json'],
    ['application/json;q=0, */*', undefined, 'file'],
    ['TEXT/X-DIFF; charset=utf-8', undefined, 'file'],
    ['image/png, */*;q=0.1', undefined, 'json'],
    ['application/json', 'zip', 'zip'],
    ['image/png', 'file', 'file'],
  ]
  it.each(cases)('Accept %s, output %s → %s', (accept, output, form) => {
    expect(chooseForm(download, accept, output)).toBe(form)
  })
})

describe('nothing suits', () => {
  const cases: [Tool, string | undefined, string | undefined][] = [
    [plain, 'text/csv', undefined],
    [plain, 'application/zip', undefined],
    [plain, undefined, 'file'],
    [download, undefined, 'pdf'],
    [download, '*/*;q=0', undefined],
    [download, 'nonsense', undefined],
    [download, 'text/x-diff;q=2', undefined],
  ]
  it.each(cases)('%o %s %s → 406 with the list', (tool, accept, output) => {
    expect(() => chooseForm(tool, accept, output)).toThrow(
      expect.objectContaining({ code: 'not_acceptable', facts: { produces: expect.arrayContaining(['application/json']) } }),
    )
  })
})
