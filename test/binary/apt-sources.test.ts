// The two forms of apt's sources.
import { expect, test } from 'vitest'
import { findAptSource } from './apt-sources.ts'

const stanzas = `Types: deb deb-src
# A comment.
URIs: http://mirror.example/security
Suites: bookworm-security
Components: main
Signed-By: /usr/share/keyrings/security.gpg

Enabled: no
Types: deb
URIs: http://off.example/debian
Suites: bookworm
Components: main

Types: deb
URIs: http://mirror.example/debian
Suites: bookworm bookworm-updates
Components:
 main
 contrib
Signed-By: /usr/share/keyrings/debian.gpg
`

test.each([
  ['a stanza', 'debian.sources', stanzas, 'bookworm', { uri: 'http://mirror.example/debian', signedBy: '/usr/share/keyrings/debian.gpg' }],
  [
    'a line',
    'sources.list',
    '# x\ndeb http://mirror.example/debian bookworm main\n',
    'bookworm',
    { uri: 'http://mirror.example/debian', signedBy: undefined },
  ],
  [
    'a line with options',
    'sources.list',
    'deb-src http://src.example bookworm main\ndeb [arch=amd64 signed-by=/k.gpg] https://mirror.example/debian bookworm contrib main',
    'bookworm',
    { uri: 'https://mirror.example/debian', signedBy: '/k.gpg' },
  ],
  ['another suite', 'debian.sources', stanzas, 'trixie', undefined],
  ['another suite in a line', 'sources.list', 'deb http://mirror.example/debian bookworm-updates main', 'bookworm', undefined],
  ['a comment', 'sources.list', '# deb http://mirror.example/debian bookworm main', 'bookworm', undefined],
  ['a medium', 'sources.list', 'deb cdrom:[Debian 12]/ bookworm main', 'bookworm', undefined],
])('%s', (_title, name, text, suite, source) => {
  expect(
    findAptSource(
      [
        { name: 'empty.list', text: '' },
        { name, text },
      ],
      suite,
    ),
  ).toEqual(source)
})
