/**
 * Service worker of the dashboard. It only shows push notifications and opens what they are about: it has no `fetch` handler and no cache, so
 * every page and every request goes to the network as without it. The service serves it with `no-cache`, and browsers check it for a new
 * version whenever the dashboard is opened.
 */
/// <reference lib="webworker" />

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('push', (event) => {
  let news
  try {
    news = event.data.json()
  } catch {
    return
  }
  event.waitUntil(show(news))
})

async function show({ title, body, tag, path, unread, language }) {
  if ('setAppBadge' in navigator) await (unread > 0 ? navigator.setAppBadge(unread) : navigator.clearAppBadge()).catch(() => undefined)
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  // The agent is looking at the dashboard, which shows the news itself.
  if (windows.some(({ focused }) => focused)) return
  await self.registration.showNotification(title, { body, tag, lang: language, icon: '/icon-192.png', badge: '/icon-192.png', data: { path } })
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(String(event.notification.data?.path ?? '/')))
})

/** Opens a path in a window of the dashboard, or in a new one. The window navigates itself, so that it keeps its state. */
async function open(path) {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const shown = windows.find(({ visibilityState }) => visibilityState === 'visible') ?? windows[0]
  if (!shown) return self.clients.openWindow(path)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- clients of a worker have its origin, and this method no such argument.
  shown.postMessage({ type: 'skein-open', path })
  return shown.focus()
}
