/** Verifies who sent a mail: SPF, DKIM, DMARC and ARC. */
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { ARCData, DKIMVerifyResult } from 'mailauth'
import { databaseNow } from '#platform/database-now.ts'
import type { DnsResolver } from '#platform/dns.ts'
import { readEmail } from '#platform/email.ts'
import {
  type Authentication,
  type DmarcPolicy,
  readStatedAuthentication,
  toAuthentication,
  toVerdict,
  unknownAuthentication,
  type Verdict,
} from './authentication-results.ts'
import { readRawHeader, type RawHeader } from './raw-header.ts'
import { type Author, readAuthor } from './read-author.ts'

/** Transport by which a mail arrived. */
export type MailTransport =
  | { kind: 'SMTP'; ip: string; helo: string | null; mailFrom: string | null }
  | { kind: 'IMAP' | 'API' | 'PROVIDER' }

type MailToVerify = {
  raw: Buffer
  transport: MailTransport
  /** Servers whose Authentication-Results headers are trusted. */
  trustedAuthserv: readonly string[]
  /** True when the mail comes from a relay for other senders, so that the client's address says nothing about the sender. */
  trustedRelay: boolean
  resolver: DnsResolver
}

const maxMs = 5_000
/** Milliseconds for look-ups of domains other than From's, so that a stranger's slow name server cannot block the checks that decide. */
const maxForeignMs = 2_000

/** Loads mailauth on first use, because it takes 80 ms and 30 MB. */
async function loadMailauth() {
  const [{ arc }, { dkimVerify }, { evaluateDmarc }, { spf }] = await Promise.all([
    import('mailauth/lib/arc/index.js'),
    import('mailauth/lib/dkim/verify.js'),
    import('mailauth/lib/dmarc/index.js'),
    import('mailauth/lib/spf/index.js'),
  ])
  return { arc, dkimVerify, evaluateDmarc, spf }
}

/**
 * Returns the verdict about the address in From. The caller must compare that address with the one on which it acts. Over IMAP and the API
 * only headers of trusted servers count, because a sender can write such headers as well, and the delivering client's address is unknown.
 * Never throws: an inconclusive check is UNKNOWN.
 */
export async function verifyAuthentication(mail: MailToVerify): Promise<Authentication> {
  const rawHeader = readRawHeader(mail.raw)
  const header: ReadHeader = { ...rawHeader, author: readAuthor(rawHeader) }
  const found = await verifyHeader(mail, header)
  if (!hasRepeatedField(header)) return found
  return { ...found, aligned: false, isVouched: false, dmarc: found.dmarc === 'PASS' ? 'UNKNOWN' : found.dmarc }
}

/** Fields that a mail has at most once (RFC 5322, section 3.6) and that affect how it is read or threaded. */
const singleFields = 'subject message-id in-reply-to references date sender reply-to to cc content-type content-transfer-encoding'.split(
  ' ',
)

/** True when a field could have been added later: a signature covers the last one of a name, and anybody can add another above it. */
function hasRepeatedField({ fields }: RawHeader): boolean {
  return singleFields.some((single) => fields.filter(({ name }) => name === single).length > 1)
}

async function verifyHeader(mail: MailToVerify, header: ReadHeader): Promise<Authentication> {
  const { raw, transport, trustedAuthserv, trustedRelay } = mail
  const stated = readStatedAuthentication(header.fields, header.author, trustedAuthserv)
  if (transport.kind !== 'SMTP') return stated ?? unknownAuthentication
  if (trustedRelay && stated) return stated
  const body = header.bodyAt === null || !isHarmless(header) ? null : Readable.from(streamMail(raw, header), { objectMode: false })
  const late = Promise.withResolvers<Authentication>()
  const timer = setTimeout(() => {
    late.resolve(unknownAuthentication)
    // Stop reading the mail, so that an abandoned check costs nothing more.
    body?.destroy(new Error('Out of time'))
  }, maxMs)
  try {
    return await Promise.race([verifyItself(mail, transport, header, body), late.promise])
  } catch {
    return unknownAuthentication
  } finally {
    clearTimeout(timer)
  }
}

type Smtp = Extract<MailTransport, { kind: 'SMTP' }>
type ReadHeader = RawHeader & { readonly author: Author | null }

