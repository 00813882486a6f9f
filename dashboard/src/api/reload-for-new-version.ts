const minReloadIntervalMs = 60_000
const lastReloadKey = 'skein.reloaded'

/**
 * Reloads the page after a lazy-loaded module failed to load, because an upgrade of the service may have replaced the module's file. Does
 * not reload while the service is unreachable, because the browser would show its error page instead.
 */
export async function reloadForNewVersion(): Promise<void> {
  // A reload would lose the agent's unsaved text. Text fields work without lazy-loaded modules.
  if (document.activeElement?.matches('input, textarea, [contenteditable]')) return
  // If a recent reload did not help, another one would not help either.
  if (Date.now() - Number(sessionStorage.getItem(lastReloadKey) ?? 0) < minReloadIntervalMs) return
  const isUp = await fetch(location.origin, { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
  if (!isUp) return
  sessionStorage.setItem(lastReloadKey, String(Date.now()))
  location.reload()
}
