import type { Thread } from '@skein/client'
import { LabelDot } from '../../ui/label-dot.tsx'
import { useLabels } from './use-catalog.ts'

/** A label's name and colour, from the cached list of labels. A short one shows its name only if its container is wide. */
export function LabelName({ label: { id, name }, isShort = false }: { label: Thread['labels'][number]; isShort?: boolean }) {
  const color = useLabels().data?.find((label) => label.id === id)?.color ?? null
  return (
    <LabelDot color={color} title={name}>
      <span className={isShort ? '@max-md:sr-only' : ''}>{name}</span>
    </LabelDot>
  )
}
