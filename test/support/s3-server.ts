/** An S3 server in this process that verifies signatures. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver, { type Context } from '@20minutes/s3rver'
import type { S3Location } from '#platform/files/location.ts'

export type S3Server = { location: S3Location; stop(): Promise<void> }

/** The server's only credentials, with which signatures must match. */
const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }

export async function startS3Server(): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), 'skein-s3-'))
  const server = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets: [{ name: 'skein-files' }] })
  server.middleware.splice(-1, 0, restoreSlash)
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
 * Restores the slash after a bucket's name (`/skein-files/?list-type=2`). The AWS library signs the slash, but s3rver removes it before it
 * verifies the signature, unless the bucket has its own host name.
 */
async function restoreSlash(context: Context, next: () => Promise<unknown>): Promise<void> {
  if (/^\/[^/]+\/$/.test(context.path)) {
    context.mountPath = '/'
    context.state.vhost = true
  }
  await next()
}
