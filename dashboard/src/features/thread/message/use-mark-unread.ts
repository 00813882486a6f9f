import { describeFailure, useApi } from '../../../api/api.ts'
import { t } from '../../../texts/texts.ts'
import { showToast } from '../../../ui/toasts.ts'
import { noteUnread } from '../../threads/unread.ts'

/** Returns a function that marks a thread as unread, from a message or as a whole. It stays unread until the agent opens it again. */
export function useMarkUnread(threadId: string): (messageId: string | null) => Promise<void> {
  const { skein } = useApi()
  return async (messageId) => {
    const body = messageId === null ? { unread: true } : { unreadFromMessageId: messageId }
    try {
      const { data } = await skein.markThreadRead({ path: { id: threadId }, body })
      if (data.unreadCount === 0) {
        showToast({ kind: 'problem', text: t('There are no messages from others to mark as unread.') })
        return
      }
      noteUnread(threadId)
      showToast({ kind: 'done', text: t('Marked as unread') }, 4_000)
    } catch (error) {
      showToast({ kind: 'problem', text: describeFailure(error).text })
    }
  }
}
