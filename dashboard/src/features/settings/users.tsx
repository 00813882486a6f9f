import { useMutation, useQuery } from '@tanstack/react-query'
import type { User } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { useRights } from '../../api/rights.ts'
import { lazily, plural, t, tx } from '../../texts/texts.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Problem } from '../../ui/problem.tsx'
import { formatDay, formatMoment } from '../../ui/time.ts'
import { showToast } from '../../ui/toasts.ts'
import type { Catalogue, MoreProps, SheetProps } from '../catalogue/catalogue.ts'
import { CatalogueScreen } from '../catalogue/catalogue-screen.tsx'
import { CatalogueSheet } from '../catalogue/catalogue-sheet.tsx'
import { createReferenceInput } from '../catalogue/reference-input.tsx'
import { useHasMailServer } from '../inboxes/use-inbox-troubles.ts'
import { teamSource, userSource } from '../catalogue/sources.ts'
import { isSampleAddress } from '../sample-company/is-sample-address.ts'
import { HandOver } from './hand-over.tsx'
import { InvitationLink } from './invitation-link.tsx'
import { InvitePeople } from './invite-people.tsx'
import { availabilities, roleLabels } from '../shell/user-labels.ts'

const states = lazily(
  (): Readonly<Record<User['status'], { name: string; tone: Tone }>> => ({
    INVITED: { name: t('Invited'), tone: 'accent' },
    ACTIVE: { name: t('Active'), tone: 'good' },
    SUSPENDED: { name: t('Suspended'), tone: 'warn' },
  }),
)

const users = lazily(
  (): Catalogue<User> => ({
    ...userSource,
    title: t('People'),
    texts: {
      count: (count) => plural(count, '{count} person', '{count} people'),
      search: t('Search people'),
      add: t('Invite people'),
      create: t('Invite'),
      empty: t('No one is here yet.'),
    },
    reference: 'users',
    guide: 'for-admins/people',
    lead: t('Who works here, and what they may do.'),
    searchIn: ({ name, email }) => [name, email],
    searchHint: t('Search by name or email'),
    columns: [
      {
        header: t('Name'),
        cell: ({ name }) => (
          <span className="inline-flex items-center gap-2.5">
            <Avatar name={name} size={24} /> {name}
          </span>
        ),
      },
      { header: t('Email'), cell: ({ email }) => <span className="break-all">{email}</span>, from: 'md', grows: true },
      { header: t('Role'), cell: ({ role }) => t(roleLabels[role]) },
      { header: t('Last seen'), cell: ({ lastSeenAt }) => (lastSeenAt === null ? t('Never') : formatMoment(lastSeenAt)), from: 'lg' },
      {
        header: t('State'),
        cell: ({ status, email, emailFailedAt }) => (
          <>
            <span className="inline-flex flex-wrap gap-1">
              <Badge tone={states()[status].tone}>{states()[status].name}</Badge>
              {isSampleAddress(email) && <Badge>{t('Sample')}</Badge>}
            </span>
            {emailFailedAt !== null && <p className="mt-0.5 text-xs text-danger">{t('Mail to this address bounced')}</p>}
          </>
        ),
      },
    ],
    fields: [
      { kind: 'text', name: 'name', label: t('Name'), required: true, maxLength: 255 },
      { kind: 'text', name: 'email', label: t('Email address'), type: 'email', required: true, maxLength: 254 },
      {
        kind: 'choice',
        name: 'role',
        label: t('Role'),
        required: true,
        options: [
          { value: 'VIEWER', label: t('Viewer'), hint: t('reads') },
          { value: 'AGENT', label: t('Agent'), hint: t('reads, answers and changes threads') },
          { value: 'ADMIN', label: t('Admin'), hint: t('also people, settings, webhooks and keys') },
          { value: 'OWNER', label: t('Owner'), hint: t('like an admin; the last owner can’t be removed') },
        ],
      },
      { kind: 'custom', name: 'teamIds', label: t('Teams'), Input: createReferenceInput(teamSource, { many: true, empty: t('No teams') }) },
      { kind: 'choice', name: 'availability', label: t('Availability'), required: true, onlyExisting: true, options: availabilities() },
      {
        kind: 'check',
        name: 'invite',
        label: t('Send an invitation'),
        onlyNew: true,
        hint: t(
          'We email them a link to choose a password. It works for seven days. Without it, they can’t sign in: that’s right for users that only your programs need.',
        ),
      },
    ],
    initial: { role: 'AGENT', invite: true },
    More: Membership,
    Sheet: UserSheet,
    removal: {
      kind: 'delete',
      confirm: t('Delete person'),
      consequence: () => t('Their messages keep their name. If they still have threads, keys or teams, suspend them instead.'),
    },
  }),
)

export function UsersScreen() {
  return <CatalogueScreen catalogue={users()} />
}

/** The panel of a user, or that of invitations. */
function UserSheet(props: SheetProps<User>) {
  return props.id === null ? <InvitePeople {...props} /> : <CatalogueSheet {...props} />
}

