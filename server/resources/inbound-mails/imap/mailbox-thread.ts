/**
 * Worker thread that talks to mail servers. However much a server sends, it only keeps this thread busy: the service gets the results of
 * its calls, and mails in parts that it requests.
 */
import { parentPort } from 'node:worker_threads'
import { toMailboxError } from './imap-errors.ts'
import { ImapFolder } from './imap-folder.ts'
import type { FolderOptions, MailboxServer } from './mailbox-facts.ts'

/** Methods that the service calls on an open folder. */
export type FolderMethod = Exclude<keyof ImapFolder, 'uidValidity' | 'uidNext'>

/** A call by the service. `mailbox` is a number that the service assigns. */
export type MailboxCall = { readonly call: number; readonly mailbox: number } & (
  | { readonly method: 'open'; readonly args: readonly [MailboxServer, FolderOptions] }
  | { readonly method: FolderMethod; readonly args: readonly unknown[] }
)

export type MailboxResult = { readonly call: number } & (
  | { readonly result: unknown }
  | { readonly error: { readonly code: string; readonly message: string; readonly isSignIn: boolean } }
)

const folders = new Map<number, ImapFolder>()

async function run(call: MailboxCall): Promise<unknown> {
  if (call.method === 'open') {
    // Safe because the method determines the arguments.
    const folder = await ImapFolder.open(...(call.args as [MailboxServer, FolderOptions]))
    folders.set(call.mailbox, folder)
    return { uidValidity: folder.uidValidity, uidNext: folder.uidNext }
  }
  const folder = folders.get(call.mailbox)
  if (call.method === 'close') folders.delete(call.mailbox)
  // Safe because the service calls methods of ImapFolder with matching arguments, which the types of Mailbox ensure.
  return folder && (folder[call.method] as (...args: readonly unknown[]) => unknown)(...call.args)
}

parentPort?.on('message', (call: MailboxCall) => {
  Promise.resolve()
    .then(() => run(call))
    .then(
      (result) => parentPort?.postMessage({ call: call.call, result } satisfies MailboxResult, []),
      (error: unknown) => {
        const { code, message, isSignIn } = toMailboxError(error, '')
        parentPort?.postMessage({ call: call.call, error: { code, message, isSignIn } } satisfies MailboxResult, [])
      },
    )
})
