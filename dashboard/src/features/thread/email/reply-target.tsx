import { useState } from 'react'
import { Link } from '@tanstack/react-router'
import type { Thread } from '@skein/client'
import { useRights } from '../../../api/rights.ts'
import { formatAriaKeys } from '../../../keyboard/shortcuts.ts'
import { useShortcuts } from '../../../keyboard/use-shortcuts.ts'
import { message, t } from '../../../texts/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { TriangleAlert } from '../../../ui/icons.ts'
import { lazyDialog } from '../../../ui/lazy-dialog.tsx'
import { formatShortMoment } from '../../../ui/time.ts'
import { useNow } from '../../../ui/use-now.ts'
import { useStableCallback } from '../../../ui/use-stable-callback.ts'
import type { ChannelPlan } from '../channel/plan-channel-reply.ts'
import { RecipientsLine } from './recipients-line.tsx'
import { describeRecipients, hasMailAddress, type ReplyPlan } from './reply-plan.ts'
import type { ChosenRecipients } from '../../threads/drafts.ts'

type ReplyTargetProps = {
  thread: Thread
  plan: ReplyPlan
  onChoose: (recipients: ChosenRecipients | null) => void
  /** Called when the agent closes the inputs of the recipients. */
  onDone: () => void
}

const RecipientFields = lazyDialog(async () => (await import('./recipient-fields.tsx')).RecipientFields)

const targetId = 'reply-target'
const warningsId = 'reply-warnings'
const notSent = {
  FILE: message('Nobody will receive this reply, because there’s no mail server. We’ll save it as a file.'),
  NONE: message('We can’t email this reply, because no inbox is set up to send.'),
}
/** Id for `aria-describedby`: the recipients of the reply, and any warning about them. */
export const replyTargetIds = `${targetId} ${warningsId}`

/** Shows, above the text, who will receive the reply, or that it will not be mailed. The agent can change the recipients. */
export function ReplyTarget({ thread, plan, onChoose, onDone }: ReplyTargetProps) {
  const [isEditing, setEditing] = useState(false)
  const { name, email: address } = thread.customer
  const edit = (): void => {
    if ('canMail' in plan) {
      if (!plan.canMail) return
      const isKnown = hasMailAddress(thread.customer) && !(plan.kind === 'none' && plan.isLost)
      onChoose({ to: isKnown ? [{ name, address }] : [], cc: [], bcc: [] })
    }
    setEditing(true)
  }
  const close = useStableCallback(() => {
    setEditing(false)
    onDone()
  })
  useShortcuts({ recipients: edit })
  if (plan.kind === 'unknown')
    return (
      <p id={targetId} className="truncate px-1 text-xs leading-7 text-muted">
        {t('To {names}', { names: address })}
      </p>
    )
  if (plan.kind === 'none')
    return (
      <p
        id={targetId}
        className={`flex min-h-7 flex-wrap items-center gap-x-2 px-1 text-xs ${plan.isLost ? 'text-warning' : 'text-muted'}`}
      >
        <span>
          {plan.isLost && <Icon of={TriangleAlert} size={14} className="me-1.5 inline align-[-2px]" />}
          {plan.reason}
        </span>
        {!plan.isSetUp && <SetUpSending inboxId={thread.inboxId} />}
        {plan.canMail && (
          <Button {...small} onClick={edit}>
            {plan.isLost ? t('Add a recipient') : t('Email it instead')}
          </Button>
        )}
      </p>
    )
  if (plan.kind === 'channel' || plan.kind === 'refused') return <ChannelTarget inboxId={thread.inboxId} plan={plan} onMail={edit} />
  const { recipients, isChosen, isInstead, sending, warnings } = plan
  const restore = isInstead ? t('Don’t email it') : null
  return (
    <div className="text-xs">
      {isEditing ? (
        <>
          <p id={targetId} className="sr-only">
            {describeRecipients(recipients)}
          </p>
          <RecipientFields
            threadId={thread.id}
            recipients={recipients}
            restore={isChosen ? (restore ?? t('Restore the recipients')) : null}
            onChange={onChoose}
            onClose={close}
          />
        </>
      ) : (
        <div id={targetId} className="flex min-h-7 min-w-0 flex-wrap items-center gap-x-1">
          <RecipientsLine recipients={recipients} onOpen={edit} onNear={RecipientFields.preload} />
          {recipients.cc.length > 0 && (
            <Button {...small} onClick={() => onChoose({ ...recipients, cc: [] })} data-tip={t('Leave out everyone in Cc')}>
              {t('Only the sender')}
            </Button>
          )}
          {isChosen && (
            <Button {...small} aria-keyshortcuts={formatAriaKeys('replyAll')} onClick={() => onChoose(null)}>
              {restore ?? t('Reply to everyone')}
            </Button>
          )}
        </div>
      )}
      <div id={warningsId} className="px-1 leading-5 text-warning">
        {(sending === 'FILE' || sending === 'NONE') && (
          <p className="flex flex-wrap items-center gap-x-2">
            <span>
              <Icon of={TriangleAlert} size={14} className="me-1.5 inline align-[-2px]" />
              {t(notSent[sending])}
            </span>
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

type ChannelTargetProps = { inboxId: string; plan: ChannelPlan; onMail: () => void }

/** Shows to whom the inbox's provider delivers the reply, or why it cannot. */
function ChannelTarget({ inboxId, plan, onMail }: ChannelTargetProps) {
  const now = useNow()
  const warning = plan.kind === 'refused' ? plan.reason : plan.isKept ? t('Your program has no URL yet, so your reply waits.') : null
  return (
    <p id={targetId} className="flex min-h-7 flex-wrap items-center gap-x-2 px-1 text-xs text-muted">
      {plan.kind === 'channel' && (
        <span>
          {plan.target}
          {plan.until !== null && ` · ${t('until {time}', { time: formatShortMoment(new Date(plan.until).toISOString(), now) })}`}
        </span>
      )}
      {warning !== null && (
        <span className="text-warning">
          <Icon of={TriangleAlert} size={14} className="me-1.5 inline align-[-2px]" />
          {warning}
        </span>
      )}
      {plan.kind === 'channel' && plan.isKept && <SetUpSending inboxId={inboxId} />}
      {plan.canMail && (
        <Button {...small} onClick={onMail}>
          {t('Email it instead')}
        </Button>
      )}
    </p>
  )
}

const small = { look: 'plain', size: 'small', className: 'shrink-0 px-1.5! text-xs! text-accent!' } as const

/** Links to the setup of an inbox, or explains who can change it. */
function SetUpSending({ inboxId }: { inboxId: string }) {
  const whyNot = useRights().whyNot('updateInbox')
  if (whyNot !== null) return <span>{t('An admin or an owner can set up sending.')}</span>
  return (
    <Link
      to="/settings/inboxes/$inboxId"
      params={{ inboxId }}
      className="inline-flex min-h-6 items-center font-medium text-accent hover:underline"
    >
      {t('Set up sending')}
    </Link>
  )
}
