import type { KbCollection } from '@skein/client'
import type { Source } from '../catalogue/catalogue.ts'

export const collectionSource = {
  noun: 'kb_collection',
  one: 'collection',
  many: 'collections',
  operations: {
    list: 'listKbCollections',
    get: 'getKbCollection',
    create: 'createKbCollection',
    update: 'updateKbCollection',
    remove: 'deleteKbCollection',
  },
  nameOf: ({ name }) => name,
} as const satisfies Source<KbCollection>
