import type { Message } from '@skein/client'
import { createStore } from '../../../api/store.ts'

/** The message whose mail is shown as it was sent; null while none is. */
export const shownAsSent = createStore<Message | null>(null)

/** Whether the body of a mail shows less than its sender sent: it has a layout, which the conversation simplifies. */
export function isSimplified({ body, bodyFormat, email, deletedAt }: Message): boolean {
  return email?.direction === 'IN' && bodyFormat === 'html' && deletedAt === null && /<(?:table|img|center)\b/.test(body)
}
