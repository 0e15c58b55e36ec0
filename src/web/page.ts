// The page: reads its settings and the list of the tools, and draws.
import { render } from 'preact'
import { h } from './draw.ts'
import { chooseLanguage, languagesOf } from './language/choice.ts'
import { t } from './language/language.ts'
import { loadLanguage } from './language/load.ts'
import { workerOpener } from './run/tool-thread.ts'
import { App } from './shell/app.ts'
import { readSettings } from './shell/settings.ts'
import { applyTheme, readTheme } from './shell/theme.ts'
import { passAnswer } from './sign-in/answer.ts'

const settings = readSettings()
const place = document.querySelector('#page')!
const openWorker = workerOpener(settings.worker)
// The window of the identity provider, which comes back to this page, ends here.
const isAnswer = settings.signIn !== null && passAnswer()
applyTheme(readTheme())
if (settings.home !== null) goHome(settings.home)
loadLanguage(settings, chooseLanguage(languagesOf(settings))).then(
  (tools = []) =>
    render(
      isAnswer ? h('p', { class: 'quiet', role: 'status' }, t('You can close this window.')) : h(App, { settings, tools, openWorker }),
      place,
    ),
  () =>
    render(h('p', { class: 'problem', role: 'alert' }, t('The list of tools cannot be loaded from the server. Reload the page.')), place),
)

/** From an address that has nothing: everything else is relative to the page's own. What was looked for is said there. */
function goHome(home: string): void {
  const { href, pathname } = new URL(home, location.href)
  history.replaceState(null, '', `${href}#/${location.pathname.slice(pathname.length)}`)
}
