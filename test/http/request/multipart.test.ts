// multipart/form-data, in every cut of its bytes, against the forms that real clients write.
import { describe, expect, it } from 'vitest'
import { ProblemError } from '../../../src/core/problem.ts'
import { openFormReader, openFormStream } from '../../../src/http/request/multipart.ts'
import type { FormPart } from '../../../src/http/request/request-fields.ts'
import { findBytes } from '../../../src/platform/server/node-body.ts'

const LIMITS = { maxParts: 20, maxHeaderBytes: 2048 }
const TYPE = 'multipart/form-data; boundary=b0'

function* cut(bytes: Uint8Array, size: number): Iterable<Uint8Array> {
  for (let i = 0; i < bytes.length; i += size) yield bytes.slice(i, i + size)
}

function readParts(chunks: Iterable<Uint8Array>, type: string, limits = LIMITS): FormPart[] {
  const reader = openFormReader(type, { announcedBytes: 0, maxBytes: 100_000_000 }, limits, findBytes)
  for (const chunk of chunks) reader.append(chunk)
  return reader.finish()
}

function read(body: string | Uint8Array, { type = TYPE, size = 7, limits = LIMITS } = {}) {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const parts = readParts(cut(bytes, size), type, limits)
  return parts.map(({ name, bytes: content, contentType }) => ({ name, text: new TextDecoder().decode(content), contentType }))
}

const part = (head: string, content: string): string => `--b0\r\n${head}\r\n\r\n${content}\r\n`
const named = (name: string): string => `Content-Disposition: form-data; name="${name}"`

describe('well-formed forms', () => {
  const body = `${part(`${named('file')}; filename="a;b.dcm"\r\nContent-Type: application/dicom`, 'one\r\n--b1\r\n')}${part(named('empty'), '')}${part(named('x'), '\r\n\r\n')}--b0--\r\n`
  const expected = [
    { name: 'file', text: 'one\r\n--b1\r\n', contentType: 'application/dicom' },
    { name: 'empty', text: '', contentType: undefined },
    { name: 'x', text: '\r\n\r\n', contentType: undefined },
  ]

  it.each([1, 2, 3, 5, 16, 1000])('reads the same however the bytes are cut (%i)', (size) => {
    expect(read(body, { size })).toEqual(expected)
  })

  it('passes preamble and epilogue', () => {
    expect(read(`before\r\n${part(named('a'), '1')}--b0--\r\nafter --b0`)).toEqual([{ name: 'a', text: '1', contentType: undefined }])
  })

  it('takes blanks after a boundary, quoted boundaries, escapes and UTF-8 in names', () => {
    expect(read(`--b0 \t\r\n${named('é\\"%22')}\r\n\r\n1\r\n--b0--`, { type: 'multipart/form-data; boundary="b0"' })).toEqual([
      { name: 'é""', text: '1', contentType: undefined },
    ])
  })

  it.each([1, 4, 7, 64])('keeps what comes close to a boundary (%i)', (size) => {
    const close = `${'\r\r\n\r\n-\r\n--\r\n--b\r\n--B0\r\n--b\r\n--b0'.slice(0, -1).repeat(9)}\r`
    expect(read(`${part(named('a'), close)}${part(named('b'), `\r\n--b${close}`)}--b0--`, { size })).toEqual([
      { name: 'a', text: close, contentType: undefined },
      { name: 'b', text: `\r\n--b${close}`, contentType: undefined },
    ])
  })

  it.each([1, 2, 5, 16, 1000])('takes an empty part whose boundary begins with the line break of its header (%i)', (size) => {
    expect(read(`--b0\r\n${named('x')}\r\n\r\n--b0--\r\n`, { size })).toEqual([{ name: 'x', text: '', contentType: undefined }])
  })

  it('takes a form without parts', () => {
    expect(read('--b0--\r\n')).toEqual([])
  })

  it('reads what FormData of the platform writes', async () => {
    const form = new FormData()
    const bytes = Uint8Array.from({ length: 100_000 }, (_, i) => (i * 7919) & 0xff)
    form.set('file', new Blob([bytes], { type: 'application/dicom' }), 'scan "1".dcm')
    form.set('options', '{"a":1}')
    const request = new Request('http://localhost/', { method: 'POST', body: form })
    const body = new Uint8Array(await request.arrayBuffer())
    const parts = readParts(cut(body, 1000), request.headers.get('content-type')!)
    expect(parts.map(({ name }) => name)).toEqual(['file', 'options'])
    expect(parts[0]!.bytes).toEqual(bytes)
  })
})

