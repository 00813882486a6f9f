import type { ReactNode } from 'react'
import type { Message } from '@skein/client'
import { formatAriaKeys, formatKeys } from '../../../keyboard/shortcuts.ts'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { Button, Key } from '../../../ui/button.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { formatMoment } from '../../../ui/time.ts'
import { useShowOriginal } from './use-show-original.ts'

type Mail = NonNullable<Message['email']>
type Address = Mail['to'][number]

/** Shows to whom a mail went, in one line that opens, and what the agent should know about its sender. */
export function MailHeader({ id, email }: { id: string; email: Mail }) {
  const showOriginal = useShowOriginal()
  const marks = listMarks(email)
  const { direction, subject, from, replyTo, to, cc, bcc, date, authentication } = email
  return (
    <div className="mt-0.5 text-xs text-muted">
      {marks.length > 0 && (
        <p className="flex flex-wrap gap-1 py-0.5">
          {marks.map(({ name, tone }) => (
            <Badge key={name} tone={tone}>
              {name}
            </Badge>
          ))}
        </p>
      )}
      <details data-mail-header>
        <summary className="flex min-h-6 items-center gap-1 before:content-['▸'] in-open:before:content-['▾']">
          <span className="min-w-0 truncate">{summarize(email)}</span>
        </summary>
        <div className="mb-2 rounded-md border border-line bg-surface px-3 py-2 text-text">
          <Facts
            facts={[
              ['From', renderChips(from ? [from] : [])],
              ['To', renderChips(to)],
              ['Cc', renderChips(cc)],
              ['Bcc', renderChips(bcc)],
              ['Replies to', renderChips(replyTo)],
              ['Subject', <bdi key="subject">{subject}</bdi>],
              [direction === 'IN' ? 'Sender’s time' : 'Time', date === null ? null : formatMoment(date)],
              ['Checks', authentication && describeChecks(authentication)],
            ]}
          />
          {direction === 'IN' && (
            <Button
              look="plain"
              className="mt-1 -ms-1 min-h-6! px-1! text-xs! underline"
              aria-keyshortcuts={formatAriaKeys('original')}
              onClick={() => void showOriginal({ id })}
            >
              Show original <Key>{formatKeys('original')}</Key>
            </Button>
          )}
        </div>
      </details>
    </div>
  )
}

/** Returns null without addresses. An address that occurs twice is shown once. */
function renderChips(addresses: readonly Address[]): ReactNode {
  if (addresses.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-1">
      {[...new Map(addresses.map((each) => [each.address, each])).values()].map(({ name, address }) => (
        <li key={address} className="rounded-full border border-line px-2 leading-5 wrap-anywhere">
          {name !== null && name !== '' && <bdi className="font-medium">{name} </bdi>}
          <span className={name === null || name === '' ? '' : 'text-muted'}>{address}</span>
        </li>
      ))}
    </ul>
  )
}

const maxNames = 3

/** Returns the recipients in one line, such as `To Support, Cc Grace and 2 others`. */
function summarize({ to, cc, bcc }: Mail): string {
  const parts = [
    ['To', to],
    ['Cc', cc],
    ['Bcc', bcc],
  ] as const
  const lines = parts.flatMap(([label, addresses]) => {
    if (addresses.length === 0) return []
    const names = addresses.slice(0, maxNames).map(({ name, address }) => (name === null || name === '' ? address : name))
    const others = addresses.length - names.length
    return [`${label} ${names.join(', ')}${others === 0 ? '' : ` and ${others} ${others === 1 ? 'other' : 'others'}`}`]
  })
  return lines.length === 0 ? 'To nobody' : lines.join(' · ')
}

const automatic = { AUTO_REPLY: 'Automatic reply', BULK: 'Bulk mail', BOUNCE: 'Delivery report' } as const

function listMarks({ automatic: kind, authentication, sender, security, sentOutside }: Mail): { name: string; tone: Tone }[] {
  return [
    ...(authentication && isForged(authentication) ? [{ name: 'Sender not verified', tone: 'bad' as const }] : []),
    ...(sender === 'NEW' ? [{ name: 'New sender', tone: 'warn' as const }] : []),
    ...(kind === null ? [] : [{ name: automatic[kind], tone: 'plain' as const }]),
    ...(sentOutside ? [{ name: 'Sent from a mail program', tone: 'plain' as const }] : []),
    ...(security === 'NONE' ? [] : [{ name: security === 'SIGNED' ? 'Signed' : 'Encrypted', tone: 'plain' as const }]),
  ]
}

type Authentication = NonNullable<Mail['authentication']>

/** True when the sender's domain denies that it sent the mail. */
function isForged({ spf, dkim, dmarc }: Authentication): boolean {
  return dmarc === 'FAIL' || (dmarc !== 'PASS' && spf === 'FAIL' && dkim !== 'PASS')
}

const results = { PASS: 'passed', FAIL: 'failed', NONE: 'not used', UNKNOWN: 'unknown' } as const

/** Returns null when the service could check nothing, as for mail from a mailbox. */
function describeChecks({ spf, dkim, dmarc, by }: Authentication): string | null {
  if ([spf, dkim, dmarc].every((result) => result === 'UNKNOWN')) return null
  const line = `SPF ${results[spf]}, DKIM ${results[dkim]}, DMARC ${results[dmarc]}`
  return by === null ? line : `${line}, according to ${by}`
}
