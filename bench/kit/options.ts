import { resolve } from 'node:path'
import { parseArgs } from 'node:util'

/** Options of a run. */
export type Options = {
  /** Claims to measure; null for all. */
  only: ReadonlySet<string> | null
  quick: boolean
  rounds: number
  /** Seconds of load in each round, for both the floor and the service. */
  seconds: number
  /** Directory in which datasets are kept between runs. It must be on a real disk: in tmpfs every commit would be free. */
  dataRoot: string
  /** Entry point of the process under test. */
  service: string
  /** File of conversations, in the format of `skein seed --from`. Without it, claims about texts are skipped. */
  conversations: string | null
}

export const usage = `Usage: npm run bench -- [options]

  --only S1,S2      only these claims (S1 S2 S3 S4 S5 S6 S7 S8 S9 S10 S11 S12 S13 S14 S15 S17 S24 S26 W1 W2 W3 BACKLOG CUSTOMERS SIGN-IN UPLOAD HELP DASHBOARD AI R1 R2 RULES)
  --quick           less data, shorter and fewer rounds; the table says so
  --rounds N        rounds of each claim; figures are medians over them (default 5, quick 3)
  --seconds N       seconds of load in each round (default 10, quick 4)
  --data-root DIR   where loaded databases are kept between runs (default bench/.data)
  --conversations FILE  texts for S6 and AI, one JSON object a line as skein seed --from reads it; without it these are skipped
  --service FILE    the service under test, for comparing two checkouts (default server/main.ts)`

/** Parses the arguments. Throws an Error with a message for the user. */
export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: 'string' },
      quick: { type: 'boolean', default: false },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      'data-root': { type: 'string' },
      service: { type: 'string' },
      conversations: { type: 'string' },
    },
  })
  const { quick } = values
  return {
    only: values.only === undefined ? null : new Set(values.only.toUpperCase().split(',')),
    quick,
    rounds: whole('--rounds', values.rounds, quick ? 3 : 5),
    seconds: whole('--seconds', values.seconds, quick ? 4 : 10),
    dataRoot: resolve(values['data-root'] ?? `${import.meta.dirname}/../.data`),
    conversations: values.conversations === undefined ? null : resolve(values.conversations),
    service: resolve(values.service ?? `${import.meta.dirname}/../../server/main.ts`),
  }
}

function whole(name: string, given: string | undefined, fallback: number): number {
  if (given === undefined) return fallback
  if (!/^[1-9]\d{0,3}$/.test(given)) throw new Error(`${name} must be a whole number from 1 to 9999, not "${given}".`)
  return Number(given)
}
