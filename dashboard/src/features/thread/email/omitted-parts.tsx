import type { Message } from '@skein/client'
import { message, plural, t, type Message as Text } from '../../../texts/texts.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Paperclip } from '../../../ui/icons.ts'
import { formatFileSize } from '../../../ui/file-size.ts'

type Mail = NonNullable<Message['email']>

const reasons: Readonly<Record<Mail['omitted'][number]['reason'], Text>> = {
  TOO_LARGE: message('too large'),
  TOO_MANY: message('too many files'),
  ENCRYPTED: message('encrypted'),
  UNREADABLE: message('not readable'),
}

/** Lists the parts of the mail that the message omits: dropped files, and the truncated end of a very long text. */
export function OmittedParts({ email: { omitted, bodyTruncated } }: { email: Mail }) {
  if (omitted.length === 0 && !bodyTruncated) return null
  return (
    <div className="mt-2 rounded-lg border border-line bg-surface px-3 py-2 text-xs text-muted">
      {bodyTruncated && <p>{t('This email was too long, so its end is missing.')}</p>}
      {omitted.length > 0 && (
        <>
          <p className="flex items-center gap-1.5">
            <Icon of={Paperclip} size={14} />
            {plural(omitted.length, 'We couldn’t keep a file of this email:', 'We couldn’t keep {count} files of this email:')}
          </p>
          <ul className="mt-1 ps-5">
            {omitted.map(({ filename, contentType, size, reason }, i) => (
              // oxlint-disable-next-line react/no-array-index-key -- Names need not be unique, and the list never changes.
              <li key={`${i} ${filename}`} className="wrap-anywhere">
                {filename ?? contentType} · {size > 0 ? `${formatFileSize(size)}, ` : ''}
                {t(reasons[reason])}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
