import { expect, it } from 'vitest'
import { readServer, toEmailSettings, toMailbox } from './mailbox-settings.ts'

it.each([
  ['imap.example.com', 'imap', 'AUTO', { host: 'imap.example.com', port: 993, security: 'TLS' }],
  ['smtp.example.com', 'smtp', 'AUTO', { host: 'smtp.example.com', port: 587, security: 'STARTTLS' }],
  [' smtp.example.com:465 ', 'smtp', 'AUTO', { host: 'smtp.example.com', port: 465, security: 'TLS' }],
  ['smtp.example.com', 'smtp', 'TLS', { host: 'smtp.example.com', port: 465, security: 'TLS' }],
  ['127.0.0.1:1143', 'imap', 'NONE', { host: '127.0.0.1', port: 1143, security: 'NONE' }],
  ['https://example.com', 'imap', 'AUTO', null],
  ['two words', 'imap', 'AUTO', null],
  ['', 'imap', 'AUTO', null],
] as const)('the server %j for %s with %s is %j', (text, protocol, security, server) => {
  expect(readServer(text, protocol, security)).toEqual(server)
})

const fastmail = {
  imap: { host: 'imap.fastmail.com', port: 993, security: 'TLS' },
  smtp: { host: 'smtp.fastmail.com', port: 465, security: 'TLS' },
} as const

it('a known provider needs a password only', () => {
  const settings = toEmailSettings({ ...toMailbox(fastmail, 'support@acme.com'), password: 'secret' })
  expect(settings).toEqual({
    receive: { mode: 'IMAP', imap: { ...fastmail.imap, user: 'support@acme.com', password: 'secret' } },
    send: { mode: 'SMTP', smtp: { ...fastmail.smtp, user: 'support@acme.com', password: 'secret' } },
  })
})

it('tokens replace the password, and without servers mail is forwarded', () => {
  expect(toEmailSettings(toMailbox(fastmail, 'support@acme.com'), true)?.receive.imap).toEqual({
    ...fastmail.imap,
    user: 'support@acme.com',
    auth: 'OAUTH2',
  })
  expect(toEmailSettings(toMailbox(null, 'support@acme.com'))).toEqual({ receive: { mode: 'SMTP' }, send: { mode: 'DEFAULT' } })
  expect(toEmailSettings({ ...toMailbox(null, 'support@acme.com'), imap: 'not a server' })).toBe(null)
})
