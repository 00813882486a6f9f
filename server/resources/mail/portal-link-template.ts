/** Template of links to the page with a customer's requests, in English or German. */
import type { MailContent, TemplateContext } from './content.ts'

export type PortalLinkMail = { url: string; expiresAt: string; language: 'en' | 'de' }

const texts = {
  en: {
    subject: (tenant: string) => `Your requests at ${tenant}`,
    about: (tenant: string) => `Open this link to see your requests at ${tenant}.`,
    label: 'Show my requests',
    until: (time: string) => `You can use this link once, until ${time}.`,
    ignore: 'If you didn’t ask for it, you can ignore this email. Nobody can see your requests without the link.',
  },
  de: {
    subject: (tenant: string) => `Ihre Anfragen bei ${tenant}`,
    about: (tenant: string) => `Über diesen Link sehen Sie Ihre Anfragen bei ${tenant}.`,
    label: 'Meine Anfragen zeigen',
    until: (time: string) => `Der Link funktioniert einmal, bis ${time}.`,
    ignore: 'Wenn Sie ihn nicht angefordert haben, ignorieren Sie diese E-Mail. Ohne den Link sieht niemand Ihre Anfragen.',
  },
} as const

export function portalLinkMail({ url, expiresAt, language }: PortalLinkMail, { tenant, time }: TemplateContext): MailContent {
  const words = texts[language]
  const link = { link: { label: words.label, url } }
  return { subject: words.subject(tenant), paragraphs: [words.about(tenant), link, words.until(time(expiresAt)), words.ignore], language }
}
