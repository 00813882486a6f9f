import { useNavigate } from '@tanstack/react-router'
import type { InboundMail, RequestOf } from '@skein/client'
import { describeFailure, useApi } from '../../api/api.ts'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { useRights } from '../../api/rights.ts'
import { showToast } from '../../ui/toasts.ts'
import { patchSuspendedMails } from './mail-cache.ts'
import type { SenderAction } from './sender-picker.tsx'
import { plural, t } from '../../texts/texts.ts'

type ReleaseOptions = RequestOf<'releaseInboundMail'>['body']

/** Maximum number of mails per request. */
const maxBatch = 100

export type MailActions = {
  /** Reason why the user's role forbids the action; null when it is allowed. */
  whyNotDiscard: string | null
  whyNotRule: string | null
  whyNotRelease: string | null
  /** Releases the mails past the guard that stopped them. */
  release: (mails: readonly InboundMail[], options?: ReleaseOptions) => Promise<void>
  discard: (mails: readonly InboundMail[]) => Promise<void>
  /** Creates a sender rule, then discards the mail if the rule blocks the sender, or releases it if the rule allows the sender. */
  ruleSender: (mail: InboundMail, action: SenderAction, pattern: string) => Promise<void>
  showOriginal: (mail: Pick<InboundMail, 'id'>) => Promise<void>
}

/** Returns the actions on suspended mails. `onGone` is called with the mails that have left the list. */
export function useMailActions(onGone: (mails: readonly InboundMail[]) => void): MailActions {
  const { skein, queries } = useApi()
  const { whyNot } = useRights()
  const navigate = useNavigate()
  const report = (error: unknown): void => {
    showToast({ kind: 'problem', text: describeFailure(error).text })
  }
  const discard = async (mails: readonly InboundMail[]): Promise<void> => {
    const gone: InboundMail[] = []
    try {
      const [only] = mails
      if (only && mails.length === 1) {
        await skein.discardInboundMail({ path: { id: only.id }, idempotencyKey: newIdempotencyKey() })
        gone.push(only)
      } else gone.push(...(await changeMany(mails, 'DISCARD')))
      showToast({ kind: 'done', text: plural(gone.length, 'Discarded the email.', 'Discarded {count} emails.') }, 4_000)
    } catch (error) {
      report(error)
    }
    for (const mail of gone) patchSuspendedMails(queries, mail, 'gone')
    onGone(gone)
  }
  /** Changes mails in batches of at most a hundred. Returns the mails that the service changed. */
  const changeMany = async (mails: readonly InboundMail[], action: 'RELEASE' | 'DISCARD'): Promise<InboundMail[]> => {
    const changed: InboundMail[] = []
    for (let at = 0; at < mails.length; at += maxBatch) {
      const ids = mails.slice(at, at + maxBatch).map(({ id }) => id)
      const { data } = await skein.batchInboundMails({ body: { ids, action }, idempotencyKey: newIdempotencyKey() })
      changed.push(...data.mails)
    }
    return changed
  }
  const release = async (mails: readonly InboundMail[], more: ReleaseOptions = {}): Promise<void> => {
    let gone: InboundMail[] = []
    try {
      const [only] = mails
      if (only && mails.length === 1) {
        const { data } = await skein.releaseInboundMail({ path: { id: only.id }, body: more, idempotencyKey: newIdempotencyKey() })
        if (data.outcome === 'SUSPENDED')
          return void showToast({ kind: 'problem', text: data.lastError ?? t('We couldn’t release this email.') })
        gone = [data]
        const { threadId } = data
        const open = (): void => {
          if (threadId !== null) void navigate({ to: '/inbox/$view/$threadId', params: { view: 'all', threadId } })
        }
        showToast({
          kind: 'done',
          text: t('Released the email.'),
          ...(threadId === null ? {} : { action: { label: t('Open thread'), run: open } }),
        })
      } else {
        gone = await changeMany(mails, 'RELEASE')
        showToast({
          kind: 'done',
          text: plural(
            gone.length,
            'Releasing {count} email. You’ll see it in the inbox within seconds.',
            'Releasing {count} emails. You’ll see them in the inbox within seconds.',
          ),
        })
      }
    } catch (error) {
      report(error)
    }
    for (const mail of gone) patchSuspendedMails(queries, mail, 'gone')
    onGone(gone)
  }
  return {
    release,
    whyNotRelease: whyNot('releaseInboundMail'),
    whyNotDiscard: whyNot('discardInboundMail'),
    whyNotRule: whyNot('createSenderRule'),
    discard,
    async ruleSender(mail, action, pattern) {
      try {
        const { data } = await skein.createSenderRule({ body: { pattern, action }, idempotencyKey: newIdempotencyKey() })
        showToast(
          {
            kind: 'done',
            text: action === 'BLOCK' ? t('Blocked {sender}.', { sender: data.pattern }) : t('Allowed {sender}.', { sender: data.pattern }),
          },
          4_000,
        )
      } catch (error) {
        return report(error)
      }
      if (action === 'BLOCK') await discard([mail])
      else await release([mail])
    },
    async showOriginal({ id }) {
      try {
        location.assign((await skein.getInboundMailOriginal({ path: { id } })).data.url)
      } catch (error) {
        report(error)
      }
    },
  }
}
