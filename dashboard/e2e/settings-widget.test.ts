/** A website chat: installed, made to look like the site, and given secrets that programs in several languages sign with. */
import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { jwtVerify } from 'jose'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testsAll } from '../../test/extent.ts'
import { png } from '../../test/support/files.ts'
import { snippets } from '../src/features/inboxes/chat/identity-snippets.ts'
import { expectProblems } from './browser-problems.ts'
import { findViolations, startDashboard, type TestDashboard } from './dashboard.ts'

let dashboard: TestDashboard
let page: Page
beforeAll(async () => {
  dashboard = await startDashboard()
  const { skein } = dashboard.tenant
  await skein.createCustomField({ body: { key: 'order_number', name: 'Order number', appliesTo: 'THREAD', type: 'TEXT' } })
  await skein.createCustomField({ body: { key: 'plan', name: 'Plan', appliesTo: 'CUSTOMER', type: 'TEXT' } })
  await skein.createInbox({ body: { name: 'Support mail', type: 'EMAIL', address: 'support@example.com' } })
  page = (await dashboard.openAs(dashboard.ownerEmail, '/settings/inboxes')).page
})
afterAll(() => dashboard.close())

const region = (name: string) => page.getByRole('region', { name, exact: true })
const openTab = (name: string) => page.getByRole('navigation', { name: 'Parts of this inbox' }).getByRole('link', { name }).click()
const findChat = async () => {
  const { data } = await dashboard.tenant.skein.listInboxes()
  const found = data.find(({ name }) => name === 'Shop chat')
  if (!found?.widget) throw new Error('The chat was not created.')
  return { id: found.id, widget: found.widget, inbox: found }
}
async function save(): Promise<void> {
  // The note of an earlier save may still be on screen.
  const saved = page.waitForResponse((response) => response.request().method() === 'PATCH' && response.ok())
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await saved
  await page.getByText('Saved.').first().waitFor()
  await page.getByRole('button', { name: 'Save', exact: true }).waitFor({ state: 'detached' })
}

it('a new chat shows the line to paste, and says that no site may show it', async () => {
  await page.getByRole('button', { name: 'New inbox' }).click()
  await page.getByRole('button', { name: 'Add another channel' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Shop chat')
  await page.getByRole('combobox', { name: 'Type' }).click()
  await page.getByRole('option', { name: /Website chat/ }).click()
  await page.getByRole('button', { name: 'Create inbox' }).click()
  await page.getByRole('heading', { name: 'Shop chat' }).waitFor()
  const { widget } = await findChat()
  const part = region('Add it to your website')
  await part.getByText(`/w/skein.js" data-key="${widget.key}"></script>`).waitFor()
  await part.getByText('No site may show the chat yet.').waitFor()
  await part.getByText('Waiting for the first visit…').waitFor()
  const tryLink = page.getByRole('link', { name: 'a page with the chat' })
  expect(await tryLink.getAttribute('href')).toMatch(new RegExp(`/w/${widget.key}/try$`))
  expect(await findViolations(page)).toEqual([])
})

it('the wait for the first visit ends when a visitor of the page to try it writes', async () => {
  const { widget } = await findChat()
  const opened = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'a page with the chat' }).click()
  const tried = await opened
  await tried.waitForURL(new RegExp(`/w/${widget.key}/try$`))
  await tried.getByText(`data-key="${widget.key}"`).waitFor()
  // The closed shadow root keeps the launcher from the test, so the page opens the chat.
  await tried.waitForFunction(() => 'Skein' in window && !Array.isArray((window as { Skein?: unknown }).Skein))
  await tried.evaluate(() => (window as unknown as { Skein: { open(): void } }).Skein.open())
  await expect.poll(() => tried.frames().length).toBe(2)
  const frame = tried.frames()[1]
  await frame?.getByRole('button', { name: 'Send us a message' }).click()
  await frame?.getByRole('textbox', { name: 'Write a message' }).fill('Is this thing on?')
  await frame?.getByRole('button', { name: 'Send', exact: true }).click()
  await frame?.getByRole('log').getByText('Sent').waitFor()
  await tried.close()
  const part = region('Add it to your website')
  await part.getByText(/^Latest conversation: Is this thing on\?/).waitFor()
  expect(await part.getByText('Waiting for the first visit…').count()).toBe(0)
})

it('sites are refused with their line, and saved in their short form', async () => {
  expectProblems(/^400 PATCH \/inboxes\/inb_/)
  await page.getByRole('textbox', { name: 'Other sites' }).fill('https://shop.example.com/\nshop.example.org')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Other sites must be a site, such as https://www.example.com').waitFor()
  await page.getByRole('textbox', { name: 'Other sites' }).fill('https://shop.example.com/\nhttps://*.example.org')
  await page.getByRole('textbox', { name: 'Website' }).fill('shop.example.com')
  await save()
  const { widget, inbox } = await findChat()
  expect([widget.allowedOrigins, inbox.address]).toEqual([['https://shop.example.com', 'https://*.example.org'], 'shop.example.com'])
  await region('Health').getByText('Your site may show it').waitFor()
})

