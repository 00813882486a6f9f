import type { Message, Thread } from '@skein/client'
import { Icon } from '../../../ui/icon.tsx'
import { Lock } from '../../../ui/icons.ts'
import { formatExact, formatMoment } from '../../../ui/time.ts'
import { t } from '../../../texts/texts.ts'
import { storedOnlyHint } from '../../threads/stored-only.ts'
import { MailSummary } from '../email/mail-header.tsx'
import { TranslateOffer } from './translate-offer.tsx'

type MessageHeadProps = {
  message: Message
  thread: Thread
  name: string
  /** Whether to mark an undelivered reply. */
  marksUnsent: boolean
  /** Whether the sender and the recipients of a mail are shown below. */
  isMailOpen: boolean
  onToggleMail: () => void
  /** Translates the message; null when it is translated already, or cannot be. */
  onTranslate: (() => void) | null
}

/** Line above a message: who wrote it, how and when. */
export function MessageHead({ message, thread, name, marksUnsent, isMailOpen, onToggleMail, onTranslate }: MessageHeadProps) {
  const { authorType, internal, createdAt, delivery, email, sendAt, editedAt, deletedAt } = message
  return (
    <header className="mb-0.75 flex flex-wrap items-center gap-x-1.5 text-xs text-muted">
      <span dir="auto" className="text-sm font-semibold text-text">
        {name}
      </span>
      {email && <MailSummary email={email} thread={thread} isOpen={isMailOpen} onToggle={onToggleMail} />}
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
      {onTranslate && <TranslateOffer text={message.bodyText} name={name} onTranslate={onTranslate} />}
      <time dateTime={createdAt} data-tip={formatExact(createdAt)} className="ms-auto tabular-nums">
        {formatMoment(createdAt)}
      </time>
    </header>
  )
}
