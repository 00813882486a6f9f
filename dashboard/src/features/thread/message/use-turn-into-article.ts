import { useNavigate } from '@tanstack/react-router'
import type { Message, Thread } from '@skein/client'
import { describeFailure, useApi } from '../../../api/api.ts'
import { newIdempotencyKey } from '../../../api/idempotency-key.ts'
import { showToast } from '../../../ui/toasts.ts'

/** The API's limit for the title of an article, in characters. */
const maxTitle = 255

/** Returns a function that creates the draft of an article from an answer, with the thread's subject as its title, and opens its editor. */
export function useTurnIntoArticle(thread: Thread): (message: Message) => Promise<void> {
  const { skein } = useApi()
  const navigate = useNavigate()
  return async ({ body, bodyFormat, bodyText }) => {
    const isHtml = bodyFormat === 'html'
    try {
      const { data } = await skein.createKbArticle({
        body: {
          title: thread.subject.slice(0, maxTitle),
          sourceThreadId: thread.id,
          ...(isHtml ? { body, bodyFormat: 'html' } : { body: bodyText, bodyFormat: 'text' }),
        },
        idempotencyKey: newIdempotencyKey(),
      })
      await navigate({ to: '/knowledge/articles/$articleId', params: { articleId: data.id }, search: {} })
    } catch (error) {
      showToast({ kind: 'problem', text: describeFailure(error).text })
    }
  }
}
