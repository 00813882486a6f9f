import type { ReactNode } from 'react'
import type { Message, Thread } from '@skein/client'
import { formatAriaKeys, formatKeys } from '../../../keyboard/shortcuts.ts'
import { message, t, type Message as Text } from '../../../texts/texts.ts'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { formatMoment } from '../../../ui/time.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Bot, Lock, Mail, ShieldBan, UserRoundPlus, type IconType } from '../../../ui/icons.ts'
import { useInboxes } from '../../threads/use-catalog.ts'
import { describeRecipients } from './mail-recipients.ts'

type Email = NonNullable<Message['email']>
type Address = Email['to'][number]

type MailSummaryProps = { email: Email; thread: Thread; isOpen: boolean; onToggle: () => void }

/** Marks about the sender of a mail, its recipients if they are unusual, and the button that shows all of them. */
export function MailSummary({ email, thread, isOpen, onToggle }: MailSummaryProps) {
  const { data: inboxes } = useInboxes()
  const inbox = inboxes?.find(({ id }) => id === thread.inboxId)?.address ?? null
  const recipients = inboxes === undefined ? '' : describeRecipients(email, thread.customer.email ?? null, inbox)
  return (
    <>
      {listMarks(email).map(({ name, tone, icon }) => (
        <Badge key={name} tone={tone} {...(icon && { icon })}>
          {name}
        </Badge>
      ))}
      <button
        type="button"
        data-mail-header
        aria-expanded={isOpen}
        aria-label={recipients === '' ? t('Sender and recipients') : t('Sender and recipients: {recipients}', { recipients })}
        aria-keyshortcuts={formatAriaKeys('mailHeader')}
        data-tip={`${t('Sender and recipients')} (${formatKeys('mailHeader')})`}
        className="-my-1 inline-flex min-h-6 max-w-full min-w-6 items-center justify-center gap-1 rounded px-1 hover:bg-hover hover:text-text aria-expanded:bg-hover aria-expanded:text-text"
        onClick={onToggle}
      >
        <Icon of={Mail} size={14} />
        {recipients !== '' && (
          <span dir="auto" className="max-w-64 truncate">
            {recipients}
          </span>
        )}
      </button>
    </>
  )
}

/** Sender and recipients of a mail, with the checks of its sender. */
export function MailFacts({ email: { direction, subject, from, replyTo, to, cc, bcc, date, authentication } }: { email: Email }) {
  return (
    <div className="mt-0.5 mb-2 rounded-lg border border-line bg-surface px-3 py-2.5 text-xs text-text">
      <Facts
        facts={[
          [t('From'), renderChips(from ? [from] : [])],
          [t('To'), renderChips(to)],
          [t('Cc'), renderChips(cc)],
          [t('Bcc'), renderChips(bcc)],
          [t('Replies go to'), renderChips(replyTo)],
          [t('Subject'), <bdi key="subject">{subject}</bdi>],
          [direction === 'IN' ? t('Sender’s time') : t('Date and time'), date === null ? null : formatMoment(date)],
          [t('Checks'), authentication && describeChecks(authentication)],
        ]}
      />
    </div>
  )
}

/** Returns null without addresses. Removes duplicates. */
function renderChips(addresses: readonly Address[]): ReactNode {
  if (addresses.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-1">
      {[...new Map(addresses.map((each) => [each.address, each])).values()].map(({ name, address }) => (
        <li key={address} className="rounded-full bg-hover px-2 leading-5 wrap-anywhere">
          {name !== null && name !== '' && <bdi className="font-medium">{name} </bdi>}
          <span className={name === null || name === '' ? '' : 'text-muted'}>{address}</span>
        </li>
      ))}
    </ul>
  )
}

const automatic = { AUTO_REPLY: message('Automatic reply'), BULK: message('Bulk mail'), BOUNCE: message('Delivery report') } as const

type Mark = { name: string; tone: Tone; icon?: IconType }

function listMarks({ automatic: kind, authentication, sender, security, sentOutside }: Email): Mark[] {
  const plain = (name: string, icon: IconType): Mark => ({ name, tone: 'plain', icon })
  return [
    ...(authentication && isForged(authentication) ? [{ name: t('Sender not verified'), tone: 'bad' as const, icon: ShieldBan }] : []),
    ...(sender === 'NEW' ? [{ name: t('New sender'), tone: 'warn' as const, icon: UserRoundPlus }] : []),
    ...(kind === null ? [] : [plain(t(automatic[kind]), Bot)]),
    ...(sentOutside ? [plain(t('Sent from a mail program'), Mail)] : []),
    ...(security === 'NONE' ? [] : [plain(security === 'SIGNED' ? t('Signed') : t('Encrypted'), Lock)]),
  ]
}

type Authentication = NonNullable<Email['authentication']>

/** True when authentication failed: the sender's domain denies having sent the mail. */
function isForged({ spf, dkim, dmarc }: Authentication): boolean {
  return dmarc === 'FAIL' || (dmarc !== 'PASS' && spf === 'FAIL' && dkim !== 'PASS')
}

const results: Readonly<Record<Authentication['spf'], Text>> = {
  PASS: message('passed'),
  FAIL: message('failed'),
  NONE: message('not used'),
  UNKNOWN: message('unknown'),
}

/**
 * Describes the results of SPF, DKIM and DMARC; null when the service could not check them, for example because it fetched the mail from a
 * mailbox.
 */
function describeChecks({ spf, dkim, dmarc, by }: Authentication): string | null {
  if ([spf, dkim, dmarc].every((result) => result === 'UNKNOWN')) return null
  const checks = { spf: t(results[spf]), dkim: t(results[dkim]), dmarc: t(results[dmarc]) }
  return by === null
    ? t('SPF {spf}, DKIM {dkim}, DMARC {dmarc}', checks)
    : t('SPF {spf}, DKIM {dkim}, DMARC {dmarc}, checked by {by}', { ...checks, by })
}
