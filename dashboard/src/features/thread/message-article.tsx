import { useState, type ReactNode } from 'react'
import type { Message, Thread } from '@skein/client'
import { useRights } from '../../api/rights.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { formatExact } from '../../ui/time.ts'
import { t } from '../../texts/texts.ts'
import { MailFrame } from './mail/mail-frame.tsx'
import { isSimplified, shownAsSent } from './mail/shown-as-sent.ts'
import { AttachmentList } from './attachment-list.tsx'
import { MessageParts } from './channel/message-parts.tsx'
import { DeliveryLine } from './email/delivery-line.tsx'
import { MailFacts } from './email/mail-header.tsx'
import { OmittedParts } from './email/omitted-parts.tsx'
import { FoldedText } from './folded-text.tsx'
import { LinkedText } from './linked-text.tsx'
import { NoteText } from './note-text.tsx'
import { useStore } from '../../api/store.ts'
import { highlightedMessage } from './focused-message.ts'
import { MessageBar } from './message/message-bar.tsx'
import { MessageHead } from './message/message-head.tsx'
import { useMessagePictures, type MessagePictures } from './use-message-pictures.ts'

const TranslatedMessage = lazyDialog(async () => (await import('../ai/translated-message.tsx')).TranslatedMessage)

type MessageArticleProps = {
  message: Message
  thread: Thread
  position: number
  total: number
  /** Whether the heading of the message above says who wrote this one. */
  isContinued?: boolean
  /** Whether the message below shares this message's heading. */
  isFollowed?: boolean
  /** Whether to mark an undelivered reply. */
  marksUnsent?: boolean
  children?: ReactNode
}

/** Renders a message. `children` are the buttons of a reply that has not been sent yet. */
export function MessageArticle({ message, thread, position, total, marksUnsent = false, children, ...group }: MessageArticleProps) {
  const { isContinued = false, isFollowed = false } = group
  const { authorType, internal, email, sendAt, deletedAt } = message
  const name = authorName(message)
  const mayTranslate = useRights().whyNot('translateText') === null && authorType === 'CUSTOMER' && deletedAt === null
  const [isTranslated, setTranslated] = useState(false)
  const [isMailOpen, setMailOpen] = useState(false)
  const isOurs = authorType !== 'CUSTOMER'
  const look = internal ? 'bg-note border-note-line' : isOurs ? 'bg-tint border-transparent' : 'bg-canvas border-line-soft'
  const pictures = useMessagePictures(message)
  const isHighlighted = useStore(highlightedMessage) === message.id
  const translate = mayTranslate && !isTranslated ? () => setTranslated(true) : null
  return (
    <article
      aria-posinset={position}
      aria-setsize={total}
      aria-label={internal ? t('Internal note of {name}', { name }) : t('Message of {name}', { name })}
      tabIndex={-1}
      data-id={message.id}
      className="group/message relative grid max-w-190 grid-cols-[1.75rem_minmax(0,1fr)] gap-x-3"
    >
      {!isContinued && <Avatar name={name} size={28} className="mt-0.5" />}
      <div className="col-start-2 min-w-0">
        {!isContinued && (
          <MessageHead
            message={message}
            thread={thread}
            name={name}
            marksUnsent={marksUnsent}
            isMailOpen={isMailOpen}
            onToggleMail={() => setMailOpen(!isMailOpen)}
            onTranslate={translate}
          />
        )}
        <div
          className={`rounded-xl border px-3 py-1.5 text-base forced-colors:border-[CanvasText] ${isContinued ? '' : 'rounded-ss-sm'} ${sendAt === null ? '' : 'border-dashed border-tint-line'} ${isHighlighted ? 'outline-2 outline-offset-1 outline-accent' : ''} ${look}`}
        >
          {email && isMailOpen && <MailFacts email={email} />}
          {/* Do not collapse the quoted history of the first message, because no other message of the thread contains it. */}
          {deletedAt === null ? (
            <MessageBody message={message} name={name} folds={position > 1} pictures={pictures} />
          ) : (
            <p data-tip={formatExact(deletedAt)} className="text-muted italic">
              {t('Deleted by the customer')}
            </p>
          )}
          {isSimplified(message) && (
            <p className="mt-0.5 text-xs text-muted">
              {t('Simplified')} ·{' '}
              <button type="button" className="min-h-6 font-medium text-accent hover:underline" onClick={() => shownAsSent.set(message)}>
                {t('Show as sent')}
              </button>
            </p>
          )}
          <MessageParts parts={message.parts} />
          <AttachmentList message={message} pictures={pictures} />
          {email && <OmittedParts email={email} />}
          {isTranslated && <TranslatedMessage threadId={message.threadId} text={message.bodyText} onClose={() => setTranslated(false)} />}
        </div>
        {sendAt === null && <DeliveryLine message={message} isFollowed={isFollowed} />}
        {children}
        {sendAt === null && <MessageBar message={message} thread={thread} onTranslate={translate} />}
      </div>
    </article>
  )
}

export function authorName({ author, authorType }: Message): string {
  return author?.name ?? (authorType === 'CUSTOMER' ? t('Customer') : authorType === 'BOT' ? t('Bot') : t('System'))
}

type MessageBodyProps = { message: Message; name: string; folds: boolean; pictures: MessagePictures }

function MessageBody({ message, name, folds, pictures }: MessageBodyProps) {
  const { id, body, bodyFormat, bodyText, mentions, mentionedTeamIds, email } = message
  const quotedFrom = folds ? (email?.quotedFrom ?? null) : null
  if (bodyFormat === 'html')
    return (
      <MailFrame id={id} html={body} title={t('Message of {name}', { name })} text={bodyText} quotedFrom={quotedFrom} pictures={pictures} />
    )
  const show = (text: string): ReactNode =>
    mentions.length + mentionedTeamIds.length > 0 ? (
      <NoteText text={text} mentions={mentions} mentionedTeamIds={mentionedTeamIds} />
    ) : (
      <LinkedText text={text} />
    )
  return <FoldedText text={bodyText} quotedFrom={quotedFrom} show={show} />
}
