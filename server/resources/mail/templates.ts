/**
 * Templates of the service's mails. A mail is a subject and paragraphs; `layout.ts` renders both text and HTML from them, so that they
 * have the same content.
 *
 * Values may contain anything that people typed. They become single lines of text here and are escaped when HTML is rendered.
 */

/** Links and facts are on separate lines. */
export type Paragraph = string | { readonly link: { readonly label: string; readonly url: string } } | { readonly facts: readonly Fact[] }
export type Fact = readonly [name: string, value: string]
export type MailContent = { readonly subject: string; readonly paragraphs: readonly Paragraph[] }

/** What a template can use besides its values. */
export type TemplateContext = {
  /** The tenant's name. */
  readonly tenant: string
  /** The URL of a dashboard page. Its secrets follow `#`, which browsers never send to a server. */
  page(path: string, secrets: Readonly<Record<string, string>>): string
  /** A time in readable form, in the tenant's time zone. */
  time(iso: string): string
}

export type MailValues = {
  /** An invitation to join; `token` accepts it. */
  invitation: { name: string; inviterName: string; token: string; expiresAt: string }
  'password-reset': { name: string; token: string; expiresAt: string }
  'password-changed': { name: string; at: string; ip: string | null }
  /** A sign-in from an unfamiliar address. */
  'sign-in-notice': { name: string; at: string; ip: string | null; userAgent: string | null }
  /** A session was ended because its refresh token was used twice: it may have been stolen. */
  'session-ended': { name: string; at: string; ip: string | null; userAgent: string | null }
  /** The stored data of a person can be downloaded; `url` is signed. */
  'privacy-export': { requestId: string; url: string; expiresAt: string }
  /** The stored data of a person was erased. */
  'privacy-erasure': { requestId: string; completedAt: string; summary: readonly Fact[] }
}
export type MailTemplate = keyof MailValues

const ignore = 'If you did not expect this message, you need not do anything.'

/** Where and when something happened, as far as it is known. */
function circumstances(
  { at, ip, userAgent = null }: { at: string; ip: string | null; userAgent?: string | null },
  context: TemplateContext,
): Paragraph {
  const known: (readonly [string, string | null])[] = [
    ['Time', context.time(at)],
    ['Network address', ip],
    ['Program', userAgent],
  ]
  return { facts: known.flatMap(([name, value]) => (value === null ? [] : [[name, line(value)] as const])) }
}

export const templates: { readonly [Template in MailTemplate]: (values: MailValues[Template], context: TemplateContext) => MailContent } = {
  invitation: ({ name, inviterName, token, expiresAt }, context) => ({
    subject: `${line(inviterName)} invites you to ${context.tenant}`,
    paragraphs: [
      `Hello ${line(name)},`,
      `${line(inviterName)} invites you to work in ${context.tenant}. Choose a password to begin:`,
      { link: { label: 'Accept the invitation', url: context.page('/accept-invitation', { token }) } },
      `The link can be used once, until ${context.time(expiresAt)}.`,
      ignore,
    ],
  }),
  'password-reset': ({ name, token, expiresAt }, context) => ({
    subject: `Choose a new password for ${context.tenant}`,
    paragraphs: [
      `Hello ${line(name)},`,
      `A new password for your account in ${context.tenant} was asked for. Choose it here:`,
      { link: { label: 'Choose a new password', url: context.page('/reset-password', { token }) } },
      `The link can be used once, until ${context.time(expiresAt)}.`,
      'If that was not you, you need not do anything: your password stays as it is.',
    ],
  }),
  'password-changed': ({ name, ...where }, context) => ({
    subject: `Your password for ${context.tenant} was changed`,
    paragraphs: [
      `Hello ${line(name)},`,
      `The password of your account in ${context.tenant} was changed.`,
      circumstances(where, context),
      'If that was not you, choose a new password at once and tell an administrator.',
      { link: { label: 'Choose a new password', url: context.page('/forgot-password', {}) } },
    ],
  }),
  'sign-in-notice': ({ name, ...where }, context) => ({
    subject: `A new sign-in to ${context.tenant}`,
    paragraphs: [
      `Hello ${line(name)},`,
      `Somebody signed in to your account in ${context.tenant}.`,
      circumstances(where, context),
      'If that was not you, choose a new password at once and tell an administrator.',
      { link: { label: 'Choose a new password', url: context.page('/forgot-password', {}) } },
    ],
  }),
  'session-ended': ({ name, ...where }, context) => ({
    subject: `A session of yours in ${context.tenant} was ended`,
    paragraphs: [
      `Hello ${line(name)},`,
      `A credential of one of your sessions in ${context.tenant} was used twice. A copy may be in other hands, so the session was ended everywhere.`,
      circumstances(where, context),
      'Sign in again. If you did not use it there, choose a new password, too, and tell an administrator.',
      { link: { label: 'Sign in', url: context.page('/sign-in', {}) } },
    ],
  }),
  'privacy-export': ({ requestId, url, expiresAt }, context) => ({
    subject: `Your data at ${context.tenant}`,
    paragraphs: [
      'Hello,',
      `everything that ${context.tenant} holds of you was put together. Download it here:`,
      { link: { label: 'Download the data', url } },
      `The link works until ${context.time(expiresAt)}.`,
      { facts: [['Request', line(requestId)]] },
      ignore,
    ],
  }),
  'privacy-erasure': ({ requestId, completedAt, summary }, context) => ({
    subject: `Your data at ${context.tenant} was erased`,
    paragraphs: [
      'Hello,',
      `what ${context.tenant} held of you was erased. This is the receipt; it holds nothing of what was erased.`,
      {
        facts: [
          ['Request', line(requestId)],
          ['Completed', context.time(completedAt)],
          ...summary.map(([name, value]) => [line(name), line(value)] as const),
        ],
      },
    ],
  }),
}

const lengthMax = 200

/** User input as one short line: without line breaks, which would start a header or a paragraph, and without direction marks. */
export function line(text: string): string {
  const plain = text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim()
  return plain.length <= lengthMax ? plain : `${[...plain].slice(0, lengthMax).join('')}…`
}
