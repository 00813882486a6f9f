import { useQuery } from '@tanstack/react-query'
import type { InboundMail } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { formatAriaKeys, formatKeys } from '../../keyboard/shortcuts.ts'
import { useShortcuts } from '../../keyboard/use-shortcuts.ts'
import { t } from '../../texts/texts.ts'
import { Button, Key } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/delayed.tsx'
import { Facts } from '../../ui/facts.tsx'
import { MenuButton } from '../../ui/menu.tsx'
import { Problem } from '../../ui/problem.tsx'
import { formatDay, formatMoment } from '../../ui/time.ts'
import { fromTwoPanes, useMedia } from '../../ui/use-media.ts'
import { useNow } from '../../ui/use-now.ts'
import { Icon } from '../../ui/icon.tsx'
import { Check, ChevronLeft, Ellipsis, FileText, ShieldBan, ShieldCheck, Trash2 } from '../../ui/icons.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { formatFileSize } from '../../ui/file-size.ts'
import { MailFrame } from '../thread/mail/mail-frame.tsx'
import { useInboxes } from '../threads/use-catalog.ts'
import { describeCause, isUnwanted } from './causes.ts'
import { needsCustomer } from './customer-dialog.tsx'
import type { SenderAction } from './sender-picker.tsx'
import type { MailActions } from './use-mail-actions.ts'

/** Dialog that is open before an action: confirm discarding, choose what the rule matches, or choose the customer. */
export type MailQuestion = 'discard' | 'customer' | SenderAction

type MailPaneProps = { id: string; actions: MailActions; onBack: () => void; onAsk: (what: MailQuestion) => void }

/** One suspended mail: the reason, the content and the actions. */
export function MailPane({ id, actions, onBack, onAsk }: MailPaneProps) {
  const { skein } = useApi()
  const { data: inboxes } = useInboxes()
  const now = useNow()
  // Narrow screens do not show the list, so the mail has the page's h1.
  const Heading = useMedia(fromTwoPanes) ? 'h2' : 'h1'
  const {
    data: mail,
    error,
    refetch,
  } = useQuery({
    queryKey: ['inbound-mail', id],
    queryFn: async ({ signal }) => (await skein.getInboundMail({ path: { id }, signal })).data,
  })
  useShortcuts({ original: () => mail && void actions.showOriginal(mail) })
  const isWaiting = mail?.outcome === 'SUSPENDED' && (mail.expiresAt === null || Date.parse(mail.expiresAt) > now)
  const cause = describeCause(mail ?? { cause: null })
  const hasSender = mail !== undefined && !needsCustomer(mail)
  return (
    <section aria-label={t('Mail')} data-pane className="min-w-0 flex-1 overflow-y-auto bg-surface">
      <div className="mx-auto max-w-190 px-5 py-4 max-md:px-3">
        <Button look="plain" size="small" className="-ms-1.5 mb-2 md:hidden" onClick={onBack}>
          <Icon of={ChevronLeft} size={14} className="-ms-0.5 rtl:-scale-x-100" />
          {t('Held mail')}
        </Button>
        {error && <Problem error={error} onRetry={() => void refetch()} />}
        {!mail && !error && <Skeleton />}
        {mail && (
          <>
            <Heading dir="auto" className="text-lg font-semibold wrap-anywhere">
              {mail.subject === '' ? t('(no subject)') : mail.subject}
            </Heading>
            <div
              className={`mt-3 flex gap-2.5 rounded-lg border px-3 py-2.5 ${isWaiting ? 'border-warning-line bg-warning-tint' : 'border-line bg-sunken'}`}
            >
              <Icon of={isWaiting ? cause.icon : Check} className={`mt-px ${isWaiting ? 'text-warning' : 'text-muted'}`} />
              <p>
                {isWaiting ? cause.long : t('This email isn’t held any more.')}
                {mail.lastError !== null && <span className="block text-xs text-text-2">{mail.lastError}</span>}
              </p>
            </div>
            {isWaiting && (
              <div
                role="toolbar"
                aria-label={t('Actions for this email')}
                className="mt-3 flex flex-wrap gap-1.5 max-md:[&>button]:min-h-11"
              >
                {/* What is most likely wanted comes first. */}
                {isUnwanted(mail) ? (
                  <>
                    <DiscardButton isFirst actions={actions} onAsk={onAsk} />
                    <ReleaseButton mail={mail} actions={actions} onAsk={onAsk} />
                  </>
                ) : (
                  <>
                    <ReleaseButton isFirst mail={mail} actions={actions} onAsk={onAsk} />
                    <DiscardButton actions={actions} onAsk={onAsk} />
                  </>
                )}
                <MenuButton
                  label={t('More actions')}
                  icon={Ellipsis}
                  className="md:size-8!"
                  items={[
                    ...(hasSender && actions.whyNotRule === null
                      ? ([
                          { label: t('Allow sender…'), icon: ShieldCheck, keys: formatKeys('allowSender'), onSelect: () => onAsk('ALLOW') },
                          { label: t('Block sender…'), icon: ShieldBan, keys: formatKeys('blockSender'), onSelect: () => onAsk('BLOCK') },
                        ] as const)
                      : []),
                    {
                      label: t('Show original'),
                      icon: FileText,
                      keys: formatKeys('original'),
                      onSelect: () => void actions.showOriginal(mail),
                    },
                  ]}
                />
              </div>
            )}
            <div className="mt-4 rounded-lg border border-line bg-surface px-3 py-2.5">
              <Facts
                facts={[
                  [t('From'), <SenderName key="from" mail={mail} />],
                  [t('To'), mail.to.join(', ')],
                  [t('Inbox'), inboxes?.find((inbox) => inbox.id === mail.inboxId)?.name],
                  [t('Received'), formatMoment(mail.receivedAt)],
                  [t('Size'), formatFileSize(mail.size)],
                  [t('Kept until'), isWaiting && mail.expiresAt !== null ? formatDay(mail.expiresAt) : null],
                ]}
              />
            </div>
            <div className="mt-3 rounded-xl border border-line-soft bg-canvas px-3 py-2.25 text-base">
              {mail.preview === null ? (
                <p className="py-2 text-sm text-muted">{t('We can’t show the text of this email. The original has it.')}</p>
              ) : mail.preview.bodyFormat === 'html' ? (
                <MailFrame id={mail.id} html={mail.preview.body} text={mail.preview.bodyText} title={t('Held mail')} />
              ) : (
                <p dir="auto" className="break-words whitespace-pre-wrap [unicode-bidi:plaintext]">
                  {mail.preview.bodyText}
                </p>
              )}
            </div>
          </>
        )}
      </div>
    </section>
  )
}

