/**
 * Templates of the service's mails. A mail is a subject and paragraphs; `layout.ts` renders both text and HTML from them, so that they
 * have the same content.
 *
 * Values may contain any user input. Templates turn them into single lines of text; rendering HTML escapes them.
 */

import type { MailContent, Paragraph, TemplateContext } from './content.ts'
import { toLine } from './line.ts'
import { meetingMail, type MeetingMail } from './meeting-template.ts'

export type MailValues = {
  /** An invitation to join; `token` accepts it. */
  invitation: { name: string; inviterName: string; token: string; expiresAt: string }
  'password-reset': { name: string; token: string; expiresAt: string }
  /** To the new address of a user. `token` confirms it. `byName` is the user who requested the change. */
  'email-confirmation': { name: string; email: string; byName: string; token: string; expiresAt: string }
  /** To the current address of a user: a change to `email` was requested and waits for confirmation. */
  'email-change-notice': { name: string; email: string; byName: string; at: string; ip: string | null }
  /** To the previous address of a user. */
  'email-changed': { name: string; email: string; at: string }
  'password-changed': { name: string; at: string; ip: string | null }
  /** A sign-in from an unfamiliar address. */
  'sign-in-notice': { name: string; at: string; ip: string | null; userAgent: string | null }
  /** A session was ended because its refresh token was used twice, so a copy may have been stolen. */
  'session-ended': { name: string; at: string; ip: string | null; userAgent: string | null }
  /** To the user who requested it: an export can be downloaded. `url` is signed. */
  'privacy-export': { name: string; requestId: string; url: string; expiresAt: string; size: number; sha256: string }
  /** To the user who requested it: the receipt of an erasure. */
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
  /** To the user who requested it: an export or an erasure failed. `isErased` is true for an export that failed because the customer was erased. */
  'privacy-failure': { name: string; requestId: string; isExport: boolean; isErased: boolean }
  /** To administrators: a mail server refuses the sign-in of an inbox. `receives` is true when mail is no longer fetched. */
  'inbox-sign-in': { name: string; inboxName: string; receives: boolean; reason: string | null }
  /** To an attendee. Reminders also go to the host. */
  meeting: MeetingMail
}
export type MailTemplate = keyof MailValues

const ignore = 'If you did not expect this message, you need not do anything.'
const ifNotRequested = 'If you did not ask for this, your API key or your password may be in other hands: tell an administrator at once.'

/** Lists the known time, network address and program of an action. */
function describeTimeAndPlace(
  { at, ip, userAgent = null }: { at: string; ip: string | null; userAgent?: string | null },
  context: TemplateContext,
): Paragraph {
  const known: (readonly [string, string | null])[] = [
    ['Time', context.time(at)],
    ['Network address', ip],
    ['Program', userAgent],
  ]
  return { facts: known.flatMap(([name, value]) => (value === null ? [] : [[name, toLine(value)] as const])) }
}

