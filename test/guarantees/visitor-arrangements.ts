/** Sets up requests of websites' visitors. */
import { randomUUID } from 'node:crypto'
import { signIdentity, visitorEmail } from '../support/visitors.ts'
import { solveChallenge } from '../support/solve-challenge.ts'
import type { Arrange, ArrangingTenant } from './arrange.ts'
import { nextNumber } from './unique.ts'

type Challenge = { challenge: string; difficulty: number }

/** Creates a website chat, and returns its inbox's id. */
export async function makeWidgetInbox(tenant: Pick<ArrangingTenant, 'api'>): Promise<string> {
  const made = await tenant.api('POST', '/inboxes', { body: { name: `Chat ${nextNumber()}`, type: 'WIDGET' } })
  return String(made.body.data['id'])
}

async function makeWidgetKey(tenant: ArrangingTenant): Promise<string> {
  return (await makeWidgetInbox(tenant)).replace('inb_', 'wgt_')
}

const withKey: Arrange = async ({ path, body }, tenant) => ({ path: `${path}?key=${await makeWidgetKey(tenant)}`, body })

const withIdentity: Arrange = async ({ path, body }, tenant) => {
  const widget = await tenant.widget()
  const { key: _, ...others } = Object(body)
  return { path, body: { ...others, identityToken: await signIdentity(widget) } }
}

/** A repeated id of the visitor's program would return the first message. */
const withNewClientId: Arrange = async ({ path, body }) => ({ path, body: { ...Object(body), clientId: randomUUID() } })

export const visitorArrangements: Readonly<Record<string, Arrange>> = {
  // The key is that of the tenant's chat. An anonymous request gets a session of its own each time.
  async createWidgetSession({ path, body }, tenant) {
    const widget = await tenant.widget()
    return { path, body: { ...Object(body), key: widget.key, identityToken: await signIdentity(widget) } }
  },
  // Each customer gets few links.
  async createPortalLink({ path }, tenant) {
    const email = `portal${nextNumber()}@example.com`
    await tenant.api('POST', '/customers', { body: { email } })
    return { path, body: { key: (await tenant.widget()).key, email } }
  },
  async createPortalSession({ path }, tenant) {
    const widget = await tenant.widget()
    const email = `portal${nextNumber()}@example.com`
    await tenant.api('POST', '/customers', { body: { email } })
    return { path, body: { key: widget.key, identityToken: await signIdentity(widget, { sub: email, email }) } }
  },
  identifyVisitor: withIdentity,
  getWidgetConfig: withKey,
  searchWidgetArticles: withKey,
  async getWidgetArticle({ body }, tenant, make) {
    const { slug } = (await tenant.api<{ slug: string }>('POST', `/kb/articles/${await make('art')}/publish`, { body: {} })).body.data
    return { path: `/widget/articles/${slug}?key=${await makeWidgetKey(tenant)}`, body }
  },
  createWidgetChallenge: async ({ path }, tenant) => ({ path, body: { key: await makeWidgetKey(tenant) } }),
  async submitForm({ body }, tenant) {
    const key = await makeWidgetKey(tenant)
    const { data } = (await tenant.api<Challenge>('POST', '/widget/challenges', { body: { key } })).body
    return { path: `/forms/${key}`, body: { ...Object(body), fields: {}, proof: solveChallenge(data) } }
  },
  createWidgetThread: withNewClientId,
  createWidgetMessage: withNewClientId,
  // Only to the address that the site has signed.
  async sendWidgetTranscript({ path, body }) {
    return { path, body: { ...Object(body), email: visitorEmail } }
  },
  createWidgetSecret: async ({ body }, tenant) => ({ path: `/inboxes/${await makeWidgetInbox(tenant)}/widget-secrets`, body }),
  async deleteWidgetSecret(_, tenant) {
    const path = `/inboxes/${await makeWidgetInbox(tenant)}/widget-secrets`
    return { path: `${path}/${String((await tenant.api('POST', path, { body: {} })).body.data['id'])}`, body: undefined }
  },
}
