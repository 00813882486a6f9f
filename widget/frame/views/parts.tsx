import { isAlone, tellPage } from '../bridge.ts'
import { Icon } from '../icons.tsx'
import { isOffline, problem, view } from '../state.ts'
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

/** Closes the chat that fills a phone's screen. A page has nothing to close. */
export function CloseButton() {
  if (!view.value.whole || isAlone) return null
  return (
    <button type="button" class="round" aria-label={t('Close')} onClick={() => tellPage({ type: 'close' })}>
      <Icon of="close" />
    </button>
  )
}
