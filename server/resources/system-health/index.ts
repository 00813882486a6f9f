/**
 * System health: the state of each part of the service, measured on request and not stored.
 */
import { module } from '#kit/module.ts'
import { getSystemHealth } from './get-system-health.ts'

export const systemHealth = module({ name: 'system-health', description: 'The health of the service.', endpoints: [getSystemHealth] })