it('the preview follows the form, and the picture is kept', async () => {
  await openTab('Appearance')
  const preview = region('Preview')
  await page.getByRole('textbox', { name: 'Colour', exact: true }).fill('#ffcc00')
  await page.getByRole('textbox', { name: 'Greeting' }).fill('How can we help?')
  await page.getByRole('textbox', { name: 'Text on the button' }).fill('Chat with us')
  await preview.getByText('How can we help?').waitFor()
  const launcher = preview.getByText('Chat with us').locator('..')
  const colors = await launcher.evaluate((element) => [getComputedStyle(element).backgroundColor, getComputedStyle(element).color])
  expect(colors).toEqual(['rgb(255, 204, 0)', 'rgb(0, 0, 0)'])
  await page.setInputFiles('input[type=file]', { name: 'logo.png', mimeType: 'image/png', buffer: png })
  await page.getByRole('button', { name: 'Replace the picture…' }).waitFor()
  expect(await findViolations(page)).toEqual([])
  await save()
  const { appearance } = (await findChat()).widget
  expect(appearance).toMatchObject({ color: '#ffcc00', greeting: 'How can we help?', launcher: 'Chat with us', title: null })
  expect(appearance.logoUploadId).toMatch(/^upl_/)
})

it('visitors are asked what was chosen, and missed replies go by mail', async () => {
  await openTab('Visitors')
  const choose = async (name: string, option: string) => {
    await page.getByRole('combobox', { name, exact: true }).click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }
  await choose('Order number', 'Optional')
  await choose('Email', 'Required')
  expect(await page.getByRole('combobox', { name: 'Plan', exact: true }).count(), 'a field of customers').toBe(0)
  await choose('Inbox that sends the mail', 'Support mail')
  await choose('How long we wait', 'after 10 minutes')
  await page.getByRole('checkbox', { name: 'Ratings' }).uncheck()
  expect(await findViolations(page)).toEqual([])
  await save()
  const { widget } = await findChat()
  expect(widget).toMatchObject({
    preChat: [
      { field: 'EMAIL', required: true },
      { field: 'order_number', required: false },
    ],
    continuity: { inboxId: expect.stringMatching(/^inb_/), afterSeconds: 600 },
    askRating: false,
    appearance: { color: '#ffcc00' },
  })
  await region('Health').getByText('Missed replies are mailed').waitFor()
})

it('a secret is shown once and can be deleted, by keyboard too', async () => {
  await openTab('Identity')
  await page.getByRole('button', { name: 'New secret…' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'New secret' })
  await dialog.getByRole('button', { name: 'Create the secret' }).press('Enter')
  const secret = (await dialog.getByText(/^wsec_/).textContent()) ?? ''
  expect(await dialog.getByRole('heading').evaluate((heading) => heading === document.activeElement)).toBe(true)
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'I’ve saved the secret' }).click()
  await page.getByText(`…${secret.slice(-4)}`).waitFor()
  await page.getByRole('button', { name: `Delete the secret that ends in ${secret.slice(-4)}` }).click()
  await page.getByText(`…${secret.slice(-4)}`).waitFor({ state: 'detached' })
  expect((await findChat()).widget.identitySecrets).toEqual([])
})

it('the code has a tab for each of eight languages, moved between by arrow keys', async () => {
  const { widget } = await findChat()
  const tabs = page.getByRole('tab')
  expect(await tabs.allTextContents()).toEqual(['Node.js', 'Python', 'PHP', 'Ruby', 'Go', 'Java', 'C#', 'Elixir'])
  await tabs.first().press('ArrowRight')
  await page.getByRole('tabpanel', { name: 'Python' }).getByText('def sign_identity(user):').waitFor()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await page.getByRole('tabpanel', { name: 'Elixir' }).getByText(`aud: "${widget.key}"`).waitFor()
  expect(await page.getByRole('button', { name: 'Copy: Elixir' }).isVisible()).toBe(true)
  expect(await findViolations(page)).toEqual([])
})

it('the pages fit a phone', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  for (const tab of ['Installation', 'Appearance', 'Visitors', 'Identity', 'Assignment']) {
    await openTab(tab)
    expect(await page.evaluate(() => document.documentElement.scrollWidth), tab).toBe(390)
    expect(await findViolations(page), tab).toEqual([])
  }
})

