import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { attempt } from '../../actions.ts'
import { forget } from '../../session.ts'
import { config, currentThread, hasThreads, route, title, view, visitor } from '../../state.ts'
import { t } from '../../texts.ts'
import { Article } from '../../views/article.tsx'
import { Conversation } from '../../views/conversation.tsx'
import { busy, link } from '../sign-in.ts'
import { Missing, Requests } from './requests.tsx'
import { SignedOut, SignInByLink } from './sign-in.tsx'

type Screen = 'link' | 'wait' | 'signed-out' | 'requests' | 'conversation' | 'missing' | 'article'

const classes: Readonly<Record<Screen, string>> = {
  link: 'view page narrow',
  wait: 'view page',
  'signed-out': 'view page narrow',
  requests: 'view page',
  conversation: 'view view-conversation',
  missing: 'view page narrow',
  article: 'view view-article',
}

function getScreen(): Screen {
  const { value } = route
  if (link.value !== null) return 'link'
  if (busy.value === 'SIGN_IN') return 'wait'
  if (visitor.value === null) return 'signed-out'
  if (value.name === 'article') return 'article'
  if (value.name !== 'conversation') return 'requests'
  if (value.threadId === null || currentThread.value) return 'conversation'
  return hasThreads.value ? 'missing' : 'wait'
}

/** The page of a customer's requests: signing in, the list, and one request. */
export function Portal() {
  const main = useRef<HTMLElement>(null)
  const isFirst = useRef(true)
  const { value } = route
  const screen = getScreen()
  const threadId = value.name === 'conversation' ? value.threadId : null
  const hasComposer = screen === 'conversation' && !view.value.whole
  // The keyboard and screen readers continue in the new view. A conversation moves the focus to its field, except on phones.
  useEffect(() => {
    if (!isFirst.current && !hasComposer) main.current?.focus({ preventScroll: true })
    isFirst.current = false
  }, [screen, threadId])
  const subject = screen === 'conversation' ? (currentThread.value?.subject ?? t('New request')) : t('Your requests')
  useLayoutEffect(() => {
    title.value = `${subject} · ${config.value?.name ?? ''}`
  }, [subject])
  return (
    <>
      <Head />
      <main ref={main} tabIndex={-1} key={screen} class={classes[screen]}>
        {screen === 'link' && <SignInByLink />}
        {screen === 'wait' && (
          <p class="empty" role="status">
            {t('Loading…')}
          </p>
        )}
        {screen === 'signed-out' && <SignedOut />}
        {screen === 'requests' && <Requests />}
        {screen === 'missing' && <Missing />}
        {screen === 'conversation' && <Conversation key={threadId} threadId={threadId} />}
        {screen === 'article' && value.name === 'article' && <Article slug={value.slug} back={value.back} />}
      </main>
      {screen !== 'conversation' && (
        <footer>
          <p class="powered">{t('Powered by Skein')}</p>
        </footer>
      )}
    </>
  )
}

/** The company, whose name leads to the help centre, and the customer. */
function Head() {
  const { value } = config
  const person = visitor.value
  return (
    <header class="head">
      <div class="column">
        <span class="grow">
          <a href="/help">
            {value?.logoUrl != null && <img src={value.logoUrl} alt="" />}
            <b dir="auto">{value?.name}</b>
          </a>
          {person && (
            <small dir="auto">
              <span class="hidden">{t('Signed in as')} </span>
              {person.email ?? person.name}
            </small>
          )}
        </span>
        {person && (
          <button type="button" onClick={() => void attempt(() => forget({ erases: false }))}>
            {t('Sign out')}
          </button>
        )}
      </div>
    </header>
  )
}
