// The answer of the identity provider comes to this page in a window of its own, which passes it on to the window that asked, and closes.

/** Browsers pass it between windows of this origin alone. */
const CHANNEL = 'sign-in'

/** Passes the answer on, and takes it out of the address. @returns false where the address has none */
export function passAnswer(): boolean {
  const answer = new URLSearchParams(location.search)
  if (!answer.has('state') || !(answer.has('code') || answer.has('error'))) return false
  history.replaceState(null, '', location.pathname)
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage(answer.toString())
  channel.close()
  close()
  return true
}

/** @param state of the sign-in; answers of others are passed over @throws the reason of the signal */
export async function awaitAnswer(state: string, signal: AbortSignal): Promise<URLSearchParams> {
  signal.throwIfAborted()
  const channel = new BroadcastChannel(CHANNEL)
  return new Promise<URLSearchParams>((resolve, reject) => {
    channel.onmessage = ({ data }) => {
      const answer = new URLSearchParams(String(data))
      if (answer.get('state') === state) resolve(answer)
    }
    signal.addEventListener('abort', () => reject(signal.reason))
  }).finally(() => channel.close())
}
