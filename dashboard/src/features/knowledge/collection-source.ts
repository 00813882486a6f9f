import type { KbCollection } from '@skein/client'
import { message } from '../../texts/texts.ts'
import type { Source } from '../catalogue/catalogue.ts'

export const collectionSource = {
  noun: 'kb_collection',
  choose: message('Choose a collection'),
  operations: {
    list: 'listKbCollections',
    get: 'getKbCollection',
    create: 'createKbCollection',
    update: 'updateKbCollection',
    remove: 'deleteKbCollection',
  },
  nameOf: ({ name }) => name,
} as const satisfies Source<KbCollection>
