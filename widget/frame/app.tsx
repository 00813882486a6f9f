import { useEffect, useRef } from 'preact/hooks'
import { tellPage } from './bridge.ts'
import { go } from './actions.ts'
import { config, preview, route, unread, view } from './state.ts'
import { plural, t } from './texts.ts'
import { Icon, type IconName } from './icons.tsx'
import { Article } from './views/article.tsx'
import { Conversation } from './views/conversation.tsx'
import { Help } from './views/help.tsx'
import { Home } from './views/home.tsx'
import { Messages } from './views/messages.tsx'
import { Preview } from './views/preview.tsx'

export function App() {
  const main = useRef<HTMLElement>(null)
  const { value } = route
  const place = value.name === 'conversation' ? `conversation ${value.threadId}` : value.name === 'article' ? value.slug : value.name
  // Whoever opens the chat or goes to another view continues there. A conversation takes the focus itself.
  useEffect(() => {
    if (view.value.open && value.name !== 'conversation') main.current?.focus({ preventScroll: true })
  }, [place, view.value.open])
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !event.defaultPrevented) tellPage({ type: 'close' })
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  if (preview.value !== null && !view.value.open) return <Preview message={preview.value} />
  const hasTabs = value.name === 'home' || value.name === 'messages' || value.name === 'help'
  return (
    <>
      <main ref={main} tabIndex={-1} key={value.name} class={`view view-${value.name}`}>
        {value.name === 'home' && <Home />}
        {value.name === 'messages' && <Messages />}
        {value.name === 'help' && <Help />}
        {value.name === 'article' && <Article slug={value.slug} back={value.back} />}
        {value.name === 'conversation' && <Conversation key={value.threadId} threadId={value.threadId} />}
      </main>
      {hasTabs && <Tabs />}
    </>
  )
}

function Tabs() {
  const tabs: { name: 'home' | 'messages' | 'help'; label: string; icon: IconName }[] = [
    { name: 'home', label: t('Home'), icon: 'home' },
    { name: 'messages', label: t('Messages'), icon: 'chat' },
    ...(config.value?.helpCenter ? [{ name: 'help' as const, label: t('Help'), icon: 'help' as const }] : []),
  ]
  return (
    <nav class="tabs" aria-label={t('Chat')}>
      {tabs.map(({ name, label, icon }) => (
        <button type="button" key={name} aria-current={route.value.name === name ? 'page' : undefined} onClick={() => go({ name })}>
          <Icon of={icon} />
          {label}
          {name === 'messages' && unread.value > 0 && (
            <>
              <b class="badge" aria-hidden="true">
                {unread}
              </b>
              <span class="hidden">, {plural(unread.value, '{count} new message', '{count} new messages')}</span>
            </>
          )}
        </button>
      ))}
    </nav>
  )
}
