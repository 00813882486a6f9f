/** The type of CLI commands, and the parsing of their arguments. */
import { parseArgs } from 'node:util'
import type { Config } from '../config.ts'
import { closest } from '#platform/closest.ts'
import type { Log } from '#platform/log.ts'
import { program } from './program.ts'

export type Command = {
  /**
   * True when the command examines the configuration itself. Such a command creates nothing, and its context has defaults in place of
   * invalid settings.
   */
  examinesConfig?: boolean
  /** Usage line of `--help`: the arguments without the program's name, then the options. */
  usage: string
  /** Example calls, as `skein COMMAND …`, alone or in a shell command. `--help` prints them at the end. */
  examples: readonly [string, ...string[]]
  /** Checks the arguments before anything is opened. Throws UsageError. */
  prepare(args: string[]): (context: CommandContext) => Promise<CommandResult | null>
}

export function getHelp({ usage, examples }: Command): string {
  const lines = examples.map((example) => `  ${example.replaceAll(/(^|[ |])skein (?=[a-z])/g, `$1${program} `)}`)
  return `Usage: ${program} ${usage}\n\nExamples:\n${lines.join('\n')}\n`
}

export type Terminal = { input: NodeJS.ReadableStream; output: NodeJS.WritableStream }

export type CommandContext = {
  config: Config
  /** One sentence per invalid setting. Empty unless the command examines the configuration itself. */
  wrong: readonly string[]
  log: Log
  /** Aborted by the first SIGINT, SIGTERM or SIGHUP, and by a fatal error. */
  stop: AbortSignal
  /** The terminal on which to ask the operator; null if there is none. */
  terminal: Terminal | null
  /** True when the output is JSON for programs. */
  json: boolean
}

/** Result of a command: a JSON object for programs (`--json`) and text for people. */
export type CommandResult = { json: object; text: string; exitCode?: number }

/** A mistake of the caller. The message goes to standard error, and the exit code is 2. */
export class UsageError extends Error {}

/** The command was interrupted. The message goes to standard error, and the exit code is 130. */
export class Interrupted extends Error {}

type Options<Names extends Record<string, 'required' | 'optional'>> = {
  [Name in keyof Names]: Names[Name] extends 'required' ? string : string | undefined
}

/** Parses options that take a value. Throws UsageError for unknown, missing and empty options. */
export function readOptions<const Names extends Record<string, 'required' | 'optional'>>(args: string[], names: Names): Options<Names> {
  const values = parse(args, Object.keys(names))
  const missing = Object.keys(names).filter((name) => names[name] === 'required' && !values[name]?.trim())
  if (missing.length > 0) throw new UsageError(`${missing.map((name) => `--${name}`).join(', ')} must be given.`)
  // Safe because parse() accepts only these names, and the required ones were checked above.
  return values as Options<Names>
}

/** Parses flags (options without a value) and returns the remaining arguments for readOptions(). */
export function readFlags<const Name extends string>(args: string[], names: readonly Name[]): { flags: ReadonlySet<Name>; rest: string[] } {
  return {
    flags: new Set(names.filter((name) => args.includes(`--${name}`))),
    rest: args.filter((argument) => !names.some((name) => argument === `--${name}`)),
  }
}

/** Parses an integer of at least 1. */
export function readWhole(name: string, text: string, max: number): number {
  if (/^\d{1,9}$/.test(text) && Number(text) >= 1 && Number(text) <= max) return Number(text)
  throw new UsageError(`--${name} must be a whole number from 1 to ${max}, not "${text}".`)
}

function parse(args: string[], names: string[]): Record<string, string | undefined> {
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]))
  try {
    return parseArgs({ args, options, strict: true }).values
  } catch (error) {
    const { code, message } = error as Error & { code?: string }
    const option = /--[\w-]+/.exec(message)?.[0]
    if (code === 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE') throw new UsageError(`${option} needs a value.`)
    if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION' && option !== undefined) {
      const near = closest(option, [...names.map((name) => `--${name}`), '--help', '--json'])
      throw new UsageError(`Unknown option '${option}'.${near === null ? '' : ` Did you mean ${near}?`}`)
    }
    // Node's message has the cause first, followed by advice on how to declare options.
    throw new UsageError(`${message.split(/\n|\. /)[0]?.replace(/\.?$/, '.')}`)
  }
}
