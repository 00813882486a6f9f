/** A part of the program that is loaded later could not be: the network is away, or a newer version has replaced the files. */
const guardMs = 60_000
const lastKey = 'skein.reloaded'

/** Loads the page anew for a newer version; not while nothing answers, since that would leave an empty window in its place. */
export async function reloadForNewVersion(): Promise<void> {
  // Not under the hands of somebody who writes: the keys that they press meanwhile would be lost, and the field does without the part.
  if (document.activeElement?.matches('input, textarea, [contenteditable]')) return
  // Where a reload has not helped a moment ago, another does not help.
  if (Date.now() - Number(sessionStorage.getItem(lastKey) ?? 0) < guardMs) return
  const isThere = await fetch(location.origin, { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
  if (!isThere) return
  sessionStorage.setItem(lastKey, String(Date.now()))
  location.reload()
}
