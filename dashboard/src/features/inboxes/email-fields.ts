/** The fields of an EMAIL inbox, by the sections of its page. */
import type { Inbox } from '@skein/client'
import { createReferenceInput } from '../catalogue/reference-input.tsx'
import { slaPolicySource, teamSource } from '../catalogue/sources.ts'
import type { FieldSpec, Values } from '../../ui/form/fields.ts'
import { createChoiceCards } from './choice-cards.tsx'
import { securities } from './receive-fields.ts'
import { createTextListInput } from './text-list-input.tsx'

type Email = NonNullable<Inbox['email']>

const sends =
  (mode: Email['send']['mode']) =>
  (values: Values): boolean =>
    values['email.send.mode'] === mode

export const sendFields: readonly FieldSpec[] = [
  {
    kind: 'custom',
    name: 'email.send.mode',
    label: 'How replies go out',
    isGroup: true,
    Input: createChoiceCards([
      {
        value: 'DEFAULT',
        label: 'By the mail server of this installation',
        hint: 'Your operator sets it up. Without it, replies reach nobody.',
      },
      { value: 'SMTP', label: 'By your own mail server', hint: 'Skein signs in to your mail server or provider by SMTP.' },
      { value: 'NONE', label: 'Not at all', hint: 'Replies stay in Skein. The customer gets nothing.' },
    ]),
  },
  {
    kind: 'text',
    name: 'email.send.smtp.host',
    label: 'SMTP server',
    required: true,
    maxLength: 253,
    placeholder: 'smtp.example.com',
    when: sends('SMTP'),
  },
  { kind: 'choice', name: 'email.send.smtp.security', label: 'Encryption', options: securities, none: 'STARTTLS', when: sends('SMTP') },
  {
    kind: 'number',
    name: 'email.send.smtp.port',
    label: 'Port',
    min: 1,
    max: 65_535,
    hint: 'Usually 587 with STARTTLS, 465 with TLS.',
    when: sends('SMTP'),
  },
  {
    kind: 'text',
    name: 'email.send.smtp.user',
    label: 'User',
    maxLength: 320,
    hint: 'Empty to send without signing in.',
    when: sends('SMTP'),
  },
  {
    kind: 'choice',
    name: 'email.send.smtp.auth',
    label: 'Sign in',
    none: 'With a password',
    options: [
      { value: 'PASSWORD', label: 'With a password' },
      { value: 'OAUTH2', label: 'At Google or Microsoft' },
    ],
    when: sends('SMTP'),
  },
  {
    kind: 'text',
    type: 'password',
    name: 'email.send.smtp.password',
    label: 'Password',
    maxLength: 1024,
    autoComplete: 'new-password',
    hint: 'Leave it empty to keep the stored one.',
    when: (values) => sends('SMTP')(values) && values['email.send.smtp.auth'] !== 'OAUTH2',
  },
  {
    kind: 'text',
    name: 'email.send.fromName',
    label: 'Sender’s name',
    maxLength: 255,
    required: true,
    hint: '{{agent.name}} and {{inbox.name}} are replaced.',
  },
  {
    kind: 'choice',
    name: 'email.send.quoteHistory',
    label: 'Quoted text',
    required: true,
    options: [
      { value: 'LAST', label: 'Quote the message that is answered' },
      { value: 'NONE', label: 'Quote nothing' },
    ],
  },
  {
    kind: 'choice',
    name: 'email.send.plusAddressing',
    label: 'Reply addresses with a secret part',
    required: true,
    hint: 'They lead replies to the right thread, even if a mail program drops all other marks.',
    options: [
      { value: 'AUTO', label: 'Where they are known to work' },
      { value: 'ON', label: 'Always' },
      { value: 'OFF', label: 'Never' },
    ],
  },
  {
    kind: 'check',
    name: 'email.send.copyToSent',
    label: 'Copy replies to the mailbox',
    hint: 'Into its folder for sent mail, if Skein fetches mail from the mailbox.',
  },
  {
    kind: 'text',
    type: 'email',
    name: 'email.send.bccTo',
    label: 'Blind copy of each reply to',
    maxLength: 320,
    placeholder: 'archive@example.com',
  },
]

