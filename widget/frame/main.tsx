/** Entry point of the frame: waits for the page's first message, loads the configuration, and shows the chat. */
import { effect } from '@preact/signals'
import { render } from 'preact'
import { createCloseWatcher } from '../shared/close-watcher.ts'
import type { PageMessage } from '../shared/protocol.ts'
import { App } from './app.tsx'
import { isAlone, isPortal, listenToPage, tellPage } from './bridge.ts'
import './frame.css'
import { keepUpToDate } from './live.ts'
import { loadConfig } from './load-config.ts'
import { startPortal } from './portal/start.tsx'
import { describeError } from './problems.ts'
import { keepSending } from './sending.ts'
import { forget, identify, resume, watchOtherTabs } from './session.ts'
import { problem, view } from './state.ts'
import { setConsent } from './storage.ts'
import { setLocale } from './texts.ts'

let isStarted = false

if (isPortal) void startPortal()
else if (isAlone) void start({ locale: navigator.language, identityToken: null })
else listenToPage(receive)

function receive(message: PageMessage): void {
  if (message.type === 'hello') {
    view.value = message.view
    if (message.consent !== null) setConsent(message.consent)
    void start(message)
  }
  if (message.type === 'view') view.value = message.view
  if (message.type === 'consent') setConsent(message.consent)
  if (message.type === 'identify') void run(() => identify(message.identityToken))
  if (message.type === 'reset') void forget({ erases: false })
}

async function start({ locale, identityToken }: { locale: string; identityToken: string | null }): Promise<void> {
  if (isStarted) return
  isStarted = true
  setLocale(locale)
  if (isAlone) view.value = { ...view.value, open: true, whole: true }
  const loaded = await loadConfig()
  if (loaded !== 'loaded') {
    isStarted = false
    // Until the network is back, the page shows its launcher and after a while says that the chat cannot be reached.
    if (loaded === 'later') setTimeout(() => void start({ locale, identityToken }), 5_000)
    return
  }
  render(<App />, document.body)
  tellPage({ type: 'ready' })
  // The gesture belongs to the document with the focus, which is the page or the frame.
  effect(() => {
    const { open, whole } = view.value
    return open && whole && !isAlone ? (createCloseWatcher(() => tellPage({ type: 'close' })) ?? undefined) : undefined
  })
  effect(() => {
    const { safe } = view.value
    for (const side of ['top', 'right', 'bottom', 'left'] as const) document.body.style.setProperty(`--safe-${side}`, `${safe[side]}px`)
    document.body.classList.toggle('whole', view.value.whole)
  })
  watchOtherTabs()
  await run(() => resume(identityToken))
  keepUpToDate()
  keepSending()
}

/** Runs work at the start, and shows why it failed. */
async function run(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    problem.value = describeError(error)
  }
}
