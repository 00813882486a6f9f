/**
 * Makes one attempt to send a mail, with a result per recipient. The result has what a retry needs to know: if the connection breaks before
 * the final dot, nothing was sent; after it, the mail may have been sent. Rejections of the sign-in or the sender concern every mail of the
 * inbox, so the caller pauses the inbox.
 */
import { isAscii, toAsciiDomain } from './wire-address.ts'
import type { Readable } from 'node:stream'
import type { OutgoingServer } from './outgoing-server.ts'
import { SmtpPool } from './smtp-pool.ts'
import {
  isAddressDead,
  isPermanent,
  isThrottling,
  parseProviderId,
  parseReply,
  toReason,
  toStatusCode,
  type SmtpReply,
} from './smtp-replies.ts'
import { SmtpError } from './smtp-errors.ts'
import type { Envelope, SendState, SmtpTimeouts } from './smtp-session.ts'

export type OutgoingMail = {
  /** The envelope sender. Empty for automatic mail, which must not cause a bounce. */
  readonly from: string
  /** Recipients of this attempt, without those that have already accepted the mail. */
  readonly recipients: readonly string[]
  readonly bytes: Buffer | (() => Readable)
}

/**
 * ACCEPTED and REFUSED are final. UNCERTAIN: the connection broke after the final dot, so the server may have accepted the mail for this
 * recipient. `reason` may contain addresses, so it is for the API and never for logs.
 */
export type RecipientResult = {
  readonly address: string
  readonly state: 'ACCEPTED' | 'REFUSED' | 'DEFERRED' | 'UNCERTAIN'
  readonly code: string | null
  readonly reason: string | null
  /** True when the server rejected the address itself permanently (a hard bounce). */
  readonly isDead?: true
}

export type AttemptResult = {
  /** In the order of the mail's recipients. */
  readonly recipients: readonly RecipientResult[]
  /** DONE: no recipient is waiting. UNCERTAIN: at least one recipient may have the mail. */
  readonly outcome: 'DONE' | 'DEFERRED' | 'UNCERTAIN'
  /** The server's queue id of the mail. */
  readonly providerId: string | null
  /** Queue ids of the other copies, if each recipient got a copy of their own. */
  readonly otherProviderIds?: readonly string[]
  /** Reason to pause all mail of the inbox; null when there is none. */
  readonly pause: 'THROTTLED' | 'SIGN_IN' | 'SENDER' | null
  /** The failure as a sentence without addresses and content; null when every recipient has accepted the mail. */
  readonly error: string | null
}

export type AttemptProgress = {
  /** Awaited before the final dot is sent. Commit here that the mail may have been sent. */
  beforeData(): Promise<void>
}

const pool = new SmtpPool()
const aborted = 'The attempt was given up.'

/**
 * Sends a mail once. Throws the errors of `progress.beforeData` and of the byte stream; the mail has then not been sent. When `signal`
 * aborts, the connection closes at once.
 */
export async function attemptDelivery(
  server: OutgoingServer,
  mail: OutgoingMail,
  progress: AttemptProgress,
  signal: AbortSignal,
  timeouts: SmtpTimeouts,
): Promise<AttemptResult> {
  let borrowed
  try {
    borrowed = await pool.borrow(server, timeouts, signal)
  } catch (error) {
    if (signal.aborted) return deferAll(mail, { error: aborted })
    if (!(error instanceof SmtpError)) throw error
    return deferAll(mail, { error: error.message, pause: findPause(error) })
  }
  const { session, release } = borrowed
  const state: SendState = { accepted: [], refused: [], isDotSent: false }
  const abort = (): void => session.close()
  signal.addEventListener('abort', abort, { once: true })
  const wires = toWireAddresses(mail.recipients, session.acceptsUtf8)
  let isUsable = false
  try {
    if (wires.size === 0) return settle(mail, wires, state, { response: null, error: null })
    const envelope: Envelope = {
      from: toAsciiDomain(mail.from),
      recipients: [...wires.keys()],
      size: Buffer.isBuffer(mail.bytes) ? mail.bytes.length : null,
    }
    const response = await session.send(
      envelope,
      () => readChunks(mail.bytes),
      () => progress.beforeData(),
      state,
    )
    isUsable = true
    return settle(mail, wires, state, { response, error: null })
  } catch (error) {
    if (signal.aborted) return settle(mail, wires, state, { response: null, error: new SmtpError('CONNECTION', aborted) })
    if (!(error instanceof SmtpError)) throw error
    // After a rejection before the content, or the reply to the dot, the connection is still usable.
    isUsable = error.reply !== null && (error.step !== 'DATA' || state.isDotSent)
    return settle(mail, wires, state, { response: null, error })
  } finally {
    signal.removeEventListener('abort', abort)
    release({ reuse: isUsable })
  }
}

async function* readChunks(bytes: Buffer | (() => Readable)): AsyncGenerator<Buffer> {
  if (!Buffer.isBuffer(bytes)) {
    // Safe because the bytes of a mail are a stream without an encoding, which yields buffers.
    yield* bytes() as AsyncIterable<Buffer>
    return
  }
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536)
}

/**
 * Returns the addresses for the server, each with the recipients that it represents. Domains are in ASCII, which every server understands.
 * Leaves out addresses that the server does not support.
 */
function toWireAddresses(recipients: readonly string[], acceptsUtf8: boolean): ReadonlyMap<string, readonly string[]> {
  const wires = new Map<string, string[]>()
  for (const address of recipients) {
    if (findAddressProblem(address, acceptsUtf8) !== null) continue
    const wire = toAsciiDomain(address)
    wires.set(wire, [...(wires.get(wire) ?? []), address])
  }
  return wires
}

