import { catalogInUse, checkUnused, updateResource, endpoint, detectFormat, item, lockResource, unknownReference } from '../../kit/index.ts'
import { checkActionLabels, checkActions } from '../thread-actions/index.ts'
import { cannedResponse, requireVisible } from './canned-response.ts'
import { checkVariables } from './check-variables.ts'
import { CannedResponse, CannedResponseUpdate } from './schema.ts'

export const updateCannedResponse = endpoint({
  operationId: 'updateCannedResponse',
  method: 'PATCH',
  path: '/canned-responses/{id}',
  tag: cannedResponse.tag,
  scope: cannedResponse.scopes.write,
  summary: 'Change a canned response',
  description:
    'Changes the fields sent; `actions`, `inboxIds` and `teamIds` are replaced completely. Every user with the scope can change a ' +
    'shared canned response. One that an automation rule applies stays shared.',
  params: { id: cannedResponse.id },
  body: CannedResponseUpdate,
  responds: { 200: item(CannedResponse, 'The canned response as it is now') },
  errors: [unknownReference, catalogInUse],
  conflicts: cannedResponse.conflicts,
  etag: true,
  writes: 'transaction',
  present: cannedResponse.present,
  async handle(context) {
    const { body } = context
    const current = requireVisible(context.principal, await lockResource(context, cannedResponse))
    // A rule applies shared canned responses alone, so it would fail from now on.
    if (body.visibility === 'PERSONAL' && current.visibility === 'SHARED')
      await checkUnused(context, cannedResponse, current.id, '', 'made personal')
    checkActions(body.actions ?? [])
    checkVariables(body.body, body.actions ?? [])
    await checkActionLabels(context, body.actions ?? [])
    return updateResource(context, cannedResponse, current, {
      ...body,
      bodyFormat: body.bodyFormat ?? (body.body ? detectFormat(body.body) : undefined),
    })
  },
})
