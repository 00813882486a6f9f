import type { Thread } from '@skein/client'
import { LabelDot } from '../../ui/label-dot.tsx'
import { useLabels } from './use-catalog.ts'

/** A label of a thread with its colour, which the list of labels has. */
export function LabelName({ label: { id, name } }: { label: Thread['labels'][number] }) {
  const color = useLabels().data?.find((label) => label.id === id)?.color ?? null
  return (
    <LabelDot color={color} title={name}>
      {name}
    </LabelDot>
  )
}
