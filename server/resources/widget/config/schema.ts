import { choice, closed, component, exampleId, nullable, time, Type } from '#platform/schema.ts'
import { WidgetPosition, WidgetPageUrl } from '../../../channels/widget/settings.ts'
import { widgetKey, widgetLocale } from '../schema.ts'

export const WidgetPerson = component(
  'WidgetPerson',
  closed(
    {
      name: Type.String({ description: 'The first name.' }),
      initials: Type.String({ description: 'The initials.' }),
      online: Type.Boolean({ description: 'Whether the person is at work now.' }),
    },
    { description: 'Somebody who answers.' },
  ),
)

export const WidgetConfigQuery = closed({ key: widgetKey, locale: Type.Optional(widgetLocale) })

/** Kinds of inputs for what a visitor is asked. */
export const preChatTypes = {
  TEXT: 'One line of text.',
  EMAIL: 'An e-mail address.',
  NUMBER: 'A number.',
  BOOLEAN: 'Yes or no.',
  DATE: 'A day.',
  SELECT: 'One of the options.',
  MULTISELECT: 'Several of the options.',
  URL: 'A web address.',
}

export const WidgetConfig = component(
  'WidgetConfig',
  closed(
    {
      key: Type.String({ description: 'The key of the chat.' }),
      name: Type.String({ description: 'The name of the workspace.' }),
      title: nullable(Type.String(), { description: 'The first line of the chat; null for the workspace’s name.' }),
      greeting: nullable(Type.String(), { description: 'The line below the title.' }),
      launcher: nullable(Type.String(), { description: 'A text beside the launcher’s icon.' }),
      color: Type.String({ description: 'The colour of the launcher and of buttons, `#rrggbb`.' }),
      position: WidgetPosition,
      logoUrl: nullable(Type.String(), { description: 'The picture in the chat’s header. The URL works for at least an hour.' }),
      zIndex: Type.Integer({ description: 'The `z-index` of the launcher.' }),
      preChat: Type.Array(
        component(
          'WidgetQuestion',
          closed(
            {
              field: Type.String({ description: '`NAME`, `EMAIL` or the key of a custom field.' }),
              label: Type.String({ description: 'A label for people.' }),
              type: component('WidgetQuestionType', choice(preChatTypes, { description: 'The kind of input.' })),
              options: nullable(
                Type.Array(
                  closed({ value: Type.String({ description: 'The value to send.' }), label: Type.String({ description: 'Its label.' }) }),
                  { description: 'The options.' },
                ),
                { description: 'The options of SELECT and MULTISELECT; null for other kinds.' },
              ),
              required: Type.Boolean({ description: 'Whether a visitor must fill it in.' }),
            },
            { description: 'Something that a visitor is asked.' },
          ),
        ),
        { description: 'What a visitor is asked before the first message.' },
      ),
      files: Type.Boolean({ description: 'Whether visitors can send files.' }),
      helpCenter: Type.Boolean({ description: 'Whether there are articles to search.' }),
      askRating: Type.Boolean({ description: 'Whether visitors may rate a conversation.' }),
      continuity: Type.Boolean({
        description: 'Whether replies that a visitor has not seen are sent by e-mail, if the visitor’s address is known.',
      }),
      requireIdentity: Type.Boolean({ description: 'Whether only visitors whom your site identifies can write.' }),
      pageUrl: WidgetPageUrl,
      languages: Type.Array(Type.String(), { description: 'The languages of the chat’s own texts.' }),
      team: Type.Array(WidgetPerson, { description: 'At most eight people who answer, those who are online first.' }),
      online: Type.Boolean({ description: 'Whether somebody who answers is online within business hours.' }),
      nextOpening: nullable(time('When business hours begin.'), {
        description: 'When business hours begin next; null within them, and without business hours.',
      }),
      expectedReplySeconds: nullable(Type.Integer({ minimum: 1 }), {
        description:
          'How long a first reply usually takes within business hours: the median of the last 28 days, otherwise the target of the inbox’s ' +
          'SLA policy; null if neither is known.',
      }),
    },
    {
      description: 'What the chat needs before a visitor writes.',
      examples: [
        {
          key: exampleId('wgt'),
          name: 'Example Shop',
          title: null,
          greeting: 'How can we help?',
          launcher: null,
          color: '#4445c2',
          position: 'RIGHT',
          logoUrl: null,
          zIndex: 1_000_000,
          preChat: [{ field: 'EMAIL', label: 'Email', type: 'EMAIL', options: null, required: true }],
          files: true,
          helpCenter: true,
          askRating: true,
          continuity: true,
          requireIdentity: false,
          pageUrl: 'NONE',
          languages: ['en', 'de'],
          team: [{ name: 'Grace', initials: 'GH', online: true }],
          online: true,
          nextOpening: null,
          expectedReplySeconds: 240,
        },
      ],
    },
  ),
)
