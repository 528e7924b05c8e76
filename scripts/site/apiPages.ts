import { EXAMPLE_CALLS } from './exampleCalls.ts'
import { codeBlock, escapeHtml, inline, paragraphs, tabs } from './html.ts'
import { type Page, pageAddress } from './layout.ts'
import { curlSnippet, javascriptSnippet, pythonSnippet } from './snippets.ts'

type Node = Record<string, unknown>
export type ApiDocument = {
  info: { description: string }
  paths: Record<string, Record<string, Node>>
  webhooks: Record<string, Record<string, Node>>
  components: Record<'schemas' | 'parameters' | 'responses', Record<string, Node>>
}
/** What the sandbox answered to each example call. */
export type Answers = Record<string, unknown>

const MAX_DEPTH = 6

/** One page for each operation of `openapi.json`, one for each event, and one about the whole. */
export function apiPages(document: ApiDocument, answers: Answers): Page[] {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([verb, operation]) => operationPage(document, answers, { path, verb, operation })),
  )
  const events = Object.entries(document.webhooks).map(([name, methods]) =>
    eventPage(document, name, methods.post ?? {}),
  )
  const about = { path: 'api', title: 'About the API', section: 'API', body: paragraphs(document.info.description) }
  return [about, ...operations, ...events]
}

function operationPage(
  document: ApiDocument,
  answers: Answers,
  { path, verb, operation }: { path: string; verb: string; operation: Node },
): Page {
  const id = String(operation.operationId)
  const call = EXAMPLE_CALLS.find((one) => one.operation === id)
  const parameters = ((operation.parameters ?? []) as Node[]).map((one) => resolve(document, one))
  const request = jsonSchemaOf(operation.requestBody as Node | undefined)
  const responses = Object.entries(operation.responses as Record<string, Node>).map(
    ([status, response]) => [status, resolve(document, response)] as const,
  )
  const parts = [
    `<p class="wire"><span class="verb ${verb}">${verb.toUpperCase()}</span> <code>${escapeHtml(path)}</code></p>`,
    paragraphs(operation.description),
  ]
  if (call !== undefined) {
    const versions = [
      { title: 'curl', language: 'bash', code: curlSnippet({ verb, path }, call) },
      { title: 'JavaScript', language: 'javascript', code: javascriptSnippet(call) },
      { title: 'Python', language: 'python', code: pythonSnippet(call) },
    ]
    parts.push('<h2 id="example">Example</h2>', tabs(versions))
    if (answers[id] !== undefined)
      parts.push(
        '<details class="answer" open><summary>Answer</summary>',
        codeBlock(JSON.stringify(answers[id], null, 2), 'json'),
        '</details>',
      )
    parts.push(tryIt({ verb, path, example: call.body, query: call.query, values: call.path ?? [] }))
  }
  if (parameters.length > 0)
    parts.push('<h2 id="parameters">Parameters</h2>', memberList(document, parameterMembers(parameters)))
  if (request !== undefined) parts.push('<h2 id="body">Body</h2>', schemaMembers(document, request))
  const [, success] = responses.find(([status]) => status.startsWith('2')) ?? []
  const data = dataSchema(document, success)
  if (data !== undefined)
    parts.push('<h2 id="answer"><code>data</code> of the answer</h2>', schemaMembers(document, data))
  const rows = responses.map(([status, one]) => `<tr><td>${status}</td><td>${inline(one.description)}</td></tr>`)
  parts.push(`<h2 id="statuses">Statuses</h2><div class="table"><table><tbody>${rows.join('')}</tbody></table></div>`)
  parts.push(`<p>Errors are explained in <a href="${pageAddress('errors')}">Errors</a>.</p>`)
  const [tag = 'API'] = (operation.tags ?? []) as string[]
  return {
    path: `api/${id}`,
    title: String(operation.summary).replace(/\.$/, ''),
    section: `API: ${tag}`,
    badge: verb.toUpperCase(),
    body: parts.join('\n'),
  }
}

function eventPage(document: ApiDocument, name: string, operation: Node): Page {
  const schema = jsonSchemaOf(operation.requestBody as Node | undefined)
  const body = paragraphs(operation.description ?? operation.summary)
  return {
    path: `events/${name}`,
    title: name,
    section: 'Events',
    body: schema === undefined ? body : `${body}<h2 id="body">Body</h2>${schemaMembers(document, schema)}`,
  }
}

