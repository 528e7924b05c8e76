import type { ExampleCall } from './exampleCalls.ts'

/** How the document names an operation on the wire. */
export type Wire = { verb: string; path: string }

const WIDTH = 100

/** The call for a shell that has REDOUBT_URL and REDOUBT_API_KEY. */
export function curlSnippet({ verb, path }: Wire, call: ExampleCall): string {
  const method = verb === 'get' || (verb === 'post' && call.body !== undefined) ? '' : ` -X ${verb.toUpperCase()}`
  const lines = [`curl -s${method} "$REDOUBT_URL${target(path, call)}"`, '-H "Authorization: Bearer $REDOUBT_API_KEY"']
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
    ...(body === undefined && query === undefined ? [] : [literal(body ?? query, JAVASCRIPT)]),
  ]
  return `import { createClient } from '@redoubt/client'

const client = createClient({ baseUrl: process.env.REDOUBT_URL, apiKey: process.env.REDOUBT_API_KEY })

const answer = await client.${method}(${list.join(', ')})
console.log(answer)`
}

/** The call by `redoubt_client`. */
export function pythonSnippet({ method, path = [], query = {}, body }: ExampleCall): string {
  const name = snakeCase(method)
  const named = Object.entries(query).map(([key, value]) => `${snakeCase(key)}=${literal(value, PYTHON)}`)
  const list = [
    ...path.map((one) => JSON.stringify(one)),
    ...(body === undefined ? [] : [literal(body, PYTHON)]),
    ...named,
  ]
  return `import os
from redoubt_client import Client

client = Client(os.environ["REDOUBT_URL"], os.environ["REDOUBT_API_KEY"])

answer = client.${name}(${list.join(', ')})
print(answer)`
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

function target(path: string, { path: values = [], query = {} }: ExampleCall): string {
  const left = [...values]
  const filled = path.replace(/\{\w+\}/g, () => left.shift() ?? '')
  const search = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
  return search.length === 0 ? filled : `${filled}?${search.join('&')}`
}

type Dialect = { text(value: string): string; name(key: string): string; word(value: unknown): string }
const JAVASCRIPT: Dialect = {
  text: (value) => `'${value.replaceAll(/['\\]/g, '\\$&')}'`,
  name: (key) => key,
  word: String,
}
const PYTHON: Dialect = {
  text: (value) => JSON.stringify(value),
  name: (key) => JSON.stringify(key),
  word: (value) => (value === null ? 'None' : typeof value === 'boolean' ? (value ? 'True' : 'False') : String(value)),
}

/** A JSON value as a person would write it in a language, on one line where it fits. */
function literal(value: unknown, dialect: Dialect, indent = ''): string {
  if (typeof value === 'string') return dialect.text(value)
  if (typeof value !== 'object' || value === null) return dialect.word(value)
  const inner = `${indent}${dialect === PYTHON ? '    ' : '  '}`
  const parts = Array.isArray(value)
    ? value.map((one) => literal(one, dialect, inner))
    : Object.entries(value).map(([key, member]) => `${dialect.name(key)}: ${literal(member, dialect, inner)}`)
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  if (parts.length === 0) return `${open}${close}`
  const space = Array.isArray(value) || dialect === PYTHON ? '' : ' '
  const line = `${open}${space}${parts.join(', ')}${space}${close}`
  if (line.length <= WIDTH - indent.length) return line
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join('')}${indent}${close}`
}
