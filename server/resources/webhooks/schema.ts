import { choice, closed, component, exampleId, idInput, idOutput, nullable, time, Type } from '#platform/schema.ts'

const url = Type.String({
  minLength: 1,
  maxLength: 2048,
  description: 'The URL that receives events: http or https, to a public address, without user info.',
  examples: ['https://example.com/hooks/skein'],
})
const description = Type.String({ maxLength: 255, description: 'The purpose of the endpoint.' })
const events = Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
  minItems: 1,
  maxItems: 64,
  description:
    'Event types to send, or `*` for all, including those of later versions. `GET /event-types` lists them; an alias stands for its type.',
  examples: [['thread.created', 'message.created']],
})

const headerName = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'The name of the header. Headers of HTTP itself, such as `Host`, and of Standard Webhooks (`webhook-…`) are refused.',
})
const headerValue = Type.String({ minLength: 1, maxLength: 2048, description: 'Its value, which is stored encrypted and never shown.' })

const WebhookHeader = component(
  'WebhookHeader',
  closed(
    { name: Type.String({ description: 'The name of the header.' }) },
    { description: 'A header of every delivery. Its value is never shown.', examples: [{ name: 'X-Gateway-Key' }] },
  ),
)
export const WebhookHeaderInput = component(
  'WebhookHeaderInput',
  closed(
    { name: headerName, value: headerValue },
    { description: 'A header that every delivery gets.', examples: [{ name: 'X-Gateway-Key', value: 'a-long-random-key' }] },
  ),
)
export const WebhookHeaderUpdate = component(
  'WebhookHeaderUpdate',
  closed(
    { name: headerName, value: Type.Optional(headerValue) },
    {
      description: 'A header that every delivery gets. Without `value` the header keeps its stored value.',
      examples: [{ name: 'X-Gateway-Key' }],
    },
  ),
)
const headersText = 'Headers that your endpoint or a gateway before it requires, sent with every delivery.'

export const WebhookStatus = component(
  'WebhookStatus',
  choice(
    {
      ACTIVE: 'Events are sent.',
      PAUSED: 'Deliveries are held back on your request; nothing is lost.',
      DISABLED: 'The service stopped sending after ten consecutive failed attempts or a 410. `enable` reactivates it.',
    },
    { description: 'Whether events are sent.' },
  ),
)

const webhookFields = {
  id: idOutput('whk', 'The webhook.'),
  url: Type.String({ description: 'The URL that receives events.' }),
  description: nullable(Type.String(), { description: 'The purpose of the endpoint.' }),
  events: Type.Array(Type.String(), { description: 'The event types to send; `*` means all.' }),
  headers: Type.Array(WebhookHeader, { description: `${headersText} Only their names are shown.` }),
  status: WebhookStatus,
  failureCount: Type.Integer({ minimum: 0, description: 'Failed attempts since the last success, of any event.' }),
  disabledAt: nullable(time('When it was disabled.'), { description: 'When the service disabled it.' }),
  disabledReason: nullable(Type.String(), { description: 'The reason why the service disabled it.' }),
  createdAt: time('When it was registered.'),
}

const webhookExample = {
  id: exampleId('whk'),
  url: 'https://example.com/hooks/skein',
  description: null,
  events: ['thread.created', 'message.created'],
  headers: [{ name: 'X-Gateway-Key' }],
  status: 'ACTIVE',
  failureCount: 0,
  disabledAt: null,
  disabledReason: null,
  createdAt: '2026-03-04T09:30:00.000Z',
}

export const Webhook = component(
  'Webhook',
  closed(webhookFields, { description: 'Your endpoint that receives events.', examples: [webhookExample] }),
)

export const WebhookWithSecret = component(
  'WebhookWithSecret',
  closed(
    { ...webhookFields, secret: Type.String({ description: 'Signs the deliveries. Shown only once.' }) },
    {
      description: 'A webhook with its secret, which is shown only once.',
      examples: [{ ...webhookExample, secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD2JfMVE5BkVc=' }],
    },
  ),
)

export const WebhookCreate = component(
  'WebhookCreate',
  closed(
    {
      url,
      events: Type.Optional(events),
      description: Type.Optional(nullable(description)),
      headers: Type.Optional(Type.Array(WebhookHeaderInput, { maxItems: 10, description: headersText })),
    },
    { examples: [{ url: 'https://example.com/hooks/skein', events: ['thread.created', 'message.created'] }] },
  ),
)

export const WebhookUpdate = component(
  'WebhookUpdate',
  closed(
    {
      url: Type.Optional(url),
      events: Type.Optional(events),
      description: Type.Optional(nullable(description)),
      headers: Type.Optional(
        Type.Array(WebhookHeaderUpdate, {
          maxItems: 10,
          description: `${headersText} Replaces all of them. If the new \`url\` leads to another server, send all values again.`,
        }),
      ),
      status: Type.Optional(
        component(
          'WebhookStatusInput',
          choice(
            { ACTIVE: 'Sends what was held, and everything from now on.', PAUSED: 'Holds deliveries back without losing them.' },
            { description: 'Whether events are sent. Use `enable` to reactivate a disabled webhook.' },
          ),
        ),
      ),
    },
    { minProperties: 1, examples: [{ events: ['*'] }] },
  ),
)

export const WebhookEnable = component(
  'WebhookEnable',
  closed(
    {
      replayMissed: Type.Optional(
        Type.Boolean({
          description: 'Whether missed events (of at most seven days) are sent now, oldest first. Default `false`: they are discarded.',
        }),
      ),
    },
    { examples: [{ replayMissed: true }] },
  ),
)

export const WebhookSecretRotate = component(
  'WebhookSecretRotate',
  closed(
    {
      overlapSeconds: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 604_800,
          description: 'Seconds during which deliveries are also signed with the old secret. Default 86400, a day.',
        }),
      ),
    },
    { examples: [{ overlapSeconds: 3600 }] },
  ),
)

