/** openapi-generator: one program with a generator for each language. */
import { existsSync } from 'node:fs'
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { cache, compileGo, compileTypeScript, go, goModule, programs, type Generator } from './generators.ts'
import { sh } from './shell.ts'

/** Tested versions. */
const versions = { openapiGenerator: '7.25.0', kotlin: '2.4.0', gson: '2.14.0', okhttp: '5.4.0' } as const

const java = ['java', '-version'] as const
const maven = ['mvn', '--version'] as const
const cargo = ['cargo', '--version'] as const

/**
 * Options: constants of enumerations include the name of their type, because Go has a single namespace, and unions are distinguished by
 * their discriminator.
 */
const goOptions = 'packageName=api,enumClassPrefix=true,useOneOfDiscriminatorLookup=true'

const openapiGeneratorGo: Generator = {
  name: 'openapi-generator',
  language: 'Go',
  needs: [go, java, maven],
  async generate(at) {
    await openapiGenerator(at, 'go', 'api', goOptions)
    for (const part of ['go.mod', 'go.sum', 'test']) await rm(join(at, 'api', part), { recursive: true, force: true })
    await copyFile(join(programs, 'openapi-generator.go'), join(at, 'main.go'))
    await writeFile(join(at, 'go.mod'), goModule(''))
  },
  compile: compileGo,
  run: (at, env) => sh({ cwd: at, env }, './program'),
}

const openapiGeneratorJava: Generator = {
  name: 'openapi-generator',
  language: 'Java',
  needs: [java, maven],
  async generate(at) {
    // Each operation gets one builder, so that a parameter that is added later does not shift arguments. Optional lists are null by default:
    // otherwise each request sends them empty, and an update removes what it does not mention.
    await openapiGenerator(at, 'java', 'api', 'useSingleRequestParameter=true,containerDefaultToNull=true')
    await rm(join(at, 'api', 'src', 'test'), { recursive: true, force: true })
    await copyFile(join(programs, 'Program.java'), join(at, 'api', 'src', 'main', 'java', 'Program.java'))
  },
  compile: (at) => compileWithMaven(at),
  async run(at, env) {
    const classpath = await readFile(join(at, 'api', 'classpath'), 'utf8')
    return sh({ cwd: join(at, 'api'), env }, 'java', '-cp', `target/classes:${classpath.trim()}`, 'Program')
  },
}

const openapiGeneratorTypescriptFetch: Generator = {
  name: 'openapi-generator-fetch',
  language: 'TypeScript',
  needs: [java, maven],
  async generate(at) {
    await openapiGenerator(at, 'typescript-fetch', 'generated', 'importFileExtension=.js')
    await copyFile(join(programs, 'typescript-fetch.ts'), join(at, 'program.ts'))
  },
  compile: compileTypeScript,
  run: (at, env) => sh({ cwd: at, env }, process.execPath, 'program.js'),
}

const openapiGeneratorRust: Generator = {
  name: 'openapi-generator',
  language: 'Rust',
  needs: [java, maven, cargo],
  async generate(at) {
    await openapiGenerator(at, 'rust', 'api', 'packageName=skein_api,useSingleRequestParameter=true')
    await mkdir(join(at, 'api', 'examples'))
    const program = await readFile(join(programs, 'openapi-generator.rs'), 'utf8')
    const params = await readFile(join(at, 'api', 'src', 'apis', 'threads_api.rs'), 'utf8')
    await writeFile(join(at, 'api', 'examples', 'program.rs'), addNone(program, params))
    const manifest = await readFile(join(at, 'api', 'Cargo.toml'), 'utf8')
    await writeFile(join(at, 'api', 'Cargo.toml'), manifest.replace('features = ["fs"]', 'features = ["fs", "macros", "rt-multi-thread"]'))
  },
  compile: (at) => sh({ cwd: join(at, 'api') }, 'cargo', 'build', '--quiet', '--no-default-features', '--example', 'program'),
  run: (at, env) => sh({ cwd: join(at, 'api'), env }, './target/debug/examples/program'),
}

