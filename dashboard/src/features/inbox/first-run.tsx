import { useEffect, type ReactNode } from 'react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { describeFailure, useApi } from '../../api/api.ts'
import { useRights } from '../../api/rights.ts'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { BookOpen, Mail, MessageCircle, Reply, UserRoundPlus, type IconType } from '../../ui/icons.ts'
import { Notice } from '../../ui/notice.tsx'
import { Step, Steps } from '../../ui/steps.tsx'
import { showToast } from '../../ui/toasts.ts'
import { Yarn } from '../../ui/yarn.tsx'
import { plural, t } from '../../texts/texts.ts'
import { useHasMailServer } from '../inboxes/use-inbox-troubles.ts'
import { isSampleAddress } from '../sample-company/is-sample-address.ts'
import { LoadSampleCompany } from '../sample-company/load-sample-company.tsx'
import { useSampleCompany } from '../sample-company/use-sample-company.ts'
import { useInboxes } from '../threads/use-catalog.ts'
import { useThreadCount } from '../threads/use-counts.ts'
import { firstRun } from './use-first-run.ts'

const testThread = {
  title: 'My first thread',
  body: 'This is a test. Reply to it, add a note, then resolve it.',
  requester: { email: 'customer@example.com', name: 'A test customer' },
}

type Task = { icon: IconType; title: string; hint: string; isDone: boolean; button: string; onStart: () => void }

/** Start page of a new workspace: a checklist of the first steps. */
export function FirstRun() {
  const { settings } = useApi()
  const { tasks, create } = useTasks()
  const done = tasks.filter(({ isDone }) => isDone).length
  const next = tasks.find(({ isDone }) => !isDone)
  const isOver = done === tasks.length
  useEffect(() => {
    if (!isOver) return
    firstRun.set('over')
    showToast({ kind: 'done', text: t('All first steps are done. You’re ready for your customers.') })
  }, [isOver])
  const failure = create.error && describeFailure(create.error)
  const copy = async (): Promise<void> => {
    const lines = [
      `curl -s ${settings.apiUrl}/api/v1/threads`,
      `-H "Authorization: Bearer $SKEIN_API_KEY"`,
      `-H 'Content-Type: application/json'`,
      `-d '${JSON.stringify(testThread)}'`,
    ]
    await copyText(lines.join(' \\\n  '))
    showToast({ kind: 'done', text: t('Copied. Put an API key into $SKEIN_API_KEY.') })
  }
  return (
    <Frame>
      <Yarn />
      <h2 className="mt-5 text-xl font-semibold text-balance">{t('Let’s get your first message in')}</h2>
      <p className="mt-1.5 text-base text-balance text-text-2">
        {plural(tasks.length, 'One short step.', '{count} short steps, about 10 minutes. You can do them in any order.')}
      </p>
      <div className="mt-5.5 mb-3 flex w-full max-w-140 items-center gap-3">
        <div
          role="progressbar"
          aria-label={t('Steps done')}
          aria-valuemin={0}
          aria-valuemax={tasks.length}
          aria-valuenow={done}
          className="h-1.5 flex-1 overflow-hidden rounded-full bg-press"
        >
          <div className="h-full rounded-full bg-fill" style={{ width: `${(100 * done) / tasks.length}%` }} />
        </div>
        <span className="text-muted tabular-nums">{t('{done} of {total} done', { done, total: tasks.length })}</span>
      </div>
      <Steps label={t('First steps')}>
        {tasks.map((task) => (
          <Step
            key={task.title}
            icon={task.icon}
            title={task.title}
            hint={task.hint}
            isNext={task === next}
            done={task.isDone ? t('done') : null}
          >
            {!task.isDone && (
              <Button look={task === next ? 'primary' : 'quiet'} disabled={create.isPending} onClick={task.onStart}>
                {task.button}
              </Button>
            )}
          </Step>
        ))}
      </Steps>
      {failure && (
        <div className="mt-3">
          <Notice requestId={failure.requestId}>{failure.text}</Notice>
        </div>
      )}
      <p className="mt-4 flex flex-wrap items-center justify-center gap-x-3 gap-y-1">
        <button type="button" className="min-h-6 font-medium text-accent hover:underline" onClick={() => void copy()}>
          {t('Copy a cURL command that creates a thread')}
        </button>
        <LoadSampleCompany />
        <button type="button" className="min-h-6 font-medium text-accent hover:underline" onClick={() => firstRun.set('over')}>
          {t('I don’t need these steps')}
        </button>
      </p>
    </Frame>
  )
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <div className="min-h-0 w-full flex-1 self-stretch overflow-y-auto text-text">
      <div className="grid min-h-full content-center justify-items-center px-4 pt-4 pb-8 text-center">{children}</div>
    </div>
  )
}

