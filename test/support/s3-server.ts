/** A server that speaks S3 and checks signatures, in this process, for tests. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver, { type Context } from '@20minutes/s3rver'
import type { S3Location } from '../../server/platform/files/location.ts'

export type S3Server = { location: S3Location; stop(): Promise<void> }

/** Signatures must match. Its only pair of credentials is this one. */
const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }

export async function startS3Server(): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), 'skein-s3-'))
  const server = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets: [{ name: 'skein-files' }] })
  server.middleware.splice(-1, 0, signedAsSent)
  const { port } = await server.run()
  return {
    location: {
      kind: 's3',
      bucket: 'skein-files',
      prefix: 'kept here/',
      region: 'us-east-1',
      endpoint: `http://127.0.0.1:${port}`,
      credentials,
    },
    async stop() {
      await server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/**
 * The slash after a bucket's name (`/skein-files/?list-type=2`) is part of what Amazon's library signs, and left out by this server when it
 * checks the signature, but for buckets whose host name is theirs.
 */
async function signedAsSent(context: Context, next: () => Promise<unknown>): Promise<void> {
  if (/^\/[^/]+\/$/.test(context.path)) {
    context.mountPath = '/'
    context.state.vhost = true
  }
  await next()
}
