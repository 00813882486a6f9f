import { useMutation } from '@tanstack/react-query'
import type { User } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { useRights } from '../../api/rights.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Problem } from '../../ui/problem.tsx'
import { formatDay, formatMoment } from '../../ui/time.ts'
import { showToast } from '../../ui/toasts.ts'
import type { Catalogue, MoreProps } from '../catalogue/catalogue.ts'
import { CatalogueScreen } from '../catalogue/catalogue-screen.tsx'
import { createReferenceInput } from '../catalogue/reference-input.tsx'
import { teamSource, userSource } from '../catalogue/sources.ts'
import { availabilities, roleLabels } from './user-labels.ts'

const states: Readonly<Record<User['status'], { name: string; tone: Tone }>> = {
  INVITED: { name: 'Invited', tone: 'accent' },
  ACTIVE: { name: 'Active', tone: 'good' },
  SUSPENDED: { name: 'Suspended', tone: 'warn' },
}

const users: Catalogue<User> = {
  ...userSource,
  title: 'People',
  reference: 'users',
  guide: 'signing-in',
  lead: 'Who works here, and what their role lets them do.',
  searchIn: ({ name, email }) => [name, email],
  searchHint: 'Name or e-mail begins with…',
  columns: [
    { header: 'Name', cell: ({ name }) => name },
    { header: 'E-mail', cell: ({ email }) => <span className="break-all">{email}</span>, from: 'md', grows: true },
    { header: 'Role', cell: ({ role }) => roleLabels[role] },
    { header: 'Last seen', cell: ({ lastSeenAt }) => (lastSeenAt === null ? 'Never' : formatMoment(lastSeenAt)), from: 'lg' },
    {
      header: 'State',
      cell: ({ status, emailFailedAt }) => (
        <>
          <Badge tone={states[status].tone}>{states[status].name}</Badge>
          {emailFailedAt !== null && <p className="mt-0.5 text-xs text-danger">Mail to this address bounced</p>}
        </>
      ),
    },
  ],
  fields: [
    { kind: 'text', name: 'name', label: 'Name', required: true, maxLength: 255 },
    { kind: 'text', name: 'email', label: 'E-mail address', type: 'email', required: true, maxLength: 254 },
    {
      kind: 'choice',
      name: 'role',
      label: 'Role',
      required: true,
      options: [
        { value: 'VIEWER', label: 'Viewer', hint: 'reads' },
        { value: 'AGENT', label: 'Agent', hint: 'reads, answers and changes threads' },
        { value: 'ADMIN', label: 'Admin', hint: 'also people, settings, webhooks and keys' },
        { value: 'OWNER', label: 'Owner', hint: 'as an admin, and the last one cannot be removed' },
      ],
    },
    { kind: 'custom', name: 'teamIds', label: 'Teams', Input: createReferenceInput(teamSource, { many: true }) },
    { kind: 'choice', name: 'availability', label: 'Availability', required: true, onlyExisting: true, options: availabilities },
    {
      kind: 'check',
      name: 'invite',
      label: 'Send an invitation',
      onlyNew: true,
      hint: 'An e-mail with a link to choose a password, valid for seven days. Without it the person exists for programs only and cannot sign in.',
    },
  ],
  initial: { role: 'AGENT', invite: true },
  More: Membership,
  removal: {
    verb: 'Delete',
    consequence: () =>
      'Messages that they wrote keep their name. Somebody with threads, keys or teams is not deleted: suspend them instead.',
  },
}

export function UsersScreen() {
  return <CatalogueScreen catalogue={users} />
}

/** The status of a user: invitation, pending email change, suspension. */
function Membership({ item, onRead }: MoreProps<User>) {
  const { skein, anonymous } = useApi()
  const rights = useRights()
  const path = { id: item.id }
  const change = useMutation({
    mutationFn: (status: 'ACTIVE' | 'SUSPENDED') => skein.updateUser({ path, body: { status } }),
    onSuccess(answer) {
      onRead(answer)
      showToast({ kind: 'done', text: `${answer.data.name} is ${states[answer.data.status].name.toLowerCase()} now.` })
    },
  })
  const setAddress = useMutation({
    async mutationFn({ email, again }: { email: string; again: boolean }) {
      // The API sends another link only for a new change, so the pending one is cancelled first.
      if (again) await skein.updateUser({ path, body: { email: item.email } })
      return skein.updateUser({ path, body: { email } })
    },
    onSuccess(answer) {
      onRead(answer)
      const { name, pendingEmail } = answer.data
      const text =
        pendingEmail === null
          ? `${name} keeps the present address.`
          : `A link is on its way to ${pendingEmail}, unless three were sent within the last hour.`
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
  return (
    <section aria-label="Membership" className="grid gap-3 border-t border-line pt-4">
      <Facts
        facts={[
          ['State', states[item.status].name],
          [item.status === 'INVITED' ? 'Invited' : 'Joined', formatMoment(item.createdAt)],
          ['Last seen', item.lastSeenAt && formatMoment(item.lastSeenAt)],
          ['Id', item.id],
        ]}
      />
      {item.emailFailedAt !== null && (
        <p className="text-sm text-danger">
          Mail to this address bounced on {formatDay(item.emailFailedAt)}. Correct the address, or write to them in another way.
        </p>
      )}
      {item.pendingEmail !== null && (
        <section aria-label="New address" className="grid gap-2">
          <p className="text-sm">
            <span className="font-medium break-all">{item.pendingEmail}</span> waits for confirmation by the link that was mailed to it.
            Until then they sign in with {item.email}.
          </p>
          <div className="flex flex-wrap gap-2" hidden={whyNot !== null}>
            <Button
              disabled={setAddress.isPending}
              onClick={() => setAddress.mutate({ email: item.pendingEmail ?? item.email, again: true })}
            >
              Send the link again
            </Button>
            <Button disabled={setAddress.isPending} onClick={() => setAddress.mutate({ email: item.email, again: false })}>
              Cancel the change
            </Button>
          </div>
        </section>
      )}
      <div className="flex flex-wrap gap-2" hidden={whyNot !== null}>
        {!isSuspended && (
          <Button disabled={invite.isPending} onClick={() => invite.mutate()}>
            {item.status === 'INVITED' ? 'Send the invitation again' : 'Send a link to choose a password'}
          </Button>
        )}
        <Button
          look={isSuspended ? 'quiet' : 'danger'}
          disabled={change.isPending}
          onClick={() => change.mutate(isSuspended ? 'ACTIVE' : 'SUSPENDED')}
        >
          {isSuspended ? 'Activate' : 'Suspend'}
        </Button>
      </div>
      <p className="text-sm text-muted" hidden={whyNot !== null}>
        {isSuspended
          ? 'They can neither sign in nor use their keys.'
          : 'Suspending stops their sessions and keys within a second, and keeps everything else.'}{' '}
        Without mail, the operator gets a link with <code className="font-mono">skein user sign-in-link</code>.
      </p>
      {failure && <Problem error={failure} />}
    </section>
  )
}
