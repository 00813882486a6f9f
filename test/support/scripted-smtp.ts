/** A mail server on a raw socket whose replies a test scripts: it can be silent, drop the connection, and refuse at any step. */
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'

/** A reply without its line break. `SILENCE` never replies; `DROP` closes the connection. */
export type ScriptedReply = string | typeof SILENCE | typeof DROP
export const SILENCE = Symbol('silence')
export const DROP = Symbol('drop')

export type ReceivedData = { from: string; recipients: string[]; raw: string }

export type SmtpScript = {
  /** Extensions in the reply to EHLO. */
  extensions?: readonly string[]
  greeting?: ScriptedReply
  auth?: (argument: string) => ScriptedReply
  /** Reply to a line that follows a 334. */
  authLine?: (line: string) => ScriptedReply
  mailFrom?: (address: string) => ScriptedReply
  rcptTo?: (address: string) => ScriptedReply
  data?: () => ScriptedReply
  /** Reply to the final dot. */
  dot?: (mail: ReceivedData) => ScriptedReply | Promise<ScriptedReply>
  /** Called with the bytes of a mail before its final dot. */
  onPartialData?: (text: string, socket: Socket) => void
  /** Key and certificate, for implicit TLS. */
  tls?: { key: string; cert: string }
}

export type ScriptedServer = {
  host: string
  port: number
  url: string
  /** Mails that were completed by the final dot, regardless of the reply. */
  received: ReceivedData[]
  commands: string[]
  /** Numbers of connections opened so far and currently open. */
  connections: { opened: number; open: number }
  /** Closes all connections. */
  drop(): void
  stop(): Promise<void>
}

export async function startScriptedServer(script: SmtpScript = {}): Promise<ScriptedServer> {
  const received: ReceivedData[] = []
  const commands: string[] = []
  const connections = { opened: 0, open: 0 }
  const sockets = new Set<Socket>()
  const serve = (socket: Socket): void => {
    connections.opened++
    connections.open++
    sockets.add(socket)
    socket.setNoDelay(true)
    socket.on('error', () => {})
    socket.on('close', () => {
      sockets.delete(socket)
      connections.open--
    })
    speak(socket, script, { received, commands })
  }
  const server = script.tls ? createTlsServer(script.tls, serve) : createServer(serve)
  server.on('tlsClientError', () => {})
  await once(server.listen(0, '127.0.0.1'), 'listening')
  // Safe because address() returns an AddressInfo for a server that listens on a port.
  const { port } = server.address() as AddressInfo
  return {
    host: '127.0.0.1',
    port,
    url: `${script.tls ? 'smtps' : 'smtp'}://127.0.0.1:${port}`,
    received,
    commands,
    connections,
    drop() {
      for (const socket of sockets) socket.destroy()
    },
    async stop() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function speak(socket: Socket, script: SmtpScript, kept: { received: ReceivedData[]; commands: string[] }): void {
  let pending = ''
  let mail: ReceivedData = { from: '', recipients: [], raw: '' }
  let mode: 'COMMAND' | 'AUTH' | 'DATA' = 'COMMAND'
  let working: Promise<void> = Promise.resolve()
  const reply = (given: ScriptedReply): void => {
    if (given === DROP) socket.destroy()
    else if (given !== SILENCE && !socket.destroyed) socket.write(`${given}\r\n`)
  }
  const startsWith = (given: ScriptedReply, digit: string): boolean => typeof given === 'string' && given.startsWith(digit)
  const runCommand = (line: string): void => {
    kept.commands.push(line)
    const [, verb = '', argument = ''] = /^(\S+)\s*(.*)$/.exec(line) ?? []
    const address = /<(.*)>/.exec(argument)?.[1] ?? ''
    if (/^(EHLO|HELO)$/i.test(verb)) return reply(['mail.example', ...(script.extensions ?? [])].map(toEhloLine).join('\r\n'))
    if (/^AUTH$/i.test(verb)) {
      const given = script.auth?.(argument) ?? '235 2.7.0 ok'
      if (startsWith(given, '334')) mode = 'AUTH'
      return reply(given)
    }
    if (/^MAIL$/i.test(verb)) {
      mail = { from: address, recipients: [], raw: '' }
      return reply(script.mailFrom?.(address) ?? '250 2.1.0 ok')
    }
    if (/^RCPT$/i.test(verb)) {
      const given = script.rcptTo?.(address) ?? '250 2.1.5 ok'
      if (startsWith(given, '2')) mail.recipients.push(address)
      return reply(given)
    }
    if (/^DATA$/i.test(verb)) {
      const given = mail.recipients.length === 0 ? '554 5.5.1 no valid recipients' : (script.data?.() ?? '354 go on')
      if (startsWith(given, '354')) mode = 'DATA'
      return reply(given)
    }
    if (/^QUIT$/i.test(verb)) return void socket.end('221 2.0.0 bye\r\n')
    return reply(/^STARTTLS$/i.test(verb) ? '502 5.5.1 not implemented' : '250 2.0.0 ok')
  }
  const toEhloLine = (text: string, i: number, all: readonly string[]): string => `250${i === all.length - 1 ? ' ' : '-'}${text}`
  const advance = async (): Promise<void> => {
    for (;;) {
      const end = mode === 'DATA' ? pending.indexOf('\r\n.\r\n') : pending.indexOf('\r\n')
      if (end === -1) {
        if (mode === 'DATA') script.onPartialData?.(pending, socket)
        return
      }
      const text = pending.slice(0, end)
      pending = pending.slice(end + (mode === 'DATA' ? 5 : 2))
      if (mode === 'DATA') {
        mode = 'COMMAND'
        const complete = { ...mail, raw: `${text}\r\n`.replaceAll(/^\./gm, '') }
        kept.received.push(complete)
        reply((await script.dot?.(complete)) ?? '250 2.0.0 Ok: queued as TEST1')
      } else if (mode === 'AUTH') {
        mode = 'COMMAND'
        reply(script.authLine?.(text) ?? '535 5.7.8 no')
      } else runCommand(text)
    }
  }
  socket.on('data', (chunk: Buffer) => {
    pending += chunk.toString('utf8')
    working = working.then(advance)
  })
  reply(script.greeting ?? '220 mail.example ESMTP')
}
