const minReloadIntervalMs = 60_000
const lastReloadKey = 'skein.reloaded'

/**
 * Reloads the page after a part of the program could not be loaded, because an upgrade of the service may have replaced its files. Does not
 * reload while the service is unreachable: that would replace the page by the browser's error page.
 */
export async function reloadForNewVersion(): Promise<void> {
  // A reload would lose what the agent is typing. Text fields work without the parts that are loaded later.
  if (document.activeElement?.matches('input, textarea, [contenteditable]')) return
  // If the last reload did not help, another would not help either.
  if (Date.now() - Number(sessionStorage.getItem(lastReloadKey) ?? 0) < minReloadIntervalMs) return
  const isUp = await fetch(location.origin, { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
  if (!isUp) return
  sessionStorage.setItem(lastReloadKey, String(Date.now()))
  location.reload()
}
