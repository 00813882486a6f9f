import { closed, component, emailOutput, exampleId, idOutput, nullable, time, Type } from '#platform/schema.ts'
import { WidgetProof } from '../challenges/schema.ts'
import { widgetKey, widgetLocale } from '../schema.ts'

export const identityToken = Type.String({
  minLength: 1,
  maxLength: 8_192,
  description: 'A JWT (HS256) that your server has signed with an identity secret of the inbox.',
})

export const WidgetSessionCreate = component(
  'WidgetSessionCreate',
  closed(
    {
      key: widgetKey,
      parentOrigin: Type.Optional(
        Type.String({
          maxLength: 255,
          description: 'The origin of the page that shows the chat in a frame.',
          examples: ['https://www.example.com'],
        }),
      ),
      identityToken: Type.Optional(identityToken),
      locale: Type.Optional(widgetLocale),
      proof: Type.Optional(WidgetProof),
    },
    { examples: [{ key: exampleId('wgt'), locale: 'en-GB' }] },
  ),
)

export const WidgetIdentify = component(
  'WidgetIdentify',
  closed({ identityToken }, { examples: [{ identityToken: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI0NzExIn0.c2lnbmF0dXJl' }] }),
)

export const WidgetSession = component(
  'WidgetSession',
  closed(
    {
      token: Type.String({
        description: 'The token of the session (`svwt_…`). Send it as `Authorization: Bearer …`. It is not shown again.',
      }),
      expiresAt: time('Until when the token is valid.'),
      visitor: component(
        'WidgetVisitor',
        closed(
          {
            id: idOutput('vst', 'The visitor.'),
            name: nullable(Type.String(), { description: 'The name that your site has signed or the visitor has typed.' }),
            email: nullable(emailOutput('The address that your site has signed or the visitor has typed.'), {
              description: 'The address that your site has signed or the visitor has typed.',
            }),
            verified: Type.Boolean({ description: 'Whether your site has signed who the visitor is.' }),
          },
          { description: 'A visitor of a website.' },
        ),
      ),
      unread: Type.Integer({ minimum: 0, description: 'The number of messages that the visitor has not seen.' }),
    },
    {
      description: 'A session of a website’s visitor.',
      examples: [
        {
          token: 'svwt_W10.dGhlIHNpZ25hdHVyZSBvZiB0aGlzIHRva2VuIGlzIGhlcmU',
          expiresAt: '2026-04-03T09:30:00.000Z',
          visitor: { id: exampleId('vst'), name: 'Ada Lovelace', email: 'ada@example.com', verified: true },
          unread: 1,
        },
      ],
    },
  ),
)

export const WidgetSessionEnd = component(
  'WidgetSessionEnd',
  closed(
    {
      ended: Type.Boolean({ description: 'Always true.' }),
      erasing: Type.Boolean({ description: 'Whether the visitor’s conversations and everything known of them are being erased.' }),
    },
    { description: 'The end of a visitor’s session.', examples: [{ ended: true, erasing: false }] },
  ),
)

export const WidgetSessionEndOptions = closed({
  erase: Type.Optional(
    Type.Boolean({
      description:
        'True to erase the conversations of an anonymous visitor and everything known of them. It does not apply to visitors whom your site has ' +
        'signed, nor where an agent has found out who the visitor is: your team erases these.',
    }),
  ),
})
