import { standard } from '#kit/standard.ts'
import { detectFormat } from '#kit/text-format.ts'
import { catalogInUse, scopeEscalation } from '#platform/errors.ts'
import { cannedResponse } from './canned-response.ts'
import { checkChange, checkNew } from './check-canned-response.ts'
import { CannedResponseCreate, CannedResponseFilters, CannedResponseUpdate } from './schema.ts'

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
  fields: ({ bodyFormat, ...sent }) => ({ ...sent, bodyFormat: bodyFormat ?? detectFormat(sent.body ?? '') }),
  errors: [scopeEscalation],
})

export const updateCannedResponse = standard.update(cannedResponse, {
  description:
    'Changes the fields sent; `actions`, `inboxIds` and `teamIds` are replaced completely. Every user with the scope can change a ' +
    'shared canned response. One that an automation rule applies stays shared. Changing the body or the actions needs the scopes of each ' +
    'action and variable, as creating it does, and `threads:write` if a rule sends it.',
  body: CannedResponseUpdate,
  check: checkChange,
  fields: ({ bodyFormat, ...sent }) => ({ ...sent, bodyFormat: bodyFormat ?? (sent.body ? detectFormat(sent.body) : undefined) }),
  errors: [scopeEscalation, catalogInUse],
})

export const deleteCannedResponse = standard.remove(cannedResponse, {
  description: 'Deletes a canned response permanently. Messages that were sent with it stay.',
})