export const templates: { readonly [Template in MailTemplate]: (values: MailValues[Template], context: TemplateContext) => MailContent } = {
  invitation: ({ name, inviterName, token, expiresAt }, context) => ({
    subject: `${toLine(inviterName)} invites you to ${context.tenant}`,
    paragraphs: [
      `Hello ${toLine(name)},`,
      `${toLine(inviterName)} invites you to work in ${context.tenant}. Choose a password to begin:`,
      { link: { label: 'Accept the invitation', url: context.page('/accept-invitation', { token }) } },
      `The link can be used once, until ${context.time(expiresAt)}.`,
      ignore,
    ],
  }),
  'password-reset': ({ name, token, expiresAt }, context) => ({
    subject: `Choose a new password for ${context.tenant}`,
    paragraphs: [
      `Hello ${toLine(name)},`,
      `A new password for your account in ${context.tenant} was asked for. Choose it here:`,
      { link: { label: 'Choose a new password', url: context.page('/reset-password', { token }) } },
      `The link can be used once, until ${context.time(expiresAt)}.`,
      'If that was not you, you need not do anything: your password stays as it is.',
    ],
  }),
  'email-confirmation': ({ name, email, byName, token, expiresAt }, context) => ({
    subject: `Confirm your new address for ${context.tenant}`,
    paragraphs: [
      `Hello ${toLine(name)},`,
      `${toLine(byName)} asked that you sign in to ${context.tenant} with ${toLine(email)} from now on. Confirm that this is your address:`,
      { link: { label: 'Confirm the address', url: context.page('/confirm-email', { token }) } },
      `The link can be used once, until ${context.time(expiresAt)}. Until then nothing changes.`,
      'If you have no account there, ignore this message, and the address is not used.',
    ],
  }),
  'email-change-notice': ({ name, email, byName, ...where }, context) => ({
    subject: `Your address for ${context.tenant} is to change`,
    paragraphs: [
      `Hello ${toLine(name)},`,
      `${toLine(byName)} asked that you sign in to ${context.tenant} with ${toLine(email)} instead of this address. That begins when somebody who reads mail there confirms it. Until then you sign in as before.`,
      describeTimeAndPlace(where, context),
      'If this is wrong, tell an administrator at once: they can cancel the change.',
    ],
  }),
  'email-changed': ({ name, email, at }, context) => ({
    subject: `Your address for ${context.tenant} was changed`,
    paragraphs: [
      `Hello ${toLine(name)},`,
      `You sign in to ${context.tenant} with ${toLine(email)} from now on, and no longer with this address.`,
      describeTimeAndPlace({ at, ip: null }, context),
      'If this is wrong, tell an administrator at once.',
    ],
  }),
  'password-changed': ({ name, ...where }, context) => ({
    subject: `Your password for ${context.tenant} was changed`,
    paragraphs: [
      `Hello ${toLine(name)},`,
      `The password of your account in ${context.tenant} was changed. Your other sessions have ended, and so has the URL of your calendar if you had one: make a new one in your profile.`,
      describeTimeAndPlace(where, context),
      'If that was not you, choose a new password at once and tell an administrator.',
      { link: { label: 'Choose a new password', url: context.page('/forgot-password', {}) } },
    ],
  }),
  'sign-in-notice': ({ name, ...where }, context) => ({
    subject: `A new sign-in to ${context.tenant}`,
    paragraphs: [
      `Hello ${toLine(name)},`,
      `Somebody signed in to your account in ${context.tenant}.`,
      describeTimeAndPlace(where, context),
      'If that was not you, choose a new password at once and tell an administrator.',
      { link: { label: 'Choose a new password', url: context.page('/forgot-password', {}) } },
    ],
  }),
  'session-ended': ({ name, ...where }, context) => ({
    subject: `A session of yours in ${context.tenant} was ended`,
    paragraphs: [
      `Hello ${toLine(name)},`,
      `A credential of one of your sessions in ${context.tenant} was used twice. A copy may be in other hands, so the session was ended everywhere.`,
      describeTimeAndPlace(where, context),
      'Sign in again. If you did not use it there, choose a new password, too, and tell an administrator.',
      { link: { label: 'Sign in', url: context.page('/sign-in', {}) } },
    ],
  }),
  'inbox-sign-in': ({ name, inboxName, receives, reason }, context) => ({
    subject: `The inbox ${toLine(inboxName)} of ${context.tenant} must sign in again`,
    paragraphs: [
      `Hello ${toLine(name)},`,
      `The mail server of the inbox ${toLine(inboxName)} refuses the sign-in, so ${receives ? 'no new mail comes in' : 'replies wait'}.`,
      ...(reason === null ? [] : [{ facts: [['Reason', toLine(reason)] as const] }]),
      'Enter the password again, or sign in again at the mail provider.',
      { link: { label: 'Open the inboxes', url: context.page('/settings/inboxes', {}) } },
    ],
  }),
  'privacy-export': ({ name, requestId, url, expiresAt, size, sha256 }, context) => ({
    subject: `The export of a customer of ${context.tenant} is ready`,
    paragraphs: [
      `Hello ${toLine(name)},`,
      `the export that you asked for is ready: everything that ${context.tenant} holds of a customer, as a ZIP file.`,
      { link: { label: 'Download the export', url } },
      `The link works until ${context.time(expiresAt)}, or until the customer is erased. It needs no sign-in: whoever has it can read the file, so do not pass this mail on.`,
      {
        facts: [
          ['Request', toLine(requestId)],
          ['Bytes', String(size)],
          ['SHA-256', toLine(sha256)],
        ],
      },
      ifNotRequested,
    ],
  }),
  'privacy-erasure': ({ name, requestId, mode, startedAt, completedAt, places, total, proof }, context) => ({
    subject: `A customer of ${context.tenant} was erased`,
    paragraphs: [
      `Hello ${toLine(name)},`,
      `the erasure that you asked for is complete. This is the receipt; it holds nothing of what was erased.`,
      {
        facts: [
          ['Request', toLine(requestId)],
          ['Mode', toLine(mode)],
          ['Began', context.time(startedAt)],
          ['Complete', context.time(completedAt)],
          ...places.map(({ place, count }) => [toLine(place), String(count)] as const),
          ['Total', String(total)],
          ['Proof', toLine(proof)],
        ],
      },
      'Backups that were made before still have the data: delete them when their time is over.',
      ifNotRequested,
    ],
  }),
  'privacy-failure': ({ name, requestId, isExport, isErased }, context) => ({
    subject: `The ${isExport ? 'export' : 'erasure'} of a customer of ${context.tenant} was not completed`,
    paragraphs: [
      `Hello ${toLine(name)},`,
      isErased
        ? 'there is no file of the export that you asked for, because the customer was erased in the meantime.'
        : isExport
          ? 'the export that you asked for could not be made, and there is no file. The request says why. Ask for it again.'
          : 'the erasure that you asked for could not be completed: part of what is held of the customer is still there. The request says why. Ask for it again: it goes on where this one stopped.',
      { facts: [['Request', toLine(requestId)]] },
      ifNotRequested,
    ],
  }),
  meeting: meetingMail,
}
