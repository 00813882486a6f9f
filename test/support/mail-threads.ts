/** Groups mails into conversations as mail programs do (RFC 5256), by the standard's algorithm and, where it is installed, by Dovecot. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chown, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Returns the mails' indexes in `mails` by conversation: the algorithm REFERENCES without the step that joins equal subjects, as
 * THREAD=REFS.
 */
export function listConversations(mails: readonly string[]): number[][] {
  const parents = new Map<string, string>()
  const isBelow = (id: string, root: string): boolean => id === root || (parents.has(id) && isBelow(parents.get(id) ?? '', root))
  const ids = mails.map((mail, i) => readIds(mail, 'Message-ID')[0] ?? `none ${i}`)
  for (const [i, mail] of mails.entries()) {
    const [id, own] = [ids[i] ?? '', readIds(mail, 'References')]
    const references = own.length > 0 ? own : readIds(mail, 'In-Reply-To').slice(0, 1)
    for (const [at, child] of references.entries()) {
      const parent = references[at - 1]
      if (parent !== undefined && !parents.has(child) && !isBelow(parent, child)) parents.set(child, parent)
    }
    const last = references.at(-1)
    // A mail's own headers decide its parent, regardless of other mails' References.
    parents.delete(id)
    if (last !== undefined && !isBelow(last, id)) parents.set(id, last)
  }
  const getRoot = (id: string): string => (parents.has(id) ? getRoot(parents.get(id) ?? '') : id)
  return [...Map.groupBy(mails.keys(), (i) => getRoot(ids[i] ?? '')).values()]
}

function readIds(mail: string, name: string): string[] {
  const head = (mail.split(/\r?\n\r?\n/)[0] ?? '').replaceAll(/\r?\n[ \t]+/g, ' ')
  const value = new RegExp(`^${name}:(.*)$`, 'im').exec(head)?.[1] ?? ''
  return [...value.matchAll(/<([^<>]+)>/g)].map(([, id]) => id ?? '')
}

const dovecotImap = '/usr/lib/dovecot/imap'
export const hasDovecot = existsSync(dovecotImap)

/** Returns the number of conversations that Dovecot finds in the mails with this algorithm. */
export async function countInDovecot(mails: readonly string[], algorithm: 'REFS' | 'REFERENCES'): Promise<number> {
  const home = await mkdtemp(join(tmpdir(), 'skein-dovecot-'))
  try {
    for (const folder of ['cur', 'new', 'tmp']) await mkdir(join(home, 'mail', folder), { recursive: true })
    for (const [i, mail] of mails.entries()) await writeFile(join(home, 'mail', 'new', `${i + 1}.M${i}.test`), mail)
    await writeFile(join(home, 'dovecot.conf'), `mail_location = maildir:${home}/mail\nlog_path = /dev/null\nbase_dir = ${home}/run\n`)
    const output = await runImap(home, `1 select inbox\r\n2 thread ${algorithm} utf-8 all\r\n3 logout\r\n`)
    const found = /^\* THREAD (.*)$/m.exec(output)?.[1]
    if (found === undefined) throw new Error(output)
    return countGroups(found)
  } finally {
    await rm(home, { recursive: true, force: true })
  }
}

/** Runs Dovecot's IMAP process alone, already signed in. It refuses to read mail as root, so root runs it as the user nobody. */
async function runImap(home: string, commands: string): Promise<string> {
  const nobody = 65_534
  const isRoot = process.getuid?.() === 0
  if (isRoot)
    for (const path of [home, ...(await readdir(home, { recursive: true })).map((name) => join(home, name))])
      await chown(path, nobody, nobody)
  const imap = spawn(dovecotImap, ['-c', join(home, 'dovecot.conf')], {
    env: { USER: 'nobody', HOME: home },
    ...(isRoot ? { uid: nobody, gid: nobody } : {}),
  })
  let output = ''
  imap.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  imap.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  imap.stdin.end(commands)
  await once(imap, 'close')
  return output
}

/** Counts the outermost parentheses. */
function countGroups(list: string): number {
  let [depth, groups] = [0, 0]
  for (const character of list) {
    if (character === '(' && depth++ === 0) groups++
    if (character === ')') depth--
  }
  return groups
}
