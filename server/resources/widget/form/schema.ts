import { closed, component, emailInput, trimmedText, Type, withRules } from '#platform/schema.ts'
import { CustomFieldValues } from '../../custom-fields/index.ts'
import { WidgetProof } from '../challenges/schema.ts'
import { uploadIds } from '../conversations/schema.ts'

export const maxFormText = 8_192

export const FormCreate = component(
  'FormCreate',
  withRules(
    closed(
      {
        name: Type.Optional(trimmedText({ maxLength: 255, description: 'The name of the person.', examples: ['Ada Lovelace'] })),
        email: emailInput('The address of the person, to which replies are mailed. It proves nothing.'),
        subject: Type.Optional(
          trimmedText({ maxLength: 255, description: 'The subject; without one, the first line of the text.', examples: ['Refund'] }),
        ),
        body: Type.String({
          minLength: 1,
          maxLength: maxFormText,
          description: 'What the person writes.',
          examples: ['How can I get a refund?'],
        }),
        fields: Type.Optional(CustomFieldValues),
        proof: Type.Optional(WidgetProof),
        sessionToken: Type.Optional(
          Type.String({
            minLength: 1,
            maxLength: 4_096,
            description:
              'The token of an anonymous session of this inbox (`POST /widget/sessions`), which has sent the files in `uploadIds`.',
            examples: ['svwt_W10.dGhlIHNpZ25hdHVyZSBvZiB0aGlzIHRva2VuIGlzIGhlcmU'],
          }),
        ),
        uploadIds,
      },
      { examples: [{ name: 'Ada Lovelace', email: 'ada@example.com', body: 'How can I get a refund?' }] },
    ),
    ({ body, sessionToken, uploadIds: files = [] }) => [
      ...(body.trim() === '' ? [{ field: 'body', code: 'REQUIRED', message: 'must have words' }] : []),
      ...(files.length > 0 && sessionToken === undefined
        ? [{ field: 'sessionToken', code: 'REQUIRED', message: 'must be the token of the session that has sent the files' }]
        : []),
    ],
  ),
)

export const FormReceived = component(
  'FormReceived',
  closed(
    { received: Type.Boolean({ description: 'Always true.' }) },
    { description: 'The form was received.', examples: [{ received: true }] },
  ),
)
