import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../api/api.ts'
import { customerKey } from './part-keys.ts'
import { useThreadView } from './use-threads.ts'

/** `threadId` is the thread that the customer is shown next to. Its thread view contains the customer, so no extra request is needed. */
export function useCustomer(id: string, threadId?: string) {
  const { skein } = useApi()
  const view = useThreadView()
  return useQuery({
    queryKey: customerKey(id),
    async queryFn({ signal }) {
      const found = threadId === undefined ? null : (await view(threadId, signal)).customer
      return found?.id === id ? found : (await skein.getCustomer({ path: { id }, signal })).data
    },
  })
}
