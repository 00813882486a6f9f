/**
 * The script that a website includes: `<script async src="{base}/w/skein.js" data-key="wgt_…"></script>`. It shows the launcher, opens the
 * frame with the conversation, and is `window.Skein` for the site. Before the first open it requests only the configuration, and stores
 * nothing.
 */
import type { WidgetConfig } from '../../client/visitor.ts'
import { createChat, type ChatApi } from './chat.ts'

type Call = [method: string, ...input: unknown[]]
/** What a page may set before the script has loaded: a list of calls, such as `['identify', token]`. */
type Queue = Call[]
type Api = ChatApi & { key: string; push(...calls: Call[]): void }

declare global {
  interface Window {
    Skein?: Api | Queue
  }
}

const retrySeconds = [5, 30, 120]

const script = (document.currentScript ?? document.querySelector('script[src*="/w/skein.js"]')) as HTMLScriptElement | null
if (script) load(new URL(script.src), script.dataset)

function load({ origin, searchParams }: URL, { key: named, locale }: DOMStringMap): void {
  // Tag managers remove data attributes, so the address may carry the key.
  const key = named ?? searchParams.get('key') ?? ''
  const earlier = window.Skein
  if (earlier && !Array.isArray(earlier)) {
    if (earlier.key !== key) console.warn(`Skein: this page already has the chat ${earlier.key}.`)
    return
  }
  if (key === '') {
    console.warn('Skein: the script has no data-key.')
    return
  }
  const language = locale || document.documentElement.lang || navigator.language
  const { methods, configure } = createChat({ base: origin, key, locale: language })
  const api: Api = {
    ...methods,
    key,
    push(...calls) {
      for (const [method, ...input] of calls) {
        // Safe because a method of another name is undefined.
        const call = api[method as keyof ChatApi] as ((...input: unknown[]) => void) | undefined
        call?.(...input)
      }
    },
  }
  window.Skein = api
  api.push(...(earlier ?? []))
  const start = (failures = 0): void => {
    const address = `${origin}/api/v1/widget/config?key=${encodeURIComponent(key)}&locale=${encodeURIComponent(language)}`
    fetch(address, { credentials: 'omit', referrerPolicy: 'no-referrer' })
      .then(async (response) => {
        // An unknown key has no chat.
        if (response.status >= 400 && response.status < 500 && response.status !== 429) return
        // Safe because the API description declares this response.
        configure(((await response.json()) as { data: WidgetConfig }).data)
      })
      .catch(() => {
        const seconds = retrySeconds[failures]
        if (seconds !== undefined) setTimeout(() => start(failures + 1), seconds * 1_000)
      })
  }
  // A prerendered page may never be seen.
  if ((document as { prerendering?: boolean }).prerendering) document.addEventListener('prerenderingchange', () => start(), { once: true })
  else start()
}
