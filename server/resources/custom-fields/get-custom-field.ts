import { standard } from '../../kit/index.ts'
import { customField } from './custom-field.ts'

export const getCustomField = standard.get(customField)
