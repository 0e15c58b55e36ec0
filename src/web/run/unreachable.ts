// The problem that the page shows if the server does not respond.
import { msg } from '../language/language.ts'
import type { Problem } from './messages.ts'

export const UNREACHABLE: Problem = {
  code: 'overloaded',
  title: msg('The server cannot be reached'),
  detail: msg('The server did not respond. It may be stopped, or the network may be down.'),
}
