import type { AutomationRule } from '@skein/client'
import { message } from '../../texts/texts.ts'
import type { Source } from '../catalogue/catalogue.ts'

export const ruleSource = {
  noun: 'rule',
  choose: message('Choose a rule'),
  operations: {
    list: 'listAutomationRules',
    get: 'getAutomationRule',
    create: 'createAutomationRule',
    update: 'updateAutomationRule',
    remove: 'deleteAutomationRule',
  },
  nameOf: ({ name }) => name,
} as const satisfies Source<AutomationRule>
