/** Fields of an EMAIL inbox, by page section. */
import type { Inbox } from '@skein/client'
import { lazily, t } from '../../texts/texts.ts'
import { createReferenceInput } from '../catalogue/reference-input.tsx'
import { slaPolicySource, teamSource } from '../catalogue/sources.ts'
import type { FieldSpec, Values } from '../../ui/form/fields.ts'
import { createChoiceCards } from '../catalogue/choice-cards.tsx'
import { securities, signIns } from './receive-fields.ts'
import { createTextListInput } from './text-list-input.tsx'

type Email = NonNullable<Inbox['email']>

const sends =
  (mode: Email['send']['mode']) =>
  (values: Values): boolean =>
    values['email.send.mode'] === mode

export const sendFields = lazily((): readonly FieldSpec[] => [
  {
    kind: 'custom',
    name: 'email.send.mode',
    label: t('How replies go out'),
    isGroup: true,
    Input: createChoiceCards([
      {
        value: 'DEFAULT',
        label: t('With this installation’s mail server'),
        hint: t('Your operator sets it up. Without it, replies reach no one.'),
      },
      { value: 'SMTP', label: t('With your own mail server'), hint: t('We sign in to your mail server or provider by SMTP.') },
      { value: 'NONE', label: t('Not at all'), hint: t('Replies stay in Skein. Your customer gets nothing.') },
    ]),
  },
  {
    kind: 'text',
    name: 'email.send.smtp.host',
    label: t('SMTP server'),
    required: true,
    maxLength: 253,
    placeholder: 'smtp.example.com',
    when: sends('SMTP'),
  },
  {
    kind: 'choice',
    name: 'email.send.smtp.security',
    label: t('Encryption'),
    options: securities(),
    fallback: 'STARTTLS',
    when: sends('SMTP'),
  },
  {
    kind: 'number',
    name: 'email.send.smtp.port',
    label: t('Port'),
    min: 1,
    max: 65_535,
    hint: t('Usually 587 with STARTTLS, 465 with TLS.'),
    when: sends('SMTP'),
  },
  {
    kind: 'text',
    name: 'email.send.smtp.user',
    label: t('User name'),
    maxLength: 320,
    hint: t('Leave it empty to send without signing in.'),
    when: sends('SMTP'),
  },
  { kind: 'choice', name: 'email.send.smtp.auth', label: t('Sign in'), fallback: 'PASSWORD', options: signIns(), when: sends('SMTP') },
  {
    kind: 'text',
    type: 'password',
    name: 'email.send.smtp.password',
    label: t('Password'),
    maxLength: 1024,
    autoComplete: 'new-password',
    hint: t('Leave it empty to keep the one we have.'),
    when: (values) => sends('SMTP')(values) && values['email.send.smtp.auth'] !== 'OAUTH2',
  },
  {
    kind: 'text',
    name: 'email.send.fromName',
    label: t('Sender’s name'),
    maxLength: 255,
    required: true,
    hint: t('Customers see it beside your address. We fill in {agent} and {inbox}.', { agent: '{{agent.name}}', inbox: '{{inbox.name}}' }),
  },
  {
    kind: 'choice',
    name: 'email.send.quoteHistory',
    label: t('Quoted text'),
    required: true,
    options: [
      { value: 'LAST', label: t('Quote the message you answer') },
      { value: 'NONE', label: t('Quote nothing') },
    ],
  },
  {
    kind: 'choice',
    name: 'email.send.plusAddressing',
    label: t('Reply addresses with a secret part'),
    required: true,
    hint: t(
      'They bring replies to the right thread, even if a mail program drops all other marks. We know that they work where mail comes straight to us, and after a test.',
    ),
    options: [
      { value: 'AUTO', label: t('Where we know they work') },
      { value: 'ON', label: t('Always') },
      { value: 'OFF', label: t('Never') },
    ],
  },
  {
    kind: 'check',
    name: 'email.send.copyToSent',
    label: t('Copy replies to the mailbox'),
    hint: t('We put them into its folder for sent mail. This works if we fetch mail from the mailbox.'),
  },
  {
    kind: 'text',
    type: 'email',
    name: 'email.send.bccTo',
    label: t('Send a blind copy of each reply to'),
    maxLength: 320,
    placeholder: 'archive@example.com',
  },
])

