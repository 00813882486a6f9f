import { useMutation } from '@tanstack/react-query'
import type { Inbox } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { useRights } from '../../api/rights.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Send } from '../../ui/icons.ts'
import { Problem } from '../../ui/problem.tsx'
import { nameStep, TestSteps } from './test-steps.tsx'

/** Tests whether the inbox's program can be reached, and shows each step. */
export function HookTest({ inbox, hook }: { inbox: Inbox; hook: NonNullable<Inbox['hook']> }) {
  const { skein } = useApi()
  const whyNot = useRights().whyNot('testInbox')
  const test = useMutation({
    mutationFn: async () => {
      const { data } = await skein.testInbox({ path: { id: inbox.id }, idempotencyKey: newIdempotencyKey() })
      return 'steps' in data ? data : null
    },
  })
  const missing = !hook.secretSet
    ? t('Create the secret first.')
    : hook.outboundUrl === null
      ? t('Enter and save the URL of your program first.')
      : null
  if (whyNot !== null) return <p className="text-muted">{whyNot}</p>
  return (
    <div className="grid grid-cols-1 gap-3">
      <p>{t('We post a signed test to your program. The customer gets nothing.')}</p>
      <div>
        <Button icon={Send} disabled={missing !== null || test.isPending} onClick={() => test.mutate()}>
          {test.isPending ? t('Testing…') : t('Send a test')}
        </Button>
      </div>
      {missing !== null && <p className="text-xs text-muted">{missing}</p>}
      {test.error && <Problem error={test.error} />}
      {test.data && (
        <TestSteps
          label={t('Steps of the test')}
          steps={test.data.steps.map(({ protocol, step, ...result }) => ({ ...result, key: `${protocol} ${step}`, name: nameStep(step) }))}
        />
      )}
      {test.data && (
        <p role="status" className={test.data.ok ? 'text-success' : 'text-danger'}>
          {test.data.ok ? t('Everything works.') : t('The test didn’t reach your program.')}
        </p>
      )}
    </div>
  )
}
