/** System health: the parts of the service and how each does now, measured when asked. Nothing is kept. It knows the doors of the rooms it asks. */
import { room } from '../../kit/index.ts'
import { getSystemHealth } from './get-system-health.ts'

export const systemHealth = room({ name: 'system-health', description: 'How the parts of the service do.', endpoints: [getSystemHealth] })
