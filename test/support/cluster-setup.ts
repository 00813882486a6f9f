/** Lets all sessions of tests on a cluster plan statements for their tenant, as the service's sessions do (`choosePlanCacheMode`). */
import { sessionDefaults } from '#platform/postgres/session.ts'
import { clusterSession, clusterUrl } from './cluster.ts'

if (clusterUrl !== null) Object.assign(sessionDefaults, clusterSession)
