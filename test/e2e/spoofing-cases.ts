// Attempts to be taken for somebody else, as the bytes that are sent: through Apache, through nginx, and straight to the listeners.
import { basic, composeRequest } from './raw-http.ts'

/** `refused`: no answer is a success. `own`: what the attempt adds has no effect, and whoever is served is the authenticated user. */
type Outcome = 'refused' | 'own'

export interface SpoofingCase {
  readonly title: string
  readonly bytes: string
  readonly outcome: Outcome
}

const HOST = 'Host: localhost'
const CLOSE = 'Connection: close'
const ADMINS = 'cn=ht-admins,ou=groups,dc=hosp,dc=example'
const RESEARCH = 'cn=ht-research,ou=groups,dc=hosp,dc=example'
const POST = 'POST /v1/tools/text/word-count HTTP/1.1'
const TEXT = 'Content-Type: text/plain'

type Row = readonly [title: string, bytes: string, outcome?: Outcome]

function casesOf(rows: readonly Row[]): SpoofingCase[] {
  return rows.map(([title, bytes, outcome = 'refused']) => ({ title, bytes, outcome }))
}

/**
 * Grammar and framing that servers read differently, after headers that authenticate. `hidden` is a request inside the body.
 * @param both what becomes of a length beside chunks: RFC 9112 §6.1 lets a proxy drop the length and close the connection after its answer
 */
function framingRows(authenticated: readonly string[], hidden: string, both: Outcome = 'refused'): Row[] {
  const head = (...headers: string[]): string => composeRequest([HOST, TEXT, ...authenticated, ...headers], POST)
  return [
    ['CL.TE: length and chunks', `${head(`Content-Length: ${hidden.length + 5}`, 'Transfer-Encoding: chunked')}0\r\n\r\n${hidden}`, both],
    ['TE.CL: chunks and a length', `${head('Transfer-Encoding: chunked', 'Content-Length: 4')}5c\r\n${hidden}\r\n0\r\n\r\n`],
    ['two lengths', `${head('Content-Length: 0', `Content-Length: ${hidden.length}`)}${hidden}`],
    ['a length with a sign', `${head(`Content-Length: +${hidden.length}`)}${hidden}`],
    ['two lengths in one header', `${head(`Content-Length: 0, ${hidden.length}`)}${hidden}`],
    ['chunked spelt with another coding', `${head('Transfer-Encoding: xchunked')}0\r\n\r\n${hidden}`],
    ['chunked that is not last', `${head('Transfer-Encoding: chunked, identity')}0\r\n\r\n${hidden}`],
    ['chunked after a control character', `${head('Transfer-Encoding: \x0bchunked')}0\r\n\r\n${hidden}`],
    ['a space before the colon of the coding', `${head('Transfer-Encoding : chunked')}0\r\n\r\n${hidden}`],
    ['a chunk size that is no number', `${head('Transfer-Encoding: chunked')}zz\r\nabc\r\n0\r\n\r\n${hidden}`],
    ['a chunk size that overflows', `${head('Transfer-Encoding: chunked')}fffffffffffffffff\r\nabc\r\n0\r\n\r\n${hidden}`],
  ]
}

