import type { Message } from '@skein/client'
import { formatFileSize } from '../attachment-list.tsx'

type Mail = NonNullable<Message['email']>

const reasons: Readonly<Record<Mail['omitted'][number]['reason'], string>> = {
  TOO_LARGE: 'too large',
  TOO_MANY: 'one of too many',
  ENCRYPTED: 'encrypted',
  UNREADABLE: 'not readable',
}

/** Lists what a mail contained but the message does not: files that were not kept, and the end of a very long text. */
export function OmittedParts({ email: { omitted, bodyTruncated } }: { email: Mail }) {
  if (omitted.length === 0 && !bodyTruncated) return null
  return (
    <div className="mt-2 rounded-md border border-line px-3 py-1.5 text-xs text-muted">
      {bodyTruncated && <p>This message is longer than a message can be. Its end is missing.</p>}
      {omitted.length > 0 && (
        <>
          <p>{omitted.length === 1 ? 'One file of this mail was not kept:' : `${omitted.length} files of this mail were not kept:`}</p>
          <ul className="list-disc ps-4">
            {omitted.map(({ filename, contentType, size, reason }, i) => (
              // oxlint-disable-next-line react/no-array-index-key -- Names need not be unique, and the list never changes.
              <li key={`${i} ${filename}`} className="wrap-anywhere">
                {filename ?? contentType} · {size > 0 ? `${formatFileSize(size)}, ` : ''}
                {reasons[reason]}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
