/** Examinations of mail servers name the step that fails, and send nothing. */
import { expect, it } from 'vitest'
import { startServer } from '../../../test/support/mail-attempt.ts'
import { DROP, type SmtpScript } from '../../../test/support/scripted-smtp.ts'
import { createCertificate } from '../../../test/support/self-signed.ts'
import { createMailHostRule } from '#platform/outbound/mail-hosts.ts'
import { examineOutgoingServer, type OutgoingServer } from './index.ts'

const auth = { user: 'support', password: 'hunter2' }

async function examine(script: SmtpScript, given: Partial<OutgoingServer> = {}): Promise<string[]> {
  const server = await startServer(script)
  const steps = await examineOutgoingServer(
    { host: '127.0.0.1', port: server.port, security: 'NONE', auth: null, lane: '', ...given },
    'support@example.com',
  )
  expect(server.received).toEqual([])
  expect(JSON.stringify(steps)).not.toContain('hunter2')
  expect(steps.slice(0, -1).every(({ ok, detail }) => ok && detail === null)).toBe(true)
  return steps.map(({ step, ok }) => (ok ? step : `${step} failed`))
}

it('a server that works passes every step that it needs', async () => {
  expect(await examine({})).toEqual(['resolve', 'connect', 'greeting', 'sender'])
  expect(await examine({ extensions: ['AUTH PLAIN'] }, { auth })).toEqual(['resolve', 'connect', 'greeting', 'sign_in', 'sender'])
  const byTls = { security: 'TLS', host: 'localhost', checkCertificate: false } as const
  expect(await examine({ tls: createCertificate('localhost') }, byTls)).toEqual(['resolve', 'connect', 'tls', 'greeting', 'sender'])
})

it.each<[string, SmtpScript, Partial<OutgoingServer>]>([
  ['resolve failed', {}, { host: 'nothing.invalid' }],
  ['resolve failed', {}, { resolve: createMailHostRule({ allowedCidrs: [] }) }],
  ['connect failed', {}, { port: 1 }],
  ['tls failed', {}, { security: 'STARTTLS' }],
  ['tls failed', { tls: createCertificate('localhost') }, { security: 'TLS', host: 'localhost' }],
  ['greeting failed', { greeting: '554 5.7.1 go away' }, {}],
  ['greeting failed', { greeting: DROP }, {}],
  ['sign_in failed', { extensions: ['AUTH PLAIN'], auth: () => '535 5.7.8 no' }, { auth }],
  ['sender failed', { mailFrom: () => '553 5.7.1 not yours' }, {}],
])('%s is the last step (%o)', async (expected, script, given) => {
  expect((await examine(script, given)).at(-1)).toBe(expected)
})

it('the reason contains the words of the server', async () => {
  const server = await startServer({ mailFrom: () => '553 5.7.1 Sender not owned by user' })
  const steps = await examineOutgoingServer(
    { host: '127.0.0.1', port: server.port, security: 'NONE', auth: null, lane: '' },
    'a@example.com',
  )
  expect(steps.at(-1)).toMatchObject({ ok: false, detail: 'The mail server refused at MAIL FROM: 5.7.1. Sender not owned by user' })
})
