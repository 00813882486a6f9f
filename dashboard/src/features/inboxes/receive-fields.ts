/** Fields of an EMAIL inbox for receiving mail. */
import type { Inbox } from '@skein/client'
import { lazily, t } from '../../texts/texts.ts'
import type { FieldSpec, Values } from '../../ui/form/fields.ts'
import { ForwardHint, ReceiveInput } from './receive-input.tsx'
import { createTextListInput } from './text-list-input.tsx'

type Mode = NonNullable<Inbox['email']>['receive']['mode']

const receives =
  (mode: Mode) =>
  (values: Values): boolean =>
    values['email.receive.mode'] === mode

export const securities = lazily(() => [
  { value: 'TLS', label: 'TLS', hint: t('from the start') },
  { value: 'STARTTLS', label: 'STARTTLS', hint: t('after a command') },
  { value: 'NONE', label: t('No encryption'), hint: t('only in your own network') },
])

export const signIns = lazily(() => [
  { value: 'PASSWORD', label: t('With a password') },
  { value: 'OAUTH2', label: t('With Google or Microsoft') },
])

export const receiveFields = lazily((): readonly FieldSpec[] => [
  { kind: 'custom', name: 'email.receive.mode', label: t('How mail comes in'), isGroup: true, Input: ReceiveInput },
  {
    kind: 'custom',
    // The form shows this field of the API but never changes it.
    name: 'email.receive.forwardTo',
    label: t('What to do'),
    isGroup: true,
    Input: ForwardHint,
    when: receives('SMTP'),
  },
  {
    kind: 'text',
    name: 'email.receive.imap.host',
    label: t('IMAP server'),
    required: true,
    maxLength: 253,
    placeholder: 'imap.example.com',
    when: receives('IMAP'),
  },
  {
    kind: 'choice',
    name: 'email.receive.imap.security',
    label: t('Encryption'),
    options: securities(),
    fallback: 'TLS',
    when: receives('IMAP'),
  },
  {
    kind: 'number',
    name: 'email.receive.imap.port',
    label: t('Port'),
    min: 1,
    max: 65_535,
    hint: t('Usually 993 with TLS, 143 without.'),
    when: receives('IMAP'),
  },
  {
    kind: 'text',
    name: 'email.receive.imap.user',
    label: t('User name'),
    required: true,
    maxLength: 320,
    placeholder: 'support@example.com',
    when: receives('IMAP'),
  },
  {
    kind: 'choice',
    name: 'email.receive.imap.auth',
    label: t('Sign in'),
    fallback: 'PASSWORD',
    options: signIns(),
    when: receives('IMAP'),
  },
  {
    kind: 'text',
    type: 'password',
    name: 'email.receive.imap.password',
    label: t('Password'),
    maxLength: 1024,
    autoComplete: 'new-password',
    hint: t('Leave it empty to keep the one we have.'),
    when: (values) => receives('IMAP')(values) && values['email.receive.imap.auth'] !== 'OAUTH2',
  },
  { kind: 'text', name: 'email.receive.imap.folder', label: t('Folder'), maxLength: 255, placeholder: 'INBOX', when: receives('IMAP') },
  {
    kind: 'choice',
    name: 'email.receive.imap.afterFetch',
    label: t('After we fetch a mail'),
    fallback: 'NOTHING',
    options: [
      { value: 'NOTHING', label: t('Leave it as it is') },
      { value: 'MARK_SEEN', label: t('Mark it as read') },
      { value: 'MOVE', label: t('Move it to another folder') },
      { value: 'DELETE', label: t('Delete it') },
    ],
    when: receives('IMAP'),
  },
  {
    kind: 'text',
    name: 'email.receive.imap.moveTo',
    label: t('Move it to'),
    maxLength: 255,
    placeholder: t('Done'),
    when: (values) => receives('IMAP')(values) && values['email.receive.imap.afterFetch'] === 'MOVE',
  },
  {
    kind: 'custom',
    name: 'email.receive.aliases',
    label: t('Other addresses of this inbox'),
    hint: t('One per line. Mail to them arrives here too.'),
    Input: createTextListInput('help@example.com'),
  },
])