export const ruleFields = lazily((): readonly FieldSpec[] => [
  {
    kind: 'choice',
    name: 'email.rules.bulk',
    label: t('Newsletters and notifications'),
    required: true,
    options: [
      { value: 'ACCEPT', label: t('Turn them into threads') },
      { value: 'SUSPEND', label: t('Hold them') },
    ],
  },
  {
    kind: 'choice',
    name: 'email.rules.failedAuthentication',
    label: t('Mail with a sender that looks forged'),
    required: true,
    options: [
      { value: 'SUSPEND', label: t('Hold it') },
      { value: 'MARK', label: t('Let it in with a warning') },
    ],
  },
  {
    kind: 'choice',
    name: 'email.rules.agentMail',
    label: t('Mail that an agent sends to a thread'),
    required: true,
    options: [
      { value: 'NOTE', label: t('Turn it into an internal note') },
      { value: 'REPLY', label: t('Send it on as a reply, if we can verify the sender') },
      { value: 'OFF', label: t('Hold it') },
    ],
  },
  {
    kind: 'custom',
    name: 'email.rules.replyToOf',
    label: t('Domains of contact forms'),
    hint: t('For mail from these domains, the customer is the address in Reply-To.'),
    Input: createTextListInput('forms.example.com'),
  },
  {
    kind: 'custom',
    name: 'email.rules.trustedAuthserv',
    label: t('Servers that verify senders for you'),
    hint: t('We trust their Authentication-Results headers.'),
    Input: createTextListInput('mx.example.com'),
  },
])

export const addressFields = lazily((): readonly FieldSpec[] => [
  { kind: 'text', name: 'name', label: t('Name'), required: true, maxLength: 255 },
  {
    kind: 'text',
    type: 'email',
    name: 'address',
    label: t('Address'),
    maxLength: 320,
    hint: t('Customers write to this address, and your replies come from it.'),
  },
])

export const assignmentFields = lazily((): readonly FieldSpec[] => [
  { kind: 'custom', name: 'teamId', label: t('Team'), hint: t('New threads go to this team.'), Input: createReferenceInput(teamSource) },
  {
    kind: 'custom',
    name: 'slaPolicyId',
    label: t('Response target'),
    hint: t('For threads that meet the conditions of no other target.'),
    Input: createReferenceInput(slaPolicySource),
  },
  { kind: 'check', name: 'isDefault', label: t('Default inbox'), hint: t('Replaces the current default.') },
  {
    kind: 'check',
    name: 'active',
    label: t('Receives new threads'),
    hint: t('When it’s off, replies to open threads still arrive. We hold new mail for you to look at.'),
  },
])

type EmailBody = {
  receive?: { imap?: Record<string, unknown> } & Record<string, unknown>
  send?: { smtp?: Record<string, unknown> } & Record<string, unknown>
}

/** Completes a request body: to change a mailbox or mail server, the API also requires its host, and for IMAP the user. */
export function completeBody(body: Record<string, unknown>, inbox: Inbox): Record<string, unknown> {
  // Safe because the field names above determine the shape of the body.
  const email = body['email'] as EmailBody | undefined
  const { imap } = inbox.email?.receive ?? {}
  const { smtp } = inbox.email?.send ?? {}
  if (email?.receive?.imap) email.receive.imap = { ...(imap && { host: imap.host, user: imap.user }), ...withoutNull(email.receive.imap) }
  if (email?.send?.smtp) email.send.smtp = { ...(smtp && { host: smtp.host }), ...withoutNull(email.send.smtp, 'user') }
  return body
}

/** Drops empty values, so that the API's defaults apply. `kept` may be null. */
function withoutNull(fields: Record<string, unknown>, kept?: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([name, value]) => value !== null || name === kept))
}
