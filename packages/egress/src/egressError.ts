/**
 * Why an outbound request gave no complete answer. `blocked`: our own rule forbids the address, port or scheme; `aborted`: the
 * caller's own doing; `bad-answer`: no HTTP, or more than 16 KB of headers; `bad-encoding`: a content coding that is unknown,
 * nested or broken; the others say where the remote failed.
 */
export type EgressFailure =
  | 'blocked'
  | 'dns'
  | 'connect'
  | 'tls'
  | 'timeout'
  | 'too-large'
  | 'bad-encoding'
  | 'bad-answer'
  | 'too-many-redirects'
  | 'aborted'

/**
 * An outbound request that produced no complete answer. The message names the host, what happened and, where there is one, the
 * remedy; never the path, the query or credentials, which may be keys.
 */
export class EgressError extends Error {
  readonly failure: EgressFailure
  constructor(failure: EgressFailure, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'EgressError'
    this.failure = failure
  }
}

const BY_CODE: [RegExp, EgressFailure, string][] = [
  [
    /^(ERR_TLS|ERR_SSL|EPROTO|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|HOSTNAME_|INVALID_CA)/,
    'tls',
    'no trusted TLS connection',
  ],
  [/^UND_ERR_HEADERS_OVERFLOW$/, 'bad-answer', 'the headers of the answer are larger than 16 KB'],
  [/^(HPE_|HTTPParserError|UND_ERR_RES|UND_ERR_PRE)/, 'bad-answer', 'the answer is not valid HTTP or was cut short'],
  [/^(Z_|ERR__ERROR|ERR_BROTLI)/, 'bad-encoding', 'the compressed answer is broken or cut short'],
  [/^UND_ERR_SOCKET$/, 'connect', 'the connection was closed before the answer was complete'],
]

/** What undici, the socket or the decompression reported, in our words. An EgressError stays what it is. */
export function describeFailure(host: string, error: unknown): EgressError {
  if (error instanceof EgressError) return error
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown }
  // undici's parser does not always have a code.
  const said = String(code ?? name ?? 'no reason given')
  const known = BY_CODE.find(([pattern]) => pattern.test(said))
  const [, failure, words] = known ?? [said, 'connect' as const, 'the connection failed']
  return new EgressError(failure, `${host}: ${words} (${said}).`, { cause: error })
}
