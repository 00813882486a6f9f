/** The visitor's session: its token, who the visitor is, and what happens when another visitor comes. */
import {
  createVisitor,
  VisitorError,
  type PageMeta,
  type WidgetSession,
  type WidgetThread,
  type WidgetVisitor,
} from '../../client/visitor.ts'
import { isPortal, readPageOrigin, tellPage } from './bridge.ts'
import { solve } from './proof-of-work.ts'
import { config, earlier, hasThreads, messages, problem, threads, visitor } from './state.ts'
import { clearStorage, clearTab, keyPrefix, stored } from './storage.ts'
import { t, visitorLocale } from './texts.ts'

export const key = document.documentElement.dataset['key'] ?? ''

type KeptSession = { token: string; visitor: WidgetVisitor }

/**
 * The session of a visitor whom the site has not identified, and that of a customer on the page of requests. Those of identified visitors of
 * a site end with the page, as the site's own may.
 */
const kept = stored<KeptSession>('localStorage', 'session')
/** The customer whose drafts and unsent messages this tab has, on the page of requests. */
const owner = stored<string>('sessionStorage', 'owner')
/** Written for a moment when a visitor is forgotten, for the other tabs. */
const forgotten = stored<number>('localStorage', 'forgotten')
const client = createVisitor({ baseUrl: location.origin, key })
export { client }

let identityToken: string | null = null
let starting: Promise<void> | null = null

/** Whether the visitor may begin a conversation: some inboxes talk only to visitors whom their site identifies. */
export function mayWrite(): boolean {
  return config.value?.requireIdentity !== true || visitor.value?.verified === true
}

/** Continues the stored session, or starts one for the visitor whom the page identifies. */
export async function resume(token: string | null): Promise<void> {
  identityToken = token
  if (token !== null) return ensureSession()
  const earlierSession = kept.read()
  if (!earlierSession) return
  if (isPortal) claimTab(earlierSession)
  client.token = earlierSession.token
  visitor.value = earlierSession.visitor
  await loadThreads()
}

/** Starts a session if there is none. Concurrent calls share one request. */
export async function ensureSession(): Promise<void> {
  if (client.token) return
  // Only the customer's own link or token starts a session on the page of requests.
  if (isPortal) throw new VisitorError(401, 'SVC-WIDGET-SESSION_INVALID', '')
  await (starting ??= startSession().finally(() => (starting = null)))
}

async function startSession(): Promise<void> {
  const input = { parentOrigin: readPageOrigin(), locale: visitorLocale, ...(identityToken === null ? {} : { identityToken }) }
  const session = await client.start(input).catch(async (error: unknown) => {
    if (!(error instanceof VisitorError) || error.code !== 'SVC-WIDGET-CHALLENGE_REQUIRED') throw error
    const { challenge, difficulty } = await client.call<{ challenge: string; difficulty: number }>('POST', '/challenges', { key })
    return client.start({ ...input, proof: { challenge, nonce: await solve(challenge, difficulty) } })
  })
  takeSession(session)
  if (identityToken !== null) await loadThreads()
}

function takeSession(session: WidgetSession): void {
  client.token = session.token
  visitor.value = session.visitor
  kept.write(isPortal || identityToken === null ? { token: session.token, visitor: session.visitor } : null)
}

export type Proof = { signInToken: string } | { identityToken: string }

/**
 * Starts the session of a customer on the page of requests, in place of an earlier one. With the same `idempotencyKey`, a link that was used
 * by a request whose response was lost still signs in.
 */
export async function signIn(proof: Proof, idempotencyKey: string): Promise<void> {
  const { token } = client
  client.token = null
  const session = await client
    .call<WidgetSession>('POST', '/portal-sessions', { key, locale: visitorLocale, ...proof }, undefined, idempotencyKey)
    .finally(() => (client.token = token))
  claimTab(session)
  takeSession(session)
  problem.value = null
  await loadThreads()
}

/** Discards this document if it has drafts and unsent messages of another customer. */
function claimTab({ token, visitor: person }: KeptSession): void {
  const former = owner.read()
  if (former !== null && former !== person.id) {
    clearTab()
    kept.write({ token, visitor: person })
    location.reload()
  }
  owner.write(person.id)
}

/** Keeps what the visitor has typed before the first message, so that it is asked once. */
export function rememberTyped({ name, email }: { name?: string; email?: string }): void {
  const { value } = visitor
  // A site that identifies its visitors says what is known of them. A link in a mail proves the address alone.
  if (!value || (value.verified && !isPortal)) return
  visitor.value = { ...value, name: value.name ?? name ?? null, email: value.email ?? email ?? null }
  if (kept.read() && client.token) kept.write({ token: client.token, visitor: visitor.value })
}