async function verifyItself(mail: MailToVerify, transport: Smtp, header: ReadHeader, body: Readable | null): Promise<Authentication> {
  const { trustedRelay, resolver } = mail
  const { dkimVerify, evaluateDmarc } = await loadMailauth()
  const resolve = limitForeign(resolver, header.author?.domain ?? null)
  const [sender, signatures] = await Promise.all([
    trustedRelay ? null : verifySpf(transport, resolve),
    body === null ? null : dkimVerify(body, { resolver: resolve, rejectRsaSha1: true, curTime: new Date(databaseNow()) }).catch(() => null),
  ])
  const valid = (signatures?.results ?? []).filter(({ status }) => isValid(status))
  const forwarder = signatures === null ? null : await readForwarder(mail, signatures, header)
  if (forwarder) return forwarder
  const found = { spf: sender?.verdict ?? 'UNKNOWN', dkim: toDkimVerdict(signatures, valid.length > 0), by: null } as const
  const { author } = header
  // mailauth parses From itself, so its comparison only counts if it found the same author.
  const isRead = author !== null && signatures?.headerFrom.length === 1 && readEmail(signatures.headerFrom[0] ?? '') === author.address
  const isSignedByDomain = isRead && valid.some(({ status }) => typeof status.aligned === 'string')
  if (trustedRelay && !isSignedByDomain) return { ...unknownAuthentication, ...found }
  if (author === null) return { ...unknownAuthentication, ...found, dmarc: 'NONE' }
  const all = signatures?.results ?? []
  const evaluate = (spfDomains: string[], results: typeof all) =>
    evaluateDmarc({
      headerFrom: [author.address],
      fromFields: 1,
      spfDomains,
      dkimDomains: results.flatMap(({ id = '', signingDomain, status }) =>
        signingDomain === undefined ? [] : [{ id, domain: signingDomain, aligned: status.aligned ?? false }],
      ),
      resolver: resolve,
    })
  const { response } = await evaluate(sender?.verdict === 'PASS' ? [sender.domain] : [], valid)
  const subject = author.address
  if (!response) return { ...unknownAuthentication, ...found, dmarc: 'NONE', subject }
  const dmarc = toVerdict(response.status.result)
  // Count only what the From domain itself leaves open: a forger could add a signature or a return path of a domain whose name servers
  // fail.
  const openSender = sender?.verdict === 'UNKNOWN' ? [sender.domain] : []
  const open = all.filter(({ status }) => status.result === 'temperror')
  const hasOpen = openSender.length > 0 || open.length > 0
  const isUncertain = dmarc === 'FAIL' && (trustedRelay || (hasOpen && !hasFailed(await evaluate(openSender, open))))
  // Without a policy, or with an unreadable one, fall back to the relaxed alignment that mailauth computes for each signature.
  const aligned = dmarc === 'PASS' || dmarc === 'FAIL' ? response.alignment.dkim.result !== undefined : isSignedByDomain
  return {
    ...found,
    dmarc: isUncertain ? 'UNKNOWN' : dmarc,
    dmarcPolicy: toPolicy(response.policy),
    aligned,
    subject,
    isVouched: aligned || dmarc === 'PASS',
  }
}

/**
 * Withdraws results about an address other than the sender that the parser found. Such a mail fails by the policy of the sender's domain:
 * otherwise a forger would write an ambiguous From to evade the policy.
 */
export async function confirmSubject(
  authentication: Authentication,
  sender: string | null,
  resolver: DnsResolver,
): Promise<Authentication> {
  const { subject, dmarc, by } = authentication
  if (subject !== null && subject === sender) return authentication
  const withdrawn = { ...authentication, aligned: false, subject: null, isVouched: false }
  if (by !== null) return { ...withdrawn, dmarc: dmarc === 'PASS' ? 'UNKNOWN' : dmarc }
  if (sender === null || dmarc === 'UNKNOWN') return withdrawn
  const { evaluateDmarc } = await loadMailauth()
  const resolve: Resolve = async (name, type) => resolver.resolve(name, type)
  const question = { headerFrom: [sender], fromFields: 1, spfDomains: [], dkimDomains: [], resolver: resolve }
  const { response } = await evaluateDmarc(question).catch(() => ({ response: null }))
  return { ...withdrawn, dmarc: 'FAIL', dmarcPolicy: response ? toPolicy(response.policy) : null }
}

type Resolve = (name: string, type: string) => Promise<string[] | string[][]>

/**
 * Limits the time for names outside the From domain. Treats a name that DNS cannot have, such as a selector with a long label, as
 * nonexistent: otherwise a forger could leave a check open.
 */
