/** Errors of the operations that a website chat uses. */
import { defineError } from '#platform/define-error.ts'

export const widgetNotFound = defineError('SVC-WIDGET-NOT_FOUND', 404, 'There is no such chat.', {
  cause: 'The key is misspelt, or the inbox of this key was deleted or is inactive.',
  cure: 'Take the key from the settings of the inbox: `widget.key` of `GET /inboxes/{id}`.',
})

export const widgetOriginForbidden = defineError('SVC-WIDGET-ORIGIN_FORBIDDEN', 403, 'This site may not show the chat.', {
  cause: 'The page that shows the chat is on a site that is not among `widget.allowedOrigins` of the inbox, or in an app.',
  cure: 'Add the site to `widget.allowedOrigins`. For apps, set `widget.allowApps`.',
})

export const widgetIdentityRequired = defineError('SVC-WIDGET-IDENTITY_REQUIRED', 403, 'Sign in to start a conversation.', {
  cause: 'The inbox has `widget.requireIdentity`, and the request has no `identityToken`.',
  cure: 'Sign a token for the signed-in user on your server, and pass it to `Skein.identify`.',
})

export const widgetIdentityInvalid = defineError('SVC-WIDGET-IDENTITY_INVALID', 401, 'The identity token is not valid.', {
  cause:
    'The token is no JWT with HS256, is signed with no secret of the inbox, has expired, has no `sub`, is for another key (`aud`), or is ' +
    'valid for more than 24 hours. Or the link to the portal is not one of ours, has expired or was used.',
  cure:
    'Compare the token with the guide on identifying users, and the clock of your server with the time. In place of a link, request a new ' +
    'one (`POST /widget/portal-links`).',
  headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' },
})

export const widgetChallengeRequired = defineError('SVC-WIDGET-CHALLENGE_REQUIRED', 403, 'Solve a challenge first.', {
  cause: 'The request needs a `proof`, has one that was used before or has expired, or its nonce does not solve the challenge.',
  cure: 'Get a challenge from `POST /widget/challenges`, solve it, and send the request again with `proof`.',
})
