import { useEffect, useMemo, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { useTheme } from '../../../ui/theme.ts'
import { FoldedText } from '../folded-text.tsx'
import type { CleanMail, cleanMail as Clean } from './clean-mail.ts'

type MailFrameProps = {
  id: string
  html: string
  title: string
  /** What is shown until it is there, and when it cannot be. */
  text: string
  kind?: 'mail' | 'article'
  /** The origin of the service's own files, for articles. */
  ownFiles?: string | null
  /** Whether the quoted history at the end of a mail is folded. */
  folds?: boolean
}

/** Loaded once, with the first HTML mail; from then on mails are there at once. */
let clean: typeof Clean | null = null
/** How high each mail was: scrolled back into sight it takes its place at once, so that nothing moves. */
const heights = new Map<string, number>()
/** The mails whose pictures somebody wanted to see. */
const picturesOf = new Set<string>()

/**
 * HTML that somebody sent, in a frame where no script runs: without `allow-scripts` the browser runs none, whatever the text contains. The
 * frame keeps our origin, so that its height can be read from here; that gives nothing to a document that cannot run anything.
 */
export function MailFrame({ id, html, title, text, kind = 'mail', folds = kind === 'mail', ownFiles = null }: MailFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [theme] = useTheme()
  const [withPictures, setWithPictures] = useState(picturesOf.has(id))
  const [isLoaded, setLoaded] = useState(clean !== null)
  const mail = useMemo<CleanMail | null>(
    () => (isLoaded && clean ? clean(html, { withPictures, theme, folds, ownFiles }) : null),
    [isLoaded, html, withPictures, theme, folds, ownFiles],
  )
  const [height, setHeight] = useState(heights.get(id) ?? 0)
  useEffect(() => {
    if (isLoaded) return
    const load = async (): Promise<void> => {
      clean ??= (await import('./clean-mail.ts')).cleanMail
      setLoaded(true)
    }
    // The text stays, which says the same.
    load().catch(() => undefined)
  }, [isLoaded])
  useEffect(() => {
    const element = frame.current
    if (!element || !mail) return
    const sizes = new ResizeObserver(() => {
      const shown = element.contentDocument?.getElementById('mail')
      if (!shown) return
      const now = Math.ceil(shown.getBoundingClientRect().height)
      heights.set(id, now)
      setHeight(now)
    })
    const loaded = (): void => {
      const inside = element.contentDocument
      const shown = inside?.getElementById('mail')
      if (!inside || !shown) return
      sizes.observe(shown)
      // Shortcuts go on after a click into the mail.
      inside.addEventListener('keydown', (event) => {
        if (!element.dispatchEvent(new KeyboardEvent('keydown', event))) event.preventDefault()
      })
    }
    element.addEventListener('load', loaded)
    // Safe because `srcdoc` takes what the policy made; the types of the browser do not know that yet.
    element.srcdoc = mail.document as string
    return () => {
      element.removeEventListener('load', loaded)
      sizes.disconnect()
    }
  }, [mail, id])
  if (!mail)
    return (
      <div style={height > 0 ? { height, overflow: 'hidden' } : undefined}>
        <FoldedText text={text} folds={folds} />
      </div>
    )
  return (
    <>
      {mail.pictures > 0 && !withPictures && (
        <p className="mt-1 flex flex-wrap items-center gap-2 text-xs text-muted">
          {mail.pictures === 1 ? 'A picture is' : `${mail.pictures} pictures are`} not loaded
          {kind === 'mail' ? ': the sender would see that this was opened.' : '.'}
          <Button
            look="plain"
            className="text-xs text-accent"
            onClick={() => {
              picturesOf.add(id)
              setWithPictures(true)
            }}
          >
            Show pictures
          </Button>
        </p>
      )}
      <iframe
        ref={frame}
        title={title}
        // Never allow-scripts. Popups are the links, which leave the sandbox: the pages they open are ordinary ones.
        sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
        referrerPolicy="no-referrer"
        className="mt-1 block w-full"
        style={{ height }}
      />
    </>
  )
}