type ActionProps = { isFirst?: boolean; actions: MailActions; onAsk: (what: MailQuestion) => void }

function ReleaseButton({ mail, isFirst, actions, onAsk }: ActionProps & { mail: InboundMail }) {
  const hasSender = !needsCustomer(mail)
  return (
    <Button
      look={isFirst ? 'primary' : 'quiet'}
      icon={Check}
      hidden={actions.whyNotRelease !== null}
      aria-keyshortcuts={formatAriaKeys('releaseMail')}
      onClick={() => (hasSender ? void actions.release([mail]) : onAsk('customer'))}
    >
      {hasSender ? t('Release') : t('Release for a customer…')} <Key>{formatKeys('releaseMail')}</Key>
    </Button>
  )
}

function DiscardButton({ isFirst, actions, onAsk }: ActionProps) {
  return (
    <Button
      look={isFirst ? 'primary' : 'quiet'}
      icon={Trash2}
      hidden={actions.whyNotDiscard !== null}
      aria-keyshortcuts={formatAriaKeys('discardMail')}
      onClick={() => onAsk('discard')}
    >
      {t('Discard')} <Key>{formatKeys('discardMail')}</Key>
    </Button>
  )
}

function SenderName({ mail: { from, fromName } }: { mail: Pick<InboundMail, 'from' | 'fromName'> }) {
  if (from === null) return fromName ?? t('No address')
  return (
    <span className="wrap-anywhere">
      <Avatar name={fromName ?? from} size={18} className="-my-1 me-1.5 align-middle" />
      {fromName !== null && <bdi className="font-medium">{fromName}</bdi>}{' '}
      <span className={fromName === null ? '' : 'text-muted'}>{from}</span>
    </span>
  )
}
