/** The page of a customer's requests for browser tests: a site with its help centre, customers, and their threads of every channel. */
import type { BrowserContext, Page } from 'playwright-core'
import { openIdentities } from '../../test/support/chats.ts'
import { openMailInbox, type MailInbox } from '../../test/support/mails.ts'
import { startSite, type Site } from './site.ts'

type Options = Parameters<Site['open']>[1]
type OpenPage = { page: Page; context: BrowserContext }

export type Portal = {
  site: Site
  mails: MailInbox
  /** URL of the help centre. */
  help: string
  /** Signs who a customer is, as the company's site does. */
  sign: Awaited<ReturnType<typeof openIdentities>>
  /** Opens the page of requests in a new context. */
  open(fragment?: string, options?: Options): Promise<OpenPage>
  /** Opens the page of requests with a customer whom the company's site signs in. */
  enter(name: string, options?: Options): Promise<OpenPage>
  /** Creates a thread of a customer by the API. Returns its id. */
  createThread(email: string, title: string): Promise<string>
  /** Replies to a thread, as an agent. */
  reply(threadId: string, body: string): Promise<void>
  readName(): Promise<string>
}

export async function startPortal(): Promise<Portal> {
  const site = await startSite({ worker: true })
  const { skein } = site.tenant
  const sign = await openIdentities(site.tenant, site)
  const help = `http://acme.localhost:${new URL(site.base).port}/help`
  const open: Portal['open'] = (fragment = '', options = {}) => site.open(`${help}/requests${fragment}`, options)
  return {
    site,
    mails: await openMailInbox(site.tenant),
    help,
    sign,
    open,
    async enter(name, options) {
      const email = `${name.toLowerCase()}@example.com`
      const opened = await open(`#identity=${await sign({ sub: name, name, email })}`, options)
      await opened.page.getByText(email).waitFor()
      return opened
    },
    async createThread(email, title) {
      const body = { title, body: `About: ${title}`, requester: { email } }
      return (await skein.createThread({ body })).data.threadId
    },
    async reply(threadId, body) {
      await skein.replyToThread({ path: { id: threadId }, body: { body } })
    },
    readName: async () => (await skein.getTenantSettings()).data.name,
  }
}

export const findField = (page: Page) => page.getByRole('textbox', { name: 'Write a message' })

/** Waits until a message of the customer is stored. */
export async function waitForOwn(page: Page, text: string): Promise<void> {
  await page.getByRole('log').locator('.mine .bubble:not(.pending)').getByText(text).waitFor()
}

export async function write(page: Page, text: string): Promise<void> {
  await findField(page).fill(text)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await waitForOwn(page, text)
}
