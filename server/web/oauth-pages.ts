/** Serves the page to which a browser returns after a sign-in at a mail provider, outside the API. It leads to the dashboard. */
import type { Config } from '../config.ts'
import type { Database } from '#platform/db.ts'
import type { PageHandler } from '#platform/http/front-door.ts'
import { getState } from '#platform/http/request-state.ts'
import type { Secrets } from '#platform/secrets.ts'
import { callbackPath, finishSignIn } from '../resources/inboxes/index.ts'

type Services = { config: Config; db: Database; secrets: Secrets; onWrite: () => void }

export function createOauthPages(services: Services): (path: string) => PageHandler | null {
  const { config, onWrite } = services
  const page: PageHandler = async (req, res) => {
    const { ip, requestId } = getState(req)
    const query = new URLSearchParams(/\?(.*)$/s.exec(req.url ?? '')?.[1] ?? '')
    const result = await finishSignIn(services, query, { ip, requestId })
    if (result === 'connected') onWrite()
    const target = new URL(config.dashboardUrl)
    target.pathname = `${target.pathname.replace(/\/$/, '')}/settings/inboxes`
    target.searchParams.set('signIn', result)
    res
      .writeHead(303, { Location: target.href, 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer', 'Content-Length': '0' })
      .end()
  }
  // Counts against rate limits, because each request may call the provider.
  Object.assign(page, { methods: ['GET'], counts: true })
  return (path) => (path === callbackPath ? page : null)
}
