// A small OpenLDAP directory with invented people: who is in which group decides plan and scopes.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../platform/server/free-port.ts'
import { findProgram, type Peer, runProgram, startPeer } from './peers.ts'

const SUFFIX = 'dc=hosp,dc=example'
export const READER_PASSWORD = 'reader-password'

/** The user name, by the groups. The password is the name and `-password`. */
const PEOPLE: Readonly<Record<string, readonly string[]>> = {
  alice: ['ht-research'],
  bob: ['ht-admins', 'ht-research'],
  carol: [],
  dave: ['visitors'],
  'mallory,bob': ['ht-research'],
  'eve;bob': ['ht-research'],
}

export interface Directory {
  readonly port: number
  readonly peer: Peer
}

export async function startDirectory(folder: string): Promise<Directory> {
  const port = await freePort()
  const data = join(folder, 'ldap')
  mkdirSync(data)
  const file = join(folder, 'slapd.conf')
  writeFileSync(file, composeConfiguration(folder, data), { mode: 0o600 })
  const peer = await startPeer(findProgram('slapd')!, ['-d', '0', '-h', `ldap://127.0.0.1:${port}`, '-f', file], port)
  const root = ['-x', '-H', `ldap://127.0.0.1:${port}`, '-D', `cn=root,${SUFFIX}`, '-w', 'root-password']
  runProgram(findProgram('ldapadd')!, root, composeEntries())
  return { port, peer }
}

function composeConfiguration(folder: string, data: string): string {
  return `${['core', 'cosine', 'inetorgperson'].map((name) => `include /etc/ldap/schema/${name}.schema`).join('\n')}
modulepath /usr/lib/ldap
moduleload back_mdb
moduleload memberof
pidfile ${join(folder, 'slapd.pid')}
database mdb
suffix "${SUFFIX}"
rootdn "cn=root,${SUFFIX}"
rootpw root-password
directory ${data}
overlay memberof
access to attrs=userPassword by anonymous auth by * none
access to * by dn.exact="cn=reader,${SUFFIX}" read by * none
`
}

function composeEntries(): string {
  const groups = new Set(Object.values(PEOPLE).flat())
  const nameOf = (user: string): string => `uid=${user.replace(/[,;]/g, '\\$&')},ou=people,${SUFFIX}`
  const members = (group: string): string[] => Object.keys(PEOPLE).filter((user) => PEOPLE[user]!.includes(group))
  return [
    [`dn: ${SUFFIX}`, 'objectClass: dcObject', 'objectClass: organization', 'o: Hospital', 'dc: hosp'],
    [`dn: ou=people,${SUFFIX}`, 'objectClass: organizationalUnit', 'ou: people'],
    [`dn: ou=groups,${SUFFIX}`, 'objectClass: organizationalUnit', 'ou: groups'],
    [
      `dn: cn=reader,${SUFFIX}`,
      'objectClass: organizationalRole',
      'objectClass: simpleSecurityObject',
      'cn: reader',
      `userPassword: ${READER_PASSWORD}`,
    ],
    ...Object.keys(PEOPLE).map((user) => [
      `dn: ${nameOf(user)}`,
      'objectClass: inetOrgPerson',
      `uid: ${user}`,
      `cn: ${user}`,
      `sn: ${user}`,
      `userPassword: ${user}-password`,
    ]),
    ...[...groups].map((group) => [
      `dn: cn=${group},ou=groups,${SUFFIX}`,
      'objectClass: groupOfNames',
      `cn: ${group}`,
      ...members(group).map((user) => `member: ${nameOf(user)}`),
    ]),
  ]
    .map((lines) => `${lines.join('\n')}\n`)
    .join('\n')
}