/** What holds for either proxy: the client has the password of alice and wants to be bob. */
export function casesThroughProxy(proxy: 'apache' | 'nginx', secret: string, key: string): SpoofingCase[] {
  const as = (...headers: string[]): string => composeRequest([HOST, basic('alice'), ...headers, CLOSE])
  const hidden = composeRequest([HOST, 'X-Remote-User: bob', `X-Remote-Groups: ${ADMINS}`, `X-HT-Proxy-Secret: ${secret}`, CLOSE])
  return casesOf([
    ['another user', as('X-Remote-User: bob')],
    ['another user in small letters', as('x-remote-user: bob')],
    ['another user in capitals', as('X-REMOTE-USER: bob')],
    ['underscores for dashes', as('X_Remote_User: bob')],
    ['one underscore', as('X-Remote_User: bob')],
    ['underscores in the groups', as(`X_Remote_Groups: ${ADMINS}`)],
    ['other groups', as(`X-Remote-Groups: ${ADMINS}`)],
    ['the user twice', as('X-Remote-User: bob', 'X-Remote-User: alice')],
    ['the secret itself', as(`X-HT-Proxy-Secret: ${secret}`)],
    ['user, groups and the right secret', as('X-Remote-User: bob', `X-Remote-Groups: ${ADMINS}`, `X-HT-Proxy-Secret: ${secret}`)],
    [
      'all of it without a password',
      composeRequest([HOST, 'X-Remote-User: bob', `X-Remote-Groups: ${ADMINS}`, `X-HT-Proxy-Secret: ${secret}`, CLOSE]),
    ],
    ['Connection drops the user', composeRequest([HOST, basic('alice'), 'Connection: close, X-Remote-User'])],
    ['Connection drops the groups', composeRequest([HOST, basic('alice'), 'Connection: close, x-remote-groups'])],
    ['Connection drops the secret', composeRequest([HOST, basic('alice'), 'Connection: close,X-HT-Proxy-Secret'])],
    ['Connection in a second header', composeRequest([HOST, basic('alice'), 'Connection: X-Remote-Groups', CLOSE])],
    ['two passwords', composeRequest([HOST, basic('alice'), basic('bob', 'wrong'), CLOSE])],
    ['a wrong password', composeRequest([HOST, basic('bob', 'wrong'), CLOSE])],
    ['an empty password', composeRequest([HOST, basic('bob', ''), CLOSE])],
    ['a user name with a wildcard', composeRequest([HOST, basic('*', 'alice-password'), CLOSE])],
    ['a user name with a filter', composeRequest([HOST, basic('bob)(uid=alice', 'alice-password'), CLOSE])],
    ['a user name with a comma', composeRequest([HOST, basic('mallory,bob'), CLOSE])],
    ['a user name with a semicolon', composeRequest([HOST, basic('eve;bob'), CLOSE])],
    ['a user without groups', composeRequest([HOST, basic('carol'), CLOSE])],
    ['a user of another group', composeRequest([HOST, basic('dave'), CLOSE])],
    ['a key instead of a password', composeRequest([HOST, `Authorization: Bearer ${key}`, CLOSE])],
    ['a folded header', as('X-Note: a\r\n X-Remote-User: bob'), 'own'],
    ['a header behind a bare LF', as('X-Note: a\nX-Remote-User: bob')],
    ['a header behind a bare CR', as('X-Note: a\rX-Remote-User: bob')],
    ['a NUL in a header', as('X-Note: a\0X-Remote-User: bob')],
    ['a space before the colon', as('X-Remote-User : bob')],
    ['an empty user', as('X-Remote-User:'), 'own'],
    ['an address of another', as('X-Forwarded-For: 10.0.0.1', 'Forwarded: for=10.0.0.1'), 'own'],
    ...framingRows([basic('alice')], hidden, proxy === 'apache' ? 'own' : 'refused'),
  ])
}

/** Through HAProxy, which names no users: the client has a key of its own and claims to be bob, or to have another address. */
export function casesThroughHaproxy(secret: string, key: string): SpoofingCase[] {
  const own = `Authorization: Bearer ${key}`
  const as = (...headers: string[]): string => composeRequest([HOST, own, ...headers, CLOSE])
  const bare = (...headers: string[]): string => composeRequest([HOST, ...headers, CLOSE])
  const proof = `X-HT-Proxy-Secret: ${secret}`
  const groups = `X-Remote-Groups: ${ADMINS}`
  const hidden = bare('X-Remote-User: bob', groups, proof)
  return casesOf([
    ['a user', as('X-Remote-User: bob')],
    ['a user in small letters', as('x-remote-user: bob')],
    ['a user in capitals', as('X-REMOTE-USER: bob')],
    ['underscores for dashes', as('X_Remote_User: bob')],
    ['one underscore', as('X-Remote_User: bob')],
    ['dots for dashes', as('X.Remote.User: bob')],
    ['groups', as(groups)],
    ['underscores in the groups', as(`X_Remote_Groups: ${ADMINS}`)],
    ['the user twice', as('X-Remote-User: bob', 'X-Remote-User: alice')],
    ['the secret itself', as(proof)],
    ['the secret with underscores', as(`X_HT_Proxy_Secret: ${secret}`)],
    ['a wrong secret', as('X-HT-Proxy-Secret: other')],
    ['user, groups and the right secret', as('X-Remote-User: bob', groups, proof)],
    ['all of it without a key', hidden],
    ['a user without a key', bare('X-Remote-User: bob', groups)],
    ['the certificate of another', as('X-Remote-Client-Cert: :TUlJ:')],
    ['Connection drops the user', composeRequest([HOST, own, 'Connection: close, X-Remote-User'])],
    ['Connection drops the secret', composeRequest([HOST, own, 'Connection: close,X-HT-Proxy-Secret'])],
    ['Connection drops the address', composeRequest([HOST, own, 'Connection: close, X-Forwarded-For'])],
    ['Connection in a second header', composeRequest([HOST, own, 'Connection: X-HT-Proxy-Secret', CLOSE])],
    ['no credential', bare()],
    ['an unknown key', bare('Authorization: Bearer ht_live_000000000000_00000000000000000000000000000000000000')],
    ['a key with another end', bare(`${own}0`)],
    ['two keys', as(own)],
    ['two keys in one header', bare(`${own}, Bearer ${key}`)],
    ['a key and a password', as(basic('bob'))],
    ['a password alone', bare(basic('bob'))],
    ['a folded header', as('X-Note: a\r\n X-Remote-User: bob'), 'own'],
    ['a header behind a bare LF', as('X-Note: a\nX-Remote-User: bob')],
    ['a header behind a bare CR', as('X-Note: a\rX-Remote-User: bob')],
    ['a NUL in a header', as('X-Note: a\0X-Remote-User: bob')],
    ['a space before the colon', as('X-Remote-User : bob')],
    ['an address of another', as('X-Forwarded-For: 10.0.0.1'), 'own'],
    ['an address of another in Forwarded', as('Forwarded: for=10.0.0.1'), 'own'],
    ['addresses in two headers', as('X-Forwarded-For: 10.0.0.1', 'X-Forwarded-For: 10.0.0.2'), 'own'],
    ...framingRows([own], hidden, 'own'),
  ])
}

