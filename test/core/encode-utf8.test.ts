// UTF-8 of texts, by hand and by an encoder: the same bytes.
import { expect, it } from 'vitest'
import { encodeUtf8 } from '../../src/core/encode-utf8.ts'

it.each(['', 'a', '\u007f', '\u0080', 'Müller', '漢字', '\u{1f600}', '\ud83d', 'x'.repeat(64), 'x'.repeat(65), `${'x'.repeat(63)}é`])(
  'of %j',
  (text) => {
    expect([...encodeUtf8(text)]).toEqual([...new TextEncoder().encode(text)])
  },
)
