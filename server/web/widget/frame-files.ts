/** The files of the built chat. They are read once, when a page first needs them. */
import { join } from 'node:path'
import type { StaticResponse } from '#platform/http/static-response.ts'
import { readBuiltFiles } from '../site/built-files.ts'

export type FrameFiles = {
  /** Returns the files by their path below `/w`; empty without a build. */
  read(): Promise<ReadonlyMap<string, StaticResponse>>
  /** Returns the paths of the frame's script and style sheet; null without a build. */
  find(): Promise<FramePaths | null>
}
export type FramePaths = { script: string; style: string }

export const builtWidget = join(import.meta.dirname, '../../../widget/dist')

/** Every website includes the script, also those that demand permission of what they include (COEP). */
const headers = { 'Cross-Origin-Resource-Policy': 'cross-origin' }

export function createFrameFiles(directory = builtWidget): FrameFiles {
  let files: Promise<ReadonlyMap<string, StaticResponse>> | null = null
  const read = async (): Promise<ReadonlyMap<string, StaticResponse>> => {
    const found = await (files ??= readBuiltFiles(directory, () => headers))
    if (found.size === 0) files = null
    return found
  }
  return {
    read,
    async find() {
      const names = [...(await read()).keys()].filter((name) => name.startsWith('/assets/frame-'))
      const [script, style] = ['.js', '.css'].map((ending) => names.find((name) => name.endsWith(ending)))
      return script === undefined || style === undefined ? null : { script: `/w${script}`, style: `/w${style}` }
    },
  }
}
