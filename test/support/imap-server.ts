/**
 * A small IMAP server for tests: one account with folders, IDLE, APPEND, UIDPLUS and MOVE, and faults that a test injects. It keeps
 * everything in memory.
 */
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { formatDate, inSet, getSection, unquote } from './imap-text.ts'

export type ImapMail = { uid: number; bytes: Buffer; flags: Set<string>; receivedAt: Date; isHidden?: boolean }
export type ImapFolder = { uidValidity: number; uidNext: number; mails: ImapMail[] }

export type ImapServer = {
  readonly port: number
  readonly folders: Map<string, ImapFolder>
  /** Commands that clients have sent, without tags and credentials: `UID FETCH 3:* …`. */
  readonly commands: string[]
  /** Accepted passwords or access tokens, by user. */
  readonly accounts: Map<string, string>
  /** Hook before each command. Its return value replaces the response; it may also destroy the socket. */
  intercept: ((command: string, socket: Socket) => string | undefined) | null
  /** Adds a mail to a folder and notifies idle clients. */
  append(text: string, options?: { folder?: string; receivedAt?: Date; isHidden?: boolean; isSilent?: boolean }): ImapMail
  /** Recreates a folder with the same mails under new UIDs (UIDVALIDITY changes). */
  recreate(name: string): void
  connections(): number
  /** Drops all connections and refuses new ones until `resume`. */
  pause(): Promise<void>
  resume(): Promise<void>
  close(): Promise<void>
}

const capabilities = 'IMAP4rev1 IDLE UIDPLUS MOVE ID NAMESPACE SASL-IR AUTH=PLAIN AUTH=XOAUTH2'

/** With `tls`, implicit TLS. */
export async function startImapServer({ tls }: { tls?: { key: string; cert: string } } = {}): Promise<ImapServer> {
  const folders = new Map<string, ImapFolder>([['INBOX', { uidValidity: 1, uidNext: 1, mails: [] }]])
  const accounts = new Map([['ada', 'secret']])
  const commands: string[] = []
  const sessions = new Set<Session>()
  const accept = (socket: Socket): void => {
    const session = openSession(socket, own)
    sessions.add(session)
    socket.on('close', () => sessions.delete(session))
    socket.on('error', () => socket.destroy())
  }
  const server = tls ? createTlsServer(tls, accept) : createServer(accept)
  const listen = (port: number): Promise<void> => new Promise((resolve) => void server.listen(port, '127.0.0.1', resolve))
  await listen(0)
  // Safe because address() returns an AddressInfo for a server that listens on a port.
  const { port } = server.address() as AddressInfo
  const stop = (): Promise<void> => {
    for (const { socket } of sessions) socket.destroy()
    return new Promise((resolve) => void server.close(() => resolve()))
  }
  const own: ImapServer = {
    port,
    folders,
    commands,
    accounts,
    intercept: null,
    append(text, { folder = 'INBOX', receivedAt = new Date(), isHidden = false, isSilent = false } = {}) {
      const { mails, uidNext } = getFolder(folders, folder)
      const mail: ImapMail = { uid: uidNext, bytes: Buffer.from(text), flags: new Set(), receivedAt, isHidden }
      getFolder(folders, folder).uidNext++
      mails.push(mail)
      if (!isSilent) for (const session of sessions) session.notify(folder)
      return mail
    },
    recreate(name) {
      const folder = getFolder(folders, name)
      folder.uidValidity++
      folder.uidNext = 1
      for (const mail of folder.mails) mail.uid = folder.uidNext++
    },
    connections: () => sessions.size,
    pause: stop,
    resume: () => listen(port),
    close: stop,
  }
  return own
}

function getFolder(folders: ReadonlyMap<string, ImapFolder>, name: string): ImapFolder {
  const folder = folders.get(name)
  if (!folder) throw new Error(`There is no folder ${name}`)
  return folder
}

type Session = { socket: Socket; notify(folder: string): void }

