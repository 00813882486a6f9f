import { Button } from '../../../ui/button.tsx'

type UnfilledNoticeProps = { variables: readonly string[]; isRefused: boolean; canSend: boolean; onSend: () => void }

/** Shows the variables that the reply still contains, and that it was not sent because of them. */
export function UnfilledNotice({ variables, isRefused, canSend, onSend }: UnfilledNoticeProps) {
  return (
    <div role={isRefused ? 'alert' : undefined} className="mt-1 flex flex-wrap items-center gap-x-2 text-sm text-warning">
      <p>
        {isRefused ? 'Not sent. Fill in or remove the variables first: ' : 'Still to be filled in: '}
        {variables.join(', ')}
      </p>
      {isRefused && (
        <Button look="plain" className="min-h-6! px-1! underline" disabled={!canSend} onClick={onSend}>
          Send as it is
        </Button>
      )}
    </div>
  )
}
