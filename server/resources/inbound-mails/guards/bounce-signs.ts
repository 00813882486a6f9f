/** Recognises bounces, delay notices and complaints, which come from mail servers and which no person reads. */
import type { ParsedMail } from '../parse/parsed-mail.ts'
import { findHeader, listHeaders, readKeyword } from './header-values.ts'

export type BounceKind = 'BOUNCE' | 'COMPLAINT'

export type BounceSource = {
  readonly mail: Pick<ParsedMail, 'headers' | 'from' | 'subject' | 'report' | 'inReplyTo' | 'references'> & {
    readonly body: Pick<ParsedMail['body'], 'bodyText'>
  }
  /** Empty for the null sender `<>`; null when unknown to the transport. */
  readonly envelopeFrom: string | null
}

/** Local parts, or whole values of From, that only mail servers use. */
const daemon =
  /^"?(mail(er)?[-_. ]?daemon|post[-_.]?master|mdaemon|(double-)?bounces?|mail(er)?[-_. ]?delivery([-_. ](sub)?system)?|microsoftexchange[0-9a-f]{32})"?$/
/** Local parts that both mail servers and people use. */
const automatic =
  /^"?(no[-_.]?reply|do[-_.]?not[-_.]?reply|(.*-)?admin|(system[-_. ]?)?administrator|system|root|mail|mailadmin|mailer|mailsystem|notifications?|.*(daemon|bounce|gateway).*)"?$/
/** Prefixes of bounce subjects. A subject that starts with `Fwd:` or `Re:` is from a person. */
const bounceSubject = new RegExp(
  `^(\\*+spam\\*+ |\\[[^\\]]{0,40}\\] ?)?(${[
    'undeliver(able|ed)',
    '(non-?|not )deliver(y|able|ed)',
    'returned (e-?)?mail',
    '(e-?mail|message|mail) (returned|rejected|not delivered|undeliverable|could not be delivered|was not delivered)',
    'failure notice',
    'deliver(y|ing) (status notification|notification|failed|failure|error|problem|has failed|unsuccessful|delayed|incomplete|report)',
    'mail (delivery|system|error)',
    'automatically rejected|error (sending|delivering)',
    'your (message|e-?mail|mail) .{0,80}(not |n.t |failed|blocked|rejected)',
    'message (delivery|status|undeliverable|delayed)',
    'unable to deliver',
    'failed (to deliver|mail|delivery)',
    'warning: (could not send|message|mail|e-?mail)',
    'could not (send|deliver)',
    'permanent (delivery )?(failure|error)',
    'delayed (mail|delivery)',
    'mailbox (full|unavailable|not found|does not exist)',
    'loop alert|you .{1,80} are not (a )?member',
    'user unknown|unknown (user|recipient)',
    'unzustellbar|nicht zustellbar|zustellung|zustellungs|mail konnte nicht',
    'non remis|non distribu|échec de (la )?(remise|distribution)|message non',
    'no se (puede|pudo) entregar|no entregado|devuelto|correo no|no se ha podido',
    'mancat[ao] (recapito|consegna)|recapito|consegna non',
    'não (foi )?entreg|falha n[ao] entrega|mensagem não',
    'onbestelbaar|niet bestelbaar|niet afgeleverd',
    'ej levererat|kunde inte levereras|oleverer|kan ikke leveres|kunne ikke leveres',
    'niedostarcz|nie (można )?dostarcz|zwrot',
    'не (доставлен|удалось доставить)|недоставлен|отчет о недоставке',
    'メールエラー|送信エラー|配信エラー|配信不能|配達不能|未送达|无法(投递|送达)|退信|系统退信|無法(投遞|傳遞)|반송|배달',
  ].join('|')})`,
  'u',
)
/** Phrases in a body that report a failed delivery of a mail. Shops use some of them for parcels. */
const failureText =
  /could not be delivered|couldn't be delivered|was not delivered|not been delivered|unable to deliver|delivery (to the following|failed|has failed)|undeliverable|permanent(ly)? (fatal )?(error|failure|failed)|user unknown|unknown user|no such (user|recipient|mailbox)|mailbox (is )?(full|unavailable|not found)|recipient (address )?rejected|does(n't| not) exist|(^|[^\d.])5\d\d[ -]#?5\.\d{1,3}\.\d|status: ?[45]\.\d|\(#5\.\d\.\d\)|host .{1,200} said:/i
/** Phrases that only mail servers use: a protocol code, or the failure of a mail rather than a parcel. */
const protocolText =
  /(^|[^\d.])5\d\d[ -]#?5\.\d{1,3}\.\d|status: ?[45]\.\d|\(#5\.\d\.\d\)|\b5\.[0-7]\.\d{1,3}\b.{0,80}(user|mailbox|recipient|address)|user unknown|unknown user|no such (user|recipient|mailbox)|mailbox (is )?(full|unavailable|not found)|recipient (address )?rejected|host .{1,200} said:|delivery to the following|(message|e-?mail|mail) .{0,120}(could not be delivered|couldn't be delivered|was not delivered|not been delivered|undeliverable)|unable to deliver (your |the |this )?(message|e-?mail|mail)/i

const maxBodyLength = 8_000

/**
 * Returns the kind of report, or null for other mail. One sign is enough if only mail servers produce it. The null sender is not such a
 * sign: out-of-office replies have it too, so the mail must not look like one, or must mention a failure. Neither are words in the subject:
 * `mail@` may belong to a person, and parcels are returned or undeliverable as well.
 */
