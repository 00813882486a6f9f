/** Compares the destinations of an inbox's mail. */
import type { EmailSettings } from '../../../channels/email/settings.ts'

type Receive = EmailSettings['receive']
export type Destination = { readonly address: string | null; readonly receive: Receive }

/** Whether both settings refer to the same folder of the same mailbox. */
export function isSameMailbox(a: Receive['imap'] | undefined, b: Receive['imap'] | undefined): boolean {
  return a != null && b != null && a.host === b.host && a.user === b.user && a.folder === b.folder
}

/** Whether mail to the inbox still arrives at the same destination. If not, the result of a round trip no longer applies. */
export function isSameDestination(a: Destination, b: Destination): boolean {
  if (a.address !== b.address || a.receive.mode !== b.receive.mode) return false
  return a.receive.mode !== 'IMAP' || isSameMailbox(a.receive.imap, b.receive.imap)
}
