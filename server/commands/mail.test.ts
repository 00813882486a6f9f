/** The `mail` commands, against a running service. */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createSkeinClient, type SkeinClient } from '../../client/index.ts'
import { createTestInstallation, type Ended, type TestInstallation } from '../../test/support/skein-process.ts'
import { toTerminalText } from './terminal-text.ts'
import { findFreePort } from '../../test/support/free-port.ts'

const inbox = 'support@acme.localhost'
let installation: TestInstallation
let skein: SkeinClient
let env: Record<string, string>
let url: string
beforeAll(async () => {
  installation = await createTestInstallation()
  const [port, mailPort] = [await findFreePort(), await findFreePort()]
  env = { PORT: String(port), MAIL_IN_PORT: String(mailPort), LOG_LEVEL: 'warn', MAIL_ALLOWED_CIDRS: '127.0.0.0/8' }
  const service = await installation.serve(env)
  expect(service.stdout()).toContain(`\n  Mail       smtp://127.0.0.1:${mailPort}\n`)
  url = service.url
  skein = createSkeinClient({ baseUrl: url, apiKey: (await readFile(join(installation.dataDir, 'first-key'), 'utf8')).trim() })
  await skein.createInbox({ body: { name: 'Support', type: 'EMAIL', address: inbox } })
})
afterAll(() => installation.remove())

const getJson = ({ code, stdout, stderr }: Ended): Record<string, unknown> => {
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return JSON.parse(stdout) as Record<string, unknown>
}
const run = (...words: string[]): Promise<Ended> => installation.runHere(['mail', ...words], env)

/** Returns the bytes of a mail that the service accepted. */
async function getOriginal(id: unknown): Promise<string> {
  const { data } = await skein.getInboundMailOriginal({ path: { id: String(id) } })
  return (await fetch(data.url.replace(/^https?:\/\/[^/]+/, url))).text()
}

it('mail send brings a mail in, with a file', async () => {
  const file = join(installation.dataDir, 'export.csv')
  await writeFile(file, 'a,b\n')
  const ended = await installation.run(
    ['mail', 'send', '--to', inbox, '--from', 'Ada <ada@example.com>', '--subject', 'Empty export', '--attach', file, '--json'],
    env,
  )
  const { mailId } = getJson(ended)
  const { data } = await skein.getInboundMail({ path: { id: String(mailId) } })
  expect(data).toMatchObject({ from: 'ada@example.com', to: [inbox], subject: 'Empty export', transport: 'SMTP' })
  expect(await getOriginal(mailId)).toContain('filename=export.csv')
})

it('mail send says why the port refused a mail, and when there is no port', async () => {
  const send = ['send', '--to', 'nobody@acme.localhost', '--from', 'ada@example.com']
  expect(await run(...send)).toEqual({ code: 1, stdout: '', stderr: 'The port refused the mail: 550 5.1.1 No inbox has this address\n' })
  const absent = { ...env, MAIL_IN_PORT: '1' }
  expect((await installation.runHere(['mail', ...send], absent)).stderr).toMatch(/^No mail comes in at smtp:\/\/127\.0\.0\.1:1\. Start /)
  expect(await installation.runHere(['mail', ...send], { ...env, MAIL_IN_PORT: '0' })).toMatchObject({ code: 2 })
  expect(await run(...send, '--attach', 'no-such-file')).toMatchObject({ code: 2, stderr: '--attach: there is no file no-such-file.\n' })
})

/** Writes a mail as the service does when there is no mail server. */
async function keep(name: string, headers: readonly string[], text: string): Promise<string> {
  const path = join(installation.dataDir, 'mail', name)
  await mkdir(join(installation.dataDir, 'mail'), { recursive: true })
  const all = ['From: Support <support@acme.localhost>', 'To: Ada <ada@example.com>', ...headers, '', text, '']
  await writeFile(path, all.join('\r\n'))
  return path
}

