/** Subscribes this browser to pushes. Only users who turn them on get the service worker. */
import type { PushSubscription as ServiceSubscription, SkeinClient } from '@skein/client'
import { pushedUser } from './push-choice.ts'

type Client = Pick<SkeinClient, 'listPushSubscriptions' | 'createPushSubscription' | 'deletePushSubscription'>

/** Whether the browser supports pushes. iPhones do once the dashboard is on the home screen. */
export const isPushPossible = (): boolean =>
  isSecureContext && 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis

const path = '/sw.js'
type ScriptPolicy = { createScriptURL(url: string): string }
// The policy that the content security policy allows for the name of the service worker. TypeScript lacks its types.
const policy = (
  globalThis as { trustedTypes?: { createPolicy(name: string, rules: ScriptPolicy): ScriptPolicy } }
).trustedTypes?.createPolicy('skein-worker', { createScriptURL: () => path })

/** Returns the browser's own subscription; null without one. */
export async function findOwnEndpoint(): Promise<string | null> {
  if (!isPushPossible()) return null
  const registration = await navigator.serviceWorker.getRegistration(path)
  return (await registration?.pushManager.getSubscription())?.endpoint ?? null
}

/** Subscribes the browser, which asks for permission before. Returns false when the user refuses. */
export async function turnOnPush(skein: Client, userId: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false
  await subscribe(skein)
  pushedUser.set(userId)
  return true
}

/** Subscribes the browser again, for a new session or after the browser has changed its subscription. */
export async function renewPush(skein: Client): Promise<void> {
  if (isPushPossible() && Notification.permission === 'granted') await subscribe(skein)
}

export async function turnOffPush(skein: Client, subscription: ServiceSubscription | null): Promise<void> {
  pushedUser.set(null)
  if (subscription) await skein.deletePushSubscription({ path: { id: subscription.id } })
  const registration = await navigator.serviceWorker.getRegistration(path)
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
  await registration?.unregister()
}

async function subscribe(skein: Client): Promise<void> {
  const registration = await navigator.serviceWorker.register(policy?.createScriptURL(path) ?? path, { updateViaCache: 'none' })
  await navigator.serviceWorker.ready
  const { applicationServerKey = '' } = (await skein.listPushSubscriptions({ query: { limit: 1 } })).meta
  const known = await registration.pushManager.getSubscription()
  const key = toBytes(applicationServerKey)
  // A subscription belongs to a key. If the installation has a new key, subscribe again.
  if (known && !isSame(known.options.applicationServerKey, key)) await known.unsubscribe()
  const subscription = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  const { endpoint, keys } = subscription.toJSON()
  const [p256dh, auth] = [keys?.['p256dh'], keys?.['auth']]
  if (endpoint === undefined || p256dh === undefined || auth === undefined) throw new Error('The browser’s subscription has no keys')
  await skein.createPushSubscription({ body: { endpoint, keys: { p256dh, auth }, device: nameDevice() } })
}

function toBytes(base64url: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (each) => each.charCodeAt(0))
}

function isSame(buffer: ArrayBuffer | null, bytes: Uint8Array): boolean {
  return buffer !== null && new Uint8Array(buffer).every((each, i) => each === bytes[i])
}

/** Returns the browser and system in words, such as “Firefox · Android”. */
function nameDevice(): string {
  const agent = navigator.userAgent
  const find = (names: readonly (readonly [string, RegExp])[]): string => names.find(([, pattern]) => pattern.test(agent))?.[0] ?? ''
  const browser = find([
    ['Edge', /Edg\//],
    ['Firefox', /Firefox|FxiOS/],
    ['Chrome', /Chrome|CriOS/],
    ['Safari', /Safari/],
  ])
  const system = find([
    ['Android', /Android/],
    ['iPhone', /iPhone|iPad/],
    ['macOS', /Mac OS/],
    ['Windows', /Windows/],
    ['Linux', /Linux/],
  ])
  return [browser, system].filter((part) => part !== '').join(' · ') || 'Browser'
}
