import type { ReactNode } from 'react'

type NoticeProps = { kind?: 'problem' | 'done'; children: ReactNode; requestId?: string | null }

/** A message about a problem or a success, shown at the place that it is about. */
export function Notice({ kind = 'problem', children, requestId = null }: NoticeProps) {
  return (
    <div
      role={kind === 'problem' ? 'alert' : 'status'}
      className={`rounded-md border px-3 py-2 text-sm ${kind === 'problem' ? 'border-danger text-danger' : 'border-success text-success'}`}
    >
      {children}
      {requestId !== null && <span className="mt-0.5 block text-xs text-muted">Request {requestId}</span>}
    </div>
  )
}
