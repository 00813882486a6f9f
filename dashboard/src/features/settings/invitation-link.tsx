import { useState } from 'react'
import { useMutation } from '@tanstack/react-query'
import { useApi } from '../../api/api.ts'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { Copy } from '../../ui/icons.ts'
import { Problem } from '../../ui/problem.tsx'
import { formatDay } from '../../ui/time.ts'

/** Creates a link that accepts a user's invitation, copies and shows it. */
export function InvitationLink({ userId, name }: { userId: string; name: string }) {
  const { skein } = useApi()
  const [isCopied, setCopied] = useState(false)
  const create = useMutation({
    mutationFn: async () => {
      const { data } = await skein.createInvitationLink({ path: { id: userId }, idempotencyKey: newIdempotencyKey() })
      return data
    },
    // Some browsers permit copying only right after a click. The link is shown with a button of its own as well.
    onSuccess: ({ url }) =>
      copyText(url).then(
        () => setCopied(true),
        () => undefined,
      ),
  })
  if (!create.data)
    return (
      <span className="block">
        <Button size="small" icon={Copy} className="mt-1" disabled={create.isPending} onClick={() => create.mutate()}>
          {t('Copy link')}
          <span className="sr-only"> {t('for {name}', { name })}</span>
        </Button>
        {create.error && <Problem error={create.error} />}
      </span>
    )
  return (
    <div className="mt-1 grid grid-cols-1 gap-1">
      <CodeBlock label={t('Invitation link for {name}', { name })} text={create.data.url} />
      <p role="status" className="text-xs text-text-2">
        {isCopied && <>{t('Copied.')} </>}
        {t('It works once, until {day}. Anyone who opens it can sign in as {name}.', { day: formatDay(create.data.expiresAt), name })}
      </p>
    </div>
  )
}
