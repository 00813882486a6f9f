import { go } from '../actions.ts'
import { Icon } from '../icons.tsx'
import { mayWrite } from '../session.ts'
import { threads } from '../state.ts'
import { t } from '../texts.ts'
import { CloseButton, Problems } from './parts.tsx'
import { ThreadRow } from './thread-row.tsx'

/** All conversations of the visitor. */
export function Messages() {
  return (
    <>
      <header class="top">
        <h1>{t('Messages')}</h1>
        <CloseButton />
      </header>
      <div class="list">
        <Problems />
        {threads.value.map((thread) => (
          <ThreadRow key={thread.id} thread={thread} />
        ))}
        {threads.value.length === 0 && <p class="empty">{t('No messages yet. Ask us anything.')}</p>}
        {mayWrite() && (
          <button type="button" class="primary" onClick={() => go({ name: 'conversation', threadId: null })}>
            <Icon of="send" size={18} />
            {t('Send us a message')}
          </button>
        )}
      </div>
    </>
  )
}
