/** The dashboard's configuration. The API has another host than the dashboard. */
export type Settings = { apiUrl: string }

export async function loadSettings(): Promise<Settings> {
  const response = await fetch('/config.json', { cache: 'no-cache' })
  const settings: unknown = await response.json()
  if (typeof settings === 'object' && settings !== null && 'apiUrl' in settings && typeof settings.apiUrl === 'string')
    return { apiUrl: settings.apiUrl }
  throw new Error('config.json does not say where the API is.')
}
