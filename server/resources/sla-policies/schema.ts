import {
  closed,
  component,
  exampleId,
  idInput,
  idOutput,
  nullable,
  type Static,
  time,
  trimmedText,
  Type,
  withRules,
} from '#platform/schema.ts'
import { defaultWarningPercent } from './clocks.ts'
import { ChannelInput, PriorityInput, StatusInput, ThreadChannel, ThreadPriority, ThreadStatus } from '../thread-words/index.ts'

const maxMinutes = 525_600
const perPriority = (description: string) => {
  const minutes = (of: string) =>
    Type.Optional(
      Type.Integer({ minimum: 1, maximum: maxMinutes, description: `Minutes for ${of} threads; no target if omitted.`, examples: [60] }),
    )
  return closed({ low: minutes('low'), normal: minutes('normal'), high: minutes('high'), urgent: minutes('urgent') }, { description })
}
const SlaMinutes = component('SlaMinutes', perPriority('Minutes of working time per priority.'))
const target = (description: string) => Type.Optional(nullable(SlaMinutes, { description }))

export const SlaTargets = component(
  'SlaTargets',
  closed(
    {
      firstResponse: target('Until an agent’s first reply.'),
      nextResponse: target('Until an agent replies to each later message of the customer.'),
      resolution: target('Until the thread is resolved.'),
    },
    {
      description: 'The targets. An omitted or null target does not apply.',
      examples: [{ firstResponse: { normal: 240, high: 120, urgent: 30 } }],
    },
  ),
)

export type Targets = Static<typeof SlaTargets>

const some = <Item extends Parameters<typeof Type.Array>[0]>(item: Item, description: string) =>
  Type.Optional(Type.Array(item, { maxItems: 100, description }))
/** A condition on a customer's custom field, shared with automation rules. */
export const fieldCondition = closed(
  {
    key: Type.String({ pattern: '^[a-z][a-z0-9_]{0,63}$', description: 'The key of the customer’s custom field.', examples: ['plan'] }),
    values: Type.Array(Type.Union([Type.String({ maxLength: 4096 }), Type.Number(), Type.Boolean()]), {
      minItems: 1,
      maxItems: 100,
      description: 'The accepted values. An empty text accepts customers on whom the field has no value, and `*` those on whom it has one.',
      examples: [['enterprise']],
    }),
  },
  { description: 'A condition on a custom field of the customer.', examples: [{ key: 'plan', values: ['enterprise'] }] },
)
const conditionsText =
  'The threads to which it applies: all conditions must match, each list by one entry. Without conditions, all threads. At most ' +
  '32 KiB as JSON.'
const conditionsExample = { priorities: ['urgent' as const] }
const conditionFields = <Id extends typeof idInput>(id: Id, priority: typeof PriorityInput, channels: typeof ChannelInput) => ({
  priorities: some(priority, 'The thread’s priority.'),
  channels: some(channels, 'Where it started.'),
  inboxIds: some(id('inb', 'An inbox.'), 'Its inbox.'),
  teamIds: some(id('tea', 'A team.'), 'Its team.'),
  labelIds: some(id('lbl', 'A label.'), 'Labels, any of which the thread has.'),
  customerFields: some(fieldCondition, 'Conditions on the customer’s custom fields, all of which must match.'),
})

export const SlaConditions = component(
  'SlaConditions',
  closed(conditionFields(idOutput, ThreadPriority, ThreadChannel), { description: conditionsText, examples: [conditionsExample] }),
)
export const SlaConditionsInput = component(
  'SlaConditionsInput',
  closed(conditionFields(idInput, PriorityInput, ChannelInput), { description: conditionsText, examples: [conditionsExample] }),
)
export type Conditions = Static<typeof SlaConditionsInput>

