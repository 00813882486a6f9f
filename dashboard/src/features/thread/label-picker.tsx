import type { Thread } from '@skein/client'
import { Picker, type PickerCreation } from '../../ui/picker.tsx'
import { describeFailure, useApi } from '../../api/api.ts'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { useRights } from '../../api/rights.ts'
import { LabelDot } from '../../ui/label-dot.tsx'
import { showToast } from '../../ui/toasts.ts'
import { t } from '../../texts/texts.ts'
import { useThreadActions } from '../threads/use-thread-actions.ts'
import { useLabels } from '../threads/use-catalog.ts'

export type ThreadPickerProps = { thread: Thread; anchor?: HTMLElement | null; onClose: () => void }

/** Adds a label to a thread or removes it. A name that no label has becomes a new label. */
export function LabelPicker({ thread, ...parts }: ThreadPickerProps) {
  const actions = useThreadActions()
  const createLabel = useCreateLabel()
  const { data: labels = [], isSuccess } = useLabels()
  const hasLabel = (id: string): boolean => thread.labels.some((label) => label.id === id)
  const pick = (id: string): void => {
    const label = labels.find((each) => each.id === id)
    if (label) actions.setLabel(thread, { id, name: label.name }, !hasLabel(id))
  }
  const shown = labels.filter(({ id, archivedAt }) => archivedAt === null || hasLabel(id))
  return (
    <Picker
      {...parts}
      label={t('Label')}
      options={shown.map(({ id, name, color }) => ({ id, name, isOn: hasLabel(id), mark: <LabelDot color={color} /> }))}
      onPick={pick}
      // Until the labels are loaded, each name looks new.
      create={isSuccess ? createLabel((label) => actions.setLabel(thread, label, true)) : undefined}
    />
  )
}

/** Returns what a label picker offers for an unknown name: to create the label and pass it on, or the reason why the user may not. */
export function useCreateLabel(): (onCreated: (label: { id: string; name: string }) => void) => PickerCreation {
  const { skein, queries } = useApi()
  const whyNot = useRights().whyNot('createLabel')
  return (onCreated) => {
    if (whyNot !== null) return { whyNot }
    const attempt = async (name: string, idempotencyKey: string): Promise<void> => {
      try {
        const { data } = await skein.createLabel({ body: { name }, idempotencyKey })
        void queries.invalidateQueries({ queryKey: ['labels'] })
        onCreated({ id: data.id, name: data.name })
      } catch (error) {
        const text = t('We couldn’t create the label “{name}”. {reason}', { name, reason: describeFailure(error).text })
        showToast({ kind: 'problem', text, action: { label: t('Try again'), run: () => void attempt(name, idempotencyKey) } }, 30_000)
      }
    }
    return { label: (name) => t('Create label “{name}”', { name }), run: (name) => void attempt(name, newIdempotencyKey()) }
  }
}
