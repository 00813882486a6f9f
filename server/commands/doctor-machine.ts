/** Examines everything that needs no database: Node, the user, the directory and the disk. */
import { existsSync, statSync } from 'node:fs'
import { access, constants, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Config } from '../config.ts'
import { ok, warning, wrong, type Finding } from './doctor-finding.ts'
import { megabytes } from './backup-file.ts'
import { startCall } from './program.ts'

/** Minimum Node version: the one that package.json installs. */
const minNodeMajor = 24
/** PostgreSQL stops when it cannot write. The second figure is more than a checkpoint and its WAL need. */
const minFreeBytes = 200_000_000
const freeBytesFew = 2_000_000_000

export async function examineMachine(config: Config): Promise<Finding[]> {
  return [examineNode(), examineUser(), ...(await examineDataDir(config)), ...examineKeyFile(config)]
}

function examineNode(): Finding {
  const { node } = process.versions
  return Number.parseInt(node, 10) >= minNodeMajor
    ? ok('node', `Node ${node}`)
    : wrong('node', `This is Node ${node}.`, `Start with \`${startCall}\`, which uses the bundled Node.`)
}

function examineUser(): Finding {
  return process.geteuid?.() === 0
    ? warning(
        'user',
        'The process runs as root.',
        'Run the service as a dedicated user who owns DATA_DIR. The embedded PostgreSQL has one already.',
      )
    : ok('user', `User id ${process.geteuid?.() ?? 'unknown'}`)
}

async function examineDataDir({ dataDir }: Config): Promise<Finding[]> {
  const found = statSync(dataDir, { throwIfNoEntry: false })
  // The first start creates the directory, so the nearest existing parent is checked.
  let nearest = dataDir
  while (!existsSync(nearest)) nearest = dirname(nearest)
  return [await examineAccess(dataDir, found === undefined ? nearest : dataDir, found === undefined), await examineDisk(nearest)]
}

async function examineAccess(dataDir: string, directory: string, isNew: boolean): Promise<Finding> {
  const check = 'data directory'
  if (!statSync(directory).isDirectory()) return wrong(check, `${directory} is a file.`, 'Set DATA_DIR to a directory.')
  const problem = await access(directory, constants.R_OK | constants.W_OK | constants.X_OK).then(() => null, String)
  if (problem !== null)
    return wrong(
      check,
      `${directory} is not accessible to this user.`,
      `Run this as the service's user, or give this user the directory: chown -R … ${directory}`,
    )
  if (isNew) return ok(check, `${dataDir} will be created by the first start.`)
  return (statSync(directory).mode & 0o077) === 0 || !existsSync(join(directory, 'secret-key'))
    ? ok(check, dataDir)
    : warning(check, `${dataDir} is accessible to other users of this machine.`, `chmod 700 ${dataDir}`)
}

async function examineDisk(directory: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(directory)
  const free = bavail * bsize
  const says = `${megabytes(free)} are free.`
  const cure = 'Free up space, or move DATA_DIR to a larger disk while the service is stopped.'
  if (free < minFreeBytes) return wrong('disk', says, cure)
  return free < freeBytesFew ? warning('disk', says, cure) : ok('disk', says)
}

function examineKeyFile({ dataDir, databaseUrl, secretKey, secretKeyOrigin: { file } }: Config): Finding[] {
  const check = 'secret key'
  if (file === null) return [ok(check, 'Set by SECRET_KEY.')]
  if (existsSync(file)) {
    const isOpen = (statSync(file).mode & 0o077) !== 0
    if (isOpen) return [warning(check, `${file} can be read by other users of this machine.`, `chmod 600 ${file}`)]
    // The configuration check reports problems with the content of the file.
    return secretKey === '' ? [] : [ok(check, file)]
  }
  return databaseUrl === null && existsSync(join(dataDir, 'postgres'))
    ? [
        wrong(
          check,
          `${file} is missing, although there is a database: a start would create a new one, and existing API keys and webhook secrets would stop working.`,
          'Restore the key from a backup (`restore` into another DATA_DIR brings it), or set SECRET_KEY to it.',
        ),
      ]
    : [ok(check, 'The first start will create it.')]
}
