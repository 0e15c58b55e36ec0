// What the `console` blocks of the administrator's guide need before they can run: they are of another machine, or name a file of the site.

export interface Scene {
  /** Chapter and first command, which find the block. */
  readonly chapter: string
  readonly command: string
  /** Commands before the block and after it. */
  readonly before?: string
  readonly after?: string
  /** Where the block runs. Default: /packages. */
  readonly folder?: string
  /** What the reader fills in. */
  readonly fillIn?: readonly (readonly [placeholder: string, text: string])[]
  /** The test that runs the block instead. */
  readonly elsewhere?: string
}

const NEWEST_BACKUP = '/var/lib/health-tools/backup/FILE.db'
const FILE = [NEWEST_BACKUP, '$(ls /var/lib/health-tools/backup/*.db | tail -n 1)'] as const
const DATABASE = '/var/lib/health-tools/health-tools.db'

export const SCENES: readonly Scene[] = [
  { chapter: 'install', command: './verify.sh --key builder.pub', fillIn: [['builder.pub', '/root/builder.pub']], folder: '/root/signed' },
  { chapter: 'install', command: 'rpm --install health-tools-*.x86_64.rpm', elsewhere: 'booted.test.ts' },
  { chapter: 'install', command: 'tar --extract --gzip --file=health-tools-VERSION-linux-x64.tar.gz', elsewhere: 'booted.test.ts' },
  {
    chapter: 'directory-proxy',
    command: 'a2ensite health-tools',
    before: `openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=tools.hosp.example -days 2 -out /etc/ssl/certs/tools.hosp.example.pem \\
      -keyout /etc/ssl/private/tools.hosp.example.key
      (umask 077; echo secret > /etc/apache2/health-tools-ldap-password)`,
    after: `test "$(curl --insecure -s -o /dev/null -w '%{http_code}' https://127.0.0.1/v1/me)" = 401`,
  },
  {
    chapter: 'keys-and-plans',
    command: 'health-tools keys import keys.jsonl',
    // Another site with the same pepper is this one with an empty database.
    before: `systemctl stop health-tools; mkdir /root/site; mv ${DATABASE}* /root/site`,
    folder: '/root',
    after: `health-tools keys list --json > /root/imported.json
      test "$(grep -o '"id"' /root/imported.json | wc -l)" = "$(grep -o '"id"' /root/keys.jsonl | wc -l)"
      rm -f ${DATABASE}*; mv /root/site/* /var/lib/health-tools; systemctl start health-tools; health-tools health --wait 30s`,
  },
  {
    chapter: 'upgrade',
    command: 'systemctl stop health-tools',
    fillIn: [['health-tools_PREVIOUS_amd64.deb', 'health-tools_*_amd64.deb'], FILE],
    after: 'health-tools health --wait 30s',
  },
  { chapter: 'upgrade', command: 'health-tools ctl drain', after: 'systemctl restart health-tools; health-tools health --wait 30s' },
  {
    chapter: 'upgrade',
    command: 'tar --extract --gzip --file=health-tools-move.tar.gz --directory=/',
    // The new host is this one without what the package leaves behind.
    before: `dpkg --purge health-tools; rm -rf /etc/health-tools /var/lib/health-tools /var/log/health-tools
      dpkg --install /packages/health-tools_*_amd64.deb`,
    folder: '/root',
    fillIn: [FILE],
    after: 'health-tools health --wait 30s',
  },
]

/** The commands of a block, with what the reader fills in. */
export function commandsOf(text: string, { fillIn = [] }: Scene): string {
  const commands = text.replace(/^\$ /gm, '')
  return fillIn.reduce((filled, [placeholder, value]) => filled.replaceAll(placeholder, value), commands)
}

export function sceneOf(chapter: string, text: string): Scene | undefined {
  return SCENES.find((scene) => scene.chapter === chapter && text.startsWith(`$ ${scene.command}`))
}
