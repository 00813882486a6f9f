/** Recognises bounces, notices of delay and complaints, which mail servers send and no person reads. */
import type { ParsedMail } from '../parse/parsed-mail.ts'
import { findHeader, listHeaders, readKeyword } from './header-values.ts'

export type BounceKind = 'BOUNCE' | 'COMPLAINT'

export type BounceSource = {
  readonly mail: Pick<ParsedMail, 'headers' | 'from' | 'subject' | 'report' | 'inReplyTo' | 'references'> & {
    readonly body: Pick<ParsedMail['body'], 'bodyText'>
  }
  /** Empty for the null sender `<>`; null when the transport does not know it. */
  readonly envelopeFrom: string | null
}

/** Local parts, or whole values of From, that only mail servers use. */
const daemon =
  /^"?(mail(er)?[-_. ]?daemon|post[-_.]?master|mdaemon|(double-)?bounces?|mail(er)?[-_. ]?delivery([-_. ](sub)?system)?|microsoftexchange[0-9a-f]{32})"?$/
/** Local parts that mail servers use, and people too. */
const automatic =
  /^"?(no[-_.]?reply|do[-_.]?not[-_.]?reply|(.*-)?admin|(system[-_. ]?)?administrator|system|root|mail|mailadmin|mailer|mailsystem|notifications?|.*(daemon|bounce|gateway).*)"?$/
/** Beginnings of subjects of bounces. A subject that starts with `Fwd:` or `Re:` is from a person. */
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
/** Words of a body by which a mail server says that it has not delivered a mail. Shops say some of them about parcels. */
const failureText =
  /could not be delivered|couldn't be delivered|was not delivered|not been delivered|unable to deliver|delivery (to the following|failed|has failed)|undeliverable|permanent(ly)? (fatal )?(error|failure|failed)|user unknown|unknown user|no such (user|recipient|mailbox)|mailbox (is )?(full|unavailable|not found)|recipient (address )?rejected|does(n't| not) exist|(^|[^\d.])5\d\d[ -]#?5\.\d{1,3}\.\d|status: ?[45]\.\d|\(#5\.\d\.\d\)|host .{1,200} said:/i
/** Words that only mail servers write: a code of the protocol, or the failure of a mail and not of a parcel. */
const protocolText =
  /(^|[^\d.])5\d\d[ -]#?5\.\d{1,3}\.\d|status: ?[45]\.\d|\(#5\.\d\.\d\)|\b5\.[0-7]\.\d{1,3}\b.{0,80}(user|mailbox|recipient|address)|user unknown|unknown user|no such (user|recipient|mailbox)|mailbox (is )?(full|unavailable|not found)|recipient (address )?rejected|host .{1,200} said:|delivery to the following|(message|e-?mail|mail) .{0,120}(could not be delivered|couldn't be delivered|was not delivered|not been delivered|undeliverable)|unable to deliver (your |the |this )?(message|e-?mail|mail)/i

const maxBodyLength = 8_000

/**
 * Returns what the mail reports, or null for other mail. One sign is enough that is used by mail servers alone. The null sender is not: notices
 * of absence have it too, so such a mail must not look like one, or must speak of a failure. Words of the subject are not either, whoever sends
 * them: `mail@` is also the address of a person, and a parcel is returned or not delivered as well.
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
  // A notice of absence can say that an address does not exist any more.
  if (isNullSender(headers, envelopeFrom)) return hasBounceSubject || !isAnswer(mail) || protocolText.test(text) ? 'BOUNCE' : null
  if (!hasBounceSubject) return null
  // Some servers send bounces from an ordinary address and with an ordinary envelope sender. People ask about bounces too, but they seldom paste
  // the headers of the returned mail.
  const isAutomatic = isFrom(mail, automatic) || mail.from.length === 0 || hasAutomaticHeader(headers)
  const hasReturnedHeaders = returnedHeaders.test(mail.body.bodyText.slice(0, maxBodyLength))
  return (isAutomatic ? protocolText.test(text) || hasReturnedHeaders : failureText.test(text) && hasReturnedHeaders) ? 'BOUNCE' : null
}

const returnedHeaders = /^[> \t]*(received: from|return-path:|message-id:)/im

/**
 * Returns what a mail reports that returns a mail which this service has signed. Mail servers and the senders of the original mail have that,
 * and customers who attach a reply, so the mail must also read like a bounce.
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

/** Amazon SES reports bounces as JSON, which its notification service can send by mail. Undefined for other mail. */
function findNotification({ from, body }: BounceSource['mail']): BounceKind | null | undefined {
  if (!from.some(({ address }) => address.toLowerCase() === 'no-reply@sns.amazonaws.com')) return undefined
  const [, type] = /^\s*\{"(?:notificationType|eventType)":"(\w{1,40})"/.exec(body.bodyText) ?? []
  return type === undefined ? undefined : type === 'Complaint' ? 'COMPLAINT' : type === 'Bounce' ? 'BOUNCE' : null
}

/** Whether a mail says that delivery is late, and will be attempted again. */
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
