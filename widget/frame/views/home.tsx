import type { WidgetConfig } from '../../../client/visitor.ts'
import { go } from '../actions.ts'
import { Icon } from '../icons.tsx'
import { describeReply } from '../reply-time.ts'
import { mayWrite } from '../session.ts'
import { config, threads, visitor } from '../state.ts'
import { t } from '../texts.ts'
import { CloseButton, Problems } from './parts.tsx'
import { Face } from './face.tsx'
import { ArticleSearch } from './help.tsx'
import { ThreadRow } from './thread-row.tsx'

const shownThreads = 2

export function Home() {
  const { value } = config
  if (!value) return null
  const firstName = visitor.value?.name?.split(' ')[0]
  return (
    <>
      <header class="hero">
        <div class="line">
          {value.logoUrl !== null && <img src={value.logoUrl} alt="" />}
          <span class="brand" dir="auto">
            {value.name}
          </span>
          {value.team.length > 0 && <Faces team={value.team} />}
          <CloseButton />
        </div>
        <h1 dir="auto">
          {value.title ?? (firstName === undefined || firstName === '' ? t('Hello!') : t('Hi {name},', { name: firstName }))}
          <span>{value.greeting ?? t('How can we help?')}</span>
        </h1>
      </header>
      <div class="cards">
        <Problems />
        {mayWrite() ? (
          <section class="card">
            <button type="button" class="row" onClick={() => go({ name: 'conversation', threadId: null })}>
              <span class="grow">
                <b>{t('Send us a message')}</b>
                <small>{describeReply(value)}</small>
              </span>
              <Icon of="send" />
            </button>
          </section>
        ) : (
          <p class="card row">{t('Sign in on this website to write to us.')}</p>
        )}
        {threads.value.length > 0 && (
          <section class="card" aria-label={t('Your conversations')}>
            {threads.value.slice(0, shownThreads).map((thread) => (
              <ThreadRow key={thread.id} thread={thread} />
            ))}
          </section>
        )}
        {value.helpCenter && (
          <section class="card" aria-label={t('Help')}>
            <ArticleSearch limit={4} back={{ name: 'home' }} />
          </section>
        )}
      </div>
    </>
  )
}

function Faces({ team }: { team: WidgetConfig['team'] }) {
  return (
    <span class="faces">
      {team.slice(0, 3).map((face) => (
        <Face key={face.name} {...face} online={false} />
      ))}
      <span class="hidden">{t('Our team: {names}', { names: team.map(({ name }) => name).join(', ') })}</span>
    </span>
  )
}
