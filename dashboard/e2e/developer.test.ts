/** Developer pages: an API key and a webhook, each tested until it works, and live events. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { skeinEventTypes, verifyWebhook } from '../../client/index.ts'
import { chooseOption, waitForEventStream, startDashboard, findViolations, type OpenPage, type TestDashboard } from './dashboard.ts'

let dashboard: TestDashboard
let opened: OpenPage
let page: Page
beforeAll(async () => {
  dashboard = await startDashboard({ worker: true })
  opened = await dashboard.openAs(dashboard.ownerEmail, '/developer')
  page = opened.page
  await page.getByRole('heading', { name: 'Get started', level: 1 }).waitFor()
})
afterAll(() => dashboard.close())

const dialog = (name: string | RegExp) => page.getByRole('dialog', { name })

/** Runs a command that the dashboard suggests, as a shell would. Its arguments are in single quotes. */
async function runCommand(command: string): Promise<number> {
  const url = /https?:\/\/[^\s'\\]+/.exec(command)?.[0] ?? ''
  const headers = [...command.matchAll(/-H '([^:]+): ([^']*)'/g)].map(([, name = '', value = '']) => [name, value] as const)
  const body = /-d '(.*)'$/.exec(command)?.[1] ?? null
  return (await fetch(url, { method: body === null ? 'GET' : 'POST', headers: Object.fromEntries(headers), body })).status
}

/** Returns the elements of the open panel that scroll sideways, on a wide and on a narrow screen. */
async function findSidewaysScrolling(): Promise<string[]> {
  const found: string[] = []
  for (const width of [1440, 320]) {
    await page.setViewportSize({ width, height: 900 })
    const lines = await page.evaluate(() =>
      [...document.querySelectorAll('dialog *')]
        .filter((element) => element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).overflowX === 'auto')
        .map((element) => {
          const edge = element.getBoundingClientRect().left + element.clientWidth
          const beyond = [...element.querySelectorAll('*')].filter((each) => each.getBoundingClientRect().right > edge + 1)
          return `${element.tagName} ${element.className}: ${beyond.map((each) => each.textContent.slice(0, 40)).join(' | ')}`
        }),
    )
    found.push(...lines)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  return found
}

describe('an API key', () => {
  let rotatedKey: string

  it('can be created by keyboard, and the sample request works as shown', async () => {
    await page.getByRole('link', { name: 'Create a key' }).press('Enter')
    await dialog('New key').waitFor()
    expect(await findViolations(page)).toEqual([])
    await page.keyboard.type('My first key')
    await page.keyboard.press('Enter')
    await page.getByText('Waiting for your first request…').waitFor()
    const key = await page.getByLabel('Key', { exact: true }).innerText()
    expect(key).toMatch(/^svck_/)
    const command = await page.getByLabel('Create a thread', { exact: true }).innerText()
    const { data: inboxes } = await dashboard.tenant.skein.listInboxes()
    for (const part of [key, `${dashboard.service.config.baseUrl.origin}/api/v1/threads`, inboxes[0]?.id ?? '?'])
      expect(command).toContain(part)
    expect(await findViolations(page)).toEqual([])
    expect(await findSidewaysScrolling()).toEqual([])
    expect(await runCommand(command)).toBe(201)
    await page.getByText(/Your first request arrived/).waitFor()
    await page.getByRole('link', { name: 'Open the thread' }).press('Enter')
    await page.getByRole('heading', { name: 'Hello from cURL', level: 2 }).waitFor()
  })

  it('is not shown again', async () => {
    await page.goto(`${dashboard.url}/developer/keys`)
    await page.getByRole('button', { name: 'My first key' }).click()
    await dialog('My first key').getByText('Last used').waitFor()
    expect(await page.content()).not.toMatch(/svck_\w{20}/)
  })

  it('is rotated, and the new key is shown once', async () => {
    await page.getByRole('button', { name: 'Rotate key' }).click()
    rotatedKey = await page.getByLabel('Key', { exact: true }).innerText()
    await page.getByRole('button', { name: 'I’ve saved the key' }).click()
    expect(await page.getByRole('button', { name: 'My first key' }).count()).toBe(2)
  })

  it('is refused soon after it is revoked', async () => {
    await page.getByRole('button', { name: 'My first key' }).first().click()
    await page.getByRole('button', { name: 'Revoke…' }).click()
    await page.getByRole('button', { name: 'Revoke key' }).click()
    await dialog('My first key').waitFor({ state: 'detached' })
    await page
      .getByRole('row', { name: /My first key/ })
      .first()
      .getByText('Revoked')
      .waitFor()
    await expect.poll(async () => (await dashboard.service.api('GET', '/me', { key: rotatedKey })).status).toBe(401)
  })
})

describe('a webhook', () => {
  let secret: string
  let port: number
  let receiver: Server
  const received: { body: string; headers: IncomingMessage['headers'] }[] = []
  beforeAll(async () => {
    receiver = createServer((req, res) => {
      const parts: Buffer[] = []
      req.on('data', (part: Buffer) => parts.push(part))
      req.on('end', () => {
        received.push({ body: Buffer.concat(parts).toString(), headers: req.headers })
        res.writeHead(204).end()
      })
    }).listen(0, '127.0.0.1')
    await once(receiver, 'listening')
    // Safe because the address of a server that listens on a TCP port is an AddressInfo.
    port = (receiver.address() as AddressInfo).port
  })
  afterAll(() => void receiver.close())

  it('is registered, and its secret is shown in the command of the receiver', async () => {
    await page.goto(`${dashboard.url}/developer/webhooks?open=new`)
    await page.getByRole('button', { name: 'Use the built-in receiver' }).click()
    expect(await page.getByLabel('URL').inputValue()).toBe('http://127.0.0.1:4000/')
    await page.getByLabel('URL').fill(`http://127.0.0.1:${port}/`)
    await page.getByLabel('Only some events').check()
    await page.getByRole('button', { name: 'Add header' }).click()
    await page.getByLabel('Header name').fill('X-Gateway-Key')
    await page.getByLabel('Value', { exact: true }).fill('gateway-key')
    expect(await findViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Create webhook' }).click()
    secret = await page.getByLabel('Secret', { exact: true }).innerText()
    expect(await page.getByLabel('Receiver', { exact: true }).innerText()).toContain(`receive --port ${port} --secret ${secret}`)
  })

  it('reports that its test has arrived, signed with its secret', async () => {
    await page.getByRole('button', { name: 'Send a test' }).click()
    await page.getByText(/Your test arrived. The receiver responded with 204/).waitFor()
    const [first] = received
    expect(verifyWebhook({ payload: first?.body ?? '', headers: first?.headers ?? {}, secret }).type).toBe('webhook.test')
    expect(first?.headers['x-gateway-key']).toBe('gateway-key')
    await page.getByRole('button', { name: 'I’ve saved the secret' }).click()
  })

  it('shows each delivery with the headers and the body that were sent', async () => {
    await page.getByRole('button', { name: `http://127.0.0.1:${port}/` }).click()
    // A time with a date is the widest.
    await page.clock.setSystemTime(Date.now() + 3 * 86_400_000)
    await page.getByRole('button', { name: 'webhook.test' }).click()
    const delivery = dialog('webhook.test')
    await delivery.getByText('Delivered').waitFor()
    expect(await findSidewaysScrolling()).toEqual([])
    await page.clock.setSystemTime(Date.now())
    expect(await delivery.getByLabel('Headers sent', { exact: true }).innerText()).toContain('webhook-signature: v1,')
    expect(await delivery.getByLabel('Body sent', { exact: true }).innerText()).toContain('"webhook.test"')
    expect(await findViolations(page)).toEqual([])
  })

  it('sends a delivery again with the same webhook-id', async () => {
    await dialog('webhook.test').getByRole('button', { name: 'Send again' }).click()
    await expect.poll(() => received.length).toBe(2)
    expect(received[1]?.headers['webhook-id']).toBe(received[0]?.headers['webhook-id'])
    expect(await page.content()).not.toContain(secret)
  })

  it('is enabled after a pause, and is sent what it missed', async () => {
    const { data: webhook } = await dashboard.tenant.skein.createWebhook({ body: { url: 'http://127.0.0.1:1/gone' } })
    await dashboard.tenant.skein.updateWebhook({ path: { id: webhook.id }, body: { status: 'PAUSED' } })
    await page.goto(`${dashboard.url}/developer/webhooks?open=${webhook.id}`)
    await page.getByRole('button', { name: /^Enable and send (\d+ missed|what was missed)/ }).click()
    await page.getByText('Enabled. We’re sending what was missed').waitFor()
    expect((await dashboard.tenant.skein.getWebhook({ path: { id: webhook.id } })).data.status).toBe('ACTIVE')
  })
})

it('events appear as they happen', async () => {
  await page.goto(`${dashboard.url}/developer/events`)
  await page.getByText('Nothing has happened since you opened').waitFor()
  await waitForEventStream(page)
  await dashboard.tenant.skein.createLabel({ body: { name: 'Seen live' } })
  await page.getByText('Seen live').first().click()
  await page.getByText(/"type": "label.created"/).waitFor()
  expect(await findViolations(page)).toEqual([])
})

it('events are read from the history', async () => {
  await page.getByRole('button', { name: 'History' }).click()
  await chooseOption(page, 'Event type', 'label.created')
  await page.getByText('Seen live').first().waitFor()
})

it('every event type is described', async () => {
  await page.getByRole('button', { name: 'Event types' }).click()
  for (const type of skeinEventTypes) await page.getByText(type, { exact: true }).first().waitFor()
})
