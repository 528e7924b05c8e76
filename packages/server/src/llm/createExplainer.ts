import type { OperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import type OpenAI from 'openai'
import { Type } from 'typebox'
import { Check } from 'typebox/schema'
import { boundedFacts } from './boundedFacts.ts'
import { INSTRUCTIONS } from './instructions.ts'

/** An OpenAI-compatible service, as configured. */
export type LanguageService = {
  /** Up to and without `/chat/completions`. */
  baseUrl: string
  model: string
  apiKey: string | null
  /** Milliseconds for one answer; the scan's deadline holds besides. */
  timeoutMs: number
}

const Written = Type.Object(
  { summary: Type.String({ minLength: 1, maxLength: 600 }), details: Type.String({ minLength: 1, maxLength: 2_000 }) },
  { additionalProperties: false },
)
const MAX_ANSWER_BYTES = 262_144
const MAX_TOKENS = 700

/**
 * Asks a language model to put facts into words. Only the shape of the answer is checked: the caller decides what of it may
 * be shown. Nothing is sent, and the client is not even loaded, before the first question.
 * @throws when the service fails, is late, or answers anything but the asked-for shape.
 * @example createExplainer({ baseUrl: 'http://127.0.0.1:11434/v1', model: 'llama3.2', apiKey: null, timeoutMs: 2_000 }, egress.operator)
 */
export function createExplainer(service: LanguageService, http: Pick<OperatorFetch, 'fetch'>) {
  let client: Promise<OpenAI> | undefined
  return async (facts: object, signal: AbortSignal): Promise<{ summary: string; details: string }> => {
    client ??= connect(service, http)
    const completion = await (await client).chat.completions.create(
      {
        model: service.model,
        messages: [
          { role: 'system', content: INSTRUCTIONS },
          { role: 'user', content: boundedFacts(facts) },
        ],
        response_format: {
          type: 'json_schema',
          json_schema: { name: 'explanation', strict: true, schema: { ...Written } },
        },
        // The same facts should get the same words, as far as the service can.
        temperature: 0,
        seed: 1,
        max_tokens: MAX_TOKENS,
      },
      { signal: AbortSignal.any([signal, AbortSignal.timeout(service.timeoutMs)]) },
    )
    const written: unknown = JSON.parse(completion.choices[0]?.message.content ?? '')
    if (!Check(Written, written)) throw new Error('the language model answered in another shape than asked for')
    return written
  }
}

/** The well-kept client, over our own egress: no request of its own, no second try that would outlast the scan. */
async function connect(service: LanguageService, http: Pick<OperatorFetch, 'fetch'>): Promise<OpenAI> {
  const { OpenAI } = await import('openai')
  return new OpenAI({
    baseURL: service.baseUrl,
    // The client refuses to be without one; services that need none ignore it.
    apiKey: service.apiKey ?? 'none',
    organization: null,
    project: null,
    webhookSecret: null,
    maxRetries: 0,
    timeout: service.timeoutMs,
    logLevel: 'off',
    fetch: async (url, init = {}) => {
      const answer = await http.fetch({
        url: String(url),
        method: init.method === 'GET' ? 'GET' : 'POST',
        headers: Object.fromEntries(new Headers(init.headers as ConstructorParameters<typeof Headers>[0])),
        body: String(init.body ?? ''),
        deadlineMs: service.timeoutMs,
        maxBytes: MAX_ANSWER_BYTES,
        ...(init.signal && { signal: init.signal }),
      })
      return new Response(new Uint8Array(answer.body), { status: answer.status, headers: answer.headers })
    },
  })
}
