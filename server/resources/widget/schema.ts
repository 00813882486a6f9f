/** Fields that several operations of the chat take. */
import { exampleId, Type } from '#platform/schema.ts'

export const widgetKey = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'The public key of the chat (`wgt_…`), from the inbox’s `widget.key`.',
  examples: [exampleId('wgt')],
})

export const widgetLocale = Type.String({
  maxLength: 35,
  pattern: '^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$',
  description: 'The language of the browser.',
  examples: ['de-AT'],
})