export const ruleFields: readonly FieldSpec[] = [
  {
    kind: 'choice',
    name: 'email.rules.bulk',
    label: 'Newsletters and notifications',
    required: true,
    options: [
      { value: 'ACCEPT', label: 'Make them threads' },
      { value: 'SUSPEND', label: 'Suspend them' },
    ],
  },
  {
    kind: 'choice',
    name: 'email.rules.failedAuthentication',
    label: 'Mail whose sender is probably forged',
    required: true,
    options: [
      { value: 'SUSPEND', label: 'Suspend it' },
      { value: 'MARK', label: 'Make it a message that says so' },
    ],
  },
  {
    kind: 'choice',
    name: 'email.rules.agentMail',
    label: 'Mail that an agent sends into a thread',
    required: true,
    options: [
      { value: 'NOTE', label: 'Make it an internal note' },
      { value: 'REPLY', label: 'Send it on as a reply, if the sender is verified' },
      { value: 'OFF', label: 'Suspend it' },
    ],
  },
  {
    kind: 'custom',
    name: 'email.rules.replyToOf',
    label: 'Domains of contact forms',
    hint: 'For mail from these domains, the customer is the address in Reply-To.',
    Input: createTextListInput('forms.example.com'),
  },
  {
    kind: 'custom',
    name: 'email.rules.trustedAuthserv',
    label: 'Servers that verify senders for you',
    hint: 'Their Authentication-Results headers count.',
    Input: createTextListInput('mx.example.com'),
  },
]

export const textFields: readonly FieldSpec[] = [
  { kind: 'area', name: 'signature', label: 'Signature', rows: 3, maxLength: 10_000, hint: 'Below every reply from this inbox.' },
  {
    kind: 'area',
    name: 'autoReply',
    label: 'Automatic reply',
    rows: 3,
    maxLength: 10_000,
    hint: 'Sent once to the first mail of a new thread, never to automatic mail.',
  },
]

export const generalFields: readonly FieldSpec[] = [
  { kind: 'text', name: 'name', label: 'Name', required: true, maxLength: 255 },
  {
    kind: 'text',
    type: 'email',
    name: 'address',
    label: 'Address',
    maxLength: 320,
    hint: 'Where customers write to, and where replies come from.',
  },
  { kind: 'custom', name: 'teamId', label: 'Team', hint: 'New threads belong to it.', Input: createReferenceInput(teamSource) },
  {
    kind: 'custom',
    name: 'slaPolicyId',
    label: 'SLA policy',
    hint: 'For threads for which the conditions of no policy hold.',
    Input: createReferenceInput(slaPolicySource),
  },
  { kind: 'check', name: 'isDefault', label: 'Default inbox', hint: 'Replaces the current default inbox.' },
  { kind: 'check', name: 'active', label: 'Receives new threads', hint: 'An inactive inbox keeps its threads.' },
]

type EmailBody = {
  receive?: { imap?: Record<string, unknown> } & Record<string, unknown>
  send?: { smtp?: Record<string, unknown> } & Record<string, unknown>
}

/** Completes a request body: the API needs the server, and for IMAP the user, of a mailbox or mail server that changes. */
export function completeBody(body: Record<string, unknown>, inbox: Inbox): Record<string, unknown> {
  // Safe because the names of the fields above decide the shape of the body.
  const email = body['email'] as EmailBody | undefined
  const { imap } = inbox.email?.receive ?? {}
  const { smtp } = inbox.email?.send ?? {}
  if (email?.receive?.imap) email.receive.imap = { ...(imap && { host: imap.host, user: imap.user }), ...withoutNull(email.receive.imap) }
  if (email?.send?.smtp) email.send.smtp = { ...(smtp && { host: smtp.host }), ...withoutNull(email.send.smtp, 'user') }
  return body
}

/** Drops empty values, for which the API has defaults. `kept` may be null. */
function withoutNull(fields: Record<string, unknown>, kept?: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([name, value]) => value !== null || name === kept))
}
