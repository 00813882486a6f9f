import { absent, defineError } from '#platform/define-error.ts'

export const inboxAddressTaken = defineError('SVC-INBOX-ADDRESS_TAKEN', 409, 'Another active inbox has this address.', {
  cause: 'An address or alias of the request belongs to another active EMAIL inbox of the tenant.',
  cure: 'Deactivate that inbox, remove the address from it, or choose another address.',
})

export const domainUnproved = defineError('SVC-INBOX-DOMAIN_UNPROVED', 409, 'The tenant has not proved that it owns this domain.', {
  cause:
    'An address or alias of an inbox that receives mail by SMTP belongs to a domain which another tenant has proved to own. Or a mail would ' +
    'leave through the operator’s mail server in the name of a domain that the tenant has not proved to own.',
  cure:
    'Prove that the domain is yours: create the record with purpose OWNERSHIP that `GET /inboxes/{id}/dns` shows, then call that operation. To ' +
    'send without a proof, set a mail server of your own: `email.send.mode` SMTP. The operator can set `REQUIRE_SENDER_PROOF`.',
})

export const channelNotConnected = defineError('SVC-CHANNEL-NOT_CONNECTED', 422, 'The inbox lacks the settings for this.', {
  cause:
    'The inbox has no e-mail address, no mail server to test or to sign in to, or no URL or secret of your own program; or the operator has not ' +
    'set up the mail provider.',
  cure: 'Set the address, the server or the URL with `PATCH /inboxes/{id}`, and the secret with `POST /inboxes/{id}/rotate-secret`. The operator sets up Google and Microsoft in the configuration.',
})

export const widgetSecretNotFound = defineError(
  'SVC-WIDGET-SECRET_NOT_FOUND',
  404,
  'There is no such secret.',
  absent('secret of this inbox'),
)

export const channelHostForbidden = defineError('SVC-CHANNEL-HOST_FORBIDDEN', 422, 'The service does not connect to this server.', {
  cause: 'The host is, or resolves to, an address that is not public, such as one of the operator’s own network.',
  cure: 'Use a server with a public address. The operator can allow address ranges with `MAIL_ALLOWED_CIDRS` for mail servers, and with `WEBHOOK_ALLOWED_CIDRS` for URLs.',
})

export const channelProviderFailed = defineError('SVC-CHANNEL-PROVIDER_FAILED', 502, 'The provider of the channel did not answer.', {
  cause:
    'The service could not reach the API of the provider, such as Telegram, or the API answered with an error. The message says which.',
  cure: 'Try again in a minute. Nothing was changed. If it happens again, check that the service can reach the internet.',
})
