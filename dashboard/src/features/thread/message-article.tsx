import { useState, type ReactNode } from 'react'
import type { Message } from '@skein/client'
import { useRights } from '../../api/rights.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Languages, Lock } from '../../ui/icons.ts'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { formatExact, formatMoment } from '../../ui/time.ts'
import { t } from '../../texts/texts.ts'
import { channels } from '../threads/channel-icons.ts'
import { MailFrame } from './mail/mail-frame.tsx'
import { AttachmentList } from './attachment-list.tsx'
import { MessageParts } from './channel/message-parts.tsx'
import { DeliveryLine } from './email/delivery-line.tsx'
import { MailHeader } from './email/mail-header.tsx'
import { OmittedParts } from './email/omitted-parts.tsx'
import { FoldedText } from './folded-text.tsx'
import { LinkedText } from './linked-text.tsx'
import { NoteText } from './note-text.tsx'
import { storedOnlyHint } from '../threads/stored-only.ts'
import { useMessagePictures, type MessagePictures } from './use-message-pictures.ts'

const TranslatedMessage = lazyDialog(async () => (await import('../ai/translated-message.tsx')).TranslatedMessage)

type MessageArticleProps = {
  message: Message
  position: number
  total: number
  /** Whether to mark an undelivered reply. */
  marksUnsent?: boolean
  children?: ReactNode
}

/** Renders a message. `children` are the buttons of a reply that has not been sent yet. */
export function MessageArticle({ message, position, total, marksUnsent = false, children }: MessageArticleProps) {
  const { authorType, internal, createdAt, delivery, email, sendAt, editedAt, deletedAt } = message
  const name = authorName(message)
  const mayTranslate = useRights().whyNot('translateText') === null
  const [isTranslated, setTranslated] = useState(false)
  const isOurs = authorType !== 'CUSTOMER'
  const look = internal ? 'bg-note border-note-line' : isOurs ? 'bg-tint border-transparent' : 'bg-canvas border-line-soft'
  const sentBy = email ? channels.email : null
  const pictures = useMessagePictures(message)
  return (
    <article
      aria-posinset={position}
      aria-setsize={total}
      aria-label={internal ? t('Internal note of {name}', { name }) : t('Message of {name}', { name })}
      tabIndex={-1}
      data-id={message.id}
      className="grid max-w-190 grid-cols-[1.75rem_minmax(0,1fr)] gap-x-3"
    >
      <Avatar name={name} size={28} className="mt-0.5" />
      <div className="min-w-0">
        <header className="mb-0.75 flex flex-wrap items-center gap-x-1.5 text-xs text-muted">
          <span dir="auto" className="text-sm font-semibold text-text">
            {name}
          </span>
          {sentBy && !isOurs && <Icon of={sentBy.icon} size={14} />}
          {internal && (
            <span className="inline-flex items-center gap-1 font-medium text-warning">
              <Icon of={Lock} size={14} /> {t('Internal note')}
            </span>
          )}
          {sendAt !== null && delivery.state === 'FAILED' && <span className="font-medium text-danger">{t('Not sent')}</span>}
          {marksUnsent && authorType === 'AGENT' && !internal && sendAt === null && delivery.state === 'NOT_APPLICABLE' && (
            <span data-tip={t(storedOnlyHint)}>{t('Stored, not sent')}</span>
          )}
          {editedAt !== null && deletedAt === null && <span data-tip={formatExact(editedAt)}>{t('edited')}</span>}
          <time dateTime={createdAt} data-tip={formatExact(createdAt)} className="ms-auto tabular-nums">
            {formatMoment(createdAt)}
          </time>
        </header>
        <div
          className={`rounded-xl rounded-ss-sm border px-3 py-2.25 text-base forced-colors:border-[CanvasText] ${sendAt === null ? '' : 'border-dashed border-tint-line'} ${look}`}
        >
          {email && <MailHeader id={message.id} email={email} />}
          {/* Do not collapse the quoted history of the first message, because no other message of the thread contains it. */}
          {deletedAt === null ? (
            <MessageBody message={message} name={name} folds={position > 1} pictures={pictures} />
          ) : (
            <p data-tip={formatExact(deletedAt)} className="text-muted italic">
              {t('Deleted by the customer')}
            </p>
          )}
          <MessageParts parts={message.parts} />
          <AttachmentList message={message} pictures={pictures} />
          {email && <OmittedParts email={email} />}
          {isTranslated && <TranslatedMessage threadId={message.threadId} text={message.bodyText} onClose={() => setTranslated(false)} />}
          {authorType === 'CUSTOMER' && mayTranslate && !isTranslated && deletedAt === null && (
            <Button
              look="plain"
              size="small"
              icon={Languages}
              aria-label={t('Translate the message of {name}', { name })}
              className="-ms-1.5 -mb-1 px-2! text-xs! text-muted!"
              onClick={() => setTranslated(true)}
            >
              {t('Translate')}
            </Button>
          )}
        </div>
        {sendAt === null && <DeliveryLine message={message} />}
        {children}
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
