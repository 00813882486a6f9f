import { useState } from 'react'
import { Link } from '@tanstack/react-router'
import type { Thread } from '@skein/client'
import { useRights } from '../../../api/rights.ts'
import { formatAriaKeys, formatKeys } from '../../../keyboard/shortcuts.ts'
import { useShortcuts } from '../../../keyboard/use-shortcuts.ts'
import { Button } from '../../../ui/button.tsx'
import { AddressInput } from './address-input.tsx'
import { describeRecipients, type ChosenRecipients, type ReplyPlan } from './reply-plan.ts'

type ReplyTargetProps = { thread: Thread; plan: ReplyPlan; onChoose: (recipients: ChosenRecipients | null) => void }

const targetId = 'reply-target'
const warningsId = 'reply-warnings'
const notSent = {
  FILE: 'This reply will reach nobody: there is no mail server, so it will be kept as a file.',
  NONE: 'This reply cannot be sent by mail, because no inbox can send it.',
}
/** For `aria-describedby`: where the reply will go, and what is wrong with that. */
export const replyTargetIds = `${targetId} ${warningsId}`

/** Shows above the composer where the reply will go, or that it will not be mailed, and lets the agent change the recipients. */
export function ReplyTarget({ thread, plan, onChoose }: ReplyTargetProps) {
  const [isEditing, setEditing] = useState(false)
  const { name, email: address } = thread.customer
  const edit = (): void => {
    if (plan.kind === 'none' && !plan.canMail) return
    if (plan.kind === 'none') onChoose({ to: plan.isLost ? [] : [{ name, address }], cc: [], bcc: [] })
    setEditing(true)
  }
  useShortcuts({ recipients: edit })
  if (plan.kind === 'unknown')
    return (
      <p id={targetId} className="mb-1.5 truncate text-xs leading-6 text-muted">
        To {address}
      </p>
    )
  if (plan.kind === 'none')
    return (
      <p id={targetId} className={`mb-1.5 flex flex-wrap items-center gap-x-2 text-xs ${plan.isLost ? 'text-warning' : 'text-muted'}`}>
        <span>Will not be sent by mail: {plan.reason}.</span>
        {!plan.isSetUp && <SetUpSending inboxId={thread.inboxId} />}
        {plan.canMail && (
          <Button look="plain" className="min-h-6! px-1! text-xs! text-text underline" onClick={edit}>
            {plan.isLost ? 'Add a recipient' : 'Send it by mail'}
          </Button>
        )}
      </p>
    )
  const { recipients, isChosen, sending, warnings } = plan
  const change = (part: Partial<ChosenRecipients>): void => onChoose({ ...recipients, ...part })
  return (
    <div className="mb-1.5 text-xs">
      {isEditing ? (
        <fieldset className="grid grid-cols-1 gap-1.5">
          <legend className="sr-only">Recipients</legend>
          <AddressInput label="To" isFirst addresses={recipients.to} onChange={(to) => change({ to })} />
          <AddressInput label="Cc" addresses={recipients.cc} onChange={(cc) => change({ cc })} />
          <AddressInput label="Bcc" addresses={recipients.bcc} onChange={(bcc) => change({ bcc })} />
          <div className="flex flex-wrap gap-1 ps-10">
            <Button className="min-h-6! text-xs!" onClick={() => setEditing(false)}>
              Done
            </Button>
            {isChosen && (
              <Button
                look="plain"
                className="min-h-6! text-xs!"
                onClick={() => {
                  onChoose(null)
                  setEditing(false)
                }}
              >
                Restore
              </Button>
            )}
          </div>
        </fieldset>
      ) : (
        <p id={targetId} className="flex min-w-0 items-center gap-x-1">
          <button
            type="button"
            aria-label={`${describeRecipients(recipients) || 'No recipients'}. Change the recipients`}
            aria-keyshortcuts={formatAriaKeys('recipients')}
            title={`Change the recipients (${formatKeys('recipients')})`}
            className="min-h-6 min-w-0 truncate rounded-md px-1 text-start text-muted hover:bg-hover hover:text-text"
            onClick={edit}
          >
            {recipients.to.length === 0 && <span className="text-danger">No recipient in To. </span>}
            {describeRecipients(recipients)} <span aria-hidden>▾</span>
          </button>
          {recipients.cc.length > 0 && (
            <Button
              look="plain"
              className="min-h-6! px-1! text-xs! underline"
              onClick={() => change({ cc: [] })}
              title="Leave out everybody in Cc"
            >
              Only the sender
            </Button>
          )}
          {isChosen && (
            <Button
              look="plain"
              className="min-h-6! px-1! text-xs! underline"
              aria-keyshortcuts={formatAriaKeys('replyAll')}
              onClick={() => onChoose(null)}
            >
              Reply all
            </Button>
          )}
        </p>
      )}
      <div id={warningsId} className="px-1 leading-5 text-warning">
        {sending !== 'MAIL_SERVER' && (
          <p className="flex flex-wrap items-center gap-x-2">
            <span>{notSent[sending]}</span>
            <SetUpSending inboxId={thread.inboxId} />
          </p>
        )}
        {warnings.map((warning) => (
          <p key={warning}>{warning}</p>
        ))}
      </div>
    </div>
  )
}

/** Links to the set-up of an inbox, or says who can change it. */
function SetUpSending({ inboxId }: { inboxId: string }) {
  const whyNot = useRights().whyNot('updateInbox')
  if (whyNot !== null) return <span>An admin or an owner can set up sending.</span>
  return (
    <Link to="/settings/inboxes/$inboxId" params={{ inboxId }} className="inline-flex min-h-6 items-center text-text underline">
      Set up sending
    </Link>
  )
}
