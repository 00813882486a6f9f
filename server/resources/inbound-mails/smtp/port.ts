/** Runs the SMTP port, to which mail servers and programs such as curl deliver mail. */
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import type { SMTPServerDataStream, SMTPServerEnvelope, SMTPServerSession } from 'smtp-server'
import type { Config } from '../../../config.ts'
import { getFileStore } from '#platform/files/file-store.ts'
import { getNetwork } from '#platform/http/caller-address.ts'
import { createRangeCheck } from '#platform/outbound/addresses.ts'
import { cacheBriefly } from '#platform/remember.ts'
import type { AcceptServices } from '../accept/accept-mail.ts'
import { ByteRate } from '../byte-rate.ts'
import { refusals, toRefusal } from './answers.ts'
import { findRecipient } from './find-recipients.ts'
import { MailSeries } from './mail-series.ts'
import type { Destination } from './queries.ts'
import { type SmtpResult, joinResults, receiveMail, type ReceiveServices } from './receive-mail.ts'
import { defaultSmtpLimits, MailServer, type SmtpLimits } from './server.ts'

export type MailPort = {
  port: number
  /** Rejects new mails, gives running ones at most ten seconds to finish, and closes everything. */
  stop(): Promise<void>
}

/** `onWrite` is called after each mail, so that the worker processes it at once. */
export type MailPortServices = AcceptServices & { onWrite(): void }

/** Milliseconds between checks for a renewed certificate. */
const certificateCheckMs = 600_000

/**
 * Opens the port of `config.mailIn`; null when there is none. Throws the error of `listen` when the port cannot be opened, and an error for
 * the operator when the certificate is unusable.
 */
export async function startMailPort(services: MailPortServices, limits: Partial<SmtpLimits> = {}): Promise<MailPort | null> {
  const { config, log } = services
  const { port, host, tls, lmtp, maxBytes, trustedRelays } = config.mailIn
  if (port === null) return null
  const server = new MailServer({
    name: config.mail.domain,
    lmtp,
    maxBytes,
    tls: await readCertificate(tls),
    limits: { ...defaultSmtpLimits, ...limits },
    isTrustedRelay: createRangeCheck(trustedRelays),
    ...createHandlers(services),
  })
  server.on('error', (error: Error) => log.debug({ error }, 'an SMTP connection failed'))
  server.listen(port, host)
  await once(server.server, 'listening')
  const timer = tls && setInterval(() => void renewCertificate(server, services), certificateCheckMs).unref()
  return {
    // Safe because address() returns an AddressInfo for a server that listens on a port.
    port: (server.server.address() as AddressInfo).port,
    stop() {
      if (timer) clearInterval(timer)
      return server.stop()
    },
  }
}

async function readCertificate(tls: Config['mailIn']['tls']): Promise<{ cert: string; key: string } | null> {
  if (tls === null) return null
  try {
    return { cert: await readFile(tls.certFile, 'utf8'), key: await readFile(tls.keyFile, 'utf8') }
  } catch (error) {
    throw new Error(`MAIL_IN_TLS_CERT and MAIL_IN_TLS_KEY cannot be read: ${String(error)}`, { cause: error })
  }
}

/** Loads a renewed certificate for new connections. Keeps the old one if the new one is broken. */
async function renewCertificate(server: MailServer, { config, log }: MailPortServices): Promise<void> {
  try {
    const certificate = await readCertificate(config.mailIn.tls)
    if (certificate && certificate.cert !== server.options.cert) server.updateSecureContext(certificate)
  } catch (error) {
    log.warn({ error }, 'the certificate of the SMTP port could not be renewed')
  }
}

type Handler = () => Promise<void>

