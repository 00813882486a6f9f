/** Runs the commands of generators and compilers. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

export type Where = { cwd: string; env?: Readonly<Record<string, string>> }

/** Runs a command. Returns its output, or throws an error with the output. */
export async function sh({ cwd, env = {} }: Where, command: string, ...args: string[]): Promise<string> {
  try {
    const { stdout } = await run(command, args, { cwd, env: { ...process.env, ...env }, maxBuffer: 64 * 1_048_576 })
    return stdout
  } catch (error) {
    // Safe because execFile rejects with this shape.
    const { stdout = '', stderr = '', message } = error as { stdout?: string; stderr?: string; message: string }
    const output = `${stdout}${stderr}`.trim()
    throw new Error(`${[command, ...args].join(' ')}: ${output === '' ? message : output.slice(-4000)}`, { cause: error })
  }
}

/** Returns the commands that the machine lacks. Each is given with the argument that prints its version. */
export async function absent(commands: readonly (readonly [command: string, version: string])[]): Promise<string[]> {
  const tries = await Promise.all(
    commands.map(async ([command, version]) =>
      run(command, [version]).then(
        () => [],
        () => [command],
      ),
    ),
  )
  return tries.flat()
}
