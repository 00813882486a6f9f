/** The product's table of contents: one line a room. */
import type { Room } from '../kit/endpoint.ts'
import { customers } from './customers/index.ts'
import { labels } from './labels/index.ts'
import { threads } from './threads/index.ts'

export const rooms: readonly Room[] = [threads, customers, labels]
