import { readFileSync } from 'node:fs'
import { EXAMPLE_REQUESTS } from './exampleRequests.ts'

type Content = { example?: unknown; examples?: Record<string, { summary?: string; value: unknown }> }
type Operation = {
  operationId?: string
  requestBody?: { content?: Record<string, Content> }
  responses: Record<string, unknown>
}

/** Answers of the sandbox, by the name of the example. */
const FILE = new URL('./examples.generated.json', import.meta.url)

/** Adds the requests that were made in the sandbox, and their answers. */
export function addExamples(document: { paths: object }): void {
  const paths = document.paths as Record<string, Record<string, Operation>>
  const { answers } = JSON.parse(readFileSync(FILE, 'utf8')) as { answers: Record<string, unknown> }
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
  for (const { operationId, name, summary, body } of EXAMPLE_REQUESTS) {
    const operation = operations.find((one) => one.operationId === operationId)
    const answered = operation?.responses['200'] as { content?: Record<string, Content> } | undefined
    const request = operation?.requestBody?.content?.['application/json']
    const answer = answered?.content?.['application/json']
    if (request !== undefined && body !== undefined) add(request, name, { summary, value: body })
    if (answer !== undefined && answers[name] !== undefined) add(answer, name, { summary, value: answers[name] })
  }
}

/** The example of the sandbox stands first: documents show that one. `example` and `examples` exclude each other. */
function add(content: Content, name: string, example: { summary: string; value: unknown }): void {
  const others = content.example === undefined ? content.examples : { example1: { value: content.example } }
  delete content.example
  content.examples = { [name]: example, ...others }
}