describe('the code that signs an identity', () => {
  const user = { id: 4711, name: 'Ada “Countess” Lovelace', email: 'ada@example.com' }
  type Program = {
    command: string
    /** File of the code; without one it is the standard input, together with the call. */
    file?: string
    call: string
    /** Other files, such as the one with the call. */
    files?: Readonly<Record<string, string>>
  }
  const text = JSON.stringify
  const given = [String(user.id), user.name, user.email].map((each) => text(each)).join(', ')
  const programs: Record<string, Program> = {
    'Node.js': { command: `${process.execPath} --input-type=module`, call: `process.stdout.write(signIdentity(${text(user)}))` },
    Python: { command: 'python3 -', call: `print(sign_identity(${text(user)}), end="")` },
    PHP: { command: 'php', call: `echo signIdentity(json_decode('${text(user)}', true));` },
    Ruby: {
      command: 'ruby -',
      call: `require "ostruct"\nprint sign_identity(OpenStruct.new(id: 4711, name: ${text(user.name)}, email: ${text(user.email)}))`,
    },
    Go: {
      command: 'go run .',
      file: 'identity/identity.go',
      call: '',
      files: {
        'go.mod': 'module example.com/site\n\ngo 1.20\n',
        'main.go': `package main\n\nimport (\n\t"fmt"\n\n\t"example.com/site/identity"\n)\n\nfunc main() {\n\ttoken, err := identity.Sign(${given})\n\tif err != nil {\n\t\tpanic(err)\n\t}\n\tfmt.Print(token)\n}\n`,
      },
    },
    'C#': {
      command: 'dotnet run',
      file: 'Identity.cs',
      call: '',
      files: {
        'site.csproj':
          '<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><OutputType>Exe</OutputType><TargetFramework>net8.0</TargetFramework><ImplicitUsings>enable</ImplicitUsings><Nullable>enable</Nullable></PropertyGroup></Project>',
        'Program.cs': `Console.Write(Identity.Sign(${given}));`,
      },
    },
  }
  // Compilers take half a minute, so `npm test` runs the other languages.
  const isInstalled = (program: string): boolean => spawnSync(program, ['--version']).error === undefined
  const absent = Object.keys(programs).filter((each) => !isInstalled(programs[each]?.command.split(' ')[0] ?? ''))

  it.skip.each(absent)('in %s is not run, because this machine has no program for it', () => {})
  it('names the chat, the person, the end and the secret in every language', () => {
    // Java needs a library of Maven, and Elixir one of Hex, so their code is only read.
    expect(snippets.map((each) => each.name)).toEqual([...Object.keys(programs).slice(0, 5), 'Java', 'C#', 'Elixir'])
    for (const { code } of snippets) {
      const shown = code('wgt_example')
      expect(shown).toMatch(/(aud\W|withAudience\()[^\n]*"?wgt_example|'wgt_example'/)
      expect(shown).toMatch(/\bsub\b|withSubject/)
      for (const claim of ['name', 'email']) expect(shown).toMatch(new RegExp(`\\b${claim}\\b`))
      expect(shown).toMatch(/HS256|HMAC256/)
      expect(shown).toMatch(/3600|time\.Hour|AddHours\(1\)/)
      expect(shown).toContain('SKEIN_IDENTITY_SECRET')
    }
  })

  it.each(Object.keys(programs).filter((each) => !absent.includes(each) && (testsAll || programs[each]?.file === undefined)))(
    'in %s makes a token that starts a verified session',
    async (name) => {
      const { id, widget } = await findChat()
      const { secret } = (await dashboard.tenant.skein.createWidgetSecret({ path: { id }, body: {} })).data
      const { command, file, call, files = {} } = programs[name] ?? { command: '', call: '' }
      const [program = '', ...options] = command.split(' ')
      const code = snippets.find((each) => each.name === name)?.code(widget.key) ?? ''
      const directory = await mkdtemp(join(tmpdir(), 'skein-identity-'))
      for (const [path, content] of Object.entries(file === undefined ? files : { ...files, [file]: code })) {
        await mkdir(dirname(join(directory, path)), { recursive: true })
        await writeFile(join(directory, path), content)
      }
      const run = spawnSync(program, options, {
        cwd: directory,
        input: `${code}\n${call}\n`,
        encoding: 'utf8',
        env: { ...process.env, SKEIN_IDENTITY_SECRET: secret },
      })
      await rm(directory, { recursive: true })
      expect(run.stderr).toBe('')
      const { payload, protectedHeader } = await jwtVerify(run.stdout, Buffer.from(secret), { audience: widget.key })
      expect(protectedHeader).toEqual({ alg: 'HS256', typ: 'JWT' })
      expect(payload).toMatchObject({ sub: '4711', name: user.name, email: user.email })
      const session = await dashboard.service.api<{ visitor: object }>('POST', '/widget/sessions', {
        body: { key: widget.key, identityToken: run.stdout },
      })
      expect([session.status, session.body.data?.visitor]).toMatchObject([201, { name: user.name, email: user.email, verified: true }])
    },
  )
})
