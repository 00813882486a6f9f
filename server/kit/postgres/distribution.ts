/** Look-ups that are asked before the tenant is known: a distributed database has a copy of them on every node. */
export const referenceTables: readonly string[] = ['tenant_slugs', 'api_key_hashes']
