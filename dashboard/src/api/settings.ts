/** Configuration of the dashboard, from `/config.json`: the API runs on another host, so its URL is not known at build time. */
export type Settings = { apiUrl: string }

export async function loadSettings(): Promise<Settings> {
  const response = await fetch('/config.json', { cache: 'no-cache' })
  const settings: unknown = await response.json()
  if (typeof settings === 'object' && settings !== null && 'apiUrl' in settings && typeof settings.apiUrl === 'string')
    return { apiUrl: settings.apiUrl }
  throw new Error('config.json has no apiUrl.')
}