/** Sets the parameters of `ListThreadsParams` that the program does not use. The generated type has no defaults. */
function addNone(program: string, params: string): string {
  const fields = /pub struct ListThreadsParams \{(.*?)\n\}/s.exec(params)?.[1] ?? ''
  const names = [...fields.matchAll(/pub (\w+):/g)].map(([, name = '']) => name)
  const unused = names.filter((name) => !['limit', 'priority', 'cursor'].includes(name))
  return program.replace(/\/\* The client has no defaults.*?\*\//, unused.map((name) => `${name}: None,`).join(' '))
}

/** Gson and wrappers, because the client's default library cannot parse unions. */
const kotlinOptions = 'packageName=api,serializationLibrary=gson,generateOneOfAnyOfWrappers=true'

const openapiGeneratorKotlin: Generator = {
  name: 'openapi-generator',
  language: 'Kotlin',
  needs: [java, maven],
  async generate(at) {
    await openapiGenerator(at, 'kotlin', 'api', kotlinOptions)
    await rm(join(at, 'api', 'src', 'test'), { recursive: true, force: true })
    await acceptNulls(join(at, 'api', 'src', 'main', 'kotlin', 'api', 'models'))
    await copyFile(join(programs, 'Program.kt'), join(at, 'api', 'src', 'main', 'kotlin', 'Program.kt'))
    await writeFile(join(at, 'api', 'pom.xml'), kotlinProject())
  },
  compile: (at) => compileWithMaven(at),
  async run(at, env) {
    const classpath = await readFile(join(at, 'api', 'classpath'), 'utf8')
    return sh({ cwd: join(at, 'api'), env }, 'java', '-cp', `target/classes:${classpath.trim()}`, 'ProgramKt')
  },
}

/**
 * Patches the validation of fields that are always present and may be null: the generated check treats every value as an object (decision
 * 104).
 */
async function acceptNulls(models: string): Promise<void> {
  const check = /(required field `\w+`\n *)(\w+\.validateJsonElement\((jsonObj\["\w+"\])\))/g
  for (const name of await readdir(models)) {
    const text = await readFile(join(models, name), 'utf8')
    await writeFile(join(models, name), text.replaceAll(check, '$1if (!$3.isJsonNull) $2'))
  }
}

/** The generated client supports only Gradle. */
function kotlinProject(): string {
  const dependency = (group: string, name: string, version: string) =>
    `<dependency><groupId>${group}</groupId><artifactId>${name}</artifactId><version>${version}</version></dependency>`
  return `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>example</groupId><artifactId>program</artifactId><version>1</version>
  <dependencies>
    ${dependency('org.jetbrains.kotlin', 'kotlin-stdlib', versions.kotlin)}
    ${dependency('com.google.code.gson', 'gson', versions.gson)}
    ${dependency('com.squareup.okhttp3', 'okhttp-jvm', versions.okhttp)}
  </dependencies>
  <build>
    <sourceDirectory>src/main/kotlin</sourceDirectory>
    <plugins><plugin>
      <groupId>org.jetbrains.kotlin</groupId><artifactId>kotlin-maven-plugin</artifactId><version>${versions.kotlin}</version>
      <configuration><jvmTarget>17</jvmTarget></configuration>
      <executions><execution><id>compile</id><goals><goal>compile</goal></goals></execution></executions>
    </plugin></plugins>
  </build>
</project>
`
}

async function compileWithMaven(at: string): Promise<void> {
  const plugin = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:build-classpath'
  // The Kotlin client registers all types in one expression, which overflows the compiler's default stack, and the daemon's even with a
  // larger one.
  const env = { MAVEN_OPTS: '-Xss1g -Dkotlin.compiler.daemon=false' }
  await sh({ cwd: join(at, 'api'), env }, 'mvn', '-B', '-q', '-DskipTests', 'compile', plugin, '-Dmdep.outputFile=classpath')
}

async function openapiGenerator(at: string, language: string, into: string, options: string): Promise<void> {
  const jar = join(cache, `openapi-generator-cli-${versions.openapiGenerator}.jar`)
  if (!existsSync(jar)) {
    await mkdir(cache, { recursive: true })
    const artifact = `org.openapitools:openapi-generator-cli:${versions.openapiGenerator}`
    const plugin = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy'
    await sh({ cwd: cache }, 'mvn', '-B', '-q', plugin, `-Dartifact=${artifact}`, `-DoutputDirectory=${cache}`)
  }
  await sh(
    { cwd: at },
    'java',
    '-jar',
    jar,
    'generate',
    '-i',
    'openapi.json',
    '-g',
    language,
    '-o',
    into,
    // Without the first option, clients reject responses with fields that later versions add.
    `--additional-properties=disallowAdditionalPropertiesIfNotPresent=false,${options}`,
  )
}

export const openapiGenerators: readonly Generator[] = [
  openapiGeneratorTypescriptFetch,
  openapiGeneratorGo,
  openapiGeneratorJava,
  openapiGeneratorKotlin,
  openapiGeneratorRust,
]