it('mail show prints the latest mails in files, and follows new ones', async () => {
  expect((await run('show')).stdout).toBe('There are no mails in files.\n')
  await keep('1.eml', ['Subject: First', 'Message-ID: <1@acme.localhost>'], 'One \x1b[31m')
  const path = await keep('2.eml', ['Subject: Second', 'Message-ID: <2@acme.localhost>'], 'Two')
  const { stdout } = await run('show')
  expect(stdout).toMatch(/^Written {3}.*\nFrom {6}Support <support@acme\.localhost>\nTo {8}Ada <ada@example\.com>\nSubject {3}Second\n/)
  expect(stdout).toContain(`\nPath      ${path}\n\nTwo\n`)
  expect(getJson(await run('show', '--limit', '5', '--json'))).toMatchObject({
    mails: [
      { subject: 'First', messageId: '1@acme.localhost' },
      { subject: 'Second', text: 'Two', path },
    ],
  })
  const following = installation.start(['mail', 'show', '--follow', '--limit', '1', '--json'], env)
  const shown = () =>
    following.output.stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => (JSON.parse(line) as { subject: string }).subject)
  await vi.waitFor(() => expect(shown()).toEqual(['Second']), { timeout: 60_000 })
  await keep('3.eml', ['Subject: Third', 'Message-ID: <3@acme.localhost>'], 'Three')
  await vi.waitFor(() => expect(shown()).toEqual(['Second', 'Third']), { timeout: 60_000 })
  following.child.kill('SIGINT')
  expect((await following.ended).code).toBe(0)
})

it('mail answer answers the latest reply of any thread, or of one, as the customer', async () => {
  expect((await run('answer', '--last', '--text', 'Thanks')).stderr, 'only notices').toMatch(/^No reply was written to a file\./)
  const thread = await skein.createThread({ body: { title: 'Export', body: 'Empty', requester: { email: 'ada@example.com' } } })
  const messages = await skein.listMessages({ path: { id: thread.data.id } })
  const signed = `${messages.data[0]?.id.slice(4)}.abcdefghijklmnop@acme.localhost`
  const headers = (messageId: string, subject: string) => [
    `Subject: ${subject}`,
    `Message-ID: <${messageId}>`,
    'X-Skein-Message: 1.2',
    'References: <first@example.com>',
    'Reply-To: Support <support+rabcdefghijklmnop@acme.localhost>',
  ]
  await keep('4.eml', headers(signed, 'Export'), 'We are looking into it.')
  await keep('5.eml', headers('other@acme.localhost', 'Re: Other'), 'Done.')
  const last = getJson(await run('answer', '--last', '--text', 'It works.', '--json'))
  expect(last).toMatchObject({ from: 'ada@example.com', to: 'support+rabcdefghijklmnop@acme.localhost' })
  const original = await getOriginal(last.mailId)
  for (const line of [
    'From: Ada <ada@example.com>',
    'Subject: Re: Other',
    'In-Reply-To: <other@acme.localhost>',
    'References: <first@example.com> <other@acme.localhost>',
    'It works.',
    '> Done.',
  ])
    expect(original.split('\r\n')).toContain(line)
  const { mailId } = getJson(
    await installation.run(['mail', 'answer', '--thread', thread.data.id, '--text', 'Still empty.', '--json'], env),
  )
  expect(await getOriginal(mailId)).toContain(`\r\nIn-Reply-To: <${signed}>\r\n`)
  expect(await run('answer', '--text', 'x')).toMatchObject({ code: 2, stderr: 'Either --last or --thread must be given.\n' })
})

it('mail suspended lists the mails that wait for a decision', async () => {
  expect((await run('suspended')).stdout).toBe('No mail is suspended.\n')
  expect(getJson(await installation.run(['mail', 'suspended', '--json'], env))).toEqual({ mails: [], total: 0 })
})

