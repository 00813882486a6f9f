import { existsSync } from 'node:fs'
import { access, constants, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Config } from '../config.ts'
import { getFileStore } from '#platform/files/file-store.ts'
import type { S3Location } from '#platform/files/location.ts'
import { freeBytes } from '#platform/files/unfinished.ts'
import { wholeService } from '#platform/jobs/job.ts'
import { megabytes } from './backup-file.ts'
import { ok, warning, wrong, type Finding } from './doctor-finding.ts'

const check = 'storage'

/** Examines whether files can be stored: whether the store responds, accepts and deletes a file, and has room. */
export async function examineStorage(config: Config): Promise<Finding> {
  const { location } = config.uploads
  return location.kind === 'disk' ? examineDirectory(config, location.directory) : examineBucket(config, location)
}

async function examineDirectory(config: Config, directory: string): Promise<Finding> {
  let nearest = directory
  while (!existsSync(nearest)) nearest = dirname(nearest)
  const cure = `Give the user of the service the directory (chown -R … ${nearest}), or set UPLOADS_URL to another one (file:///…).`
  if (await isRefused(nearest)) return wrong(check, `Files cannot be stored: this user cannot write to ${nearest}.`, cure)
  // The first file creates the directory; this command creates nothing.
  if (nearest !== directory) return ok(check, `${directory} will be created for the first file.`)
  const { reserveBytes } = config.uploads
  try {
    await writeAndDelete(directory)
    const free = await freeBytes(directory)
    const room = `${megabytes(free)} are free, of which ${megabytes(reserveBytes)} stay free (UPLOADS_RESERVE_MIB).`
    const more = 'Free up space, or move the files to a larger disk (UPLOADS_URL) while the service is stopped.'
    if (free < reserveBytes) return wrong(check, `${directory} is full: uploads are refused (507). ${room}`, more)
    return free < 2 * reserveBytes
      ? warning(check, `${directory} is nearly full. ${room}`, more)
      : ok(check, `${directory} accepts files; ${room}`)
  } catch (error) {
    return wrong(check, `Files cannot be stored in ${directory}: ${codeOf(error)}.`, cure)
  }
}

/**
 * Writes and deletes a file directly rather than through the file store, because a directory that this user creates could be unreadable for
 * the user of the service.
 */
async function writeAndDelete(directory: string): Promise<void> {
  const path = join(directory, `doctor.${process.pid}`)
  try {
    await writeFile(path, 'x', { flag: 'wx', mode: 0o600 })
  } finally {
    await rm(path, { force: true })
  }
}

async function isRefused(directory: string): Promise<boolean> {
  return access(directory, constants.R_OK | constants.W_OK | constants.X_OK).then(
    () => false,
    () => true,
  )
}

async function examineBucket(config: Config, { bucket, endpoint, region }: S3Location): Promise<Finding> {
  const store = getFileStore(config)
  const where = `The bucket ${bucket} (${endpoint === null ? region : new URL(endpoint).host})`
  const probe = { tenantId: wholeService, name: 'doctor' }
  let step = 'cannot be reached'
  try {
    await store.free()
    // Files arrive below DATA_DIR, which the first start creates.
    if (!existsSync(config.dataDir)) return ok(check, `${where} responds.`)
    step = 'accepts no files'
    await store.write(probe, oneByte())
    step = 'does not allow deleting files'
    await store.remove([probe])
    return ok(check, `${where} accepts files.`)
  } catch (error) {
    const code = codeOf(error)
    return wrong(check, `${where} ${step}: ${code}.`, findSolution(code))
  }
}

/** Returns the error code of the S3 library or the system. The error's message is not shown, because it may contain credentials. */
function codeOf(error: unknown): string {
  const root = error instanceof Error && error.cause !== undefined ? error.cause : error
  // Safe because all properties are optional.
  const { name, code, $metadata } = root as { name?: string; code?: string; $metadata?: { httpStatusCode?: number } }
  const status = $metadata?.httpStatusCode
  const said = code ?? (name === 'Error' || name === undefined ? 'unknown error' : name)
  return status === undefined || said === String(status) ? said : `${said}, ${status}`
}

function findSolution(code: string): string {
  if (/403|401|InvalidAccessKeyId|SignatureDoesNotMatch|AccessDenied|CredentialsProviderError/.test(code))
    return 'Correct the credentials (s3://KEY:SECRET@bucket in UPLOADS_URL, or where Amazon’s library looks for them), and let them read, write, list and delete in this bucket.'
  if (/404|NoSuchBucket/.test(code)) return 'Create the bucket, or correct its name and region in UPLOADS_URL.'
  return 'Correct UPLOADS_URL (endpoint, region), or check the server of the bucket and the network.'
}

async function* oneByte(): AsyncGenerator<Buffer> {
  yield Buffer.from('x')
}
