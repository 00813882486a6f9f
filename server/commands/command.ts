/** What a command of the CLI is, and how it reads its arguments. */
import { parseArgs } from 'node:util'
import type { Config } from '../config.ts'
import { closest } from '../kit/closest.ts'
import type { Log } from '../kit/log.ts'

export type Command = {
  /** It examines the configuration itself: nothing is made for it, and what is wrong has its default in the context. */
  examinesConfig?: boolean
  /** Shown by `--help`: the call without the program's name on the first line, then its options. */
  usage: string
  /** Calls to copy, as `skein COMMAND …`, alone or within a line of shell; the last part of `--help`. */
  examples: readonly [string, ...string[]]
  /** Checks the arguments, before anything is opened. Throws UsageError. */
  prepare(args: string[]): (context: CommandContext) => Promise<CommandAnswer | null>
}

/** How the program is called. */
const program = 'npm run --silent skein --'

export function helpOf({ usage, examples }: Command): string {
  const lines = examples.map((example) => `  ${example.replaceAll(/(^|[ |])skein (?=[a-z])/g, `$1${program} `)}`)
  return `Usage: ${program} ${usage}\n\nExamples:\n${lines.join('\n')}\n`
}

export type CommandContext = {
  config: Config
  log: Log
  /** Aborted by the first SIGINT, SIGTERM or SIGHUP, and by a fatal error. */
  stop: AbortSignal
  /** Whether a program reads what is written. */
  json: boolean
}

/** The same answer for programs (`--json`: one object) and for people. */
export type CommandAnswer = { json: object; text: string; exitCode?: number }

/** The caller's mistake: a sentence on standard error and exit code 2. */
export class UsageError extends Error {}

/** The command was interrupted before its end: a sentence and exit code 130. */
export class Interrupted extends Error {}

type Options<Names extends Record<string, 'required' | 'optional'>> = {
  [Name in keyof Names]: Names[Name] extends 'required' ? string : string | undefined
}

/** Reads options that each take a text. Throws UsageError for unknown, missing and empty ones. */
export function readOptions<const Names extends Record<string, 'required' | 'optional'>>(args: string[], names: Names): Options<Names> {
  const values = parse(args, Object.keys(names))
  const missing = Object.keys(names).filter((name) => names[name] === 'required' && !values[name]?.trim())
  if (missing.length > 0) throw new UsageError(`${missing.map((name) => `--${name}`).join(', ')} must be given.`)
  // Safe because parse() lets through no other names, and the required ones have just been checked.
  return values as Options<Names>
}

/** Takes the options without a value out of the arguments; the others are for readOptions(). */
export function readFlags<const Name extends string>(args: string[], names: readonly Name[]): { flags: ReadonlySet<Name>; rest: string[] } {
  return {
    flags: new Set(names.filter((name) => args.includes(`--${name}`))),
    rest: args.filter((argument) => !names.some((name) => argument === `--${name}`)),
  }
}

/** A whole number of at least 1. */
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
    // Node's own sentence comes first, advice on how to declare options after it.
    throw new UsageError(`${message.split(/\n|\. /)[0]?.replace(/\.?$/, '.')}`)
  }
}
