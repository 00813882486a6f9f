import { standard } from '../../kit/index.ts'
import { kbCollection } from './collections/collection.ts'

export const getKbCollection = standard.get(kbCollection, {
  summary: 'Get a collection',
  description: 'One collection of the knowledge base.',
})
