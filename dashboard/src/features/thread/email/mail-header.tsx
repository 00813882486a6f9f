import type { ReactNode } from 'react'
import type { Message } from '@skein/client'
import { formatAriaKeys, formatKeys } from '../../../keyboard/shortcuts.ts'
import { message, t, type Message as Text } from '../../../texts/texts.ts'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { Button, Key } from '../../../ui/button.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { formatMoment } from '../../../ui/time.ts'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { Bot, FileText, Lock, Mail, ShieldBan, UserRoundPlus, type IconType } from '../../../ui/icons.ts'
import { joinNames } from '../join-names.ts'
import { useShowOriginal } from './use-show-original.ts'

type Mail = NonNullable<Message['email']>
type Address = Mail['to'][number]

/** Header of a mail: the recipients in one expandable line, and warnings about the sender. */
export function MailHeader({ id, email }: { id: string; email: Mail }) {
  const showOriginal = useShowOriginal()
  const marks = listMarks(email)
  const { direction, subject, from, replyTo, to, cc, bcc, date, authentication } = email
  return (
    <div className="-mt-0.5 mb-0.5 text-xs text-muted">
      {marks.length > 0 && (
        <p className="flex flex-wrap gap-1 py-0.5">
          {marks.map(({ name, tone, icon }) => (
            <Badge key={name} tone={tone} {...(icon && { icon })}>
              {name}
            </Badge>
          ))}
        </p>
      )}
      <Disclosure data-mail-header summary={<span className="min-w-0 truncate">{summarize(email)}</span>}>
        <div className="mb-2 mt-1 rounded-lg border border-line bg-surface px-3 py-2.5 text-text">
          <Facts
            facts={[
              [t('From'), renderChips(from ? [from] : [])],
              [t('To'), renderChips(to)],
              [t('Cc'), renderChips(cc)],
              [t('Bcc'), renderChips(bcc)],
              [t('Replies go to'), renderChips(replyTo)],
              [t('Subject'), <bdi key="subject">{subject}</bdi>],
              [direction === 'IN' ? t('Sender’s time') : t('Time'), date === null ? null : formatMoment(date)],
              [t('Checks'), authentication && describeChecks(authentication)],
            ]}
          />
          {direction === 'IN' && (
            <Button
              look="plain"
              size="small"
              icon={FileText}
              className="mt-1.5 -ms-1.5 px-2! text-xs!"
              aria-keyshortcuts={formatAriaKeys('original')}
              onClick={() => void showOriginal({ id })}
            >
              {t('Show original')} <Key>{formatKeys('original')}</Key>
            </Button>
          )}
        </div>
      </Disclosure>
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

const maxNames = 3

/** Formats the recipients in one line, such as `To Support · Cc Grace and 2 others`. */
function summarize({ to, cc, bcc }: Mail): string {
  const join = (addresses: readonly Address[]): string =>
    joinNames(
      addresses.map(({ name, address }) => (name === null || name === '' ? address : name)),
      maxNames,
    )
  const lines = [
    ...(to.length > 0 ? [t('To {names}', { names: join(to) })] : []),
    ...(cc.length > 0 ? [t('Cc {names}', { names: join(cc) })] : []),
    ...(bcc.length > 0 ? [t('Bcc {names}', { names: join(bcc) })] : []),
  ]
  return lines.length === 0 ? t('No recipients') : lines.join(' · ')
}

const automatic = { AUTO_REPLY: message('Automatic reply'), BULK: message('Bulk mail'), BOUNCE: message('Delivery report') } as const

type Mark = { name: string; tone: Tone; icon?: IconType }

function listMarks({ automatic: kind, authentication, sender, security, sentOutside }: Mail): Mark[] {
  const plain = (name: string, icon: IconType): Mark => ({ name, tone: 'plain', icon })
  return [
    ...(authentication && isForged(authentication) ? [{ name: t('Sender not verified'), tone: 'bad' as const, icon: ShieldBan }] : []),
    ...(sender === 'NEW' ? [{ name: t('New sender'), tone: 'warn' as const, icon: UserRoundPlus }] : []),
    ...(kind === null ? [] : [plain(t(automatic[kind]), Bot)]),
    ...(sentOutside ? [plain(t('Sent from a mail program'), Mail)] : []),
    ...(security === 'NONE' ? [] : [plain(security === 'SIGNED' ? t('Signed') : t('Encrypted'), Lock)]),
  ]
}

type Authentication = NonNullable<Mail['authentication']>

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
