import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../api/api.ts'
import { formatAriaKeys, formatKeys } from '../../keyboard/shortcuts.ts'
import { useShortcuts } from '../../keyboard/use-shortcuts.ts'
import { Button, Key } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/delayed.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Problem } from '../../ui/problem.tsx'
import { formatDay, formatMoment } from '../../ui/time.ts'
import { fromTwoPanes, useMedia } from '../../ui/use-media.ts'
import { useNow } from '../../ui/use-now.ts'
import { formatFileSize } from '../thread/attachment-list.tsx'
import { MailFrame } from '../thread/mail/mail-frame.tsx'
import { useInboxes } from '../threads/use-catalog.ts'
import { describeCause } from './causes.ts'
import { needsCustomer } from './customer-dialog.tsx'
import type { SenderAction } from './sender-picker.tsx'
import type { MailActions } from './use-mail-actions.ts'

/** What the screen asks before it acts: whether to discard, about whom a rule is, or which customer wrote the mail. */
export type MailQuestion = 'discard' | 'customer' | SenderAction

type MailPaneProps = { id: string; actions: MailActions; onBack: () => void; onAsk: (what: MailQuestion) => void }

/** One suspended mail: why it was stopped, what it says, and what the agent can do with it. */
export function MailPane({ id, actions, onBack, onAsk }: MailPaneProps) {
  const { skein } = useApi()
  const { data: inboxes } = useInboxes()
  const now = useNow()
  // On narrow screens there is no list, so the mail has the page's h1.
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
  const hasSender = mail !== undefined && !needsCustomer(mail)
  return (
    <section aria-label="Mail" data-pane className="min-w-0 flex-1 overflow-y-auto bg-surface">
      <div className="mx-auto max-w-220 p-4">
        <Button look="plain" className="-ms-2.5 mb-1 md:hidden" onClick={onBack}>
          ‹ Suspended mail
        </Button>
        {error && <Problem error={error} onRetry={() => void refetch()} />}
        {!mail && !error && <Skeleton />}
        {mail && (
          <>
            <Heading dir="auto" className="text-lg font-semibold wrap-anywhere">
              {mail.subject === '' ? '(no subject)' : mail.subject}
            </Heading>
            <p className="mt-2 rounded-md border border-warning px-3 py-2 text-sm">
              {isWaiting ? describeCause(mail).long : 'This mail is no longer suspended.'}
              {mail.lastError !== null && <span className="block text-xs text-muted">{mail.lastError}</span>}
            </p>
            {isWaiting && (
              <div role="toolbar" aria-label="Actions for this mail" className="mt-3 flex flex-wrap gap-1.5">
                <Button
                  look="primary"
                  hidden={actions.whyNotRelease !== null}
                  aria-keyshortcuts={formatAriaKeys('releaseMail')}
                  onClick={() => (hasSender ? void actions.release([mail]) : onAsk('customer'))}
                >
                  {hasSender ? 'Release' : 'Release for a customer…'}{' '}
                  <span className="text-xs max-md:hidden">{formatKeys('releaseMail')}</span>
                </Button>
                <Button
                  hidden={actions.whyNotDiscard !== null}
                  aria-keyshortcuts={formatAriaKeys('discardMail')}
                  onClick={() => onAsk('discard')}
                >
                  Discard <Key>{formatKeys('discardMail')}</Key>
                </Button>
                {hasSender && (
                  <>
                    <Button
                      hidden={actions.whyNotRule !== null}
                      aria-keyshortcuts={formatAriaKeys('allowSender')}
                      onClick={() => onAsk('ALLOW')}
                    >
                      Allow sender… <Key>{formatKeys('allowSender')}</Key>
                    </Button>
                    <Button
                      hidden={actions.whyNotRule !== null}
                      aria-keyshortcuts={formatAriaKeys('blockSender')}
                      onClick={() => onAsk('BLOCK')}
                    >
                      Block sender… <Key>{formatKeys('blockSender')}</Key>
                    </Button>
                  </>
                )}
                <Button look="plain" aria-keyshortcuts={formatAriaKeys('original')} onClick={() => void actions.showOriginal(mail)}>
                  Show original <Key>{formatKeys('original')}</Key>
                </Button>
              </div>
            )}
            <div className="mt-4">
              <Facts
                facts={[
                  ['From', mail.from ?? 'No address'],
                  ['To', mail.to.join(', ')],
                  ['Inbox', inboxes?.find((inbox) => inbox.id === mail.inboxId)?.name],
                  ['Received', formatMoment(mail.receivedAt)],
                  ['Size', formatFileSize(mail.size)],
                  ['Kept until', isWaiting && mail.expiresAt !== null ? formatDay(mail.expiresAt) : null],
                ]}
              />
            </div>
            <div className="mt-4 rounded-lg border border-line bg-canvas px-3 py-2">
              {mail.preview === null ? (
                <p className="py-2 text-sm text-muted">The text of this mail cannot be shown. The original has it.</p>
              ) : mail.preview.bodyFormat === 'html' ? (
                <MailFrame id={mail.id} html={mail.preview.body} text={mail.preview.bodyText} title="Suspended mail" />
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