/** State of a user: invited, email change pending, suspended. */
function Membership({ item, onRead }: MoreProps<User>) {
  const { skein, anonymous } = useApi()
  const rights = useRights()
  const path = { id: item.id }
  const change = useMutation({
    mutationFn: (status: 'ACTIVE' | 'SUSPENDED') => skein.updateUser({ path, body: { status } }),
    onSuccess(answer) {
      onRead(answer)
      showToast({
        kind: 'done',
        text:
          answer.data.status === 'SUSPENDED'
            ? t('{name} is suspended.', { name: answer.data.name })
            : t('{name} is active again.', { name: answer.data.name }),
      })
    },
  })
  const setAddress = useMutation({
    async mutationFn({ email, again }: { email: string; again: boolean }) {
      // The API sends a new link only for a new change, so cancel the pending one first.
      if (again) await skein.updateUser({ path, body: { email: item.email } })
      return skein.updateUser({ path, body: { email } })
    },
    onSuccess(answer) {
      onRead(answer)
      const { name, pendingEmail } = answer.data
      const text =
        pendingEmail === null
          ? t('{name} keeps their current address.', { name })
          : t('We’ve emailed a link to {email}, unless we sent three in the last hour.', { email: pendingEmail })
      showToast({ kind: 'done', text })
    },
  })
  const invite = useMutation({
    mutationFn: () => anonymous.forgotPassword({ body: { email: item.email } }),
    onSuccess: ({ data }) => showToast({ kind: 'done', text: data.message }),
  })
  const failure = change.error ?? setAddress.error ?? invite.error
  const whyNot = rights.whyNot('updateUser')
  const isSuspended = item.status === 'SUSPENDED'
  const lacksMailServer = useHasMailServer() === false
  const me = useQuery({ queryKey: ['me'], queryFn: async ({ signal }) => (await skein.getMe({ signal })).data })
  return (
    <section aria-label={t('Membership')} className="grid gap-3 border-t border-line pt-4">
      <Facts
        facts={[
          [t('State'), states()[item.status].name],
          [item.status === 'INVITED' ? t('Invited') : t('Joined'), formatMoment(item.createdAt)],
          [t('Last seen'), item.lastSeenAt && formatMoment(item.lastSeenAt)],
          [t('ID'), item.id],
        ]}
      />
      {item.emailFailedAt !== null && (
        <p className="text-danger">
          {t('Mail to this address bounced on {day}. Correct the address, or reach them another way.', {
            day: formatDay(item.emailFailedAt),
          })}
        </p>
      )}
      {item.pendingEmail !== null && (
        <section aria-label={t('New address')} className="grid gap-2">
          <p>
            {tx('They still need to confirm {newEmail} with the link we emailed. Until then, they sign in with {email}.', {
              newEmail: <span className="font-medium break-all">{item.pendingEmail}</span>,
              email: item.email,
            })}
          </p>
          <div className="flex flex-wrap gap-2" hidden={whyNot !== null}>
            <Button
              disabled={setAddress.isPending}
              onClick={() => setAddress.mutate({ email: item.pendingEmail ?? item.email, again: true })}
            >
              {t('Send the link again')}
            </Button>
            <Button disabled={setAddress.isPending} onClick={() => setAddress.mutate({ email: item.email, again: false })}>
              {t('Cancel the change')}
            </Button>
          </div>
        </section>
      )}
      <div className="flex flex-wrap gap-2" hidden={whyNot !== null}>
        {!isSuspended && (
          <Button disabled={invite.isPending} onClick={() => invite.mutate()}>
            {item.status === 'INVITED' ? t('Send the invitation again') : t('Send a link to choose a password')}
          </Button>
        )}
        <Button
          look={isSuspended ? 'quiet' : 'danger'}
          disabled={change.isPending}
          onClick={() => change.mutate(isSuspended ? 'ACTIVE' : 'SUSPENDED')}
        >
          {isSuspended ? t('Activate') : t('Suspend')}
        </Button>
      </div>
      {item.status === 'INVITED' && rights.whyNot('createInvitationLink') === null && (
        <div>
          <p>{t('Or give them a link yourself, without mail.')}</p>
          <InvitationLink userId={item.id} name={item.name} />
        </div>
      )}
      <p className="text-xs text-muted" hidden={whyNot !== null}>
        {isSuspended
          ? t('They can’t sign in, and their keys don’t work.')
          : t('If you suspend them, they’re signed out and their keys stop working. Everything else stays.')}{' '}
        {!lacksMailServer &&
          item.status !== 'INVITED' &&
          tx('If email doesn’t work, your operator can create a link with {command}.', {
            command: <code className="font-mono">{'skein user sign-in-link'}</code>,
          })}
      </p>
      {(isSuspended || item.role === 'VIEWER') && <HandOver key={item.id} user={item} />}
      {lacksMailServer && item.status === 'ACTIVE' && me.data && (
        <div className="grid grid-cols-1 gap-2" hidden={whyNot !== null}>
          <p>{t('There’s no mail server that works, so they get no email. This command prints a link to give them:')}</p>
          <CodeBlock
            label={t('On the machine that runs Skein')}
            text={`npm run --silent skein -- user sign-in-link --tenant ${me.data.tenant.slug} --email ${item.email}`}
          />
        </div>
      )}
      {failure && <Problem error={failure} />}
    </section>
  )
}
