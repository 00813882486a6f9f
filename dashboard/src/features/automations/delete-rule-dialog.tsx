import { useMutation } from '@tanstack/react-query'
import type { AutomationRule } from '@skein/client'
import { describeFailure, useApi } from '../../api/api.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { showToast } from '../../ui/toasts.ts'
import { applyItemChange } from '../catalogue/catalogue-cache.ts'
import { describeRemoval } from '../catalogue/removal.tsx'
import { ruleSource } from './rule-source.ts'

type DeleteRuleDialogProps = { rule: AutomationRule; onDeleted?: () => void; onClose: () => void }

/** Confirms the deletion of a rule, which cannot be undone. */
export function DeleteRuleDialog({ rule, onDeleted, onClose }: DeleteRuleDialogProps) {
  const { skein, queries } = useApi()
  const remove = useMutation({
    mutationFn: () => skein.deleteAutomationRule({ path: { id: rule.id } }),
    onSuccess() {
      applyItemChange(queries, ruleSource.noun, rule, 'gone')
      showToast({ kind: 'done', text: describeRemoval('delete', rule.name) })
      onClose()
      onDeleted?.()
    },
  })
  const failure = remove.error && describeFailure(remove.error)
  const title = t('Delete “{name}”?', { name: rule.name })
  return (
    <Dialog label={title} onClose={onClose} className="w-105 max-w-[calc(100vw-2rem)]">
      <div className="grid gap-3 p-5">
        <h2 className="text-lg font-semibold wrap-anywhere">{title}</h2>
        <p className="text-text-2">
          {t('It stops running right away, and its versions go with it. What it did to threads stays. You can’t undo this.')}
        </p>
        {failure && <Notice requestId={failure.requestId}>{failure.text}</Notice>}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t('Keep it')}</Button>
          <Button look="danger" disabled={remove.isPending} onClick={() => remove.mutate()}>
            {t('Delete rule')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