/** Lists the steps that the user's role allows. */
function useTasks() {
  const { skein } = useApi()
  const navigate = useNavigate()
  const { whyNot } = useRights()
  const may = (operation: Parameters<typeof whyNot>[0]): boolean => whyNot(operation) === null
  const threadCount = useThreadCount({}) ?? 0
  // The sample company completes no step.
  const sample = useSampleCompany().counts
  const hasMailServer = useHasMailServer()
  const waitingCount = useThreadCount({ waiting: true }) ?? 0
  const inboxes = useInboxes(may('updateInbox')).data ?? []
  const others = useQuery({
    queryKey: ['first-run', 'users'],
    enabled: may('createUser'),
    // Users and articles may be added on other screens or by other users.
    staleTime: 0,
    queryFn: async ({ signal }) => (await skein.listUsers({ query: { limit: 1 }, signal })).meta.total - 1,
  })
  const articles = useQuery({
    queryKey: ['first-run', 'articles'],
    enabled: may('createKbArticle'),
    staleTime: 0,
    queryFn: async ({ signal }) => (await skein.listKbArticles({ query: { limit: 1 }, signal })).meta.total,
  })
  const threads = useQuery({
    // Events update the thread count, and a reply changes the waiting count. Either change refetches this query.
    queryKey: ['first-run', 'threads', threadCount, waitingCount],
    staleTime: 0,
    queryFn: async ({ signal }) => (await skein.listThreads({ query: { limit: 100 }, signal })).data,
  })
  const ownThreads = threads.data?.filter(({ customer }) => !isSampleAddress(customer.email)) ?? []
  const first = ownThreads.at(-1)
  const create = useMutation({
    mutationFn: () => skein.createThread({ body: testThread }),
    onSuccess: ({ data }) => navigate({ to: '/inbox/$view/$threadId', params: { view: 'all', threadId: data.threadId } }),
  })
  const tasks: Task[] = [
    ...(may('updateInbox')
      ? [
          {
            icon: Mail,
            title: t('Connect your support address'),
            hint: t('Forward it, or sign in to Gmail, Microsoft 365 or IMAP.'),
            isDone: inboxes.some(({ address, email, hook, active }) => active && ((email !== null && address !== null) || hook !== null)),
            button: t('Connect email'),
            onStart: () => void navigate({ to: '/settings/inboxes', search: { open: 'new' } }),
          },
        ]
      : []),
    ...(may('createUser')
      ? [
          {
            icon: UserRoundPlus,
            title: t('Invite a colleague'),
            hint:
              hasMailServer === false
                ? t('There’s no mail server yet. Invite them, then copy a link for each.')
                : t('They get an email with a link that works for seven days.'),
            isDone: (others.data ?? 0) > sample.users,
            button: t('Invite people'),
            onStart: () => void navigate({ to: '/settings/users', search: { open: 'new' } }),
          },
        ]
      : []),
    {
      icon: MessageCircle,
      title: t('Create a test thread'),
      hint: t('See what a customer’s message looks like.'),
      isDone: threadCount > sample.threads,
      button: t('Create a test thread'),
      onStart: () => create.mutate(),
    },
    {
      icon: Reply,
      title: t('Answer it'),
      hint: t('Press R in the thread, write, and send.'),
      isDone: ownThreads.some(({ lastMessageAuthorType }) => lastMessageAuthorType === 'AGENT'),
      button: t('Open the thread'),
      onStart: () => {
        if (first) void navigate({ to: '/inbox/$view/$threadId', params: { view: 'all', threadId: first.id } })
        else create.mutate()
      },
    },
    ...(may('createKbArticle')
      ? [
          {
            icon: BookOpen,
            title: t('Write your first article'),
            hint: t('Answer a frequent question once, for everyone.'),
            isDone: (articles.data ?? 0) > sample.articles,
            button: t('Write an article'),
            onStart: () => void navigate({ to: '/knowledge/articles', search: { open: 'new' } }),
          },
        ]
      : []),
  ]
  return { tasks, create }
}
