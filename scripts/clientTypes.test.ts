import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import ts from 'typescript'

const ROOT = join(import.meta.dirname, '..')
const TYPES = join(ROOT, 'packages/client/src/api.generated.ts')
const PROGRAM = join(ROOT, 'packages/client/src/requests.generated.ts')

type Content = { schema: { $ref?: string }; example?: unknown; examples?: Record<string, { value: unknown }> }
type Described = {
  requestBody?: { content: { 'application/json': Content } }
}

/** Every request that README.md sends, and every example of the document, as TypeScript that names its type. */
function requestsOf(): string[] {
  const { paths } = JSON.parse(readFileSync(join(ROOT, 'openapi.json'), 'utf8')) as {
    paths: Record<string, Record<string, Described>>
  }
  const requests: string[] = []
  const named = new Map<string, string>()
  for (const [path, { post }] of Object.entries(paths)) {
    const content = post?.requestBody?.content['application/json']
    const name = content?.schema.$ref?.split('/').at(-1)
    if (content === undefined || name === undefined) continue
    named.set(path, name)
    const examples = Object.values(content.examples ?? {}).map(({ value }) => value)
    for (const example of [...examples, content.example ?? []].flat())
      requests.push(requestOf(name, JSON.stringify(example)))
  }
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8')
  const sent = [...readme.matchAll(/(\/v1\/[\w/]+) \\\n(?: .*\\\n)* +-d '(\{[\s\S]*?\})'[\n)]/g)]
  assert.ok(sent.length >= 4)
  for (const [, path = '', body = ''] of sent) {
    const name = named.get(path)
    // A webhook's secret comes from the shell.
    if (name !== undefined && !body.includes('$')) requests.push(requestOf(name, body))
  }
  return requests
}

function requestOf(name: string, json: string): string {
  return `export const request: api.${name} = ${json}`
}

test('the client’s types take every request of the README and every example', () => {
  const requests = requestsOf()
  const text = `import type * as api from './api.generated.ts'\n${requests
    .map((request, index) => request.replace('request:', `request${index}:`))
    .join('\n')}\n`
  const options: ts.CompilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    allowImportingTsExtensions: true,
    types: [],
  }
  const host = ts.createCompilerHost(options)
  const { getSourceFile, fileExists } = host
  host.fileExists = (path) => path === PROGRAM || fileExists(path)
  host.getSourceFile = (path, version) =>
    path === PROGRAM ? ts.createSourceFile(path, text, version) : getSourceFile(path, version)
  const program = ts.createProgram([PROGRAM, TYPES], options, host)
  const problems = ts.getPreEmitDiagnostics(program).map(({ messageText, start }) => ({
    at: text.slice(start ?? 0, (start ?? 0) + 80),
    message: ts.flattenDiagnosticMessageText(messageText, '\n'),
  }))
  assert.deepEqual(problems, [])
  assert.ok(requests.length >= 12, `${requests.length} requests`)
})
