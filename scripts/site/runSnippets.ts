import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { ApiDocument } from './apiPages.ts'
import { EXAMPLE_CALLS } from './exampleCalls.ts'
import { curlSnippet, javascriptSnippet, pythonSnippet } from './snippets.ts'

const ROOT = join(import.meta.dirname, '../..')
const GUIDES = join(ROOT, 'docs/guide')
const MAX_OUTPUT = 16 * 1024 ** 2

export type Language = 'sh' | 'js' | 'py'
/** Snippets that are shown, in the order in which they run. `keeps` names members of the answer that later ones use. */
export type Snippet = { id: string; language: Language; code: string; keeps?: Readonly<Record<string, string>> }
/** Where and with which key snippets run; `values` fill what stands in braces. */
export type Place = { url: string; token: string; values: Readonly<Record<string, string>> }
/** What a snippet printed: parsed JSON for curl, what was logged or printed otherwise. */
export type Ran = { id: string; error: string | null; answer: unknown }

/** Everything that the site shows in a language, but for commands (`console`) that start something. */
export function snippetsOf(language: Language): Snippet[] {
  const document: ApiDocument = JSON.parse(readFileSync(join(ROOT, 'openapi.json'), 'utf8'))
  const wires = new Map(
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([verb, { operationId }]) => [String(operationId), { verb, path }] as const),
    ),
  )
  const reference = EXAMPLE_CALLS.map((call): Snippet => {
    const wire = wires.get(call.operation)
    if (wire === undefined) throw new Error(`No such operation: ${call.operation}`)
    const code = {
      sh: () => curlSnippet(wire, call),
      js: () => javascriptSnippet(call),
      py: () => pythonSnippet(call),
    }[language]()
    return { id: call.operation, language, code, ...(call.keeps && { keeps: call.keeps }) }
  })
  return [...guideSnippets(language), ...reference]
}

function guideSnippets(language: Language): Snippet[] {
  return readdirSync(GUIDES).flatMap((file) => {
    const blocks = readFileSync(join(GUIDES, file), 'utf8').matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)
    return [...blocks].flatMap(([, shown, code = ''], at) =>
      shown === language ? [{ id: `${file} ${at}`, language, code }] : [],
    )
  })
}

/** Runs curl commands one after another in a folder of their own. */
export async function runShell(snippets: readonly Snippet[], { url, token, values }: Place): Promise<Ran[]> {
  const folder = mkdtempSync(join(tmpdir(), 'redoubt-snippets-'))
  const known = { ...values }
  const ran: Ran[] = []
  const run = promisify(execFile)
  const options = {
    cwd: folder,
    maxBuffer: MAX_OUTPUT,
    env: { PATH: `${join(ROOT, 'node_modules/.bin')}:${process.env.PATH}`, REDOUBT_URL: url, REDOUBT_API_KEY: token },
  }
  try {
    for (const { id, code, keeps = {} } of snippets) {
      const script = `curl() { command curl --fail-with-body "$@"; }\n${fill(code, known)}`
      try {
        const { stdout } = await run('bash', ['--norc', '-euo', 'pipefail', '-c', script], options)
        const answer = stdout === '' ? null : JSON.parse(stdout)
        for (const [name, member] of Object.entries(keeps)) known[name] = String(answer.data[member])
        ran.push({ id, error: null, answer })
      } catch (error) {
        const { stdout = '', message } = error as Error & { stdout?: string }
        ran.push({ id, error: `${message}\n${stdout}`, answer: null })
      }
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
  return ran
}

/** Runs modules one after another in one process, which imports the client as a project does that has installed it. */
export async function runJavaScript(snippets: readonly Snippet[], { url, token, values }: Place): Promise<Ran[]> {
  const cache = join(ROOT, 'node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'snippets-'))
  try {
    writeFileSync(join(folder, 'snippets.json'), JSON.stringify({ snippets, values }))
    writeFileSync(join(folder, 'run.mjs'), RUNNER)
    const env = { PATH: process.env.PATH, REDOUBT_URL: url, REDOUBT_API_KEY: token }
    await promisify(execFile)(process.execPath, ['run.mjs'], { cwd: folder, env, maxBuffer: MAX_OUTPUT })
    return JSON.parse(readFileSync(join(folder, 'ran.json'), 'utf8'))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Runs Python one after another in one process, with the client of this repository. */
export async function runPython(snippets: readonly Snippet[], { url, token, values }: Place): Promise<Ran[]> {
  const folder = mkdtempSync(join(tmpdir(), 'redoubt-snippets-'))
  try {
    writeFileSync(join(folder, 'snippets.json'), JSON.stringify({ snippets, values }))
    writeFileSync(join(folder, 'run.py'), PYTHON_RUNNER)
    const env = {
      PATH: process.env.PATH,
      REDOUBT_URL: url,
      REDOUBT_API_KEY: token,
      PYTHONPATH: join(ROOT, 'clients/python/src'),
    }
    await promisify(execFile)('python3', ['-B', 'run.py'], { cwd: folder, env, maxBuffer: MAX_OUTPUT })
    return JSON.parse(readFileSync(join(folder, 'ran.json'), 'utf8'))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function fill(code: string, values: Readonly<Record<string, string>>): string {
  return code.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole)
}

/** Imports each snippet and keeps what it logged last. */
const RUNNER = `
import { readFileSync, writeFileSync } from 'node:fs'

const { snippets, values } = JSON.parse(readFileSync('snippets.json', 'utf8'))
const ran = []
let logged
console.log = (...all) => (logged = all.length === 1 ? all[0] : all)
for (const [at, { id, code, keeps = {} }] of snippets.entries()) {
  logged = null
  writeFileSync(\`\${at}.mjs\`, code.replace(/\\{(\\w+)\\}/g, (whole, name) => values[name] ?? whole))
  try {
    await import(\`./\${at}.mjs\`)
    for (const [name, member] of Object.entries(keeps)) values[name] = logged[member]
    ran.push({ id, error: null, answer: logged })
  } catch (error) {
    ran.push({ id, error: String(error), answer: null })
  }
}
writeFileSync('ran.json', JSON.stringify(ran, (_, value) => (typeof value === 'bigint' ? String(value) : value)))
`

/** Executes each snippet and keeps what it printed last. */
const PYTHON_RUNNER = `
import builtins, json

with open("snippets.json") as file:
    given = json.load(file)
values, ran, printed = given["values"], [], [None]
builtins.print = lambda *all: printed.__setitem__(0, all[0] if len(all) == 1 else all)
for snippet in given["snippets"]:
    printed[0] = None
    code = snippet["code"]
    for name, value in values.items():
        code = code.replace("{" + name + "}", str(value))
    try:
        exec(compile(code, snippet["id"], "exec"), {})
        for name, member in snippet.get("keeps", {}).items():
            values[name] = printed[0][member]
        ran.append({"id": snippet["id"], "error": None, "answer": None})
    except BaseException as error:
        ran.append({"id": snippet["id"], "error": repr(error), "answer": None})
with open("ran.json", "w") as file:
    json.dump(ran, file)
`
