import { standard } from '#kit/standard.ts'
import { detectFormat } from '#kit/text-format.ts'
import type { WriteContext } from '#kit/standard.ts'
import { catalogInUse, scopeEscalation } from '#platform/errors.ts'
import type { Static } from '#platform/schema.ts'
import { attachmentErrors, shareFiles } from '../uploads/index.ts'
import { cannedResponse } from './canned-response.ts'
import { checkChange, checkNew } from './check-canned-response.ts'
import { type CannedResponse, CannedResponseCreate, CannedResponseFilters, CannedResponseUpdate } from './schema.ts'

export const listCannedResponses = standard.list(cannedResponse, {
  description:
    'Shared canned responses and your own, newest first; with the scope `catalog:admin` also those of other users. `namePrefix` ' +
    'matches shortcuts and titles.',
  query: CannedResponseFilters,
})

export const getCannedResponse = standard.get(cannedResponse, { description: 'Returns a shared canned response, or one of your own.' })

export const createCannedResponse = standard.create(cannedResponse, {
  description:
    'Creates a reply with variables, a list of actions, or both. A variable that does not exist is refused. `POST /canned-responses/{id}/preview` shows the result for a thread, ' +
    '`POST /threads/{id}/apply-canned-response` sends it and runs the actions. The caller needs the scopes of each action and variable: ' +
    '`threads:write` for actions, `threads:read` for variables and `SEND_WEBHOOK`, `customers:read` for the customer’s external id and custom fields.',
  body: CannedResponseCreate,
  check: checkNew,
  fields: async ({ bodyFormat, attachments, ...sent }, context) => ({
    ...sent,
    bodyFormat: bodyFormat ?? detectFormat(sent.body ?? ''),
    attachments: await toAttachments(context, attachments ?? []),
  }),
  errors: [scopeEscalation, ...attachmentErrors],
})

export const updateCannedResponse = standard.update(cannedResponse, {
  description:
    'Changes the fields sent; `actions`, `attachments`, `inboxIds` and `teamIds` are replaced completely. Every user with the scope can change a ' +
    'shared canned response. One that an automation rule applies stays shared. Changing the body or the actions needs the scopes of each ' +
    'action and variable, as creating it does, and `threads:write` if a rule sends it.',
  body: CannedResponseUpdate,
  check: checkChange,
  fields: async ({ bodyFormat, attachments, ...sent }, _, context) => ({
    ...sent,
    bodyFormat: bodyFormat ?? (sent.body ? detectFormat(sent.body) : undefined),
    attachments: attachments && (await toAttachments(context, attachments)),
  }),
  errors: [scopeEscalation, catalogInUse, ...attachmentErrors],
})

export const deleteCannedResponse = standard.remove(cannedResponse, {
  description: 'Deletes a canned response permanently. Messages that were sent with it stay, with their files.',
})

async function toAttachments(
  { tx, principal: { tenantId } }: WriteContext,
  asked: NonNullable<Static<typeof CannedResponseCreate>['attachments']>,
): Promise<Static<typeof CannedResponse>['attachments']> {
  const files = await shareFiles(tx, tenantId, asked)
  return files.map(({ id: uploadId, filename, contentType, size }) => ({ uploadId, filename, contentType, size }))
}
