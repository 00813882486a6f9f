/**
 * Templates of the service's mails. A mail is a subject and paragraphs; `layout.ts` renders both text and HTML from them, so that they
 * have the same content.
 *
 * Values may contain any user input. Templates turn them into single lines of text; rendering HTML escapes them.
 */

import type { MailContent, Paragraph, TemplateContext } from './content.ts'
import { toLine } from './line.ts'
import { meetingMail, type MeetingMail } from './meeting-template.ts'
import { type TranscriptMail, transcriptMail } from './transcript-template.ts'
import { type PortalLinkMail, portalLinkMail } from './portal-link-template.ts'
import { type RatingMail, ratingMail } from './rating-template.ts'
import {
  jobsMail,
  type JobsMail,
  type NotificationDigest,
  notificationDigestMail,
  type NotificationMail,
  notificationMail,
} from './notification-template.ts'

export type MailValues = {
  /** An invitation to join as `email`; `token` accepts it. Mails that an earlier version enqueued have no address. */
  invitation: { name: string; email?: string; inviterName: string; token: string; expiresAt: string }
  'password-reset': { name: string; token: string; expiresAt: string }
  /** Asks a user to confirm a new address; `token` confirms it. `byName` is the user who requested the change. */
  'email-confirmation': { name: string; email: string; byName: string; token: string; expiresAt: string }
  /** Notifies a user at the current address that a change to `email` was requested and waits for confirmation. */
  'email-change-notice': { name: string; email: string; byName: string; at: string; ip: string | null }
  /** Notifies a user at the previous address that the address was changed. */
  'email-changed': { name: string; email: string; at: string }
  'password-changed': { name: string; at: string; ip: string | null }
  /** A sign-in from an unfamiliar address. */
  'sign-in-notice': { name: string; at: string; ip: string | null; userAgent: string | null }
  /** Notifies a user that a session was ended because its refresh token was used twice, so a copy may have been stolen. */
  'session-ended': { name: string; at: string; ip: string | null; userAgent: string | null }
  /** Tells the requester that an export can be downloaded. `url` is signed. */
  'privacy-export': { name: string; requestId: string; url: string; expiresAt: string; size: number; sha256: string }
  /** Sends the requester the receipt of an erasure. */
  'privacy-erasure': {
    name: string
    requestId: string
    mode: string
    startedAt: string
    completedAt: string
    places: readonly { place: string; count: number }[]
    total: number
    proof: string
  }
  /**
   * Tells the requester that an export or an erasure failed. `isErased` is true for an export that failed because the customer was erased.
   */
  'privacy-failure': { name: string; requestId: string; isExport: boolean; isErased: boolean }
  /**
   * Tells administrators that a server rejects an inbox's sign-in. `receives` is true when mail is no longer fetched, and `hasToken` when the
   * inbox is one of a messenger, with a token instead of a password.
   */
  'inbox-sign-in': { name: string; inboxName: string; receives: boolean; hasToken: boolean; reason: string | null }
  /** Notifies a user about unread events in a thread. */
  notification: NotificationMail
  /** Tells a user that jobs which they started have ended. */
  'notification-jobs': JobsMail
  /** Sends a user a digest of everything unread. */
  'notification-digest': NotificationDigest
  /** Asks a customer to rate how a thread was resolved. */
  rating: RatingMail
  /** Sends a customer a link to the page with their requests. `url` signs them in. */
  'portal-link': PortalLinkMail
  /** Sends a visitor of a website their conversation. */
  transcript: TranscriptMail
  /** Sends an attendee a meeting. Reminders also go to the host. */
  meeting: MeetingMail
}
export type MailTemplate = keyof MailValues

/** Says a mail server's standard code in words. Other reasons already are words. */
function describeReason(reason: string): string {
  return /^\[?AUTHENTICATIONFAILED\]?$/i.test(reason.trim()) ? 'The user name or the password is wrong.' : toLine(reason)
}

const erasureTexts: Readonly<Record<string, string>> = {
  ANONYMIZE: 'Anonymised: threads and figures stay, without the customer’s data',
  DELETE: 'Deleted: the customer and all their threads',
}

/** Formats a size as mail programs do: in units of 1,024, with at most one decimal. */
function formatBytes(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB']
  const unit = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10))
  const value = bytes / 1024 ** unit
  return `${value.toLocaleString('en', { maximumFractionDigits: value < 10 && unit > 0 ? 1 : 0 })} ${units[unit]}`
}

