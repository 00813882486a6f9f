import type { ReactNode } from 'react'
import { t } from '../../texts/texts.ts'
import { Foot } from './foot.tsx'

type SaveBarProps = { isPending: boolean; onDiscard: () => void; children: ReactNode }

/** Buttons of a full-page form, which appear with the first change. */
export function SaveBar({ isPending, onDiscard, children }: SaveBarProps) {
  return (
    <div className="flex flex-wrap items-center gap-2 border-t border-line bg-raised px-4 py-3 shadow-2 md:px-8">
      <p role="status" className="me-auto text-text-2">
        {t('Your changes aren’t saved yet.')}
      </p>
      <Foot cancel={t('Discard')} onCancel={isPending ? undefined : onDiscard}>
        {children}
      </Foot>
    </div>
  )
}
