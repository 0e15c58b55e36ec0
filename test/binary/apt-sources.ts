// Where this machine gets its Debian packages from, read from its own apt sources: a site's mirror is not for a test to know.

export interface AptSource {
  readonly uri: string
  /** Path of the keyring that signs the archive, where the source names one. */
  readonly signedBy: string | undefined
}

/** The first archive that holds main of the suite. Both forms of sources.list(5) are read: one line a source, and deb822 stanzas. */
export function findAptSource(files: readonly { readonly name: string; readonly text: string }[], suite: string): AptSource | undefined {
  for (const { name, text } of files) {
    const source = name.endsWith('.sources') ? findStanza(text, suite) : findLine(text, suite)
    if (source) return source
  }
  return undefined
}

function findStanza(text: string, suite: string): AptSource | undefined {
  for (const stanza of text.split(/\n[ \t]*\n/)) {
    const fields = readFields(stanza)
    const words = (field: string) => (fields.get(field) ?? '').split(/\s+/).filter(Boolean)
    if (/^no$/i.test(fields.get('enabled') ?? '')) continue
    const [uri] = words('uris').filter((candidate) => /^https?:/.test(candidate))
    if (!uri || !words('types').includes('deb') || !words('suites').includes(suite) || !words('components').includes('main')) continue
    return { uri, signedBy: words('signed-by').find((word) => word.startsWith('/')) }
  }
  return undefined
}

function readFields(stanza: string): Map<string, string> {
  const fields = new Map<string, string>()
  let current = ''
  for (const line of stanza.split('\n')) {
    if (line.startsWith('#')) continue
    const colon = line.indexOf(':')
    if (/^[ \t]/.test(line)) fields.set(current, `${fields.get(current) ?? ''} ${line.trim()}`)
    else if (colon > 0) {
      current = line.slice(0, colon).toLowerCase()
      fields.set(current, line.slice(colon + 1).trim())
    }
  }
  return fields
}

function findLine(text: string, suite: string): AptSource | undefined {
  for (const line of text.split('\n')) {
    const match = /^deb[ \t]+(?:\[([^\]]*)\][ \t]+)?(https?:\S+)[ \t]+(\S+)[ \t]+(\S.*)$/.exec(line.trim())
    if (!match || match[3] !== suite || !match[4]!.split(/\s+/).includes('main')) continue
    return { uri: match[2]!, signedBy: /(?:^|\s)signed-by=(\/\S+)/.exec(match[1] ?? '')?.[1] }
  }
  return undefined
}
