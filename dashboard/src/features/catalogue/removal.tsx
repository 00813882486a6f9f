import { useRef, useState } from 'react'
import { useMutation } from '@tanstack/react-query'
import { ApiError } from '@skein/client'
import { message, t, tx, type Message } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { TriangleAlert } from '../../ui/icons.ts'
import { Problem } from '../../ui/problem.tsx'
import type { RemovalKind } from './catalogue.ts'

type RemovalProps<Returned> = {
  kind: RemovalKind
  confirm: string
  name: string
  /** Explains what happens to objects that refer to the item when it is deleted. */
  consequence: string
  whyNot: string | null
  remove: (idempotencyKey: string) => Promise<Returned>
  onRemoved: (returned: Returned) => void
}

const buttons: Readonly<Record<RemovalKind, Message>> = {
  delete: message('Delete…'),
  archive: message('Archive…'),
  revoke: message('Revoke…'),
}

/**
 * Removes an item after a confirmation. Shows the reason if the service refuses, as for an item that is in use. A removal cannot be undone,
 * so it is not optimistic: the item stays on screen until the response arrives.
 */
export function Removal<Returned>({ kind, confirm, name, consequence, whyNot, remove, onRemoved }: RemovalProps<Returned>) {
  const [isAsking, setAsking] = useState(false)
  const key = useRef('')
  const removal = useMutation({
    mutationFn: () => {
      key.current ||= crypto.getRandomValues(new Uint32Array(4)).join('-')
      return remove(key.current)
    },
    onSuccess: onRemoved,
    onError: (error) => {
      // A refusal is stored under this idempotency key, so the next attempt needs a new key.
      if (error instanceof ApiError) key.current = ''
    },
  })
  const uses = removal.error instanceof ApiError && removal.error.code === 'SVC-CATALOG-IN_USE' ? removal.error.summary : null
  if (whyNot !== null) return null
  return (
    <section aria-label={confirm} className="mt-2 border-t border-line pt-4">
      {!isAsking && (
        <Button look="danger" onClick={() => setAsking(true)}>
          {t(buttons[kind])}
        </Button>
      )}
      {isAsking && (
        <div className="grid gap-3">
          <p>
            <Question kind={kind} name={name} /> {consequence}
          </p>
          <div className="flex flex-wrap gap-2">
            {/* Focus the safe choice. */}
            <Button ref={(button) => button?.focus()} onClick={() => setAsking(false)}>
              {t('Keep it')}
            </Button>
            <Button look="danger" disabled={removal.isPending} onClick={() => removal.mutate()}>
              {confirm}
            </Button>
          </div>
        </div>
      )}
      {uses && (
        <div role="alert" className="mt-3 flex gap-2 rounded-lg bg-warning-tint px-3 py-2">
          <Icon of={TriangleAlert} className="mt-px text-warning" />
          {uses}
        </div>
      )}
      {removal.error && !uses && (
        <div className="mt-3">
          <Problem error={removal.error} onRetry={() => removal.mutate()} />
        </div>
      )}
    </section>
  )
}

function Question({ kind, name }: { kind: RemovalKind; name: string }) {
  const values = { name: <strong className="font-semibold">{name}</strong> }
  if (kind === 'archive') return tx('Archive {name}?', values)
  return kind === 'revoke' ? tx('Revoke {name}?', values) : tx('Delete {name}?', values)
}

/** Confirms a removal in a toast. */
export function describeRemoval(kind: RemovalKind, name: string): string {
  if (kind === 'archive') return t('Archived {name}.', { name })
  return kind === 'revoke' ? t('Revoked {name}.', { name }) : t('Deleted {name}.', { name })
}
