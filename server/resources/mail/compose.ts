/** Composes the bytes of a mail. Every attempt composes the same bytes, so mail servers can recognise a duplicate. */
import type { Config } from '../../config.ts'
import { getLogoPath } from '#kit/brand.ts'
import type { Uuid } from '#platform/ids.ts'
import type { TenantSettings } from '../tenants/index.ts'
import { aboutHeader } from './mail-files.ts'
import { layOut } from './layout.ts'
import type { TemplateContext } from './content.ts'
import { toLine } from './line.ts'
import { templates, type MailTemplate, type MailValues } from './templates.ts'

/** Content of a queued mail, which its job row stores encrypted. `at` is the time of enqueueing. */
export type SealedMail<Template extends MailTemplate = MailTemplate> = { to: string; values: MailValues[Template]; at: string }

type ComposedMail = { from: string; to: string; messageId: string; bytes: Buffer }

type Tenant = Pick<TenantSettings, 'name' | 'timezone' | 'locale' | 'brand'> & { id: Uuid }

export async function composeMail<Template extends MailTemplate>(
  { mail, dashboardUrl, baseUrl }: Pick<Config, 'dashboardUrl' | 'baseUrl'> & { mail: Pick<Config['mail'], 'from'> },
  tenant: Tenant,
  {
    id,
    signedId,
    template,
    to,
    values,
    at,
    about = null,
  }: SealedMail<Template> & { id: string; signedId: string; template: Template; about?: string | null },
): Promise<ComposedMail> {
  // Imported on first use, because loading the library takes about 5 % of the start, and most processes send their first mail later.
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  const name = toLine(tenant.name)
  const content = templates[template](values, toTemplateContext(tenant, name, dashboardUrl))
  const logo = getLogoPath(tenant.id, tenant.brand)
  // A bounce returns the signed id, which shows that it concerns a mail of this service.
  const messageId = `<${signedId}@${mail.from.slice(mail.from.lastIndexOf('@') + 1)}>`
  const composer = new MailComposer({
    from: { name, address: mail.from },
    to: { name: '', address: to },
    subject: toLine(content.subject),
    ...(content.replyTo === undefined ? {} : { replyTo: content.replyTo }),
    ...layOut(content, { name, color: tenant.brand.color, logoUrl: logo && new URL(logo, baseUrl).href }),
    messageId,
    date: new Date(at),
    // Suppress out-of-office replies (RFC 3834).
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(about === null ? {} : { [aboutHeader]: about }),
      ...(content.unsubscribesByPost ? { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {}),
      ...(content.unsubscribe === undefined
        ? {}
        : { 'List-Unsubscribe': { prepared: true, foldLines: false, value: `<${content.unsubscribe}>` } }),
    },
    ...(content.calendar ? { icalEvent: { filename: 'invite.ics', ...content.calendar } } : {}),
    baseBoundary: id,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return { from: mail.from, to, messageId, bytes: await composer.compile().build() }
}

function toTemplateContext({ timezone, locale }: Tenant, tenant: string, dashboardUrl: URL): TemplateContext {
  const parts = { day: 'numeric', month: 'long', year: 'numeric', hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const
  const clock = new Intl.DateTimeFormat(locale, { ...parts, timeZone: timezone })
  return {
    tenant,
    page(path, secrets) {
      const url = new URL(dashboardUrl)
      url.pathname = `${url.pathname.replace(/\/$/, '')}${path}`
      url.hash = new URLSearchParams(secrets).toString()
      return url.href
    },
    time: (iso) => clock.format(new Date(iso)),
    period: (from, to, zone) =>
      new Intl.DateTimeFormat(locale, { weekday: 'long', ...parts, timeZone: zone }).formatRange(new Date(from), new Date(to)),
  }
}
