/** A visitor of a tenant's website, whom the site identifies, so that each new session is the same visitor's. */
import { SignJWT } from 'jose'
import type { Call } from './caller.ts'

/** The address of the visitor whose sessions `createVisitors` starts. */
export const visitorEmail = 'visitor@example.com'

export type WidgetOfTenant = { readonly inboxId: string; readonly key: string; readonly secret: string }

/** Signs who a visitor is, as a website does. */
export function signIdentity({ key, secret }: Pick<WidgetOfTenant, 'key' | 'secret'>, claims: object = {}): Promise<string> {
  const exp = Math.floor(Date.now() / 1_000) + 3_600
  return new SignJWT({ sub: 'visitor-1', aud: key, exp, ...claims }).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(secret))
}

export type Visitors = {
  /** Returns the inbox of the visitors, which the first call creates. */
  widget(): Promise<WidgetOfTenant>
  /** Starts a session of the visitor, and returns its token. */
  token(): Promise<string>
}

/** `apiKey` is the key of the tenant; without it, `api` has one itself. */
export function createVisitors(api: Call, apiKey?: string): Visitors {
  const own = apiKey === undefined ? {} : { key: apiKey }
  const create = async (): Promise<WidgetOfTenant> => {
    const body = { name: 'Website chat', type: 'WIDGET' }
    const inbox = (await api<{ id: string; widget: { key: string } }>('POST', '/inboxes', { ...own, body })).body.data
    const secret = await api<{ secret: string }>('POST', `/inboxes/${inbox.id}/widget-secrets`, { ...own, body: {} })
    return { inboxId: inbox.id, key: inbox.widget.key, secret: secret.body.data.secret }
  }
  let created: Promise<WidgetOfTenant> | undefined
  const widget = (): Promise<WidgetOfTenant> => (created ??= create())
  return {
    widget,
    async token() {
      const site = await widget()
      const body = { key: site.key, identityToken: await signIdentity(site, { email: visitorEmail }) }
      return (await api<{ token: string }>('POST', '/widget/sessions', { key: undefined, body })).body.data.token
    },
  }
}
