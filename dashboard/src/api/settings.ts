/** The dashboard's configuration. The API runs on a different host from the dashboard, so its URL is in `/config.json`. */
export type Settings = { apiUrl: string }

export async function loadSettings(): Promise<Settings> {
  const response = await fetch('/config.json', { cache: 'no-cache' })
  const settings: unknown = await response.json()
  if (typeof settings === 'object' && settings !== null && 'apiUrl' in settings && typeof settings.apiUrl === 'string')
    return { apiUrl: settings.apiUrl }
  throw new Error('config.json has no apiUrl.')
}
