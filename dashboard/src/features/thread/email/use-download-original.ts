import type { Message } from '@skein/client'
import { describeFailure, useApi } from '../../../api/api.ts'
import { showToast } from '../../../ui/toasts.ts'

/** Returns a function that downloads the raw mail of a message, as long as the service retains it. */
export function useDownloadOriginal(): (message: Pick<Message, 'id'>) => Promise<void> {
  const { skein } = useApi()
  return async ({ id }) => {
    try {
      location.assign((await skein.getMessageOriginal({ path: { id } })).data.url)
    } catch (error) {
      showToast({ kind: 'problem', text: describeFailure(error).text })
    }
  }
}
