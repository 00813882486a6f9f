import { effect } from '@preact/signals'
import { render } from 'preact'
import { keepUpToDate } from '../live.ts'
import { loadConfig } from '../load-config.ts'
import { keepSending } from '../sending.ts'
import { resume, watchOtherTabs } from '../session.ts'
import { view } from '../state.ts'
import { setLocale, t } from '../texts.ts'
import { keepAddress, readAddress } from './address.ts'
import { signInBySite } from './sign-in.ts'
import { Portal } from './views/portal.tsx'

const retryMs = 5_000

/** Shows the page of a customer's requests. */
export async function startPortal(): Promise<void> {
  const { search } = location
  setLocale(new URLSearchParams(search).get('locale') ?? navigator.language, document.documentElement.lang)
  // First of all, because the address may contain a token.
  const identityToken = readAddress()
  document.body.replaceChildren()
  for (let loaded = await loadConfig(); loaded !== 'loaded'; loaded = await loadConfig()) {
    const text = loaded === 'never' ? t('This page is closed.') : t('No connection. Check your network and try again.')
    render(
      <main class="page">
        <p role="alert">{text}</p>
      </main>,
      document.body,
    )
    if (loaded === 'never') return
    await new Promise((resolve) => setTimeout(resolve, retryMs))
  }
  followViewport()
  watchOtherTabs()
  keepAddress()
  // Begins before the first view, which depends on the session.
  const begun = identityToken === null ? resume(null) : signInBySite(identityToken).then((isSignedIn) => (isSignedIn ? null : resume(null)))
  render(<Portal />, document.body)
  await begun
  keepUpToDate()
  keepSending()
}

/** The page is shown as a phone shows the chat where there is no more room. */
function followViewport(): void {
  const whole = matchMedia('(max-width:479px),(max-height:479px)')
  const update = (): void => {
    view.value = { ...view.value, open: true, whole: whole.matches }
  }
  update()
  whole.addEventListener('change', update)
  effect(() => void document.body.classList.toggle('whole', view.value.whole))
}
