// The headers of an answer in both their forms: as a list, which a server looks at, and as text, which it takes as it is.
import { describe, expect, it } from 'vitest'
import { AnswerHead, keepHeaders } from '../../../src/http/response/answer-headers.ts'

const FACTS = { requestId: 'a1', milliseconds: 0.25, metadataUrl: undefined, limits: { policy: undefined, limit: undefined } }
const LIMITS = { policy: '"burst";q=10;w=60', limit: '"burst";r=9;t=6' }

function linesOf(list: readonly string[]): string {
  let text = ''
  for (let i = 0; i < list.length; i += 2) text += `${list[i]}: ${list[i + 1]}\r\n`
  return text
}

describe('the headers of an answer', () => {
  it.each([
    ['of a type', { 'Content-Type': 'application/json' }, FACTS],
    ['that may be kept by caches', { 'Cache-Control': 'max-age=60', ETag: '"a"' }, FACTS],
    ['to a caller with limits', { 'Content-Type': 'application/json' }, { ...FACTS, limits: LIMITS }],
    ['to a caller of whom only the policy is known', {}, { ...FACTS, limits: { ...LIMITS, limit: undefined } }],
  ])('%s are the same as text', (_, own, facts) => {
    const head = new AnswerHead(keepHeaders(own), facts)
    expect(head.list().length).toBeGreaterThanOrEqual(8)
    expect(head.text()).toBe(linesOf(head.list()))
  })

  it('say that nothing of the answer is kept, unless its own do', () => {
    expect(new AnswerHead({}, FACTS).list()).toEqual(
      expect.arrayContaining(['X-Request-Id', 'a1', 'X-Content-Type-Options', 'nosniff', 'Server-Timing', 'total;dur=0.25']),
    )
    expect(new AnswerHead(keepHeaders({}), FACTS).text()).toContain('Cache-Control: no-store\r\n')
    expect(new AnswerHead(keepHeaders({ 'Cache-Control': 'no-cache' }), FACTS).text()).not.toContain('no-store')
  })

  it.each([
    ['that were not kept', { 'Content-Type': 'application/json' }, FACTS],
    ['with a line end in a value', keepHeaders({ 'X-Name': 'a\r\nX-Other: b' }), FACTS],
    ['with a line feed at the end of a value', keepHeaders({ 'X-Name': 'a\n' }), FACTS],
    ['with a zero in a value', keepHeaders({ 'X-Name': 'a\0b' }), FACTS],
    ['with a value beyond ASCII', keepHeaders({ 'X-Name': 'caf\u00e9' }), FACTS],
    ['with an empty value', keepHeaders({ 'X-Name': '' }), FACTS],
    ['with a line end in a name', keepHeaders({ 'X-Name\r\nX-Other': 'a' }), FACTS],
    ['to a caller who is told where to get a token', keepHeaders({}), { ...FACTS, metadataUrl: 'https://a.test/' }],
  ])('%s are no text', (_, own, facts) => {
    const head = new AnswerHead(own, facts)
    expect(head.text()).toBeUndefined()
    for (const [name, value] of Object.entries(own)) expect(head.list().join('|')).toContain(`${name}|${value}`)
  })
})
