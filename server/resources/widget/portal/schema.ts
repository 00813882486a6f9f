/** Public schemas of the portal. */
import { closed, component, emailInput, emailOutput, exampleId, Type, withRules } from '#platform/schema.ts'
import { widgetKey, widgetLocale } from '../schema.ts'
import { identityToken } from '../sessions/schema.ts'

export const PortalLinkCreate = component(
  'PortalLinkCreate',
  closed(
    { key: widgetKey, email: emailInput('The address of the person.'), locale: Type.Optional(widgetLocale) },
    { examples: [{ key: exampleId('wgt'), email: 'ada@example.com' }] },
  ),
)

export const PortalLink = component(
  'PortalLink',
  closed(
    { email: emailOutput('The address of the request.') },
    { description: 'A request for a link, which is the same for every address.', examples: [{ email: 'ada@example.com' }] },
  ),
)

export const PortalSessionCreate = component(
  'PortalSessionCreate',
  withRules(
    closed(
      {
        key: widgetKey,
        signInToken: Type.Optional(
          Type.String({ minLength: 1, maxLength: 255, description: 'The token of a link (`svpl_…`), the part after `sign-in=`.' }),
        ),
        identityToken: Type.Optional(identityToken),
        locale: Type.Optional(widgetLocale),
      },
      { examples: [{ key: exampleId('wgt'), signInToken: 'svpl_7LJ3mQ' }] },
    ),
    ({ signInToken, identityToken: signed }: { signInToken?: string; identityToken?: string }) =>
      (signInToken === undefined) === (signed === undefined)
        ? [{ field: 'signInToken', code: 'REQUIRED', message: 'is needed, or `identityToken` instead' }]
        : [],
  ),
)