/** Straight to the listener of the proxy, from its address: what is right is `proxied`. */
export function casesStraight(secret: string, key: string): SpoofingCase[] {
  const user = 'X-Remote-User: bob'
  const groups = `X-Remote-Groups: ${ADMINS}`
  const proof = `X-HT-Proxy-Secret: ${secret}`
  const send = (...headers: string[]): string => composeRequest([HOST, ...headers, CLOSE])
  const hidden = send(user, groups, proof)
  return casesOf([
    ['nothing', send()],
    ['no secret', send(user, groups)],
    ['a wrong secret', send(user, groups, `${proof}x`)],
    ['an empty secret', send(user, groups, 'X-HT-Proxy-Secret:')],
    ['the secret twice', send(user, groups, proof, proof)],
    ['a right and a wrong secret', send(user, groups, proof, 'X-HT-Proxy-Secret: other')],
    ['two secrets in one header', send(user, groups, `${proof}, ${secret}`)],
    ['the secret under an alias', send(user, groups, `X_HT_Proxy_Secret: ${secret}`)],
    ['the secret and its alias', send(user, groups, proof, `X_HT_Proxy_Secret: ${secret}`)],
    ['no user', send(groups, proof)],
    ['the secret alone', send(proof)],
    ['an empty user', send('X-Remote-User:', groups, proof)],
    ['the user twice', send(user, user, groups, proof)],
    ['the user twice in two cases', send(user, 'x-remote-user: alice', groups, proof)],
    ['two users in one header', send('X-Remote-User: alice, bob', groups, proof)],
    ['user and underscores', send('X-Remote-User: alice', 'X_Remote_User: bob', groups, proof)],
    ['user and one underscore', send('X-Remote-User: alice', 'X-Remote_User: bob', groups, proof)],
    ['user and dots', send('X-Remote-User: alice', 'X.Remote.User: bob', groups, proof)],
    ['underscores alone', send('X_Remote_User: bob', 'X_Remote_Groups: x', proof)],
    ['no groups', send(user, proof)],
    ['empty groups', send(user, 'X-Remote-Groups:', proof)],
    ['groups of separators', send(user, 'X-Remote-Groups: ; ;;', proof)],
    ['the groups twice', send(user, groups, `X-Remote-Groups: ${RESEARCH}`, proof)],
    ['groups under an alias, too', send(user, groups, `X_Remote_Groups: ${ADMINS}`, proof)],
    ['groups that nobody mapped', send(user, 'X-Remote-Groups: visitors', proof)],
    ['a part of a mapped group', send(user, 'X-Remote-Groups: cn=ht-admins', proof)],
    ['a mapped group in other signs', send(user, `X-Remote-Groups: ${ADMINS.replaceAll(',', ';')}`, proof)],
    ['groups that are no UTF-8', send(user, `X-Remote-Groups: ${ADMINS};\xff\xfe`, proof)],
    ['a user with a letter of another script', send('X-Remote-User: b\xc3\xb6b', groups, proof)],
    ['a user with a slash', send('X-Remote-User: ../bob', groups, proof)],
    ['a user with a space', send('X-Remote-User: bob admin', groups, proof)],
    ['a user with a tab', send('X-Remote-User: bob\tadmin', groups, proof)],
    ['a user of 65 letters', send(`X-Remote-User: ${'b'.repeat(65)}`, groups, proof)],
    ['a user with a NUL', send('X-Remote-User: bob\0', groups, proof)],
    ['a key, too', send(user, groups, proof, `Authorization: Bearer ${key}`)],
    ['a password, too', send(user, groups, proof, basic('bob'))],
    ['a key and a user alone', send(user, `Authorization: Bearer ${key}`)],
    ['a key and a wrong secret', send(`Authorization: Bearer ${key}`, 'X-HT-Proxy-Secret: other')],
    ['a password alone', send(basic('bob'))],
    ['a folded user', send('X-Remote-User: alice\r\n bob', groups, proof)],
    ['a user behind a bare LF', send('X-Note: a\nX-Remote-User: bob', groups, proof)],
    ['a user behind a bare CR', send('X-Note: a\rX-Remote-User: bob', groups, proof)],
    ['a space before the colon', send('X-Remote-User : bob', groups, proof)],
    ['no name before the colon', send(': bob', user, groups, proof)],
    ...framingRows([user, groups, proof], hidden),
  ])
}

/** What would be right on the listener of the proxy, from its own address. */
export function composeProxied(secret: string, user = 'bob', ...more: readonly string[]): string {
  return composeRequest([HOST, `X-Remote-User: ${user}`, `X-Remote-Groups: ${ADMINS}`, `X-HT-Proxy-Secret: ${secret}`, ...more, CLOSE])
}
