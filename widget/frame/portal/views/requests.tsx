import { go } from '../../actions.ts'
import { Icon } from '../../icons.tsx'
import { mayWrite } from '../../session.ts'
import { hasThreads, threads } from '../../state.ts'
import { isBlocked } from '../../storage.ts'
import { t } from '../../texts.ts'
import { Problems } from '../../views/parts.tsx'
import { ThreadRow } from '../../views/thread-row.tsx'
import { toFragment } from '../address.ts'

/** All requests of the customer, from every channel. */
export function Requests() {
  return (
    <>
      <div class="title">
        <h1>{t('Your requests')}</h1>
        {mayWrite() && (
          <a class="primary" href={toFragment({ name: 'conversation', threadId: null })}>
            {t('New request')}
          </a>
        )}
      </div>
      <Problems />
      {isBlocked() && <p class="notice">{t('Your browser blocks storage, so you’ll be signed out when you close this tab.')}</p>}
      {!hasThreads.value && (
        <p class="empty" role="status">
          {t('Loading…')}
        </p>
      )}
      {hasThreads.value && threads.value.length === 0 && <p class="card empty">{t('You have no requests yet.')}</p>}
      {threads.value.length > 0 && (
        <ul class="card">
          {threads.value.map((thread) => (
            <li key={thread.id}>
              <ThreadRow thread={thread} href={toFragment({ name: 'conversation', threadId: thread.id })} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** The address names a request that the customer does not have. */
export function Missing() {
  return (
    <>
      <h1>{t('We can’t find this request')}</h1>
      <p>{t('It may belong to another email address.')}</p>
      <button type="button" class="link" onClick={() => go({ name: 'home' })}>
        <Icon of="back" size={18} /> {t('Your requests')}
      </button>
    </>
  )
}
