import type { Thread } from '@skein/client'
import { LabelDot } from '../../ui/label-dot.tsx'
import { useLabels } from './use-catalog.ts'

/** A label's name and colour, from the cached list of labels. */
export function LabelName({ label: { id, name } }: { label: Thread['labels'][number] }) {
  const color = useLabels().data?.find((label) => label.id === id)?.color ?? null
  return (
    <LabelDot color={color} title={name}>
      {name}
    </LabelDot>
  )
}