/** A form that the page's script makes work; without scripts it is not shown. */
function tryIt(call: {
  verb: string
  path: string
  example: unknown
  query: unknown
  values: readonly string[]
}): string {
  const names = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const fields = names.map((name, at) => {
    const value = call.values[at] ?? ''
    return `<label>${escapeHtml(name)}<input name="${escapeHtml(name)}" data-in="path" value="${value.startsWith('{') ? '' : escapeHtml(value)}"></label>`
  })
  const query = new URLSearchParams(Object.entries(call.query ?? {}).map(([name, value]) => [name, String(value)]))
  const text = call.example === undefined ? '' : JSON.stringify(call.example, null, 2)
  return `<form class="try" data-verb="${call.verb}" data-path="${escapeHtml(call.path)}" hidden><h2 id="try">Try it</h2>
<p>Use a key of the sandbox (<code>svc_test_…</code>): it reaches no real network. The key stays in this tab.</p>
<label>Key<input name="key" type="password" autocomplete="off" spellcheck="false"></label>${fields.join('')}
<label>Query<input name="query" value="${escapeHtml(query.toString())}"></label>
${call.example === undefined ? '' : `<label>Body<textarea name="body" rows="${Math.min(text.split('\n').length, 14)}" spellcheck="false">${escapeHtml(text)}</textarea></label>`}
<button type="submit">Send</button><output aria-live="polite"></output></form>`
}

type Member = { name: string; note: string; schema: Node; description: unknown }

function parameterMembers(parameters: readonly Node[]): Member[] {
  return parameters.map((one) => ({
    name: String(one.name),
    note: `${one.in}${one.required === true ? ', required' : ''}`,
    schema: one.schema as Node,
    description: one.description,
  }))
}

function schemaMembers(document: ApiDocument, schema: Node, depth = 0): string {
  const inner = resolve(document, schema)
  const required = (inner.required ?? []) as string[]
  const properties = Object.entries((inner.properties ?? {}) as Record<string, Node>)
  if (properties.length === 0) return depth === 0 ? `<p>${typeName(document, schema)}</p>` : ''
  return memberList(
    document,
    properties.map(([name, member]) => ({
      name,
      note: required.includes(name) ? '' : 'optional',
      schema: member,
      description: member.description,
    })),
    depth,
  )
}

function memberList(document: ApiDocument, members: readonly Member[], depth = 0): string {
  const items = members.map(({ name, note, schema, description }) => {
    const inside = depth < MAX_DEPTH ? objectIn(document, schema) : undefined
    const nested = inside === undefined ? '' : schemaMembers(document, inside, depth + 1)
    const more = nested === '' ? '' : `<details><summary>Members</summary>${nested}</details>`
    return `<li><code class="name">${escapeHtml(name)}</code> <span class="type">${typeName(document, schema)}</span> <span class="note">${escapeHtml(note)}</span><p>${inline(description)}</p>${more}</li>`
  })
  return `<ul class="members">${items.join('')}</ul>`
}

/** The object that a member is or holds. */
function objectIn(document: ApiDocument, schema: Node): Node | undefined {
  const inner = resolve(document, schema)
  if (inner.properties !== undefined) return inner
  if (inner.items !== undefined) return objectIn(document, inner.items as Node)
  for (const one of (inner.anyOf ?? inner.oneOf ?? []) as Node[]) {
    const found = objectIn(document, one)
    if (found !== undefined) return found
  }
  return undefined
}

function typeName(document: ApiDocument, schema: Node): string {
  const inner = resolve(document, schema)
  const either = (inner.anyOf ?? inner.oneOf) as Node[] | undefined
  if (either !== undefined) return either.map((one) => typeName(document, one)).join(' | ')
  if (Array.isArray(inner.enum)) return inner.enum.map((one) => `<code>${escapeHtml(one)}</code>`).join(' | ')
  if (inner.type === 'array') return `list of ${typeName(document, (inner.items ?? {}) as Node)}`
  return escapeHtml(inner.type ?? ('const' in inner ? JSON.stringify(inner.const) : 'any'))
}

function dataSchema(document: ApiDocument, response: Node | undefined): Node | undefined {
  const schema = jsonSchemaOf(response)
  if (schema === undefined) return undefined
  const data = ((resolve(document, schema).properties as Node | undefined)?.data ?? schema) as Node
  // Scans answer a whole result or its summary: the whole one has all members.
  const [whole] = (data.anyOf ?? []) as Node[]
  return whole !== undefined && typeof whole.$ref === 'string' ? whole : data
}

function jsonSchemaOf(container: Node | undefined): Node | undefined {
  const content = container?.content as Record<string, Node> | undefined
  return content?.['application/json']?.schema as Node | undefined
}

function resolve(document: ApiDocument, node: Node): Node {
  if (typeof node.$ref !== 'string') return node
  const [, , kind, name = ''] = node.$ref.split('/')
  return {
    ...document.components[kind as 'schemas'][name],
    ...(node.description !== undefined && { description: node.description }),
  }
}
