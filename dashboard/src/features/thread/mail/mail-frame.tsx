import { useEffect, useMemo, useRef, useState } from 'react'
import { useTheme } from '../../../ui/theme.ts'
import { FoldedText } from '../folded-text.tsx'
import type { CleanMail, cleanMail as Clean } from '../../threads/mail/clean-mail.ts'
import type { MessagePictures } from '../use-message-pictures.ts'
import { PictureNotice } from './picture-notice.tsx'

type MailFrameProps = {
  id: string
  html: string
  title: string
  /** Plain text to show until the frame is ready, or if it fails to load. */
  text: string
  kind?: 'mail' | 'article'
  /** URL prefix of the service's own files. Only articles load pictures from there; null for mails. */
  ownFiles?: string | null
  /** Offset of the quoted history in `text`; null when nothing is collapsed. */
  quotedFrom?: number | null
  /** Pictures embedded in the mail. */
  pictures?: MessagePictures
}

/** The sanitiser's module, loaded with the first HTML mail. Later mails render without waiting. */
let clean: typeof Clean | null = null
/** Heights of rendered mails. A mail that is scrolled back into view gets its height immediately, so that nothing moves. */
const heights = new Map<string, number>()
/** Ids of mails whose remote pictures the agent has allowed. */
const idsWithPictures = new Set<string>()

/**
 * Renders a customer's HTML in a sandboxed frame. Without `allow-scripts`, the browser runs no script in the frame. The frame is
 * same-origin, so that this component can read its height; that is safe only while no script runs.
 */
export function MailFrame({ id, html, title, text, kind = 'mail', quotedFrom = null, ownFiles = null, pictures }: MailFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [theme] = useTheme()
  const [withPictures, setWithPictures] = useState(idsWithPictures.has(id))
  const [isLoaded, setLoaded] = useState(clean !== null)
  const folds = quotedFrom !== null
  const { urls: attachments, renew } = pictures ?? {}
  const mail = useMemo<CleanMail | null>(
    () => (isLoaded && clean ? clean(html, { withPictures, theme, folds, ownFiles, ...(attachments ? { attachments } : {}) }) : null),
    [isLoaded, html, withPictures, theme, folds, ownFiles, attachments],
  )
  const [height, setHeight] = useState(heights.get(id) ?? 0)
  useEffect(() => {
    if (isLoaded) return
    const load = async (): Promise<void> => {
      clean ??= (await import('../../threads/mail/clean-mail.ts')).cleanMail
      setLoaded(true)
    }
    // If the sanitiser fails to load, the plain text stays visible.
    load().catch(() => undefined)
  }, [isLoaded])
  useEffect(() => {
    const element = frame.current
    if (!element || !mail) return
    const sizes = new ResizeObserver(() => {
      const content = element.contentDocument?.getElementById('mail')
      if (!content) return
      const now = Math.ceil(content.getBoundingClientRect().height)
      heights.set(id, now)
      setHeight(now)
    })
    const handleLoad = (): void => {
      const frameDocument = element.contentDocument
      const content = frameDocument?.getElementById('mail')
      if (!frameDocument || !content) return
      sizes.observe(content)
      // The signed URLs of embedded pictures expire, and a picture may already have failed to load.
      if (renew) {
        const own = frameDocument.querySelectorAll<HTMLImageElement>('img[data-attachment]')
        for (const picture of own) picture.addEventListener('error', renew)
        if ([...own].some((picture) => picture.complete && picture.naturalWidth === 0)) renew()
      }
      // After a click into the mail, key presses go to the frame. Forward them, so that shortcuts keep working.
      frameDocument.addEventListener('keydown', (event) => {
        if (!element.dispatchEvent(new KeyboardEvent('keydown', event))) event.preventDefault()
      })
    }
    element.addEventListener('load', handleLoad)
    // Safe because `srcdoc` accepts the policy's result, which the DOM's types do not declare yet.
    element.srcdoc = mail.document as string
    return () => {
      element.removeEventListener('load', handleLoad)
      sizes.disconnect()
    }
  }, [mail, id, renew])
  if (!mail)
    return (
      <div style={height > 0 ? { height, overflow: 'hidden' } : undefined}>
        <FoldedText text={text} quotedFrom={quotedFrom} />
      </div>
    )
  return (
    <>
      {mail.pictures > 0 && !withPictures && (
        <PictureNotice
          count={mail.pictures}
          kind={kind}
          onShow={() => {
            idsWithPictures.add(id)
            setWithPictures(true)
          }}
        />
      )}
      <iframe
        ref={frame}
        // oxlint-disable-next-line react/forbid-dom-props -- the name of a frame, for screen readers.
        title={title}
        // Never add allow-scripts. Links need popups, and the opened pages must escape the sandbox.
        sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
        referrerPolicy="no-referrer"
        className="block w-full"
        style={{ height }}
      />
    </>
  )
}
