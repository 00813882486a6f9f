import type { InboundMail } from '@skein/client'
import { describeFailure, useApi } from '../../api/api.ts'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { useRights } from '../../api/rights.ts'
import { showToast } from '../../ui/toasts.ts'
import { patchSuspendedMails } from './mail-cache.ts'
import type { SenderAction } from './sender-picker.tsx'

export type MailActions = {
  /** Why the user's role may not do it; null when it may. */
  whyNotDiscard: string | null
  whyNotRule: string | null
  discard: (mails: readonly InboundMail[]) => Promise<void>
  /** Adds a rule about the sender. A mail whose sender is blocked is discarded. */
  ruleSender: (mail: InboundMail, action: SenderAction, pattern: string) => Promise<void>
  showOriginal: (mail: Pick<InboundMail, 'id'>) => Promise<void>
}

/** Returns what an agent can do with suspended mails. `onGone` is called with the mails that have left the list. */
export function useMailActions(onGone: (mails: readonly InboundMail[]) => void): MailActions {
  const { skein, queries } = useApi()
  const { whyNot } = useRights()
  const report = (error: unknown): void => {
    showToast({ kind: 'problem', text: describeFailure(error).text })
  }
  const discard = async (mails: readonly InboundMail[]): Promise<void> => {
    const gone: InboundMail[] = []
    try {
      for (const mail of mails) {
        await skein.discardInboundMail({ path: { id: mail.id }, idempotencyKey: newIdempotencyKey() })
        gone.push(mail)
      }
      showToast(
        { kind: 'done', text: gone.length === 1 ? 'Discarded the mail.' : `Discarded ${gone.length.toLocaleString()} mails.` },
        4_000,
      )
    } catch (error) {
      report(error)
    }
    for (const mail of gone) patchSuspendedMails(queries, mail, 'gone')
    onGone(gone)
  }
  return {
    whyNotDiscard: whyNot('discardInboundMail'),
    whyNotRule: whyNot('createSenderRule'),
    discard,
    async ruleSender(mail, action, pattern) {
      try {
        const { data } = await skein.createSenderRule({ body: { pattern, action }, idempotencyKey: newIdempotencyKey() })
        showToast({ kind: 'done', text: `${action === 'BLOCK' ? 'Blocked' : 'Allowed'} ${data.pattern}.` }, 4_000)
      } catch (error) {
        return report(error)
      }
      if (action === 'BLOCK') await discard([mail])
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
