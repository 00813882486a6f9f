import { isAlone, tellPage } from '../bridge.ts'
import { Icon } from '../icons.tsx'
import { isOffline, problem } from '../state.ts'
import { t } from '../texts.ts'

/** What went wrong, and whether there is a network. */
export function Problems() {
  return (
    <div role="status" class="problems">
      {isOffline.value && <p class="notice">{t('No connection. Your messages will be sent when it’s back.')}</p>}
      {problem.value !== null && <p class="notice danger">{problem}</p>}
    </div>
  )
}

/** Closes the chat. A chat that is a page of its own has no page to close it. */
export function CloseButton() {
  if (isAlone) return null
  return (
    <button type="button" class="round" aria-label={t('Close')} onClick={() => tellPage({ type: 'close' })}>
      <Icon of="close" />
    </button>
  )
}
