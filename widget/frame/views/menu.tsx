import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { WidgetThread } from '../../../client/visitor.ts'
import { attempt } from '../actions.ts'
import { isPortal } from '../bridge.ts'
import { Icon } from '../icons.tsx'
import { client, forget } from '../session.ts'
import { hasSound, setSound } from '../sound.ts'
import { currentThread, messages, putThread, visitor } from '../state.ts'
import { t } from '../texts.ts'

type Panel = 'closed' | 'menu' | 'transcript' | 'forget'

/** What a visitor does rarely: sound, transcript, end, and forgetting everything. */
export function Menu({ threadId }: { threadId: string | null }) {
  const [panel, setPanel] = useState<Panel>('closed')
  const [sentTo, setSentTo] = useState<string | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const thread = currentThread.value
  // The service mails to a typed address only once a person of the team has answered, whose messages have a name.
  const isAnswered = (messages.value[threadId ?? ''] ?? []).some(({ from, name }) => from === 'TEAM' && name !== null)
  const mayAskTranscript = thread && (visitor.value?.verified === true || isAnswered)
  const close = (): void => {
    setPanel('closed')
    box.current?.querySelector('button')?.focus()
  }
  // On a busy device `useEffect` runs after the menu has closed again, and would take the focus from the button.
  useLayoutEffect(() => {
    if (panel !== 'closed') box.current?.querySelector<HTMLElement>('.menu button, .menu input')?.focus()
  }, [panel])
  return (
    <div
      ref={box}
      role="presentation"
      class="menu-box"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || panel === 'closed') return
        event.preventDefault()
        close()
      }}
      onFocusOut={({ relatedTarget }) => {
        if (relatedTarget instanceof Node && !box.current?.contains(relatedTarget)) setPanel('closed')
      }}
    >
      <button
        type="button"
        class="round"
        aria-label={t('More')}
        aria-expanded={panel !== 'closed'}
        onClick={() => setPanel(panel === 'closed' ? 'menu' : 'closed')}
      >
        <Icon of="more" />
      </button>
      {panel === 'menu' && (
        <div class="menu">
          <button type="button" aria-pressed={hasSound.value} onClick={() => setSound(!hasSound.value)}>
            {hasSound.value ? t('Turn sound off') : t('Turn sound on')}
          </button>
          {mayAskTranscript && (
            <button type="button" onClick={() => setPanel('transcript')}>
              {t('Email me a transcript')}
            </button>
          )}
          {thread?.state === 'OPEN' && (
            <button
              type="button"
              onClick={() => {
                close()
                void attempt(async () => putThread(await client.call<WidgetThread>('POST', `/threads/${threadId}/end`)))
              }}
            >
              {isPortal ? t('End request') : t('End conversation')}
            </button>
          )}
          {/* The service erases anonymous visitors only. */}
          {visitor.value?.verified === false && (
            <button type="button" onClick={() => setPanel('forget')}>
              {t('Delete my conversations')}
            </button>
          )}
        </div>
      )}
      {panel === 'transcript' && (
        <form
          class="menu"
          onSubmit={(event) => {
            event.preventDefault()
            // Safe because the form has this field.
            const email = String(new FormData(event.currentTarget).get('email'))
            void attempt(async () => {
              await client.call('POST', `/threads/${threadId}/transcript`, { email })
              setSentTo(email)
            })
            close()
          }}
        >
          <label>
            {t('Email address')}
            <input type="email" name="email" required defaultValue={visitor.value?.email ?? ''} autocomplete="email" />
          </label>
          <button type="submit" class="primary">
            {t('Send transcript')}
          </button>
        </form>
      )}
      {panel === 'forget' && (
        <div class="menu">
          <p>{t('Your conversations will be deleted for good. You can’t undo this.')}</p>
          <button type="button" class="danger" onClick={() => void attempt(() => forget({ erases: true }))}>
            {t('Delete for good')}
          </button>
          <button type="button" onClick={close}>
            {t('Cancel')}
          </button>
        </div>
      )}
      <span role="status" class="hidden">
        {sentTo === null ? '' : t('We’ve sent the transcript to {email}.', { email: sentTo })}
      </span>
    </div>
  )
}
