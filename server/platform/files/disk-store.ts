import { createReadStream } from 'node:fs'
import { mkdir, open, opendir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { createSerialRunner } from '../in-turn.ts'
import type { StoreDriver } from './store-driver.ts'
import { freeBytes } from './unfinished.ts'

export function createDiskDriver(directory: string): StoreDriver {
  const at = (path: string): string => join(directory, path)
  const inTurn = createSerialRunner<void>()
  const put = async (from: string, path: string): Promise<void> => {
    const target = at(path)
    // Only the first file of a tenant needs the directory created, so create it after a failure.
    await rename(from, target).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
      await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      await rename(from, target)
    })
    // The new directory entry must reach the disk, too. Files that arrive together share one flush.
    await inTurn(dirname(target), 'flush', () => syncDirectory(dirname(target)))
  }
  return {
    kind: 'disk',
    async keep({ path: from }, path) {
      await put(from, path)
      return { isMoved: true }
    },
    async read(path, range) {
      const found = await open(at(path)).catch(ifMissing(null))
      if (!found) return null
      const { size } = await found.stat()
      // The stream closes the file.
      return { size, bytes: createReadStream('', { fd: found, ...(range ? { start: range.from, end: range.to } : {}) }) }
    },
    // Unlike a stream, this leaves no chunks for the garbage collector, which would double the memory use for a large file.
    readWhole: (path) => readFile(at(path)).catch(ifMissing(null)),
    sizeOf: async (path) => (await stat(at(path)).catch(ifMissing(null)))?.size ?? null,
    async remove(paths) {
      for (const path of paths) await rm(at(path), { force: true })
    },
    async removeBelow(path) {
      const entries = await readdir(at(path), { recursive: true, withFileTypes: true }).catch(ifMissing([]))
      await rm(at(path), { recursive: true, force: true })
      return entries.filter((entry) => entry.isFile()).length
    },
    directUpload: async () => null,
    all: () => pathsBelow(directory),
    free: () => freeBytes(directory),
  }
}

async function* pathsBelow(directory: string): AsyncGenerator<string> {
  const entries = await opendir(directory, { recursive: true }).catch(ifMissing([]))
  for await (const entry of entries) if (entry.isFile()) yield relative(directory, join(entry.parentPath, entry.name)).replaceAll(sep, '/')
}

async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path)
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}

function ifMissing<Value>(value: Value): (error: NodeJS.ErrnoException) => Value {
  return (error) => {
    if (error.code === 'ENOENT') return value
    throw error
  }
}
