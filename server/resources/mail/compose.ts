/** Composes the bytes of a mail: the same ones at every attempt, so that a repeated mail can be recognised. */
import type { Config } from '../../config.ts'
import type { TenantSettings } from '../tenants/index.ts'
import { layOut } from './layout.ts'
import type { TemplateContext } from './content.ts'
import { line } from './line.ts'
import { templates, type MailTemplate, type MailValues } from './templates.ts'

/** The encrypted content of a waiting mail's row. `at` is when it was enqueued. */
export type SealedMail<Template extends MailTemplate = MailTemplate> = { to: string; values: MailValues[Template]; at: string }

/** Names what a mail is about, by which mails that are kept as files are found when a customer is erased. */
export const aboutHeader = 'X-Skein-About'

export type ComposedMail = { from: string; to: string; messageId: string; bytes: Buffer }

type Tenant = Pick<TenantSettings, 'name' | 'timezone' | 'locale'>

export async function composeMail<Template extends MailTemplate>(
  { mail, dashboardUrl }: Pick<Config, 'mail' | 'dashboardUrl'>,
  tenant: Tenant,
  { id, template, to, values, at, about = null }: SealedMail<Template> & { id: string; template: Template; about?: string | null },
): Promise<ComposedMail> {
  // Of a start the mail library would take a twentieth, and most processes send their first mail later.
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  const name = line(tenant.name)
  const content = templates[template](values, contextOf(tenant, name, dashboardUrl))
  const messageId = `<${id}@${mail.from.slice(mail.from.lastIndexOf('@') + 1)}>`
  const composer = new MailComposer({
    from: { name, address: mail.from },
    to: { name: '', address: to },
    subject: line(content.subject),
    ...layOut(content, name),
    messageId,
    date: new Date(at),
    // Suppresses automatic replies (out of office): RFC 3834.
    headers: { 'Auto-Submitted': 'auto-generated', ...(about === null ? {} : { [aboutHeader]: about }) },
    ...(content.calendar ? { icalEvent: { filename: 'invite.ics', ...content.calendar } } : {}),
    baseBoundary: id,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return { from: mail.from, to, messageId, bytes: await composer.compile().build() }
}

function contextOf({ timezone, locale }: Tenant, tenant: string, dashboardUrl: URL): TemplateContext {
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
