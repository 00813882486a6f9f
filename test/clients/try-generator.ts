/** Tries one generator: generates a client, compiles it, and runs its program against a service. */
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root, type Generator } from './generators.ts'
import { checkProgram, type Target, type Told } from './sample-data.ts'
import { absent } from './shell.ts'

export type Step = 'generated' | 'compiled' | 'program'
export type Tried = { absent: string[]; done: Step[]; failure: string | null; seconds: number }

/** `keep` keeps the directory. For `quickly` see `Generator.compile`. `description` replaces `openapi.json`. */
type Options = { keep?: boolean; quickly?: boolean; description?: string | undefined }

export async function tryGenerator(
  generator: Generator,
  target: Target,
  { keep = false, quickly = false, description }: Options = {},
): Promise<Tried> {
  const missing = await absent(generator.needs)
  if (missing.length > 0) return { absent: missing, done: [], failure: null, seconds: 0 }
  const from = performance.now()
  const at = await mkdtemp(join(tmpdir(), 'skein-client-'))
  const done: Step[] = []
  let failure: string | null = null
  try {
    if (description === undefined) await copyFile(join(root, 'openapi.json'), join(at, 'openapi.json'))
    else await writeFile(join(at, 'openapi.json'), description)
    await generator.generate(at)
    done.push('generated')
    await generator.compile(at, quickly)
    done.push('compiled')
    const name = `${generator.name}-${generator.language}`.toLowerCase()
    const printed = await generator.run(at, { SKEIN_URL: target.url, SKEIN_KEY: target.key, SKEIN_NAME: name })
    // Safe because missing parts fail the check.
    const wrong = await checkProgram(target, JSON.parse(printed) as Told)
    if (wrong.length === 0) done.push('program')
    else failure = wrong.join('; ')
  } catch (error) {
    failure = String(error)
  }
  if (keep) console.log(at)
  else await rm(at, { recursive: true, force: true })
  return { absent: [], done, failure, seconds: (performance.now() - from) / 1000 }
}
