/**
 * The first five minutes of a newcomer, from `npm start` to a delivered webhook: once with the mouse in the light theme, once with
 * the keyboard in the dark theme.
 */
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestInstallation, type TestInstallation } from '../../test/support/skein-process.ts'
import { testsAll } from '../../test/extent.ts'
import { findFreePort } from '../../test/support/free-port.ts'
import { openContext, password, findViolations, readEditor } from './dashboard.ts'

const run = promisify(execFile)
/** Upper bound for the number of focusable elements on a page. */
const maxTabs = 150

const variants = [
  { device: 'the mouse', colorScheme: 'light' },
  { device: 'the keyboard alone', colorScheme: 'dark' },
] as const
/** Each variant takes half a minute, so `npm test` runs only the first one. */
describe.each(testsAll ? variants : variants.slice(0, 1))('with $device, $colorScheme', ({ device, colorScheme }) => {
  let skein: TestInstallation
  let service: ReturnType<TestInstallation['start']>
  let page: Page
  beforeAll(async () => {
    skein = await createTestInstallation()
  })
  afterAll(async () => {
    await page.context().close()
    service.child.kill('SIGTERM')
    await service.ended
    await skein.remove()
  })

  /** Presses a button or follows a link, with the mouse or by keyboard. */
  const press = async (target: Locator): Promise<void> => {
    await target.waitFor()
    if (device === 'the mouse') return target.click()
    await tabTo(target)
    return page.keyboard.press('Enter')
  }
  const tabTo = async (target: Locator): Promise<void> => {
    for (let tabs = 0; tabs < maxTabs; tabs++) {
      if (await target.evaluate((element) => element === document.activeElement)) return
      await page.keyboard.press('Tab')
    }
    throw new Error(`The tab key does not lead to ${String(target)}`)
  }
  const write = async (field: Locator, text: string): Promise<void> => {
    await field.waitFor()
    if (device === 'the mouse') await field.click()
    else await tabTo(field)
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type(text)
  }
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
  const row = (text: string) => page.getByRole('row').filter({ hasText: text })
  /** Opens a page from the settings' index. */
  const goTo = async (name: string): Promise<void> => {
    await press(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' }))
    await press(page.getByRole('region', { name: 'Page' }).getByRole('link', { name: new RegExp(`^${name}`) }))
    await page.getByRole('heading', { name, level: 1 }).waitFor()
  }

  it('npm start prints where to sign in and how to fill the inbox', async () => {
    const port = await findFreePort()
    service = skein.start(['start'], { PORT: String(port), WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8' })
    await expect.poll(() => service.output.stdout).toContain('Create a thread:')
    const { stdout } = service.output
    expect(stdout).toContain(`  Dashboard  http://app.localhost:${port}`)
    const [, args = ''] = /^ {2}Sample .*: DATA_DIR=\S+ npm run --silent skein -- (seed --tenant \w+)$/m.exec(stdout) ?? []
    expect(await skein.run(args.split(' '), { PORT: String(port) })).toMatchObject({ code: 0 })
  })

  it('the printed link leads to a new password and the inbox of the sample company', async () => {
    const [, file = ''] = /the link in (.*)/.exec(service.output.stdout) ?? []
    page = await (await openContext({ colorScheme })).newPage()
    page.setDefaultTimeout(120_000)
    await page.goto((await readFile(file, 'utf8')).trim())
    await write(page.getByLabel('Your name'), 'owner')
    await write(page.getByLabel('Company'), 'Acme')
    await write(page.getByLabel('New password'), password)
    await page.keyboard.press('Enter')
    await press(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^All/ }))
    await page.getByRole('row').first().waitFor()
    expect(Number(await page.getByRole('grid').getAttribute('aria-rowcount'))).toBeGreaterThan(5)
  })

  it('a reply is sent, undone and sent again', async () => {
    if (device === 'the mouse') await page.getByRole('row').first().click()
    else for (const key of ['j', 'Enter']) await page.keyboard.press(key)
    await page.getByRole('article').first().waitFor()
    const field = page.getByRole('textbox', { name: 'Reply' })
    if (device === 'the mouse') await field.click()
    else await page.keyboard.press('r')
    await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.keyboard.type('Thank you, we are looking at it.')
    const send = async (): Promise<void> =>
      device === 'the mouse' ? page.getByRole('button', { name: 'Send Ctrl Enter' }).click() : page.keyboard.press('Control+Enter')
    await send()
    await page.getByRole('status').filter({ hasText: 'Sends in' }).waitFor()
    if (device === 'the mouse') await button(/^Undo/).first().click()
    else for (const key of ['Escape', 'z']) await page.keyboard.press(key)
    await expect.poll(() => readEditor(field)).toBe('Thank you, we are looking at it.')
    if (device === 'the keyboard alone') await page.keyboard.press('r')
    await send()
    await expect.poll(() => readEditor(field)).toBe('')
  })

  it('the request inspector shows the request of the reply', async () => {
    await page.keyboard.press('Control+Shift+Y')
    const calls = page.getByRole('complementary', { name: 'Request inspector' })
    const reply = calls.getByRole('listitem').filter({ hasText: /^POST.*\/threads\/thr_\w+\/reply/ })
    await reply.first().getByText('201', { exact: true }).waitFor()
    await press(calls.getByRole('button', { name: 'Close' }))
    await calls.waitFor({ state: 'detached' })
  })

  let command: string
  it('a key is created, and its cURL command works in a shell', async () => {
    await goTo('API keys')
    await press(button('New key'))
    await write(page.getByRole('dialog').getByLabel('Name'), 'My first program')
    await page.keyboard.press('Enter')
    await page.getByText('Waiting for your first request…').waitFor()
    command = await page.getByLabel('Create a thread', { exact: true }).innerText()
    const { stdout } = await run('sh', ['-c', command])
    expect(JSON.parse(stdout)).toMatchObject({ data: { subject: 'Hello from cURL' } })
    await page.getByText(/Your first request arrived/).waitFor()
    await press(button('I’ve saved the key'))
  })

  it('a thread that is created in the shell appears in the open inbox', async () => {
    const main = page.getByRole('navigation', { name: 'Main' })
    await press(main.getByRole('link', { name: /^Inbox/ }))
    await press(main.getByRole('link', { name: /^All open/ }))
    // After the reload everything is loaded, so only an event can add the thread.
    await page.reload()
    await page.getByRole('row').first().waitFor()
    const before = Number(await page.getByRole('grid').getAttribute('aria-rowcount'))
    await run('sh', ['-c', command.replace('Hello from cURL', 'Here by itself')])
    // A thread that arrives before the stream reconnects is already in the list.
    await button(/^1 new/)
      .or(row('Here by itself'))
      .first()
      .waitFor()
    if (await button(/^1 new/).isVisible()) await press(button(/^1 new/))
    await row('Here by itself').waitFor()
    expect(Number(await page.getByRole('grid').getAttribute('aria-rowcount'))).toBe(before + 1)
  })

  it('the built-in receiver is registered, and a test is delivered to it', async () => {
    await goTo('Webhooks')
    await press(button('New webhook'))
    const dialog = page.getByRole('dialog')
    await press(dialog.getByRole('button', { name: 'Use the built-in receiver' }))
    expect(await dialog.getByLabel('URL').inputValue()).toBe('http://127.0.0.1:4000/')
    // Test files run in parallel, so port 4000 may be in use.
    const port = await findFreePort()
    await write(dialog.getByLabel('URL'), `http://127.0.0.1:${port}/`)
    await page.keyboard.press('Enter')
    const shown = await page.getByLabel('Receiver', { exact: true }).innerText()
    const [, args = ''] = /^npm run --silent skein -- (.*)$/.exec(shown) ?? []
    expect(args).toContain(`receive --port ${port} --secret whsec_`)
    const receiver = skein.start(args.split(' '))
    await expect.poll(() => receiver.output.stdout + receiver.output.stderr).toContain(String(port))
    await press(button('Send a test'))
    await page.getByText(/Your test arrived. The receiver responded with 204/).waitFor()
    expect(receiver.output.stdout).toContain('webhook.test')
    receiver.child.kill('SIGTERM')
    await receiver.ended
    await press(button('I’ve saved the secret'))
  })

  it('the delivery is listed', async () => {
    await goTo('Deliveries')
    const delivery = page.getByRole('row', { name: /webhook\.test/ })
    await delivery.waitFor()
    expect(await delivery.innerText()).toContain('Delivered')
    expect(await findViolations(page)).toEqual([])
  })
})
