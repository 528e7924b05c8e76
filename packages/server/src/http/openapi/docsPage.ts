import { createHash } from 'node:crypto'
import type { OpenApiDocument } from './openapi.ts'

const STYLE = `
:root{color-scheme:light dark;--line:#8884;--soft:#8881;--accent:#2a62c9}
@media (prefers-color-scheme:dark){:root{--accent:#8ab4ff}}
body{font:16px/1.5 system-ui,sans-serif;margin:0 auto;padding:1rem;max-width:60rem}
nav ul{list-style:none;padding:0;columns:2 18rem}
a{color:var(--accent)}
h2{margin-top:2.5rem;border-bottom:1px solid var(--line)}
article{border:1px solid var(--line);border-radius:.5rem;padding:0 1rem 1rem;margin:1rem 0}
h3{font:600 1rem ui-monospace,monospace;overflow-wrap:anywhere}
h3 span{background:var(--accent);color:Canvas;border-radius:.25rem;padding:.1rem .4rem;margin-right:.5rem}
table{border-collapse:collapse;width:100%;display:block;overflow-x:auto}
td,th{border-bottom:1px solid var(--line);padding:.25rem .75rem .25rem 0;text-align:left;vertical-align:top}
code,pre{font:.875rem/1.5 ui-monospace,monospace}
pre{background:var(--soft);padding:.75rem;border-radius:.25rem;overflow-x:auto}
`

/** The page runs nothing and loads nothing: its one style sheet is inside it, named by its hash. */
export const DOCS_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

type Node = Record<string, unknown>

/** The human page of the OpenAPI document. Every word of it is escaped. */
export function docsPage(document: OpenApiDocument): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ id: anchor(method, path), method, path, operation })),
  )
  const schemas = Object.entries(document.components.schemas)
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(document.info.title)} API</title><style>${STYLE}</style></head><body>
<header><h1>${escapeHtml(document.info.title)} API <small>${escapeHtml(document.info.version)}</small></h1>
${prose(document.info.description)}<p><a href="/openapi.json">openapi.json</a></p></header>
<nav aria-label="Operations"><ul>${operations
    .map(({ id, method, path }) => `<li><a href="#${id}">${method.toUpperCase()} ${escapeHtml(path)}</a></li>`)
    .join('')}</ul></nav>
<main><h2>Operations</h2>${operations.map((one) => operationSection(document, one)).join('')}
<h2>Schemas</h2>${schemas
    .map(
      ([name, schema]) =>
        `<article id="schema-${escapeHtml(name)}"><h3>${escapeHtml(name)}</h3>${members(schema as Node)}</article>`,
    )
    .join('')}</main></body></html>
`
}

function operationSection(
  document: OpenApiDocument,
  { id, method, path, operation }: { id: string; method: string; path: string; operation: Node },
): string {
  const parameters = ((operation.parameters ?? []) as Node[]).map((one) =>
    typeof one.$ref === 'string' ? (document.components.parameters?.[lastPart(one.$ref)] as Node) : one,
  )
  const request = jsonSchemaOf(operation.requestBody as Node | undefined)
  const example = exampleOf(document, operation.requestBody as Node | undefined)
  return `<article id="${id}"><h3><span>${method.toUpperCase()}</span>${escapeHtml(path)}</h3>
<p><strong>${escapeHtml(operation.summary)}</strong></p>${prose(operation.description)}
${parameters.length === 0 ? '' : table(parameters.map((one) => [one.name, one.in, one.required ? 'required' : '', html(typeOf(one.schema as Node)), one.description]))}
${request ? `<p>Body: ${typeOf(request)}</p>` : ''}
${example === undefined ? '' : `<pre>${escapeHtml(JSON.stringify(example, null, 2))}</pre>`}
${table(Object.entries(operation.responses as Record<string, Node>).map(([status, response]) => responseRow(document, status, response)))}
</article>`
}

function responseRow(document: OpenApiDocument, status: string, response: Node): unknown[] {
  const resolved =
    typeof response.$ref === 'string' ? document.components.responses?.[lastPart(response.$ref)] : response
  const schema = jsonSchemaOf(resolved as Node)
  const data = ((schema?.properties as Node | undefined)?.data ?? schema) as Node | undefined
  return [status, html(prose((resolved as Node).description)), html(data ? typeOf(data) : '')]
}

function jsonSchemaOf(container: Node | undefined): Node | undefined {
  const content = container?.content as Record<string, Node> | undefined
  return content?.['application/json']?.schema as Node | undefined
}

function exampleOf(document: OpenApiDocument, body: Node | undefined): unknown {
  const schema = jsonSchemaOf(body)
  if (!schema) return undefined
  const named = (typeof schema.$ref === 'string' ? document.components.schemas[lastPart(schema.$ref)] : schema) as
    | Node
    | undefined
  return (named?.examples as unknown[] | undefined)?.[0]
}

function members(schema: Node): string {
  const required = (schema.required ?? []) as string[]
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Node>)
  return table(
    properties.map(([name, member]) => [
      name,
      required.includes(name) ? 'required' : '',
      html(typeOf(member)),
      member.description,
    ]),
  )
}

/** A short name of a schema's type, as markup. */
function typeOf(schema: Node): string {
  if (typeof schema.$ref === 'string') {
    const name = escapeHtml(lastPart(schema.$ref))
    return `<a href="#schema-${name}">${name}</a>`
  }
  if (Array.isArray(schema.anyOf)) return schema.anyOf.map((one) => typeOf(one as Node)).join(' | ')
  if (Array.isArray(schema.enum)) return `<code>${schema.enum.map(escapeHtml).join(' | ')}</code>`
  if (schema.type === 'array') return `${typeOf((schema.items ?? {}) as Node)}[]`
  if (schema.type === 'object' && schema.properties) {
    const inner = Object.entries(schema.properties as Record<string, Node>)
    return `{ ${inner.map(([name, member]) => `<code>${escapeHtml(name)}</code>: ${typeOf(member)}`).join(', ')} }`
  }
  return escapeHtml(schema.type ?? ('const' in schema ? JSON.stringify(schema.const) : 'any'))
}

type Markup = { markup: string }
const html = (markup: string): Markup => ({ markup })

function table(rows: unknown[][]): string {
  const cell = (value: unknown) =>
    `<td>${typeof value === 'object' && value !== null && 'markup' in value ? String(value.markup) : inline(value)}</td>`
  return `<table><tbody>${rows.map((row) => `<tr>${row.map(cell).join('')}</tr>`).join('')}</tbody></table>`
}

function prose(text: unknown): string {
  return String(text ?? '')
    .split('\n\n')
    .filter(Boolean)
    .map((paragraph) => `<p>${inline(paragraph)}</p>`)
    .join('')
}

/** Escapes, then shows `code`. */
function inline(text: unknown): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>')
}

function escapeHtml(text: unknown): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
  return String(text ?? '').replace(/[&<>"']/g, (character) => entities[character] ?? '')
}

function anchor(method: string, path: string): string {
  return `${method}${path}`.replace(/[^a-zA-Z0-9]+/g, '-')
}

function lastPart(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1)
}