export function findBounceKind({ mail, envelopeFrom }: BounceSource): BounceKind | null {
  const { headers, report } = mail
  const notified = findNotification(mail)
  if (notified !== undefined) return notified
  if (report?.type === 'feedback-report') return 'COMPLAINT'
  if (report?.type === 'disposition-notification') return null
  if (report?.type === 'delivery-status' || findHeader(headers, 'x-failed-recipients') !== null || isFrom(mail, daemon)) return 'BOUNCE'
  const hasBounceSubject = isBounceSubject(mail)
  const text = readBeginning(mail)
  // An out-of-office reply can say that an address no longer exists.
  if (isNullSender(headers, envelopeFrom)) return hasBounceSubject || !isAnswer(mail) || protocolText.test(text) ? 'BOUNCE' : null
  if (!hasBounceSubject) return null
  // Some servers send bounces from an ordinary address and with an ordinary envelope sender. People also ask about bounces, but rarely
  // paste the headers of the returned mail.
  const isAutomatic = isFrom(mail, automatic) || mail.from.length === 0 || hasAutomaticHeader(headers)
  const hasReturnedHeaders = returnedHeaders.test(mail.body.bodyText.slice(0, maxBodyLength))
  return (isAutomatic ? protocolText.test(text) || hasReturnedHeaders : failureText.test(text) && hasReturnedHeaders) ? 'BOUNCE' : null
}

const returnedHeaders = /^[> \t]*(received: from|return-path:|message-id:)/im

/**
 * Returns the kind of report of a mail that returns one of this service's signed mails. Mail servers have the signed mail, but so do its
 * recipients and customers who attach a reply, so the mail must also read like a bounce.
 */
export function findReturnedKind({ mail }: BounceSource): BounceKind | null {
  if (mail.report !== null || isAnswer(mail)) return null
  if (readSubject(mail).startsWith('complaint about message from')) return 'COMPLAINT'
  const hasSubject = isBounceSubject(mail)
  const isAutomatic = isFrom(mail, automatic)
  return (hasSubject && isAutomatic) || ((hasSubject || isAutomatic) && failureText.test(readBeginning(mail))) ? 'BOUNCE' : null
}

function readSubject({ subject }: BounceSource['mail']): string {
  return subject.slice(0, 300).normalize('NFC').toLowerCase().trim()
}

function isBounceSubject(mail: BounceSource['mail']): boolean {
  return bounceSubject.test(readSubject(mail))
}

function readBeginning({ body }: BounceSource['mail']): string {
  return body.bodyText.slice(0, maxBodyLength).replaceAll(/\s+/g, ' ')
}

/** Parses a bounce of Amazon SES, which reports bounces as JSON and can mail them by its notification service. Undefined for other mail. */
function findNotification({ from, body }: BounceSource['mail']): BounceKind | null | undefined {
  if (!from.some(({ address }) => address.toLowerCase() === 'no-reply@sns.amazonaws.com')) return undefined
  const [, type] = /^\s*\{"(?:notificationType|eventType)":"(\w{1,40})"/.exec(body.bodyText) ?? []
  return type === undefined ? undefined : type === 'Complaint' ? 'COMPLAINT' : type === 'Bounce' ? 'BOUNCE' : null
}

/** Whether a mail reports a delayed delivery that will be retried. */
export function isNoticeOfDelay({ subject, body }: BounceSource['mail']): boolean {
  const text = `${subject.slice(0, 300)} ${body.bodyText.slice(0, maxBodyLength)}`.replaceAll(/\s+/g, ' ')
  return /\b(delay(ed)?|warning)\b/i.test(subject.slice(0, 300))
    ? !/permanent(ly)? (fatal )?(error|failure|failed)|giving up|given up|will not be retried/i.test(text)
    : /warning message only|(do not|don't) need to resend|will (continue to be|be) retried|will (continue to try|keep trying|try again)|has been delayed|still being retried/i.test(
        text,
      )
}

function isFrom({ headers, from }: BounceSource['mail'], pattern: RegExp): boolean {
  const locals = from.map(({ address }) => address.slice(0, 300).replace(/@[^@]*$/, ''))
  // Old servers write `From: MAILER-DAEMON (Mail Delivery Subsystem)`, which has no address.
  const names =
    from.length === 0 ? listHeaders(headers, 'from').map((value) => value.slice(0, 300).replaceAll(/\([^)]*\)|.*<|>.*|@.*/g, '')) : []
  return [...locals, ...names].some((text) => pattern.test(text.trim().toLowerCase()))
}

function isNullSender(headers: BounceSource['mail']['headers'], envelopeFrom: string | null): boolean {
  const sender = envelopeFrom ?? findHeader(headers, 'return-path')
  return sender !== null && /^<?(mailer-daemon(@[^<>]*)?)?>?$/i.test(sender.slice(0, 1_000).replaceAll(/\s/g, ''))
}

function isAnswer({ headers, inReplyTo, references }: BounceSource['mail']): boolean {
  return inReplyTo.length > 0 || references.length > 0 || hasAutomaticHeader(headers)
}

function hasAutomaticHeader(headers: BounceSource['mail']['headers']): boolean {
  const isSet = (name: string): boolean => !['', 'no'].includes(readKeyword(findHeader(headers, name) ?? ''))
  return ['auto-submitted', 'x-autoreply', 'x-autorespond', 'x-autoresponder'].some(isSet)
}
