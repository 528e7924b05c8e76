import { EgressError, type EgressFailure } from './egressError.ts'

const BY_CODE: [RegExp, EgressFailure, string][] = [
  [
    /^(ERR_TLS|ERR_SSL|EPROTO|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|HOSTNAME_|INVALID_CA)/,
    'tls',
    'no trusted TLS connection',
  ],
  [/^UND_ERR_HEADERS_OVERFLOW$/, 'bad-answer', 'the headers of the answer are larger than 16 KB'],
  [/^(HPE_|UND_ERR_RES|UND_ERR_PRE)/, 'bad-answer', 'the answer is not valid HTTP'],
  [/^(Z_|ERR__ERROR|ERR_BROTLI)/, 'bad-encoding', 'the compressed answer is broken or cut short'],
  [/^UND_ERR_SOCKET$/, 'connect', 'the connection was closed before the answer was complete'],
]

/** What undici, the socket or the decompression reported, in our words. An EgressError stays what it is. */
export function describeFailure(host: string, error: unknown): EgressError {
  if (error instanceof EgressError) return error
  const code = (error as { code?: unknown } | null)?.code
  if (typeof code !== 'string') return new EgressError('connect', `${host}: the connection failed.`, { cause: error })
  const [, failure, words] = BY_CODE.find(([pattern]) => pattern.test(code)) ?? [
    '',
    'connect' as const,
    'the connection failed',
  ]
  return new EgressError(failure, `${host}: ${words} (${code}).`, { cause: error })
}
