import { useCallback, useState, type ComponentProps } from 'react'
import { useBlocker } from '@tanstack/react-router'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Foot } from '../../ui/form/foot.tsx'
import { RecordForm } from '../../ui/form/record-form.tsx'

type PageFormProps<Item extends object, Returned> = Omit<ComponentProps<typeof RecordForm<Item, Returned>>, 'bar' | 'onDirty'> & {
  /** Keeps the form mounted while only search parameters change, as between the tabs of a page. */
  spansTabs?: true
  onDirty?: (isDirty: boolean) => void
}

/** A settings form on a full page. Leaving it with unsaved changes asks for confirmation. */
export function PageForm<Item extends object, Returned>({ spansTabs, onDirty, ...props }: PageFormProps<Item, Returned>) {
  const [isDirty, setDirty] = useState(false)
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && !(spansTabs && current.pathname === next.pathname),
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  })
  const note = useCallback(
    (next: boolean) => {
      setDirty(next)
      onDirty?.(next)
    },
    [onDirty],
  )
  return (
    <>
      <RecordForm {...props} bar onDirty={note} />
      {blocker.status === 'blocked' && (
        <Dialog label={t('Leave without saving?')} onClose={blocker.reset} className="w-105 max-w-[calc(100vw-2rem)]">
          <div className="grid gap-4 p-5">
            <h2 className="text-lg font-semibold">{t('Leave without saving?')}</h2>
            <p className="text-text-2">{t('Your changes aren’t saved yet.')}</p>
            <Foot cancel={t('Keep editing')} onCancel={blocker.reset}>
              <Button look="danger" onClick={blocker.proceed}>
                {t('Discard and leave')}
              </Button>
            </Foot>
          </div>
        </Dialog>
      )}
    </>
  )
}
