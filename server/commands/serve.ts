import { once } from 'node:events'
import { readOptions, type Command, type CommandContext } from './command.ts'
import { firstTenant } from './first-tenant.ts'
import { openService } from './open-service.ts'

const configured = 'It is configured by environment variables alone: see the README.'

export const start = serviceCommand(`start\n\nStarts the service, its worker and its database in one process. ${configured}`, true)

export const serve = serviceCommand(
  `serve\n\nStarts the API without a worker; run \`work\` beside it, any number of each. ${configured}`,
  false,
)

function serviceCommand(usage: string, worker: boolean): Command {
  return {
    usage,
    prepare(args) {
      readOptions(args, {})
      return (context) => runService(context, worker)
    },
  }
}

async function runService({ config, log, stop }: CommandContext, worker: boolean): Promise<null> {
  const service = await openService(config, log, { worker })
  const url = config.baseUrl.port === '0' ? service.url : config.baseUrl.href.replace(/\/$/, '')
  const listening = url === service.url ? url : `${url} (here: ${service.url})`
  process.stdout.write(`Skein serves ${listening}\n${service.firstKeyFile ? welcome(service.url, service.firstKeyFile) : ''}`)
  if (!stop.aborted) await once(stop, 'abort')
  await service.close()
  return null
}

/** The key itself is never shown: the shell reads it from its file. */
function welcome(url: string, keyFile: string): string {
  const thread = {
    title: 'The export is empty',
    body: 'The CSV export has been empty since Monday.',
    requester: { email: 'ada@example.com', name: 'Ada Lovelace' },
  }
  const call = `curl -s ${url}/api/v1/threads -H "Authorization: Bearer $(cat ${shellQuoted(keyFile)})" -H 'Content-Type: application/json' -d '${JSON.stringify(thread)}'`
  return `The tenant ${firstTenant.slug} was made; its API key is in ${keyFile}. Create a thread:\n\n${call}\n\n`
}

function shellQuoted(path: string): string {
  return /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`
}
