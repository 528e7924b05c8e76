import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { EXAMPLE_REQUESTS, stableAnswer } from '../../packages/server/src/http/openapi/exampleRequests.ts'

const ROOT = join(import.meta.dirname, '../..')
const TARGET = 'packages/server/src/http/openapi/examples.generated.json'

/**
 * Answers of the sandbox to the examples of the document. They are made when a request changed, and by `npm run gen -- --examples`:
 * the sandbox takes ten seconds. `openapiExamples.e2e.ts` demands that they are what the service answers.
 */
export default async function examples(): Promise<Record<string, string>> {
  const requests = createHash('sha256').update(JSON.stringify(EXAMPLE_REQUESTS)).digest('hex').slice(0, 16)
  const committed = await readFile(join(ROOT, TARGET), 'utf8').catch(() => '{}')
  const isCurrent = (JSON.parse(committed) as { requests?: string }).requests === requests
  if (isCurrent && !process.argv.includes('--examples')) return { [TARGET]: committed }
  if (process.argv.includes('--check')) return { [TARGET]: '' }
  return { [TARGET]: `${JSON.stringify({ requests, answers: await answersOfSandbox() }, null, 1)}\n` }
}

async function answersOfSandbox(): Promise<Record<string, unknown>> {
  const { startQuietService } = await import('../../packages/server/src/testing/quietService.ts')
  const service = await startQuietService('test')
  try {
    // It is built by the first request, which would take most of its time for that.
    await service.app.sandbox()
    const answers: Record<string, unknown> = {}
    for (const { name, path, body } of EXAMPLE_REQUESTS) {
      const { status, json } = await service.ask(path, body)
      if (status !== 200) throw new Error(`The example ${name} is answered ${status}: ${JSON.stringify(json)}`)
      answers[name] = stableAnswer(json)
    }
    return answers
  } finally {
    await service.close()
  }
}