const nameText = 'Unique within the tenant, ignoring letter case.'
const name = trimmedText({ maxLength: 64, description: nameText, examples: ['Urgent first'] })
const orderText = 'Policies are tried in this order, lowest first.'
export const maxOrder = 1_000_000
const order = Type.Integer({ minimum: 0, maximum: maxOrder, description: orderText })
const pauseText = 'Clocks are paused while the thread has one of these statuses.'
const pauseOn = Type.Array(StatusInput, { maxItems: 4, uniqueItems: true, description: pauseText, examples: [['pending']] })
const hoursText = 'The hours within which clocks run; null for around the clock.'

const warningText = '`sla.warning` is emitted when this percentage of a target’s working time is left.'
const onlyByInboxText = '`true`: only for threads of inboxes that name it (`slaPolicyId`).'

const optional = {
  order: Type.Optional(order),
  conditions: Type.Optional(SlaConditionsInput),
  onlyByInbox: Type.Optional(Type.Boolean({ description: onlyByInboxText })),
  businessHoursId: Type.Optional(nullable(idInput('bhr', 'Business hours.'), { description: hoursText })),
  pauseOn: Type.Optional(pauseOn),
  warningPercent: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 99, default: defaultWarningPercent, description: warningText, examples: [25] }),
  ),
}

export const SlaPolicy = component(
  'SlaPolicy',
  closed(
    {
      id: idOutput('sla', 'The policy.'),
      name: Type.String({ description: nameText }),
      order: Type.Integer({ description: orderText }),
      conditions: SlaConditions,
      onlyByInbox: Type.Boolean({ description: onlyByInboxText }),
      targets: SlaTargets,
      businessHoursId: nullable(idOutput('bhr', 'Business hours.'), { description: hoursText }),
      pauseOn: Type.Array(ThreadStatus, { description: pauseText }),
      warningPercent: Type.Integer({ description: warningText }),
      createdAt: time('When it was created.'),
      updatedAt: time('When it was last changed.'),
    },
    {
      description: 'Response and resolution targets of threads.',
      examples: [
        {
          id: exampleId('sla'),
          name: 'Urgent first',
          order: 0,
          conditions: conditionsExample,
          onlyByInbox: false,
          targets: { firstResponse: { urgent: 30 }, resolution: { urgent: 480 } },
          businessHoursId: null,
          pauseOn: ['pending'],
          warningPercent: 20,
          createdAt: '2026-03-04T09:30:00.000Z',
          updatedAt: '2026-03-04T09:30:00.000Z',
        },
      ],
    },
  ),
)

/** Maximum bytes of a policy's conditions. Creating a thread reads the conditions of all policies. */
const maxConditionsBytes = 32 * 1024

const conditionsProblems = ({ conditions }: { conditions?: Conditions | undefined }) =>
  conditions !== undefined && Buffer.byteLength(JSON.stringify(conditions)) > maxConditionsBytes
    ? [{ field: 'conditions', code: 'TOO_LARGE', message: 'must be at most 32 KiB' }]
    : []

const targetsProblems = ({ targets }: { targets?: Static<typeof SlaTargets> | undefined }) =>
  targets === undefined || Object.values(targets).some((minutes) => minutes && Object.keys(minutes).length > 0)
    ? []
    : [{ field: 'targets', code: 'EMPTY', message: 'must have a target for at least one priority' }]

export const SlaPolicyCreate = component(
  'SlaPolicyCreate',
  withRules(
    closed(
      { name, targets: SlaTargets, ...optional },
      {
        examples: [
          {
            name: 'Urgent first',
            conditions: { priorities: ['urgent', 'high'] },
            targets: { firstResponse: { urgent: 30 }, resolution: { urgent: 480 } },
            pauseOn: [],
          },
        ],
      },
    ),
    (body) => [...targetsProblems(body), ...conditionsProblems(body)],
  ),
)

export const SlaPolicyUpdate = component(
  'SlaPolicyUpdate',
  withRules(
    closed(
      { name: Type.Optional(name), targets: Type.Optional(SlaTargets), ...optional },
      { minProperties: 1, examples: [{ name: 'Gold' }] },
    ),
    (body) => [...targetsProblems(body), ...conditionsProblems(body)],
  ),
)
