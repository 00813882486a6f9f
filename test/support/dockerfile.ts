/** Parses a Dockerfile, and applies .dockerignore to the build context. */
export type Instruction = { name: string; text: string }

/** A stage of a Dockerfile, from one FROM to the next. Its name is its alias, or its number. */
export type Stage = { name: string; image: string; instructions: Instruction[] }

/** Joins continued lines and removes comments. Throws for a line that is not an instruction. */
export function readStages(dockerfile: string): Stage[] {
  const lines = dockerfile
    .split('\n')
    .filter((line) => !/^\s*(#|$)/.test(line))
    .join('\n')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
  const stages: Stage[] = []
  for (const line of lines) {
    const [, name = '', text = ''] = /^([A-Z]+)\s+(.+)$/.exec(line) ?? []
    if (name === '') throw new Error(`This is no instruction of a Dockerfile: ${line}`)
    const [, image = '', as] = name === 'FROM' ? (/^(\S+)(?:\s+AS\s+(\S+))?$/i.exec(text) ?? []) : []
    if (name === 'FROM') stages.push({ name: as ?? String(stages.length), image, instructions: [] })
    else stages.at(-1)?.instructions.push({ name, text })
  }
  return stages
}

export type Copy = { from: string | null; sources: string[]; target: string }

export function readCopy(text: string): Copy {
  const words = text.split(/\s+/)
  const [, from = null] = /^--from=(.+)$/.exec(words[0] ?? '') ?? []
  return { from, sources: words.slice(from === null ? 0 : 1, -1), target: words.at(-1) ?? '' }
}

/** Returns a function that is true for paths in the build context. The last pattern that matches a path or its parent decides. */
export function readDockerIgnore(text: string): (path: string) => boolean {
  const patterns = text
    .split('\n')
    .filter((line) => !/^\s*(#|$)/.test(line))
    .map((line) => ({ lets: line.startsWith('!'), pattern: toPattern(line.replace(/^!/, '')) }))
  return (path) => {
    const parts = path.split('/')
    const places = parts.map((_, i) => parts.slice(0, i + 1).join('/'))
    return patterns.findLast(({ pattern }) => places.some((place) => pattern.test(place)))?.lets ?? true
  }
}

/** Compiles a pattern of .dockerignore, in which `*` also stands for names that start with a dot. */
function toPattern(glob: string): RegExp {
  const escaped = glob.replaceAll(/[.+^${}()|[\]\\]/g, '\\$&')
  const parts: Readonly<Record<string, string>> = { '**/': '(.*/)?', '**': '.*', '*': '[^/]*', '?': '[^/]' }
  return new RegExp(`^${escaped.replaceAll(/\*\*\/|\*\*|\*|\?/g, (part) => parts[part] ?? part)}$`)
}

/**
 * Returns the words of an instruction in exec form, `["node", "main.ts"]`. Throws for the shell form, in which the shell, not the program,
 * receives signals.
 */
export function readExecForm(text: string): string[] {
  const words: unknown = JSON.parse(text.startsWith('[') ? text : 'null')
  if (!Array.isArray(words) || !words.every((word) => typeof word === 'string')) throw new Error(`This is not the exec form: ${text}`)
  return words
}

/** Returns the variables of an ENV instruction. */
export function readVariables(text: string): Record<string, string> {
  return Object.fromEntries([...text.matchAll(/([A-Z_]+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]))
}
