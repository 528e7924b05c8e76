import type { FastifyReply } from 'fastify'

/** Fires when the client goes away before it was answered, so that nobody works for nobody. */
export function disconnectSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  const onClose = () => {
    if (!reply.raw.writableEnded) controller.abort(new Error('The client went away'))
  }
  if (reply.raw.destroyed) onClose()
  else reply.raw.once('close', onClose)
  return controller.signal
}