describe('what is refused rather than dropped', () => {
  const cases: [string, string][] = [
    ['no closing boundary', part(named('a'), '1')],
    ['nothing at all', ''],
    ['no boundary in the body', 'abc'],
    ['no Content-Disposition', `${part('Content-Type: text/plain', '1')}--b0--`],
    ['a header without a colon', `${part('Content-Disposition', '1')}--b0--`],
    ['no name', `${part('Content-Disposition: form-data; filename="x"', '1')}--b0--`],
    ['an empty name', `${part(named(''), '1')}--b0--`],
    ['another disposition', `${part('Content-Disposition: attachment; name="a"', '1')}--b0--`],
    ['two names', `${part('Content-Disposition: form-data; name="a"; name="b"', '1')}--b0--`],
    ['two dispositions', `${part(`${named('a')}\r\n${named('b')}`, '1')}--b0--`],
    ['a quote that does not end', `${part('Content-Disposition: form-data; name="a', '1')}--b0--`],
    ['a transfer encoding', `${part(`${named('a')}\r\nContent-Transfer-Encoding: base64`, 'MQ==')}--b0--`],
    ['junk after a boundary', `--b0x\r\n${named('a')}\r\n\r\n1\r\n--b0--`],
    ['a header larger than the limit', `${part(`${named('a')}\r\nX: ${'y'.repeat(5000)}`, '1')}--b0--`],
    ['a header that never ends', `--b0\r\n${'X'.repeat(5000)}`],
  ]
  it.each(cases)('%s', (_, body) => {
    expect(() => read(body)).toThrow(expect.objectContaining({ code: 'malformed_multipart' }))
  })

  it.each(['multipart/form-data', 'multipart/form-data; boundary=', `multipart/form-data; boundary=${'x'.repeat(71)}`])(
    'a Content-Type without a usable boundary: %s',
    (type) => {
      expect(() => read('--b0--', { type })).toThrow(ProblemError)
    },
  )

  it('too many parts, as soon as one too many begins', () => {
    const bytes = new TextEncoder().encode(part(named('a'), '1').repeat(100_000))
    let sent = 0
    function* counted(): Iterable<Uint8Array> {
      for (const chunk of cut(bytes, 4096)) {
        sent += chunk.length
        yield chunk
      }
    }
    expect(() => readParts(counted(), TYPE)).toThrow(expect.objectContaining({ code: 'too_many_items', facts: { limitItems: 20 } }))
    expect(sent).toBeLessThan(10_000)
  })
})

describe('a form whose parts are taken as they come', () => {
  /** What the taker got, and how much the reader kept at most between two chunks. */
  const stream = (body: string, size: number, limits = LIMITS) => {
    const taken: { name: string; text: string; contentType: string | undefined; isEnded: boolean }[] = []
    const reader = openFormStream(TYPE, 100_000_000, limits, findBytes, {
      begin: ({ name, contentType }) => taken.push({ name, text: '', contentType, isEnded: false }),
      take: (bytes) => (taken.at(-1)!.text += new TextDecoder('latin1').decode(bytes)),
      end: () => (taken.at(-1)!.isEnded = true),
    })
    for (const chunk of cut(new TextEncoder().encode(body), size)) reader.append(chunk)
    const parts = reader.finish()
    expect(parts.map(({ name, bytes }) => [name, bytes.length])).toEqual(taken.map(({ name }) => [name, 0]))
    expect(taken.every(({ isEnded }) => isEnded)).toBe(true)
    return taken.map(({ isEnded: _, ...part }) => part)
  }
  const near = `\r\n--b\r\n-\r\n--B0\r${'\r\n--b'.repeat(5)}`
  const bodies = [
    `before\r\n${part(named('a'), '1')}--b0--\r\nafter --b0`,
    `--b0\r\n${named('a')}\r\n\r\n--b0\r\n${named('b')}\r\n\r\n\r\n--b0--`,
    `${part(`${named('file')}; filename="a"\r\nContent-Type: text/plain`, near)}${part(named('empty'), '')}${part(named('x'), 'x'.repeat(300))}--b0--\r\n`,
    `${part(named('a'), `${near}${near}`)}${part(named('b'), '\r\n')}--b0 \t--b0--`.replace(' \t--b0', ''),
  ]
  it.each(bodies)('is the same as one that is read whole, however its bytes are cut', (body) => {
    for (let size = 1; size < 80; size++) expect(stream(body, size)).toEqual(read(body, { size: 1_000 }))
  })

  it.each([
    ['no end', `${part(named('a'), 'x'.repeat(200))}--b0`],
    ['a part without a name', `${part(named('a'), 'x'.repeat(200))}--b0\r\nX: y\r\n\r\n`],
    ['a boundary line that goes on', `${part(named('a'), 'x'.repeat(200))}--b0x`],
    ['a header that is too long', `${part(named('a'), 'x'.repeat(200))}--b0\r\n${'x'.repeat(3_000)}`],
  ])('is refused for %s, with the place in the body', (_, body) => {
    const errorOf = (act: () => unknown): unknown => {
      try {
        return act()
      } catch (error) {
        return error instanceof ProblemError ? [error.code, error.message, error.at] : error
      }
    }
    const whole = errorOf(() => read(body, { size: 1_000 }))
    expect(whole).toEqual(['malformed_multipart', expect.any(String), expect.any(Object)])
    for (const size of [1, 5, 33, 64]) expect(errorOf(() => stream(body, size))).toEqual(errorOf(() => read(body, { size })))
  })
})