const ignore = 'If you weren’t expecting this email, you can ignore it.'
const ifNotRequested = 'If you didn’t ask for this, someone else may have your API key or your password. Tell an administrator right away.'
const ifNotYou = 'If it wasn’t you, choose a new password right away and tell an administrator.'

/** Describes the time, network address and program of an action, as far as known. */
function describeTimeAndPlace(
  { at, ip, userAgent = null }: { at: string; ip: string | null; userAgent?: string | null },
  context: TemplateContext,
): Paragraph {
  const known: (readonly [string, string | null])[] = [
    ['Time', context.time(at)],
    ['IP address', ip],
    ['Browser or app', userAgent],
  ]
  return { facts: known.flatMap(([name, value]) => (value === null ? [] : [[name, toLine(value)] as const])) }
}

export const templates: { readonly [Template in MailTemplate]: (values: MailValues[Template], context: TemplateContext) => MailContent } = {
  invitation: ({ name, email, inviterName, token, expiresAt }, context) => ({
    subject: `${toLine(inviterName)} invited you to ${context.tenant}`,
    paragraphs: [
      `Hi ${toLine(name)},`,
      `${toLine(inviterName)} invited you to join ${context.tenant}.${email === undefined ? '' : ` You’ll sign in as ${toLine(email)}.`} Choose a password to get started.`,
      { link: { label: 'Accept the invitation', url: context.page('/accept-invitation', { token }) } },
      `You can use this link once, until ${context.time(expiresAt)}.`,
      ignore,
    ],
  }),
  'password-reset': ({ name, token, expiresAt }, context) => ({
    subject: `Choose a new password for ${context.tenant}`,
    paragraphs: [
      `Hi ${toLine(name)},`,
      `Someone asked for a new password for your account in ${context.tenant}. If it was you, choose one here.`,
      { link: { label: 'Choose a new password', url: context.page('/reset-password', { token }) } },
      `You can use this link once, until ${context.time(expiresAt)}.`,
      'If it wasn’t you, you can ignore this email. Your password stays the same.',
    ],
  }),
  'email-confirmation': ({ name, email, byName, token, expiresAt }, context) => ({
    subject: `Confirm your new address for ${context.tenant}`,
    paragraphs: [
      `Hi ${toLine(name)},`,
      `${toLine(byName)} wants to change the address you sign in to ${context.tenant} with to ${toLine(email)}. Please confirm that this address is yours.`,
      { link: { label: 'Confirm the address', url: context.page('/confirm-email', { token }) } },
      `You can use this link once, until ${context.time(expiresAt)}. Nothing changes until you confirm.`,
      'If you don’t have an account there, you can ignore this email. We won’t use your address.',
    ],
  }),
  'email-change-notice': ({ name, email, byName, ...where }, context) => ({
    subject: `Your address for ${context.tenant} is about to change`,
    paragraphs: [
      `Hi ${toLine(name)},`,
      `${toLine(byName)} asked to change the address you sign in to ${context.tenant} with to ${toLine(email)}. The new address works as soon as someone who reads its mail confirms it. Until then, sign in as usual.`,
      describeTimeAndPlace(where, context),
      'If this looks wrong, tell an administrator right away. They can cancel the change.',
    ],
  }),
  'email-changed': ({ name, email, at }, context) => ({
    subject: `Your address for ${context.tenant} has changed`,
    paragraphs: [
      `Hi ${toLine(name)},`,
      `From now on, sign in to ${context.tenant} with ${toLine(email)}. You can’t sign in with this address any more.`,
      describeTimeAndPlace({ at, ip: null }, context),
      'If this looks wrong, tell an administrator right away.',
    ],
  }),
  'password-changed': ({ name, ...where }, context) => ({
    subject: `Your password for ${context.tenant} has changed`,
    paragraphs: [
      `Hi ${toLine(name)},`,
      `The password of your account in ${context.tenant} has changed, and we signed you out everywhere else. The link to your calendar, if you had one, no longer works. You can create a new one in your profile.`,
      describeTimeAndPlace(where, context),
      ifNotYou,
      { link: { label: 'Choose a new password', url: context.page('/forgot-password', {}) } },
    ],
  }),
  'sign-in-notice': ({ name, ...where }, context) => ({
    subject: `New sign-in to ${context.tenant}`,
    paragraphs: [
      `Hi ${toLine(name)},`,
      `Someone signed in to your account in ${context.tenant} from somewhere new. If it was you, you don’t need to do anything.`,
      describeTimeAndPlace(where, context),
      ifNotYou,
      { link: { label: 'Choose a new password', url: context.page('/forgot-password', {}) } },
    ],
  }),
  'session-ended': ({ name, ...where }, context) => ({
    subject: `We ended one of your sessions in ${context.tenant}`,
    paragraphs: [
      `Hi ${toLine(name)},`,
      `Two devices used the same session of yours in ${context.tenant}. Someone may have copied it, so we signed both of them out.`,
      describeTimeAndPlace(where, context),
      'Please sign in again. If you don’t recognise the details above, choose a new password too, and tell an administrator.',
      { link: { label: 'Sign in', url: context.page('/sign-in', {}) } },
    ],
  }),
  'inbox-sign-in': ({ name, inboxName, receives, hasToken, reason }, context) => ({
    subject: `${toLine(inboxName)} in ${context.tenant} needs to sign in again`,
    paragraphs: [
      `Hi ${toLine(name)},`,
      hasToken
        ? `The token of the inbox ${toLine(inboxName)} is no longer accepted, so no new messages come in.`
        : receives
          ? `The mail server of the inbox ${toLine(inboxName)} doesn’t accept our sign-in, so no new email comes in.`
          : `The mail server of the inbox ${toLine(inboxName)} doesn’t accept our sign-in, so your replies are waiting.`,
      ...(reason === null ? [] : [{ facts: [['The server says', describeReason(reason)] as const] }]),
      hasToken
        ? 'To fix this, enter a new token on the page of the inbox.'
        : 'To fix this, enter the password again, or sign in again with your mail provider.',
      { link: { label: 'Open the inboxes', url: context.page('/settings/inboxes', {}) } },
    ],
  }),
  'privacy-export': ({ name, requestId, url, expiresAt, size, sha256 }, context) => ({
    subject: `Your export of a customer of ${context.tenant} is ready`,
    paragraphs: [
      `Hi ${toLine(name)},`,
      `The export you asked for is ready. It has everything that ${context.tenant} stores about one customer, as a ZIP file.`,
      { link: { label: 'Download the export', url } },
      `The link works until ${context.time(expiresAt)}, or until the customer is erased. Anyone who has the link can open the file without signing in, so please don’t forward this email.`,
      {
        facts: [
          ['Request', toLine(requestId)],
          ['Size', formatBytes(size)],
          ['SHA-256', toLine(sha256)],
        ],
      },
      ifNotRequested,
    ],
  }),
  'privacy-erasure': ({ name, requestId, mode, startedAt, completedAt, places, total, proof }, context) => ({
    subject: `We erased a customer of ${context.tenant}`,
    paragraphs: [
      `Hi ${toLine(name)},`,
      'The erasure you asked for is complete. This is your receipt. It contains none of the erased data.',
      {
        facts: [
          ['Request', toLine(requestId)],
          ['Extent', erasureTexts[mode] ?? toLine(mode)],
          ['Started', context.time(startedAt)],
          ['Completed', context.time(completedAt)],
          ...places.map(({ place, count }) => [toLine(place), String(count)] as const),
          ['Total', String(total)],
          ['Proof', toLine(proof)],
        ],
      },
      'Earlier backups still contain the data, so delete them when you no longer have to keep them.',
      ifNotRequested,
    ],
  }),
  'privacy-failure': ({ name, requestId, isExport, isErased }, context) => ({
    subject: isExport ? `We couldn’t export a customer of ${context.tenant}` : `We couldn’t finish erasing a customer of ${context.tenant}`,
    paragraphs: [
      `Hi ${toLine(name)},`,
      isErased
        ? 'There is no file for the export you asked for, because the customer was erased in the meantime.'
        : isExport
          ? 'We couldn’t make the export you asked for, so there is no file. The request says why. Please ask for it again.'
          : 'We couldn’t finish the erasure you asked for, so some of the customer’s data is still here. The request says why. Please ask for it again, and we’ll continue where we stopped.',
      { facts: [['Request', toLine(requestId)]] },
      ifNotRequested,
    ],
  }),
  notification: notificationMail,
  'notification-jobs': jobsMail,
  'notification-digest': notificationDigestMail,
  rating: ratingMail,
  'portal-link': portalLinkMail,
  transcript: transcriptMail,
  meeting: meetingMail,
}
