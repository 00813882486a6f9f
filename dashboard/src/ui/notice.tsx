import type { ReactNode } from 'react'
import { t } from '../texts/texts.ts'

type NoticeProps = { kind?: 'problem' | 'done'; children: ReactNode; requestId?: string | null }

/** Inline message about an error or a success. */
export function Notice({ kind = 'problem', children, requestId = null }: NoticeProps) {
  return (
    <div
      role={kind === 'problem' ? 'alert' : 'status'}
      className={`rounded-lg border px-3 py-2 ${kind === 'problem' ? 'border-danger-line bg-danger-tint text-danger' : 'border-success-line bg-success-tint text-success'}`}
    >
      {children}
      {requestId !== null && <span className="mt-0.5 block text-xs text-text-2">{t('Request {id}', { id: requestId })}</span>}
    </div>
  )
}
