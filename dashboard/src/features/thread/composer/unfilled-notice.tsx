import { t } from '../../../texts/texts.ts'
import { joinNames } from '../join-names.ts'
import { Button } from '../../../ui/button.tsx'

type UnfilledNoticeProps = { variables: readonly string[]; isRefused: boolean; canSend: boolean; onSend: () => void }

/** Warns that the reply was not sent, because it still contains variables. */
export function UnfilledNotice({ variables, isRefused, canSend, onSend }: UnfilledNoticeProps) {
  return (
    <div role={isRefused ? 'alert' : undefined} className="mt-1 flex min-h-7 flex-wrap items-center gap-x-2 px-2 text-warning">
      <p>
        {isRefused
          ? t('Not sent yet. Fill in or remove {variables} first.', { variables: joinNames(variables) })
          : t('Fill in {variables}.', { variables: joinNames(variables) })}
      </p>
      {isRefused && (
        <Button look="plain" size="small" disabled={!canSend} onClick={onSend}>
          {t('Send it anyway')}
        </Button>
      )}
    </div>
  )
}
