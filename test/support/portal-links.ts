/** Links to the portal, for tests. The service needs a worker, which mails them. */
import { expect } from 'vitest'
import type { CallResponse } from './caller.ts'
import { type Chat, enterPortal, type Visitor } from './chats.ts'
import { findLink, readMailFiles } from './mail-server.ts'
import type { TestService, TestTenant } from './service.ts'

type Mails = Awaited<ReturnType<typeof readMailFiles>>

export type PortalLinks = {
  request(email: string, more?: object): Promise<CallResponse<{ email: string }>>
  listMailsTo(email: string): Promise<Mails>
  /** Returns the token of a link that was mailed to an address, and that this function has not returned before. */
  readToken(email: string): Promise<string>
  /** Requests a link and signs in with it. */
  enter(email: string): Promise<Visitor>
}

export function openPortalLinks(service: TestService, tenant: TestTenant, chat: Chat): PortalLinks {
  const seen = new Set<string>()
  const listMailsTo: PortalLinks['listMailsTo'] = async (email) =>
    (await readMailFiles(service.config)).filter(({ to, subject }) => to?.[0]?.address === email && subject?.includes('requests'))
  const request: PortalLinks['request'] = (email, more = {}) =>
    service.api('POST', '/widget/portal-links', { body: { key: chat.key, email, ...more } })
  const readToken: PortalLinks['readToken'] = async (email) => {
    const listUrls = async () => (await listMailsTo(email)).map(findLink).filter(({ href }) => !seen.has(href))
    await expect.poll(async () => (await listUrls()).length, { timeout: 20_000 }).toBeGreaterThan(0)
    const [url] = await listUrls()
    if (url) seen.add(url.href)
    expect(url?.pathname).toBe('/help/requests')
    expect(url?.hostname).toBe(`${tenant.slug}.${service.config.baseUrl.hostname}`)
    return new URLSearchParams(url?.hash.slice(1)).get('sign-in') ?? ''
  }
  return {
    request,
    listMailsTo,
    readToken,
    async enter(email) {
      expect((await request(email)).status).toBe(202)
      return enterPortal(service, chat, { signInToken: await readToken(email) })
    },
  }
}
