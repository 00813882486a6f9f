import { useState } from 'react'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'

/** Confirms closing a panel with unsaved changes. */
export function useUnsavedChanges(onClose: () => void) {
  const [isDirty, setDirty] = useState(false)
  const [asksToClose, setAsksToClose] = useState(false)
  const question = asksToClose && isDirty && (
    <div
      role="alert"
      className="sticky top-2 z-10 flex flex-wrap items-center gap-2 rounded-lg border border-warning-line bg-warning-tint px-3 py-2 shadow-2"
    >
      <span className="me-auto">{t('Your changes aren’t saved yet.')}</span>
      <Button onClick={() => setAsksToClose(false)}>{t('Keep editing')}</Button>
      <Button look="danger" className="bg-surface" onClick={onClose}>
        {t('Discard')}
      </Button>
    </div>
  )
  /** Closes the panel, or asks first. A second call closes it. */
  const close = (): void => (isDirty && !asksToClose ? setAsksToClose(true) : onClose())
  return { isDirty, setDirty, close, question }
}
