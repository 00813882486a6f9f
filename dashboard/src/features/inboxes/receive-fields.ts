/** The fields of an EMAIL inbox that say how mail comes in. */
import type { Inbox } from '@skein/client'
import type { FieldSpec, Values } from '../../ui/form/fields.ts'
import { ForwardHint, ReceiveInput } from './receive-input.tsx'
import { createTextListInput } from './text-list-input.tsx'

type Mode = NonNullable<Inbox['email']>['receive']['mode']

const receives =
  (mode: Mode) =>
  (values: Values): boolean =>
    values['email.receive.mode'] === mode

export const securities = [
  { value: 'TLS', label: 'TLS', hint: 'from the start' },
  { value: 'STARTTLS', label: 'STARTTLS', hint: 'after a command' },
  { value: 'NONE', label: 'None', hint: 'only in your own network' },
]

export const receiveFields: readonly FieldSpec[] = [
  { kind: 'custom', name: 'email.receive.mode', label: 'How mail comes in', isGroup: true, Input: ReceiveInput },
  {
    kind: 'custom',
    // The form shows this field of the API but never changes it.
    name: 'email.receive.forwardTo',
    label: 'What to do',
    isGroup: true,
    Input: ForwardHint,
    when: receives('SMTP'),
  },
  {
    kind: 'text',
    name: 'email.receive.imap.host',
    label: 'IMAP server',
    required: true,
    maxLength: 253,
    placeholder: 'imap.example.com',
    when: receives('IMAP'),
  },
  { kind: 'choice', name: 'email.receive.imap.security', label: 'Encryption', options: securities, none: 'TLS', when: receives('IMAP') },
  {
    kind: 'number',
    name: 'email.receive.imap.port',
    label: 'Port',
    min: 1,
    max: 65_535,
    hint: 'Usually 993 with TLS, 143 without.',
    when: receives('IMAP'),
  },
  {
    kind: 'text',
    name: 'email.receive.imap.user',
    label: 'User',
    required: true,
    maxLength: 320,
    placeholder: 'support@example.com',
    when: receives('IMAP'),
  },
  {
    kind: 'choice',
    name: 'email.receive.imap.auth',
    label: 'Sign in',
    none: 'With a password',
    options: [
      { value: 'PASSWORD', label: 'With a password' },
      { value: 'OAUTH2', label: 'At Google or Microsoft' },
    ],
    when: receives('IMAP'),
  },
  {
    kind: 'text',
    type: 'password',
    name: 'email.receive.imap.password',
    label: 'Password',
    maxLength: 1024,
    autoComplete: 'new-password',
    hint: 'Leave it empty to keep the stored one.',
    when: (values) => receives('IMAP')(values) && values['email.receive.imap.auth'] !== 'OAUTH2',
  },
  { kind: 'text', name: 'email.receive.imap.folder', label: 'Folder', maxLength: 255, placeholder: 'INBOX', when: receives('IMAP') },
  {
    kind: 'choice',
    name: 'email.receive.imap.afterFetch',
    label: 'After Skein has fetched a mail',
    none: 'Leave it as it is',
    options: [
      { value: 'NOTHING', label: 'Leave it as it is' },
      { value: 'MARK_SEEN', label: 'Mark it as read' },
      { value: 'MOVE', label: 'Move it to another folder' },
      { value: 'DELETE', label: 'Delete it' },
    ],
    when: receives('IMAP'),
  },
  {
    kind: 'text',
    name: 'email.receive.imap.moveTo',
    label: 'Move it to',
    maxLength: 255,
    placeholder: 'Done',
    when: (values) => receives('IMAP')(values) && values['email.receive.imap.afterFetch'] === 'MOVE',
  },
  {
    kind: 'custom',
    name: 'email.receive.aliases',
    label: 'Other addresses of this inbox',
    hint: 'One per line. Mail to them comes here, too.',
    Input: createTextListInput('help@example.com'),
  },
]