it('mail test prints the steps, and fails with the step that fails', async () => {
  const smtp = { host: '127.0.0.1', port: Number(env['MAIL_IN_PORT']), security: 'NONE' as const }
  const email = { send: { mode: 'SMTP' as const, smtp } }
  const { data } = await skein.createInbox({ body: { name: 'Sending', type: 'EMAIL', address: 'send@acme.localhost', email } })
  const passed = await run('test', '--inbox', data.id)
  expect(passed).toMatchObject({ code: 0, stderr: '' })
  expect(passed.stdout.split('\n')[0]).toMatch(/^✓ SMTP resolve +\d+ ms/)
  await skein.updateInbox({ path: { id: data.id }, body: { email: { send: { smtp: { ...smtp, port: 1_025 } } } } })
  const failed = await installation.run(['mail', 'test', '--inbox', data.id], env)
  expect(failed.code).toBe(1)
  expect(failed.stdout).toMatch(/✗ SMTP connect /)
})

it('mail import brings in each mail once, and names those that were refused', async () => {
  const { data } = await skein.createInbox({ body: { name: 'Archive', type: 'EMAIL', address: 'archive@acme.localhost' } })
  const mail = (n: number): string =>
    `From: Ada <ada@example.com>\nTo: archive@acme.localhost\nMessage-ID: <${n}@old.example>\nSubject: Old ${n}\n\nText\n`
  const directory = join(installation.dataDir, 'archive')
  await mkdir(directory)
  await writeFile(join(directory, 'all.mbox'), [1, 2].map((n) => `From ada@example.com Mon Jan  5 10:00:00 2026\n${mail(n)}\n`).join(''))
  await writeFile(join(directory, 'bad.eml'), 'no header')
  const first = await run('import', directory, '--inbox', data.id, '--json')
  expect(first).toMatchObject({ code: 1, stderr: '' })
  expect(JSON.parse(first.stdout)).toMatchObject({ accepted: 2, known: 0, refused: [{ name: join(directory, 'bad.eml') }] })
  await writeFile(join(directory, 'bad.eml'), mail(3))
  expect(await installation.run(['mail', 'import', directory, '--inbox', data.id], env)).toEqual({
    code: 0,
    stdout: '1 mails were imported; 2 were there already; 0 were refused.\n',
    stderr: '',
  })
  const { meta } = await skein.listInboundMails({ query: { inboxId: data.id, outcome: 'RECEIVED' } })
  expect(meta.total).toBe(3)
  expect(await run('import', directory, '--inbox', 'inb_01k2j3m4n5p6q7r8s9t0v1w2x3')).toMatchObject({ code: 1, stdout: '' })
})

it('control characters in mails do not reach the terminal', () => {
  expect(toTerminalText('a\x1b[31m\tb\u202e\nc')).toBe('a[31m\tb\nc')
})

it('mail test --round-trip waits for mails of the inbox to itself', async () => {
  const smtp = { host: '127.0.0.1', port: Number(env['MAIL_IN_PORT']), security: 'NONE' as const }
  const email = { send: { mode: 'SMTP' as const, smtp } }
  const { data } = await skein.createInbox({ body: { name: 'Round trip', type: 'EMAIL', address: 'trip@acme.localhost', email } })
  installation.start(['work'], env)
  const returned = await run('test', '--inbox', data.id, '--round-trip')
  expect(returned).toMatchObject({ code: 0, stderr: '' })
  const passed = ['send', 'receive', 'plus'].map((step) => expect.stringMatching(new RegExp(`^✓ ${step} +\\d+ ms$`)))
  expect(returned.stdout.trimEnd().split('\n')).toEqual(passed)
  await skein.updateInbox({ path: { id: data.id }, body: { email: { send: { smtp: { ...smtp, port: 1_025 } } } } })
  const unsent = await installation.run(['mail', 'test', '--inbox', data.id, '--round-trip'], env)
  expect([unsent.code, unsent.stdout]).toEqual([1, expect.stringMatching(/^✗ send .*ECONNREFUSED/)])
})