function findAddressProblem(address: string, acceptsUtf8: boolean): { code: string; reason: string } | null {
  if (!/^[^\p{Cc}<>]*[^\p{Cc}<>\s]@[^\p{Cc}<>\s@]+$/u.test(address)) return { code: '5.1.3', reason: 'The address is malformed.' }
  if (acceptsUtf8 || isAscii(address.slice(0, address.lastIndexOf('@')))) return null
  return { code: '5.6.7', reason: 'The mail server does not support international addresses (SMTPUTF8).' }
}

type Ended = { response: string | null; error: SmtpError | null }

/** Converts the envelope's state and the end of the attempt to a result. */
function settle(mail: OutgoingMail, wires: ReadonlyMap<string, readonly string[]>, state: SendState, ended: Ended): AttemptResult {
  const { response, error } = ended
  const wireOf = new Map([...wires].flatMap(([wire, addresses]) => addresses.map((address) => [address, wire] as const)))
  // A server that rejects the sender also rejects the pipelined recipients, which says nothing about them.
  const refused = error?.step === 'SENDER' || error?.step === 'SIZE' ? [] : state.refused
  const refusals = new Map(refused.map(({ recipient, reply }) => [recipient, reply]))
  const recipients = mail.recipients.map((address): RecipientResult => {
    const wire = wireOf.get(address)
    if (wire === undefined) return { address, state: 'REFUSED', ...(findAddressProblem(address, false) ?? { code: null, reason: null }) }
    const refusal = refusals.get(wire)
    if (refusal !== undefined) return toRefused(address, refusal)
    if (response !== null) return { address, state: 'ACCEPTED', code: toCode(parseReply(response)), reason: null }
    return toFailed(address, error, state.isDotSent)
  })
  const has = (wanted: RecipientResult['state']): boolean => recipients.some((each) => each.state === wanted)
  const throttled = refused.some(({ reply }) => reply !== null && isThrottling(reply))
  const counts = recipients.filter((each) => each.state !== 'ACCEPTED').length
  return {
    recipients,
    outcome: has('UNCERTAIN') ? 'UNCERTAIN' : has('DEFERRED') ? 'DEFERRED' : 'DONE',
    providerId: response === null ? null : parseProviderId(response),
    pause: (error === null ? null : findPause(error)) ?? (throttled ? 'THROTTLED' : null),
    error: counts === 0 ? null : (error?.message ?? describeRefusals(recipients)),
  }
}

function toRefused(address: string, reply: SmtpReply | null): RecipientResult {
  const state = reply !== null && isPermanent(reply) ? 'REFUSED' : 'DEFERRED'
  const dead = reply !== null && isAddressDead(reply) ? { isDead: true as const } : {}
  return { address, state, code: toCode(reply), reason: reply === null ? null : toReason(reply), ...dead }
}

/** Returns the addresses that reject mail permanently (hard bounces). */
export function listDeadAddresses({ recipients }: AttemptResult): string[] {
  return recipients.flatMap(({ address, isDead }) => (isDead ? address : []))
}

/** Returns the result of a recipient that the server had not rejected when the attempt failed. */
function toFailed(address: string, error: SmtpError | null, isDotSent: boolean): RecipientResult {
  const reply = error?.reply ?? null
  const about = { address, code: toCode(reply), reason: reply === null ? (error?.message ?? null) : toReason(reply) }
  if (error?.step === 'SIZE') return { ...about, state: 'REFUSED', code: '5.3.4' }
  if (error?.step === 'DATA' && reply !== null) return { ...about, state: isPermanent(reply) ? 'REFUSED' : 'DEFERRED' }
  // A server rejects an oversized mail already at MAIL FROM. That concerns this mail rather than the sender.
  if (error?.step === 'SENDER' && reply !== null && isAboutSize(reply)) return { ...about, state: 'REFUSED' }
  return { ...about, state: isDotSent && reply === null ? 'UNCERTAIN' : 'DEFERRED' }
}

function isAboutSize({ code, enhanced }: SmtpReply): boolean {
  return code === 552 || enhanced === '5.3.4' || enhanced === '5.2.3'
}

function toCode(reply: SmtpReply | null): string | null {
  return reply === null ? null : toStatusCode(reply)
}

/** Returns the reason to pause all mail of the inbox after this error, or null. */
function findPause({ step, reply }: SmtpError): AttemptResult['pause'] {
  if (reply !== null && isThrottling(reply)) return 'THROTTLED'
  if (step === 'SIGN_IN') return 'SIGN_IN'
  if (step !== 'SENDER' || reply === null || isAboutSize(reply)) return null
  return reply.code === 530 ? 'SIGN_IN' : 'SENDER'
}

function describeRefusals(recipients: readonly RecipientResult[]): string {
  const codes = [...new Set(recipients.flatMap(({ state, code }) => (state === 'ACCEPTED' || code === null ? [] : [code])))]
  return `The mail server refused at RCPT TO: ${codes.join(', ')}.`
}

function deferAll({ recipients }: OutgoingMail, { error, pause = null }: { error: string; pause?: AttemptResult['pause'] }): AttemptResult {
  return {
    recipients: recipients.map((address) => ({ address, state: 'DEFERRED', code: null, reason: error })),
    outcome: 'DEFERRED',
    providerId: null,
    pause,
    error,
  }
}
