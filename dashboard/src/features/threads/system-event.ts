import type { Message } from '@skein/client'

/** Whether a message only says what the service did, so that it is shown as a line between the messages. */
export function isSystemEvent({ authorType, email, parts, attachments }: Message): boolean {
  return authorType === 'SYSTEM' && email === null && parts.length === 0 && attachments.length === 0
}
