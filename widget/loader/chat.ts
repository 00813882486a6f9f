/** The launcher and the panel: their state, and the messages to and from the frame. */
import type { WidgetConfig } from '../../client/visitor.ts'
import { protocolMark, type FrameMessage, type Marked, type PageMessage, type View } from '../shared/protocol.ts'
import { createHost, setIcon, type Host } from './host.ts'
import { createTitleCount, holdPage, readSafeArea } from './page.ts'
import { toStyles } from './styles.ts'
import { chooseWords } from './words.ts'

/** The methods of `window.Skein`. */
export type ChatApi = {
  open(): void
  close(): void
  /** Shows the launcher again. */
  show(): void
  hide(): void
  /** Says who the visitor is, by a JWT of the site. */
  identify(identityToken: string): void
  /** Forgets the visitor, as after signing out. */
  reset(): void
  /** Whether the chat may store something. True also lets it look for new messages before it is opened. */
  consent(isGiven: boolean): void
  /** Calls the listener with the number of new messages, now and at each change. */
  onUnread(listener: (count: number) => void): void
}

type Options = { base: string; key: string; locale: string }

/** Seconds for the frame to start. */
const patienceSeconds = 15

export function createChat({ base, key, locale }: Options): { methods: ChatApi; configure: (config: WidgetConfig) => void } {
  const words = chooseWords(locale)
  const whole = matchMedia('(max-width:479px),(max-height:479px)')
  const listeners: ((count: number) => void)[] = []
  const setTitleCount = createTitleCount()
  let config: WidgetConfig | null = null
  let host: Host | null = null
  let frame: HTMLIFrameElement | null = null
  let isReady = false
  let isOpen = false
  let isHidden = false
  let unread = 0
  let previewHeight: number | null = null
  let consent: boolean | null = null
  let identityToken: string | null = null
  let resets = false
  let release: (() => void) | null = null
  let patience: ReturnType<typeof setTimeout> | undefined

  const post = (message: PageMessage): void => frame?.contentWindow?.postMessage({ ...message, mark: protocolMark }, base)
  const readView = (): View => ({
    open: isOpen,
    whole: whole.matches,
    safe: host ? readSafeArea(host.probe) : { top: 0, right: 0, bottom: 0, left: 0 },
    page: config?.pageUrl === 'PATH' ? { path: location.pathname, title: document.title.slice(0, 200) } : null,
  })

  /** Draws the launcher and the panel by the present state. */
  const draw = (): void => {
    if (!host || !config) return
    const { element, launcher, panel, notice } = host
    const fills = isOpen && whole.matches
    element.hidden = isHidden
    const action = isOpen ? words.close : words.open
    launcher.setAttribute('aria-label', unread > 0 && !isOpen ? `${action}, ${words.unread(unread)}` : action)
    launcher.setAttribute('aria-expanded', String(isOpen))
    launcher.setAttribute('aria-busy', String(isOpen && !isReady))
    launcher.hidden = fills && isReady
    setIcon(host, isOpen)
    const badge = launcher.querySelector('b') ?? launcher.appendChild(document.createElement('b'))
    badge.textContent = unread > 0 && !isOpen ? (unread > 99 ? '99+' : String(unread)) : ''
    const shows = isOpen ? 'open' : previewHeight === null ? '' : 'preview'
    panel.className = isReady ? `${shows}${fills ? ' whole' : ''}` : ''
    panel.setAttribute('aria-label', words.title(config.name))
    panel.setAttribute('aria-modal', String(fills))
    if (isOpen) notice.textContent = ''
    drawSize()
    if (fills && isReady) release ??= holdPage(() => setOpen(false))
    else {
      release?.()
      release = null
    }
  }

  /** Keeps a whole screen's panel on the part of the page that the keyboard leaves. A zoomed page shows a part of the panel instead. */
  const drawSize = (): void => {
    const viewport = window.visualViewport
    const rules = [`div.preview{height:${previewHeight ?? 0}px}`]
    // The pixels of a page with `zoom` are larger than those of the viewport.
    const zoom = host?.element.currentCSSZoom ?? 1
    if (viewport && viewport.scale === 1)
      rules.push(`div.whole{top:${viewport.offsetTop / zoom}px;bottom:auto;height:${viewport.height / zoom}px}`)
    host?.setRules(rules.join(''))
  }
  const postView = (): void => {
    drawSize()
    if (isReady) post({ type: 'view', view: readView() })
  }

  const createFrame = (): void => {
    if (!host || !config || frame) return
    const made = document.createElement('iframe')
    frame = made
    made.title = words.title(config.name)
    made.referrerPolicy = 'no-referrer'
    made.addEventListener('load', () => {
      isReady = false
      post({ type: 'hello', locale, consent, identityToken, view: readView() })
    })
    made.src = `${base}/w/${key}`
    host.panel.append(made)
    patience = setTimeout(giveUp, patienceSeconds * 1_000)
  }
  /** Removes a frame that has not started, because the network or the page's policy keeps it away. */
  const giveUp = (): void => {
    frame?.remove()
    frame = null
    if (!isOpen) return
    setOpen(false)
    if (host) host.notice.textContent = words.failed
  }
  /** Loads the frame of a page that nobody waits for, once the page itself has loaded. */
  const createFrameLater = (): void => {
    if (document.readyState !== 'complete') addEventListener('load', createFrameLater, { once: true })
    else if ('requestIdleCallback' in window) requestIdleCallback(createFrame)
    else setTimeout(createFrame, 200)
  }

  const setOpen = (next: boolean): void => {
    if (next === isOpen) return
    isOpen = next
    if (next) {
      isHidden = false
      previewHeight = null
      createFrame()
    }
    const hadFocus = document.activeElement === host?.element
    draw()
    postView()
    if (next) frame?.focus()
    // Only the visitor who was in the chat goes back to the launcher.
    else if (hadFocus) host?.launcher.focus()
  }

  const setUnread = (count: number): void => {
    if (count === unread) return
    unread = count
    setTitleCount(count)
    draw()
    for (const listener of listeners) listener(count)
  }

  const receive = (message: FrameMessage): void => {
    switch (message.type) {
      case 'ready':
        clearTimeout(patience)
        isReady = true
        if (resets) post({ type: 'reset' })
        resets = false
        draw()
        if (isOpen) frame?.focus()
        break
      case 'unread':
        setUnread(message.count)
        break
      case 'preview':
        previewHeight = message.height
        draw()
        break
      case 'forgotten':
        identityToken = null
        setUnread(0)
        break
      case 'open':
        setOpen(true)
        break
      case 'close':
        setOpen(false)
    }
  }

  const methods: ChatApi = {
    open: () => setOpen(true),
    close: () => setOpen(false),
    show() {
      isHidden = false
      draw()
    },
    hide() {
      setOpen(false)
      isHidden = true
      draw()
    },
    identify(token) {
      identityToken = token
      if (frame) post({ type: 'identify', identityToken: token })
      else createFrameLater()
    },
    reset() {
      identityToken = null
      resets = !isReady
      setOpen(false)
      setUnread(0)
      if (isReady) post({ type: 'reset' })
      else createFrameLater()
    },
    consent(isGiven) {
      consent = isGiven
      if (frame) post({ type: 'consent', consent: isGiven })
      else if (isGiven) createFrameLater()
    },
    onUnread(listener) {
      listeners.push(listener)
      listener(unread)
    },
  }

  const configure = (given: WidgetConfig): void => {
    config = given
    host = createHost(toStyles(given), given.launcher)
    const { launcher } = host
    launcher.addEventListener('click', () => setOpen(!isOpen))
    addEventListener('message', ({ source, origin, data }) => {
      if (frame && source === frame.contentWindow && origin === base && data?.mark === protocolMark)
        // Safe because the frame of this origin sends only such messages.
        receive(data as Marked<FrameMessage>)
    })
    whole.addEventListener('change', () => {
      draw()
      postView()
    })
    // The visitor goes into the frame. Since the last time, a router may have shown another page.
    addEventListener('blur', () => isOpen && postView())
    for (const name of ['resize', 'scroll'] as const)
      visualViewport?.addEventListener(name, () => isOpen && whole.matches && requestAnimationFrame(postView))
    if (isOpen) createFrame()
    else if (identityToken !== null || consent === true || resets) createFrameLater()
    draw()
  }
  return { methods, configure }
}
