import type { ExampleCall } from './exampleCalls.ts'

/** How the document names an operation on the wire. */
export type Wire = { verb: string; path: string }

const WIDTH = 100

/** The call for a shell that has REDOUBT_URL and REDOUBT_KEY. */
export function curlSnippet({ verb, path }: Wire, call: ExampleCall): string {
  const method = verb === 'get' || (verb === 'post' && call.body !== undefined) ? '' : ` -X ${verb.toUpperCase()}`
  const lines = [`curl -s${method} "$REDOUBT_URL${target(path, call)}"`, '-H "Authorization: Bearer $REDOUBT_KEY"']
  if (call.body !== undefined) lines.push(`-H 'Content-Type: application/json'`, `-d '${json(call.body)}'`)
  return lines.join(' \\\n  ')
}

function json(body: object): string {
  const line = JSON.stringify(body)
  return line.length <= WIDTH ? line : JSON.stringify(body, null, 2).replaceAll('\n', '\n  ')
}

/** The call by `@redoubt/client`. */
export function javascriptSnippet({ method, path = [], query, body }: ExampleCall): string {
  const list = [
    ...path.map((one) => `'${one}'`),
    ...(body === undefined && query === undefined ? [] : [literal(body ?? query)]),
  ]
  return `import { createClient } from '@redoubt/client'

const client = createClient({ baseUrl: process.env.REDOUBT_URL, apiKey: process.env.REDOUBT_KEY })

const answer = await client.${method}(${list.join(', ')})
console.log(answer)`
}

function target(path: string, { path: values = [], query = {} }: ExampleCall): string {
  const left = [...values]
  const filled = path.replace(/\{\w+\}/g, () => left.shift() ?? '')
  const search = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
  return search.length === 0 ? filled : `${filled}?${search.join('&')}`
}

/** JavaScript for a JSON value: as a person would write it, on one line where it fits. */
function literal(value: unknown, indent = ''): string {
  if (typeof value === 'string') return `'${value.replaceAll(/['\\]/g, '\\$&')}'`
  if (typeof value !== 'object' || value === null) return String(value)
  const inner = `${indent}  `
  const parts = Array.isArray(value)
    ? value.map((one) => literal(one, inner))
    : Object.entries(value).map(([name, member]) => `${name}: ${literal(member, inner)}`)
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  if (parts.length === 0) return `${open}${close}`
  const space = Array.isArray(value) ? '' : ' '
  const line = `${open}${space}${parts.join(', ')}${space}${close}`
  if (line.length <= WIDTH - indent.length) return line
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join('')}${indent}${close}`
}