/** Identifies the visitor. Discards this document if it belongs to another visitor, so that nothing of theirs remains in it. */
export async function identify(token: string): Promise<void> {
  // The page repeats the identity to the next document.
  if (isForgetting) return
  const isOther = identityToken !== null && readSubject(identityToken) !== readSubject(token)
  identityToken = token
  if (isOther) return discard({ keepsToken: true })
  if (!client.token) return ensureSession()
  if (visitor.value?.verified) return
  const session = await client.call<WidgetSession>('POST', '/identify', { identityToken: token })
  takeSession(session)
  threads.value = []
  messages.value = {}
  await loadThreads()
}

let isForgetting = false

/**
 * Forgets the visitor in all tabs of this website. With `erases`, the service deletes the conversations as well. Otherwise the page has asked
 * for it, and may know the next visitor already.
 */
export async function forget({ erases }: { erases: boolean }): Promise<void> {
  // What the service has not deleted stays on the screen.
  if (erases) await client.call('DELETE', '/sessions?erase=true')
  isForgetting = true
  // Ends the stream of this tab.
  visitor.value = null
  forgotten.write(Date.now())
  clearStorage()
  if (client.token && !erases) await client.call('DELETE', '/sessions').catch(() => {})
  discard({ keepsToken: !erases })
}

/** Removes what is stored, and loads the document anew. The page repeats the identity of the next visitor. */
function discard({ keepsToken }: { keepsToken: boolean }): void {
  clearStorage()
  if (!keepsToken) tellPage({ type: 'forgotten' })
  // The address of a request belongs to the customer who has signed out.
  if (isPortal) history.replaceState(null, '', location.pathname + location.search)
  location.reload()
}

/** Forgets the visitor when another tab has done so. The page of requests also follows a tab in which a customer has signed in. */
export function watchOtherTabs(): void {
  addEventListener('storage', ({ key: changed, newValue }) => {
    if (newValue === null) return
    if (changed === `${keyPrefix}forgotten` && client.token) discard({ keepsToken: false })
    if (isPortal && changed === `${keyPrefix}session`) reloadIfStale()
  })
  // The back-forward cache shows a document as it was left.
  addEventListener('pageshow', ({ persisted }) => isPortal && persisted && reloadIfStale())
}

function reloadIfStale(): void {
  if ((kept.read()?.token ?? null) !== client.token) location.reload()
}

export function isSessionOver(error: unknown): boolean {
  return error instanceof VisitorError && error.status === 401
}

/** The service no longer knows the session: it has expired, or the visitor was forgotten elsewhere. */
export function endSession(): void {
  client.token = null
  kept.write(null)
  visitor.value = null
  threads.value = []
  messages.value = {}
  earlier.value = {}
  hasThreads.value = false
  problem.value = isPortal
    ? t('Your sign-in has expired. Ask for a new link.')
    : t('This chat has expired. Write again to start a new conversation.')
}

/** Loads the visitor's threads. Keeps what is shown if the service cannot be reached. */
export async function loadThreads(): Promise<void> {
  if (!client.token) return
  try {
    threads.value = await readThreads()
    hasThreads.value = true
  } catch (error) {
    if (isSessionOver(error)) endSession()
  }
}

async function readThreads(): Promise<WidgetThread[]> {
  const all: WidgetThread[] = []
  let cursor = ''
  do {
    const { data, meta } = await client.request<WidgetThread[]>('GET', `/threads?limit=100${toParameter(cursor)}`)
    all.push(...data)
    cursor = meta?.hasMore ? meta.cursor : ''
  } while (cursor !== '')
  return all
}

/** Reads a page of a thread's messages, newest first. */
export function readPage(threadId: string, cursor: string): Promise<{ data: WidgetThread['lastMessage'][]; meta?: PageMeta }> {
  return client.request('GET', `/threads/${threadId}/messages?limit=50${toParameter(cursor)}`)
}

const toParameter = (cursor: string): string => (cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`)

/** Reads the subject of a JWT without verifying it, to recognise another visitor. The service verifies it. */
function readSubject(token: string): string | null {
  try {
    const text = atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'))
    // Safe because only this member is read, and compared.
    return (JSON.parse(text) as { sub?: string }).sub ?? null
  } catch {
    return null
  }
}
