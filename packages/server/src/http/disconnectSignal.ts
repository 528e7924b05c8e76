import type { FastifyReply } from 'fastify'

/** Fires when the client goes away before it was answered, so that no work is done for a client that has left. */
export function disconnectSignal({ raw, request }: FastifyReply): AbortSignal {
  request.gone ??= new AbortController()
  if (raw.destroyed && !raw.writableEnded) request.gone.abort(new Error('The client went away'))
  return request.gone.signal
}