function limitForeign(resolver: DnsResolver, domain: string | null): Resolve {
  const end = performance.now() + maxForeignMs
  return async (name, type) => {
    const found = resolver.resolve(name, type).catch((error: unknown) => {
      throw error instanceof Error && 'code' in error && error.code === 'EBADNAME' ? Object.assign(error, { code: 'ENOTFOUND' }) : error
    })
    const zone = name.toLowerCase().replace(/^.*\._domainkey\.|^_dmarc\./, '')
    if (domain !== null && (zone === domain || zone.endsWith(`.${domain}`) || domain.endsWith(`.${zone}`))) return found
    const { promise: late, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(
      () => reject(Object.assign(new Error('Out of time'), { code: 'ETIMEOUT' })),
      Math.max(0, end - performance.now()),
    )
    return Promise.race([found, late]).finally(() => clearTimeout(timer))
  }
}

/** Whether DMARC would fail even if the inconclusive checks had passed. */
function hasFailed({ response }: { response: false | { status: { result: string } } }): boolean {
  return response !== false && response.status.result === 'fail'
}

type SpfResult = { readonly verdict: Verdict; readonly domain: string }

async function verifySpf({ ip, helo, mailFrom }: Smtp, resolver: Resolve): Promise<SpfResult> {
  try {
    const { spf } = await loadMailauth()
    const { status, domain } = await spf({ ip, helo: helo ?? ip, sender: mailFrom ?? '', resolver, maxElapsedTime: maxMs - 1_000 })
    return { verdict: toVerdict(status.result), domain }
  } catch {
    return { verdict: 'UNKNOWN', domain: (mailFrom || (helo ?? '')).replace(/^.*@/, '') }
  }
}

/** True when a signature is valid and covers the whole body. Anybody could have added text below the signed part. */
function isValid({ result, underSized = 0 }: DKIMVerifyResult['results'][number]['status']): boolean {
  return result === 'pass' && underSized === 0
}

function toDkimVerdict(signatures: DKIMVerifyResult | null, hasValid: boolean): Verdict {
  if (hasValid) return 'PASS'
  const results = signatures?.results.map(({ status }) => status.result) ?? ['temperror']
  if (results.every((result) => result === 'none')) return 'NONE'
  return results.includes('temperror') ? 'UNKNOWN' : 'FAIL'
}

function toPolicy(policy: string | undefined): DmarcPolicy | null {
  return policy === 'none' || policy === 'quarantine' || policy === 'reject' ? policy : null
}

/**
 * Returns the results that a trusted server found before it forwarded the mail. They are in an ARC set that the server sealed under its own
 * domain, so the sender cannot have written them. Null when there are none.
 */
async function readForwarder(
  { trustedAuthserv, resolver }: MailToVerify,
  signatures: DKIMVerifyResult,
  { author }: ReadHeader,
): Promise<Authentication | null> {
  const lastEntry = signatures.arc?.lastEntry
  if (trustedAuthserv.length === 0 || !lastEntry) return null
  const { arc } = await loadMailauth()
  const resolve: Resolve = async (name, type) => resolver.resolve(name, type)
  // Safe because the verifier makes this object for `arc`; the types differ in the chain, which is present with its last entry.
  const { status } = await arc(signatures.arc as ARCData, { resolver: resolve })
  if (status.result !== 'pass') return null
  const line = String(lastEntry['arc-authentication-results']?.original ?? '').replaceAll(/\r?\n/g, ' ')
  const stated = toAuthentication(line.replace(/^[^:]*:\s*i\s*=\s*\d+\s*;/i, ''), author, trustedAuthserv)
  const sealer = lastEntry['arc-seal']?.parsed?.d?.value
  return stated?.by && typeof sealer === 'string' && `.${stated.by}`.endsWith(`.${sealer.toLowerCase()}`) ? stated : null
}

// --- Limits ---------------------------------------------------------------------------------------------------------

const maxLines = 4_000
const maxFields = 1_000
const maxSignatures = 8
const maxSignatureLength = 16_384
const maxFromLength = 4_096
/** Maximum bytes of a body line. Longer lines would be copied again for each chunk. */
const maxLineBytes = 262_144

/**
 * True when a header can be verified quickly. Several regular expressions of mailauth take quadratic time for long runs of white space, for
 * many lines in one field, or for long lists in a signature, and each signature may demand a hash of the whole body.
 */
function isHarmless({ fields, text }: RawHeader): boolean {
  const isSignature = (name: string): boolean => name === 'dkim-signature' || name === 'arc-message-signature'
  return (
    fields.length <= maxFields &&
    text.split('\n').length <= maxLines &&
    !/[ \t\r]{200}/.test(text) &&
    fields.filter(({ name }) => name === 'dkim-signature').length <= maxSignatures &&
    fields.every(({ name, value }) => !isSignature(name) || value.length <= maxSignatureLength) &&
    fields.every(({ name, value }) => name !== 'from' || value.length <= maxFromLength)
  )
}

/**
 * Yields a mail in chunks with CRLF at the ends of lines; only the header when there is no signature. Chunks share the memory of `raw`
 * unless line ends change, which mailauth would do line by line. Throws for a line that is too long.
 */
async function* streamMail(raw: Buffer, { fields, bodyAt }: RawHeader): AsyncGenerator<Buffer> {
  const isSigned = fields.some(({ name }) => name === 'dkim-signature' || name === 'arc-message-signature')
  const end = isSigned ? raw.length : (bodyAt ?? raw.length)
  let at = 0
  while (at < end) {
    // Cut at line ends, so that no CRLF is split.
    const cut = raw.lastIndexOf(0x0a, Math.min(at + maxLineBytes, end) - 1) + 1
    const next = cut > at ? cut : end
    if (next - at > maxLineBytes) throw new Error('A line is too long')
    yield toCrlf(raw.subarray(at, next))
    // Otherwise the stream would not return to the event loop before the end of the mail.
    await setImmediate()
    at = next
  }
}

function toCrlf(chunk: Buffer): Buffer {
  for (let at = chunk.indexOf(0x0a); at >= 0; at = chunk.indexOf(0x0a, at + 1))
    if (chunk[at - 1] !== 0x0d) return Buffer.from(chunk.toString('latin1').replaceAll(/\r?\n/g, '\r\n'), 'latin1')
  return chunk
}
