/** Where the mail of an inbox arrives. */
import type { EmailSettings } from '../email-channel.ts'

type Receive = EmailSettings['receive']
export type Destination = { readonly address: string | null; readonly receive: Receive }

/** Whether both settings name the same folder of the same mailbox. */
export function isSameMailbox(a: Receive['imap'] | undefined, b: Receive['imap'] | undefined): boolean {
  return a != null && b != null && a.host === b.host && a.user === b.user && a.folder === b.folder
}

/** Whether mail to the inbox arrives at the same place. If it does not, what a round trip has shown no longer holds. */
export function isSameDestination(a: Destination, b: Destination): boolean {
  if (a.address !== b.address || a.receive.mode !== b.receive.mode) return false
  return a.receive.mode !== 'IMAP' || isSameMailbox(a.receive.imap, b.receive.imap)
}
