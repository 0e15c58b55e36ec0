// What the peers say of numbers.
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { PEERS, type Peer } from './peers.ts'

export type PeerName = keyof Peer

interface Question {
  readonly type: string
  readonly text: string
}

/** Undefined where the peer threw. */
type Answers = ReadonlyMap<string, boolean | undefined>
const keyOf = ({ type, text }: Question): string => `${type}\t${text}`

/** @param folder has stdnum and validator in its node_modules @returns by peer, the answers to the questions that it can judge */
export function askPeers(questions: readonly Question[], python: string, folder: string): Readonly<Record<PeerName, Answers>> {
  const load: (name: string) => unknown = createRequire(join(folder, 'package.json'))
  const { stdnum } = load('stdnum') as { stdnum: Record<string, Record<string, { validate(text: string): { isValid: boolean } }>> }
  const validator = load('validator') as Record<string, (text: string, option?: string) => boolean>
  const ask = (peer: PeerName, judge: (type: string, text: string) => boolean): Answers =>
    new Map(
      questions.flatMap(({ type, text }) =>
        PEERS[type]![peer] === undefined ? [] : [[keyOf({ type, text }), attempt(() => judge(type, text))]],
      ),
    )
  return {
    python: askPython(questions, python, 'python', 'judge-stdnum.py'),
    presidio: askPython(questions, python, 'presidio', 'judge-presidio.py'),
    stdnum: ask('stdnum', (type, text) => {
      const [country, name] = PEERS[type]!.stdnum!
      return stdnum[country]![name]!.validate(text).isValid
    }),
    validator: ask('validator', (type, text) => {
      const [name, option] = PEERS[type]!.validator!
      return validator[name]!(text, option)
    }),
  }
}

/** An exception is no verdict. */
function attempt(judge: () => boolean): boolean | undefined {
  try {
    return judge()
  } catch {
    return undefined
  }
}

const SIGNS: Readonly<Record<string, boolean>> = { 1: true, 0: false }

function askPython(questions: readonly Question[], python: string, peer: 'python' | 'presidio', script: string): Answers {
  const own = questions.filter(({ type }) => PEERS[type]![peer] !== undefined)
  const input = own.map(({ type, text }) => `${PEERS[type]![peer]}\t${text}\n`).join('')
  const run = spawnSync(python, [join(import.meta.dirname, script)], { input, encoding: 'utf8', maxBuffer: 1e9 })
  if (run.status !== 0) throw new Error(run.stderr)
  return new Map(own.map((question, i) => [keyOf(question), SIGNS[run.stdout[i]!]]))
}

export function answerOf(answers: Answers, type: string, text: string): boolean | undefined {
  return answers.get(keyOf({ type, text }))
}
