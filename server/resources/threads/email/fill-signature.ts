/** Chooses the signature below a mail, and fills in its variables. */
import { removeVariables, render, type Variables } from '#kit/variables.ts'
import { fetchOne } from '#kit/write.ts'
import type { Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { signatureVariables } from '../../inboxes/index.ts'
import { readVariables, readVariableSets } from '../actions/read-variables.ts'
import type { ThreadRecord } from '../record/queries.ts'
import { readThread } from '../record/thread.ts'
import { findSigner, type SendingInbox } from './mail-queries.ts'

type Signed = {
  readonly inbox: Pick<SendingInbox, 'name' | 'signature'>
  /** Null for an automatic reply, which has the inbox's signature and sanitised variables. */
  readonly author: { readonly id: Uuid } | null
}

/** Returns the author's own signature or, if they have none, the inbox's; null without both. */
export async function fillSignature(
  tx: Queryable,
  { tenantId, threadId }: { tenantId: Uuid; threadId: Uuid },
  { inbox, author }: Signed,
): Promise<string | null> {
  if (author === null && inbox.signature === null) return null
  const { tenantName, signer } = await fetchOne(tx, findSigner, { tenantId, userId: author?.id ?? null })
  const signature = signer?.signature ?? inbox.signature
  if (signature === null || !signature.includes('{{')) return signature
  const thread = await readThread(tx, { tenantId, id: threadId })
  const source = { tenantId, tenant: { name: tenantName }, user: signer }
  const sets = thread && (await readVariableSets(tx, source, thread))
  const own = { 'agent.name': signer?.name, 'agent.email': signer?.email, 'tenant.name': tenantName }
  // A forward or a new thread may be sent by another inbox than the thread's, and a new thread is stored after its mail.
  const values = { ...(author === null ? sets?.automatic : sets?.all), ...own, 'inbox.name': inbox.name }
  return fill(signature, values)
}

/** Returns the signature as it would be below this agent's reply to the thread; empty if nothing is left of it. */
export async function previewSignature(
  tx: Queryable,
  source: Parameters<typeof readVariables>[1],
  thread: ThreadRecord,
  signature: string,
): Promise<string> {
  return fill(signature, await readVariables(tx, source, thread)) ?? ''
}

/** Fills in the variables of signatures. One without a value and default leaves nothing, because no agent reads the mail before it is sent. */
function fill(signature: string, values: Variables): string | null {
  const known = Object.fromEntries(signatureVariables.map((name) => [name, values[name]]))
  const { text, missing } = render(signature, 'text', known)
  const gone = signatureVariables.filter((name) => missing.includes(name))
  if (gone.length === 0) return text
  const filled = removeVariables(text, gone).trim()
  return filled === '' ? null : filled
}
