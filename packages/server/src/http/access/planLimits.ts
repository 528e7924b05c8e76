/** Bytes of a request body. */
export const BODY_LIMIT = 1_048_576
/** Bytes of an answer from which on it is compressed, if the client asks for that. */
export const COMPRESSED_FROM = 1_024
/** Characters of one path parameter: a percent-encoded URL of 2,048 characters fits. */
export const PARAMETER_LIMIT = 8_192
/** Milliseconds to send the headers, and the whole request. */
export const HEADERS_TIMEOUT = 10_000
export const REQUEST_TIMEOUT = 20_000
/** Milliseconds a connection may be silent. Longer than the longest scan (30 s). */
export const CONNECTION_TIMEOUT = 60_000
/** Requests slower than this many seconds are logged. */
export const SLOW_SECONDS = 1
/** Longest silence of a stream of events, in milliseconds: shorter than what proxies allow a connection. */
export const HEARTBEAT = 15_000
