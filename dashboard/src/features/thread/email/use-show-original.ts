import type { Message } from '@skein/client'
import { describeFailure, useApi } from '../../../api/api.ts'
import { showToast } from '../../../ui/toasts.ts'

/** Returns a function that downloads the raw mail of a message, while the service keeps it. */
export function useShowOriginal(): (message: Pick<Message, 'id' | 'email'>) => Promise<void> {
  const { skein } = useApi()
  return async ({ id, email }) => {
    try {
      const messageId = email?.messageId
      const query = { outcome: 'MESSAGE', limit: 10, ...(messageId ? { messageId } : {}) } as const
      const mail = messageId ? (await skein.listInboundMails({ query })).data.find(({ resultId }) => resultId === id) : undefined
      if (mail) location.assign((await skein.getInboundMailOriginal({ path: { id: mail.id } })).data.url)
      else showToast({ kind: 'problem', text: 'The original of this message is not stored.' })
    } catch (error) {
      showToast({ kind: 'problem', text: describeFailure(error).text })
    }
  }
}
