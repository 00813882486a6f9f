/**
 * Serves the page in the `List-Unsubscribe` header of notification mails. Mail scanners follow every link, so GET and HEAD change nothing.
 * The POST of the button, or of a mail program (RFC 8058), stops the mails.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Config } from '../../config.ts'
import type { Database } from '#platform/db.ts'
import type { PageHandler } from '#platform/http/front-door.ts'
import { countUnsubscribe } from '#platform/http/guards.ts'
import type { Limits } from '#platform/http/rate-limit.ts'
import { getState } from '#platform/http/request-state.ts'
import { sendStatic, staticResponse } from '#platform/http/static-response.ts'
import type { Secrets } from '#platform/secrets.ts'
import { findUnsubscriber, stopMails, unsubscribePath } from '../../resources/notifications/index.ts'
import { toPageBrand } from '../brand.ts'
import { readForm } from '../help/readers.ts'
import { chooseLanguage } from '../help/words.ts'
import { formHeaders } from '../page.ts'
import { missingPage, stoppedPage, unsubscribePage } from './layout.ts'

type Services = { config: Config; db: Database; secrets: Secrets; limits: Pick<Limits, 'take'>; onWrite: () => void }

/** Creates the function that finds the handler of a path; null for paths of other pages. */
export function createUnsubscribePages(services: Services): (path: string) => PageHandler | null {
  return (path) => {
    if (!path.startsWith(unsubscribePath)) return null
    const page: PageHandler = (req, res) => serve(services, req, res, path.slice(unsubscribePath.length))
    return Object.assign(page, { counts: 'reads' as const, methods: ['GET', 'HEAD', 'POST'] })
  }
}

async function serve(services: Services, req: IncomingMessage, res: ServerResponse, token: string): Promise<void> {
  const { config, db, onWrite } = services
  const send = (text: string, status = 200): Promise<void> =>
    sendStatic(req, res, staticResponse('text/html; charset=utf-8', text, { status, headers: formHeaders }))
  // The body adds nothing to the method, but read it, because the next request on the connection starts after it.
  if (req.method === 'POST') await readForm(req)
  const found = await findUnsubscriber(services, token)
  const language = found?.language ?? chooseLanguage(req.headers['accept-language'])
  if (!found) return send(missingPage(language), 404)
  const brand = toPageBrand(found.tenantId, found.tenantName, found.brand)
  if (req.method !== 'POST') return send(unsubscribePage(language, brand))
  const { ip, requestId } = getState(req)
  await countUnsubscribe(services.limits, token)
  await stopMails(db, found, { ip, requestId })
  onWrite()
  const settings = new URL(config.dashboardUrl)
  settings.pathname = `${settings.pathname.replace(/\/$/, '')}/settings/notifications`
  return send(stoppedPage(language, brand, settings.href))
}