function createHandlers(services: MailPortServices) {
  const { config, db, log, onWrite } = services
  const { lmtp, maxBytes } = config.mailIn
  /** Inboxes of the recipients of each transaction, by lower-case address. */
  const found = new WeakMap<SMTPServerEnvelope, Map<string, readonly Destination[]>>()
  /** The series of each connection that has sent a mail. */
  const series = new WeakMap<SMTPServerSession, MailSeries>()
  const isTrustedRelay = createRangeCheck(config.mailIn.trustedRelays)
  const networkBytes = config.mailIn.guards.networkMiB * 1_048_576
  const rate = new ByteRate({ perMs: networkBytes / 3_600_000, burst: networkBytes })
  /** Counts the bytes of a client's network. Returns whether they are within its rate. */
  const mayReceive = (address: string, bytes: number): boolean =>
    networkBytes === 0 || isTrustedRelay(address) || rate.take(getNetwork(address), bytes) === 0
  async function* counted(bytes: AsyncIterable<Buffer>, address: string): AsyncGenerator<Buffer> {
    for await (const chunk of bytes) {
      mayReceive(address, chunk.length)
      yield chunk
    }
  }
  const answer = (work: Handler, callback: (error?: Error | null) => void): void => {
    work().then(
      () => callback(),
      (error: unknown) => {
        const { refusal, isExpected } = toRefusal(error)
        if (!isExpected) log.error({ error }, 'an SMTP command failed')
        callback(refusal)
      },
    )
  }
  // Rejections throw, so they are not cached: a new inbox receives mail at once.
  const findDestinations = cacheBriefly(async (address) => {
    const recipient = await findRecipient(db, config, address)
    if (recipient.kind === 'UNKNOWN') throw refusals.unknownRecipient()
    if (recipient.kind === 'UNPROVED') throw refusals.unprovedDomain(recipient.domain, recipient.record)
    if (recipient.destinations.some(({ isSuspended }) => isSuspended)) throw refusals.suspended()
    return recipient.destinations
  })
  const addRecipient = async (address: string, envelope: SMTPServerEnvelope): Promise<void> => {
    const destinations = await findDestinations(address)
    found.set(envelope, (found.get(envelope) ?? new Map()).set(address.toLowerCase(), destinations))
  }
  const receive = async (stream: SMTPServerDataStream, session: SMTPServerSession): Promise<SmtpResult[]> => {
    const { envelope } = session
    const mails = series.get(session) ?? new MailSeries(services)
    series.set(session, mails)
    const accept: ReceiveServices['accept'] = async (mail) => {
      const accepted = await mails.accept(mail)
      onWrite()
      return accepted
    }
    const destinationsOf = found.get(envelope)
    const answers = await receiveMail(
      { files: getFileStore(config), log, maxBytes, accept },
      {
        bytes: counted(stream.iterator({ destroyOnReturn: false }), session.remoteAddress),
        recipients: envelope.rcptTo.map(({ address }) => ({ address, destinations: destinationsOf?.get(address.toLowerCase()) ?? [] })),
        envelope: {
          mailFrom: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
          ip: session.remoteAddress,
          helo: session.hostNameAppearsAs,
        },
      },
    )
    await drain(stream)
    return answers
  }
  return {
    onEnd: (session) => void series.get(session)?.end(),
    onMailFrom: (_address, { remoteAddress }, callback) => callback(mayReceive(remoteAddress, 0) ? null : refusals.tooManyBytes()),
    onRcptTo: ({ address }, { envelope }, callback) => answer(() => addRecipient(address, envelope), callback),
    onData(stream, session, callback) {
      receive(stream, session).then(
        (answers) => {
          if (lmtp) return callback(null, answers.map(toReply))
          const reply = toReply(joinResults(answers))
          return typeof reply === 'string' ? callback(null, reply) : callback(reply)
        },
        (error: unknown) => {
          // Nothing above throws, so this is a bug.
          log.error({ error }, 'an SMTP mail failed')
          callback(refusals.failed())
        },
      )
    },
  } satisfies Partial<ConstructorParameters<typeof MailServer>[0]>
}

function toReply(answer: SmtpResult): string | Error {
  return 'mailId' in answer ? `2.0.0 accepted as ${answer.mailId}` : answer.refusal
}

/** Drains a mail that was rejected before its end. The client reads the reply only after it has sent everything. */
async function drain(stream: SMTPServerDataStream): Promise<void> {
  if (stream.readableEnded || stream.destroyed) return
  const ended = new Promise((resolve) => stream.once('end', resolve).once('close', resolve).once('error', resolve))
  stream.resume()
  await ended
}