export const DeliveryState = component(
  'DeliveryState',
  choice(
    {
      PENDING: 'Not tried yet.',
      SUCCEEDED: 'The receiver returned a 2xx status.',
      FAILED: 'Failed, and will be retried.',
      DEAD: 'Failed permanently.',
    },
    { description: 'The state of a delivery.' },
  ),
)

export const WebhookAttempt = component(
  'WebhookAttempt',
  closed(
    {
      attempt: Type.Integer({ minimum: 1, description: 'The number of the attempt, starting at 1.' }),
      attemptedAt: time('When it started.'),
      responseStatus: nullable(Type.Integer(), { description: 'The HTTP status of the response; null if there was none.' }),
      durationMs: Type.Integer({ description: 'The duration in milliseconds.' }),
      error: nullable(Type.String(), { description: 'The reason of the failure; null if it succeeded.' }),
      responseBody: nullable(Type.String(), { description: 'The first 1 KB of the response.' }),
    },
    {
      description: 'One attempt of a delivery.',
      examples: [
        { attempt: 1, attemptedAt: '2026-03-04T09:30:00.000Z', responseStatus: 204, durationMs: 38, error: null, responseBody: '' },
      ],
    },
  ),
)

export const WebhookDelivery = component(
  'WebhookDelivery',
  closed(
    {
      id: idOutput('dlv', 'The delivery.'),
      webhookId: idOutput('whk', 'The webhook.'),
      eventId: idOutput('evt', 'The event: the `webhook-id` of every attempt.'),
      eventType: Type.String({ description: 'The event’s type.' }),
      attempt: Type.Integer({ minimum: 0, description: 'Attempts so far, including one in progress.' }),
      state: DeliveryState,
      requestHeaders: nullable(Type.Record(Type.String(), Type.String()), {
        description: 'Headers of the latest attempt; values of `headers` of the webhook are hidden.',
      }),
      requestBody: nullable(Type.String(), {
        description:
          'Body of every attempt; of a test with `eventType` the example of that type. Null before the first one, after the event was deleted, and for callers who may not read the event.',
      }),
      responseStatus: nullable(Type.Integer(), { description: 'The HTTP status of the latest response.' }),
      responseBody: nullable(Type.String(), { description: 'The latest response, at most 4 KB.' }),
      durationMs: nullable(Type.Integer(), { description: 'The duration of the latest attempt in milliseconds.' }),
      error: nullable(Type.String(), { description: 'The reason why the latest attempt failed.' }),
      nextAttemptAt: nullable(time('The time of the next attempt.'), {
        description: 'The time of the next attempt; null when there is none.',
      }),
      createdAt: time('When the delivery was queued.'),
      attempts: Type.Array(WebhookAttempt, {
        description:
          'The latest ten attempts with a known outcome, oldest first. An attempt that a crash of the service interrupted is missing.',
      }),
    },
    {
      description: 'The delivery of one event to one webhook.',
      examples: [
        {
          id: exampleId('dlv'),
          webhookId: exampleId('whk'),
          eventId: exampleId('evt'),
          eventType: 'thread.created',
          attempt: 1,
          state: 'SUCCEEDED',
          requestHeaders: { 'webhook-id': exampleId('evt'), 'webhook-timestamp': '1772616600' },
          requestBody: '{"type":"thread.created"}',
          responseStatus: 204,
          responseBody: '',
          durationMs: 38,
          error: null,
          nextAttemptAt: null,
          createdAt: '2026-03-04T09:30:00.000Z',
          attempts: [
            { attempt: 1, attemptedAt: '2026-03-04T09:30:00.012Z', responseStatus: 204, durationMs: 38, error: null, responseBody: '' },
          ],
        },
      ],
    },
  ),
)

export const WebhookTestRequest = component(
  'WebhookTestRequest',
  closed(
    {
      eventType: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 64,
          description: 'The event type whose example is sent, or its alias. Default `webhook.test`, whose object is the webhook.',
        }),
      ),
    },
    { examples: [{ eventType: 'thread.created' }] },
  ),
)

export const DeliveryFilters = closed({
  eventId: Type.Optional(idInput('evt', 'The event. Its deliveries include replays.')),
  state: Type.Optional(DeliveryState),
  eventType: Type.Optional(Type.String({ minLength: 1, maxLength: 64, description: 'The event’s type.' })),
})
