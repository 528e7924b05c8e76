import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One answer of a test service: JSON, or text as it is; `hang` never answers, `flood` never stops. */
export type TestAnswer =
  | { status?: number; headers?: Record<string, string>; json?: unknown; text?: string }
  | 'hang'
  | 'flood'

/** A real HTTP server that speaks a service's protocol as far as `answer` does. */
export type TestService = {
  url: string
  /** Paths with their queries, as asked. */
  asked: string[]
  /** May be replaced between questions. */
  answer: (url: URL) => TestAnswer
  close(): Promise<void>
}

export async function startTestService(answer: TestService['answer']): Promise<TestService> {
  const server = createServer((request, response) => {
    service.asked.push(request.url ?? '')
    const given = service.answer(new URL(request.url ?? '/', 'http://service.test'))
    if (given === 'hang') return
    if (given === 'flood') {
      response.writeHead(200, { 'content-type': 'application/json' })
      const pour = () => {
        while (!response.destroyed && response.write('['.repeat(65_536)));
        if (!response.destroyed) response.once('drain', pour)
      }
      pour()
      return
    }
    response
      .writeHead(given.status ?? 200, { 'content-type': 'application/json', ...given.headers })
      .end(given.text ?? JSON.stringify(given.json))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const service: TestService = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: [],
    answer,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return service
}