function openSession(socket: Socket, server: ImapServer): Session {
  let selected: string | null = null
  let isReadOnly = false
  let idleTag: string | null = null
  /** Number of mails that the server has announced to the client. Mails that arrive between two commands are announced when IDLE starts. */
  let announced = 0
  let buffer = Buffer.alloc(0)
  let upload: { tag: string; folder: string; flags: string[]; size: number } | null = null
  let waiting: { tag: string; mechanism: string } | null = null
  const send = (line: string | Buffer): void => void (socket.destroyed || socket.write(line))
  const visible = (): ImapMail[] =>
    selected === null ? [] : (server.folders.get(selected)?.mails ?? []).filter(({ isHidden }) => !isHidden)
  const announce = (): void => {
    announced = visible().length
    send(`* ${announced} EXISTS\r\n`)
  }
  const signIn = (tag: string, user: string, password: string): void => {
    const isRight = server.accounts.get(user) === password
    send(isRight ? `${tag} OK [CAPABILITY ${capabilities}] Signed in\r\n` : `${tag} NO [AUTHENTICATIONFAILED] Wrong password\r\n`)
  }
  const authenticate = (tag: string, mechanism: string, response: string): void => {
    const text = Buffer.from(response, 'base64').toString()
    if (mechanism === 'PLAIN') {
      const [, user = '', password = ''] = text.split('\0')
      return signIn(tag, user, password)
    }
    const [user = '', token = ''] = text.split('\u0001').map((field) => field.replace(/^(user=|auth=Bearer )/, ''))
    signIn(tag, user, token)
  }
  const run = (tag: string, command: string): void => {
    server.commands.push(/^(LOGIN|AUTHENTICATE)/i.test(command) ? (command.split(' ')[0] ?? '') : command)
    const instead = server.intercept?.(command, socket)
    if (socket.destroyed) return
    if (instead !== undefined) return send(instead.replaceAll('TAG', tag))
    const [verb = '', ...rest] = command.split(' ')
    const text = rest.join(' ')
    const done = (): void => send(`${tag} OK Done\r\n`)
    switch (verb.toUpperCase()) {
      case 'CAPABILITY':
        send(`* CAPABILITY ${capabilities}\r\n`)
        return done()
      case 'ID':
        send('* ID NIL\r\n')
        return done()
      case 'NAMESPACE':
        send('* NAMESPACE (("" "/")) NIL NIL\r\n')
        return done()
      case 'LOGIN': {
        const [user = '', password = ''] = [...text.matchAll(/"((?:[^"\\]|\\.)*)"|(\S+)/g)].map(([, quoted, atom]) => quoted ?? atom ?? '')
        return signIn(tag, user, password)
      }
      case 'AUTHENTICATE': {
        const [mechanism = '', response] = rest
        if (response !== undefined) return authenticate(tag, mechanism.toUpperCase(), response)
        waiting = { tag, mechanism: mechanism.toUpperCase() }
        return send('+ \r\n')
      }
      case 'LIST':
      case 'LSUB':
        for (const name of server.folders.keys()) send(`* ${verb.toUpperCase()} () "/" "${name}"\r\n`)
        return done()
      case 'SELECT':
      case 'EXAMINE': {
        const name = unquote(text)
        const folder = server.folders.get(name)
        if (!folder) return send(`${tag} NO [NONEXISTENT] No such folder\r\n`)
        selected = name
        isReadOnly = verb.toUpperCase() === 'EXAMINE'
        announced = visible().length
        send(`* FLAGS (\\Seen \\Deleted)\r\n* OK [PERMANENTFLAGS (\\Seen \\Deleted)] Flags\r\n* ${announced} EXISTS\r\n* 0 RECENT\r\n`)
        send(`* OK [UIDVALIDITY ${folder.uidValidity}] UIDs\r\n* OK [UIDNEXT ${folder.uidNext}] Next\r\n`)
        return send(`${tag} OK [READ-${isReadOnly ? 'ONLY' : 'WRITE'}] Selected\r\n`)
      }
      case 'APPEND': {
        const [, name = '', flags = '', size = '0'] = /^("[^"]*"|\S+) (?:\(([^)]*)\) )?(?:"[^"]*" )?\{(\d+)\}$/.exec(text) ?? []
        const folder = unquote(name)
        if (!server.folders.has(folder)) return send(`${tag} NO [TRYCREATE] No such folder\r\n`)
        upload = { tag, folder, flags: flags.split(' '), size: Number(size) }
        return send('+ Ready\r\n')
      }
      case 'NOOP':
        announce()
        return done()
      case 'IDLE':
        idleTag = tag
        send('+ idling\r\n')
        return visible().length === announced ? undefined : announce()
      case 'LOGOUT':
        send(`* BYE Bye\r\n${tag} OK Done\r\n`)
        return void socket.end()
      case 'UID':
        return runUid(tag, rest[0]?.toUpperCase() ?? '', rest.slice(1).join(' '))
      default:
        return send(`${tag} BAD Unknown command\r\n`)
    }
  }
  const runUid = (tag: string, verb: string, text: string): void => {
    const mails = visible()
    const [set = ''] = text.split(' ')
    const found = verb === 'SEARCH' ? [] : inSet(mails, set)
    const sequence = (mail: ImapMail): number => mails.indexOf(mail) + 1
    if (verb === 'SEARCH') {
      const since = /SINCE (\S+)/i.exec(text)?.[1]
      const uids = /UID (\S+)/i.exec(text)?.[1]
      // SINCE compares days.
      const from = since === undefined ? 0 : Date.parse(`${since.replaceAll('"', '')} UTC`)
      const header = /HEADER (\S+) "?([^" ]+)/i.exec(text)
      const name = header?.[1]?.toLowerCase() ?? ''
      const isWanted = ({ bytes, receivedAt }: ImapMail): boolean =>
        receivedAt.getTime() >= from && (!header || getSection(bytes, `HEADER.FIELDS (${name})`).includes(header[2] ?? ''))
      const matches = (uids === undefined ? mails : inSet(mails, uids)).filter(isWanted)
      send(`* SEARCH ${matches.map(({ uid }) => uid).join(' ')}\r\n`)
    } else if (verb === 'FETCH') {
      for (const mail of found) sendMail(sequence(mail), mail, text)
    } else if (isReadOnly) {
      return send(`${tag} NO [READ-ONLY] The folder is read-only\r\n`)
    } else if (verb === 'STORE') {
      const flags = /\(([^)]*)\)/.exec(text)?.[1]?.split(' ') ?? []
      for (const mail of found) for (const flag of flags) mail.flags.add(flag)
    } else if (verb === 'MOVE') {
      const target = server.folders.get(unquote(text.slice(set.length + 1)))
      if (!target) return send(`${tag} NO [TRYCREATE] No such folder\r\n`)
      for (const mail of found) target.mails.push({ ...mail, uid: target.uidNext++ })
      remove(found)
    } else if (verb === 'EXPUNGE') {
      remove(found.filter(({ flags }) => flags.has('\\Deleted')))
    }
    send(`${tag} OK Done\r\n`)
  }
  const remove = (gone: readonly ImapMail[]): void => {
    const folder = server.folders.get(selected ?? '')
    for (const mail of gone) {
      send(`* ${visible().indexOf(mail) + 1} EXPUNGE\r\n`)
      if (folder) folder.mails = folder.mails.filter((each) => each !== mail)
    }
  }
  const sendMail = (sequence: number, { uid, bytes, flags, receivedAt }: ImapMail, text: string): void => {
    const parts: (string | Buffer)[] = [`UID ${uid}`]
    if (/\bFLAGS\b/i.test(text)) parts.push(` FLAGS (${[...flags].join(' ')})`)
    if (/RFC822\.SIZE/i.test(text)) parts.push(` RFC822.SIZE ${bytes.length}`)
    if (/INTERNALDATE/i.test(text)) parts.push(` INTERNALDATE "${formatDate(receivedAt)}"`)
    for (const [, section = '', start, length] of text.matchAll(/BODY\.PEEK\[([^\]]*)\](?:<(\d+)\.(\d+)>)?/gi)) {
      const all = getSection(bytes, section)
      const part = start === undefined ? all : all.subarray(Number(start), Number(start) + Number(length))
      parts.push(` BODY[${section}]${start === undefined ? '' : `<${start}>`} {${part.length}}\r\n`, part)
    }
    if (/BODY\[/i.test(text)) flags.add('\\Seen')
    send(`* ${sequence} FETCH (`)
    for (const part of parts) send(part)
    send(')\r\n')
  }
  socket.on('data', (chunk: Buffer) => {
    buffer = Buffer.concat([buffer, chunk])
    if (upload) {
      const { tag, folder, flags, size } = upload
      if (buffer.length < size + 2) return
      server.append(buffer.toString('utf8', 0, size), { folder }).flags = new Set(flags)
      buffer = buffer.subarray(size + 2)
      upload = null
      send(`${tag} OK Done\r\n`)
    }
    for (let end = buffer.indexOf('\r\n'); end !== -1; end = buffer.indexOf('\r\n')) {
      const line = buffer.subarray(0, end).toString()
      buffer = buffer.subarray(end + 2)
      if (idleTag !== null) {
        send(`${idleTag} OK Idle ended\r\n`)
        idleTag = null
      } else if (waiting) {
        const { tag, mechanism } = waiting
        waiting = null
        authenticate(tag, mechanism, line)
      } else {
        const space = line.indexOf(' ')
        run(line.slice(0, space), line.slice(space + 1))
      }
    }
  })
  send(`* OK [CAPABILITY ${capabilities}] Ready\r\n`)
  return {
    socket,
    notify(folder) {
      if (idleTag !== null && folder === selected) announce()
    },
  }
}
