/** Addresses of the documentation, which the service serves on the API's host. */
import { language } from '../texts/language.ts'

/** A page of the handbooks for agents and admins, or a guide for developers. test/handbooks.test.ts checks that each exists. */
export type DocsPage = 'for-agents' | `${'for-agents' | 'for-admins' | 'guides'}/${string}`

/** Returns the URL of a page, in the user's language if the page has languages. */
export function toDocsUrl(apiUrl: string, page: DocsPage): string {
  const [folder = '', name] = page.split('/')
  const path = folder === 'guides' ? [folder, name] : [folder, language === 'de' ? 'de' : 'en', name]
  return `${apiUrl}/docs/${path.filter((part) => part !== undefined).join('/')}`
}
