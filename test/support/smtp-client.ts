/** An SMTP client that sends exactly what a test writes. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'

export type SmtpClient = {
  /** Sends a line, or a mail after DATA. Returns the reply, with the lines of a multi-line reply joined by line feeds. */
  say(line: string | Buffer): Promise<string>
  /** Returns the next reply, without sending anything. */
  read(): Promise<string>
  /** Writes raw bytes. Resolves when the server has received them. */
  write(bytes: string | Buffer): Promise<void>
  /** Upgrades the connection, after the reply to STARTTLS. */
  secure(): Promise<TLSSocket>
  closed: Promise<unknown>
  end(): void
}

/**
 * Connects, and reads the greeting. `hello` is sent unless it is null. `from` is a local address to connect from, to simulate a client on
 * another network.
 */
export async function openSmtp(
  port: number,
  hello: string | null = 'EHLO client.example.com',
  host = '127.0.0.1',
  from?: string,
): Promise<SmtpClient & { greeting: string }> {
  let socket: Socket = connect({ port, host, ...(from === undefined ? {} : { localAddress: from }) })
  // Latin-1 preserves each byte.
  let received = ''
  let wake = (): void => {}
  let isOver = false
  const listen = (): void => {
    socket.setEncoding('latin1').on('data', (text: string) => {
      received += text
      wake()
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      isOver = true
      wake()
    })
  }
  listen()
  const closed = once(socket, 'close').catch(() => undefined)
  const read = async (): Promise<string> => {
    for (;;) {
      const end = /^\d{3}(?: .*)?\r\n/m.exec(received)
      if (end) {
        const reply = received.slice(0, end.index + end[0].length)
        received = received.slice(reply.length)
        return reply.trimEnd().replaceAll('\r\n', '\n')
      }
      if (isOver) return `closed${received}`
      await new Promise<void>((resolve) => (wake = resolve))
    }
  }
  const client: SmtpClient = {
    read,
    async say(line) {
      socket.write(typeof line === 'string' ? `${line}\r\n` : line)
      return read()
    },
    write: (bytes) => new Promise((resolve) => void socket.write(bytes, () => resolve())),
    async secure() {
      socket.removeAllListeners('data')
      const secured = connectTls({ socket, rejectUnauthorized: false })
      await once(secured, 'secureConnect')
      socket = secured
      listen()
      return secured
    },
    closed,
    end: () => socket.destroy(),
  }
  const greeting = await read()
  if (hello !== null) await client.say(hello)
  return { ...client, greeting }
}

type SmtpMail = { ip?: string; from?: string; to: string | readonly string[]; mail: string | Buffer }
type SmtpReplies = { recipients: string[]; reply: string }

/** Sends one mail over a new connection. Returns the reply to each step and to the mail. */
export async function sendMail(port: number, mail: SmtpMail): Promise<SmtpReplies> {
  const client = await openSmtp(port, undefined, undefined, mail.ip)
  try {
    return await sendMailOn(client, mail)
  } finally {
    client.end()
  }
}

/** Sends one mail over an open connection. Returns the reply to each step and to the mail. */
export async function sendMailOn(client: SmtpClient, { from = 'ada@example.com', to, mail }: SmtpMail): Promise<SmtpReplies> {
  const recipients: string[] = []
  await client.say(`MAIL FROM:<${from}>`)
  for (const address of [to].flat()) recipients.push(await client.say(`RCPT TO:<${address}>`))
  const ready = await client.say('DATA')
  if (!ready.startsWith('354')) return { recipients, reply: ready }
  await client.write(mail)
  return { recipients, reply: await client.say(Buffer.from('\r\n.\r\n')) }
}
