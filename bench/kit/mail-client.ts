/** SMTP clients that keep their connections open and send one mail after another. */
import { openSmtp } from '../../test/support/smtp-client.ts'

export type MailClient = {
  /** Sends a mail and resolves on its 250. Throws when the server rejects it. */
  send(mail: string): Promise<void>
  end(): void
}

const sender = 'ada@example.com'

export async function openMailClient(port: number, recipient: string): Promise<MailClient> {
  const client = await openSmtp(port)
  const expectCode = (reply: string, code: string): void => {
    if (!reply.startsWith(code)) throw new Error(`The mail server replied ${reply}`)
  }
  return {
    async send(mail) {
      // Pipelined, as mail servers do.
      expectCode(await client.say(`MAIL FROM:<${sender}>\r\nRCPT TO:<${recipient}>\r\nDATA`), '250')
      expectCode(await client.read(), '250')
      expectCode(await client.read(), '354')
      expectCode(await client.say(`${mail}\r\n.`), '250')
    },
    end: client.end,
  }
}

let count = 0
const line = `${'The export has been empty since Monday. '.repeat(2)}\r\n`

/** Returns a new mail of about `bytes` bytes, and its Message-ID. */
export function createMail(recipient: string, bytes: number): { messageId: string; text: string } {
  const messageId = `${process.pid}.${Date.now()}.${++count}@example.com`
  const head = `From: Ada <${sender}>\r\nTo: ${recipient}\r\nMessage-ID: <${messageId}>\r\nSubject: Export ${count}\r\nDate: ${new Date().toUTCString()}\r\n`
  return { messageId, text: `${head}\r\n${line.repeat(Math.ceil(bytes / line.length))}` }
}

/** Sends mails over several connections as fast as possible. Returns the number of accepted mails per second. */
export async function sendForSeconds(
  port: number,
  recipient: string,
  { connections, seconds, bytes }: { connections: number; seconds: number; bytes: number },
): Promise<number> {
  const clients = await Promise.all(Array.from({ length: connections }, () => openMailClient(port, recipient)))
  const startedAt = performance.now()
  let accepted = 0
  await Promise.all(
    clients.map(async (client) => {
      while (performance.now() - startedAt < seconds * 1000) {
        await client.send(createMail(recipient, bytes).text)
        accepted++
      }
      client.end()
    }),
  )
  return accepted / ((performance.now() - startedAt) / 1000)
}
