/** Makes the sessions of tests on a cluster use custom plans, like the service's sessions (`choosePlanCacheMode`). */
import { sessionDefaults } from '#platform/postgres/session.ts'
import { clusterSession, clusterUrl } from './cluster.ts'

if (clusterUrl !== null) Object.assign(sessionDefaults, clusterSession)
