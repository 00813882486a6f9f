/**
 * The mail server that receives replies. It is slow, rejects for a while, and drops connections before and after it has accepted a mail.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { DROP, startScriptedServer, type ScriptedReply, type ScriptedServer } from '../support/scripted-smtp.ts'
import type { Random } from './random.ts'

export type MailSink = {
  server: ScriptedServer
  /** Returns the bytes of each attempt, by Message-ID, and the number of accepted attempts. */
  mails(): Map<string, { raws: string[]; accepted: number }>
  /** Whether a client is currently waiting for the reply to a mail. */
  isAwaited(): boolean
}

/** Milliseconds until a new mail gets its reply, so that many kills fall between the final dot and the reply. */
const maxReplyMs = 300

export async function startMailSink(random: Random): Promise<MailSink> {
  const [knownRecipients, knownMails, refused] = [new Set<string>(), new Set<string>(), new Set<string>()]
  let awaited = 0
  const takeMail = async ({ raw }: { raw: string }): Promise<ScriptedReply> => {
    const id = getMessageId(raw)
    // A repeated mail gets its reply immediately. A mail that loses three replies would fail, as it should.
    if (knownMails.has(id)) return '250 2.0.0 Ok'
    knownMails.add(id)
    const choice = random.next()
    if (choice < 0.15) return DROP
    awaited++
    await sleep(random.between(0, maxReplyMs))
    awaited--
    if (choice > 0.25) return `250 2.0.0 Ok: queued as ${id.slice(0, 12)}`
    refused.add(id)
    return '451 4.3.0 try again later'
  }
  const takeRecipient = (address: string): ScriptedReply => {
    const isNew = !knownRecipients.has(address)
    knownRecipients.add(address)
    return isNew && random.chance(0.1) ? DROP : '250 2.1.5 ok'
  }
  const server = await startScriptedServer({ dot: takeMail, rcptTo: takeRecipient })
  return {
    server,
    isAwaited: () => awaited > 0,
    mails() {
      const byId = Map.groupBy(server.received, ({ raw }) => getMessageId(raw))
      return new Map(
        [...byId].map(([id, attempts]) => [
          id,
          { raws: attempts.map(({ raw }) => raw), accepted: attempts.length - (refused.has(id) ? 1 : 0) },
        ]),
      )
    },
  }
}

/** Returns the local part of the address, which starts with the message's id. */
function getMessageId(raw: string): string {
  return /^Message-ID:\s*<([^@>]+)@/im.exec(raw)?.[1] ?? ''
}
