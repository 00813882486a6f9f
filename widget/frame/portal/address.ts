/** The address of a view: a request has its id in the fragment. A fragment with a token signs in. */
import { effect } from '@preact/signals'
import { route, type Route } from '../state.ts'
import { signInBySite, takeLink } from './sign-in.ts'

/** Shows the view of the address. Returns the token with which the company's site signs the customer in; null without one. */
export function readAddress(): string | null {
  const fragment = new URLSearchParams(location.hash.slice(1))
  const [linkToken, identityToken] = [fragment.get('sign-in'), fragment.get('identity')]
  // A token stays neither in the history nor in an address that the customer copies.
  if (linkToken !== null || identityToken !== null) history.replaceState(null, '', toAddress(''))
  takeLink(linkToken)
  if (location.hash !== toFragment(route.value)) route.value = toRoute(location.hash)
  return identityToken
}

/** Keeps the address and the view the same, so that the browser's back and forward work. */
export function keepAddress(): void {
  let before: Route | null = null
  effect(() => {
    const next = route.value
    // A new request has got its id, or a closed one has continued in another.
    const isContinued = before?.name === 'conversation' && next.name === 'conversation'
    const isFirst = before === null
    before = next
    const fragment = toFragment(next)
    if (location.hash === fragment) return
    if (isFirst || isContinued) history.replaceState(null, '', toAddress(fragment))
    else history.pushState(null, '', toAddress(fragment))
  })
  addEventListener('hashchange', () => {
    const identityToken = readAddress()
    if (identityToken !== null) void signInBySite(identityToken)
  })
}

export function toFragment(shown: Route): string {
  if (shown.name === 'conversation') return `#${shown.threadId ?? 'new'}`
  return shown.name === 'article' ? `#article=${encodeURIComponent(shown.slug)}` : ''
}

const toAddress = (fragment: string): string => location.pathname + location.search + fragment

function toRoute(fragment: string): Route {
  if (fragment === '#new') return { name: 'conversation', threadId: null }
  if (/^#thr_\w+$/.test(fragment)) return { name: 'conversation', threadId: fragment.slice(1) }
  const slug = /^#article=(.+)$/.exec(fragment)?.[1]
  return slug === undefined ? { name: 'home' } : { name: 'article', slug: decode(slug), back: { name: 'home' } }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
