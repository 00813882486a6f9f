import { useState, type ReactNode } from 'react'
import type { Message } from '@skein/client'
import { useRights } from '../../api/rights.ts'
import { Button } from '../../ui/button.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { formatMoment } from '../../ui/time.ts'
import { MailFrame } from './mail/mail-frame.tsx'
import { useMailPictures } from './mail/use-mail-pictures.ts'
import { AttachmentList } from './attachment-list.tsx'
import { DeliveryLine } from './email/delivery-line.tsx'
import { MailHeader } from './email/mail-header.tsx'
import { OmittedParts } from './email/omitted-parts.tsx'
import { FoldedText } from './folded-text.tsx'
import { LinkedText } from './linked-text.tsx'
import { NoteText } from './note-text.tsx'
import { storedOnlyHint } from './stored-only.ts'

const TranslatedMessage = lazyDialog(async () => (await import('../ai/translated-message.tsx')).TranslatedMessage)

type MessageArticleProps = {
  message: Message
  position: number
  total: number
  /** Whether a reply that was not delivered is marked as such. */
  marksUnsent?: boolean
  children?: ReactNode
}

/** Shows a message. `children` are the buttons of a reply that has not been sent yet. */
export function MessageArticle({ message, position, total, marksUnsent = false, children }: MessageArticleProps) {
  const { authorType, internal, createdAt, delivery, email, sendAt } = message
  const name = authorName(message)
  const mayTranslate = useRights().whyNot('translateText') === null
  const [isTranslated, setTranslated] = useState(false)
  const look = internal ? 'bg-note border-note-line' : authorType === 'CUSTOMER' ? 'bg-canvas border-line' : 'bg-surface border-line'
  return (
    <article
      aria-posinset={position}
      aria-setsize={total}
      aria-label={`${internal ? 'Internal note' : 'Message'} of ${name}`}
      tabIndex={-1}
      data-id={message.id}
      className={`max-w-180 rounded-lg border px-3 py-2 ${authorType === 'CUSTOMER' ? '' : 'ms-auto'} ${sendAt === null ? '' : 'border-dashed'} ${look}`}
    >
      <header className="flex flex-wrap items-baseline gap-x-2 text-xs text-muted">
        <span className="text-sm font-medium text-text">{name}</span>
        {internal && <span className="font-medium text-warning">Internal note</span>}
        {sendAt !== null && delivery.state === 'FAILED' && <span className="font-medium text-danger">Not sent</span>}
        {marksUnsent && authorType === 'AGENT' && !internal && sendAt === null && delivery.state === 'NOT_APPLICABLE' && (
          <span title={storedOnlyHint}>Stored, not sent</span>
        )}
        <time dateTime={createdAt} className="ms-auto">
          {formatMoment(createdAt)}
        </time>
      </header>
      {email && <MailHeader id={message.id} email={email} />}
      {/* Do not fold the quoted history of the first message, because no other message of the thread contains it. */}
      <MessageBody message={message} name={name} folds={position > 1} />
      <AttachmentList message={message} />
      {email && <OmittedParts email={email} />}
      {sendAt === null && <DeliveryLine message={message} />}
      {isTranslated && <TranslatedMessage threadId={message.threadId} text={message.bodyText} onClose={() => setTranslated(false)} />}
      {authorType === 'CUSTOMER' && mayTranslate && !isTranslated && (
        <Button look="plain" className="-ms-2.5 -mb-1 text-xs! text-muted" onClick={() => setTranslated(true)}>
          Translate<span className="sr-only"> the message of {name}</span>
        </Button>
      )}
      {children}
    </article>
  )
}

export function authorName({ author, authorType }: Message): string {
  return author?.name ?? (authorType === 'CUSTOMER' ? 'Customer' : authorType === 'BOT' ? 'Bot' : 'System')
}

type MessageBodyProps = { message: Message; name: string; folds: boolean }

function MessageBody({ message, name, folds }: MessageBodyProps) {
  const { id, body, bodyFormat, bodyText, mentions, email } = message
  const quotedFrom = folds ? (email?.quotedFrom ?? null) : null
  const pictures = useMailPictures(message)
  if (bodyFormat === 'html')
    return <MailFrame id={id} html={body} title={`Message of ${name}`} text={bodyText} quotedFrom={quotedFrom} pictures={pictures} />
  const show = (text: string): ReactNode =>
    mentions.length > 0 ? <NoteText text={text} mentions={mentions} /> : <LinkedText text={text} />
  return <FoldedText text={bodyText} quotedFrom={quotedFrom} show={show} />
}
