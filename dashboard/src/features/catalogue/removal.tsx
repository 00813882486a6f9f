import { useRef, useState } from 'react'
import { useMutation } from '@tanstack/react-query'
import { ApiError } from '@skein/client'
import { Button } from '../../ui/button.tsx'
import { Problem } from '../../ui/problem.tsx'

type RemovalProps<Returned> = {
  verb: string
  one: string
  name: string
  /** Explains what happens to objects that refer to the item when it is deleted. */
  consequence: string
  whyNot: string | null
  remove: (idempotencyKey: string) => Promise<Returned>
  onRemoved: (returned: Returned) => void
}

/**
 * Removes an item after a confirmation. The service refuses to remove an item that is in use; the reason is then shown. A removal cannot be
 * undone, so the item stays on screen until the response has arrived.
 */
export function Removal<Returned>({ verb, one, name, consequence: words, whyNot, remove, onRemoved }: RemovalProps<Returned>) {
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
    <section aria-label={`${verb} this ${one}`} className="mt-2 border-t border-line pt-4">
      {!isAsking && (
        <Button look="danger" onClick={() => setAsking(true)}>
          {verb}…
        </Button>
      )}
      {isAsking && (
        <div className="grid gap-2 text-sm">
          <p>
            {verb} <strong className="font-semibold">{name}</strong>? {words}
          </p>
          <div className="flex gap-2">
            <Button look="danger" disabled={removal.isPending} onClick={() => removal.mutate()}>
              {verb} {one}
            </Button>
            {/* The focus is on the safe choice. */}
            <Button ref={(button) => button?.focus()} onClick={() => setAsking(false)}>
              Keep it
            </Button>
          </div>
        </div>
      )}
      {uses && (
        <div role="alert" className="mt-3 rounded-md border border-warning px-3 py-2 text-sm">
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
