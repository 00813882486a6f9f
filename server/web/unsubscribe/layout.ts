/** Page on which users turn off notification mails. It has no scripts and loads nothing from other hosts. */
import { escapeHtml as e } from '#kit/escape-html.ts'
import type { PageBrand } from '../brand.ts'
import type { Language } from '../help/words.ts'
import { formPage } from '../page.ts'

const english = {
  title: 'Stop emails about notifications',
  hint: (tenant: string) => `${tenant} will no longer email you about threads and jobs. Notifications in the dashboard stay as they are.`,
  stop: 'Stop these emails',
  stopped: (tenant: string) => `Done. ${tenant} no longer emails you about notifications.`,
  settings: 'Choose again in your settings',
  missing: 'This link doesn’t work',
  missingHint:
    'It may be incomplete, or its account may have been deleted. You can also choose your emails in the settings of the dashboard.',
}
const texts: Readonly<Record<Language, typeof english>> = {
  en: english,
  de: {
    title: 'E-Mails über Benachrichtigungen abbestellen',
    hint: (tenant) =>
      `${tenant} schickt dir dann keine E-Mails mehr über Anfragen und Aufgaben. Benachrichtigungen in der Anwendung bleiben, wie sie sind.`,
    stop: 'Diese E-Mails abbestellen',
    stopped: (tenant) => `Erledigt. ${tenant} schickt dir keine E-Mails über Benachrichtigungen mehr.`,
    settings: 'In den Einstellungen neu auswählen',
    missing: 'Dieser Link funktioniert nicht',
    missingHint:
      'Er ist vielleicht unvollständig, oder das Konto wurde gelöscht. Du kannst deine E-Mails auch in den Einstellungen der Anwendung auswählen.',
  },
}

export function unsubscribePage(language: Language, brand: PageBrand): string {
  const words = texts[language]
  return page(
    language,
    words.title,
    brand,
    `<p>${e(words.hint(brand.name))}</p>\n<form method="post"><button>${e(words.stop)}</button></form>`,
  )
}

export function stoppedPage(language: Language, brand: PageBrand, settingsUrl: string): string {
  const words = texts[language]
  const content = `<p role="status">${e(words.stopped(brand.name))}</p>\n<p><a href="${e(settingsUrl)}">${e(words.settings)}</a></p>`
  return page(language, words.title, brand, content)
}

/** Page for broken links and deleted accounts. It does not say which, and names no tenant. */
export function missingPage(language: Language): string {
  const words = texts[language]
  return page(language, words.missing, null, `<p>${e(words.missingHint)}</p>`)
}

function page(language: Language, title: string, brand: PageBrand | null, content: string): string {
  return formPage(language, title, brand, `<h1>${e(title)}</h1>\n${content}`)
}
