import type { Socket } from 'node:net'
import type { App } from './context.ts'

/** Between two looks for connections that an answer has just left idle, in milliseconds. */
const LOOK_EVERY_MS = 50
/** The longest scan and its answer; what is not done by then is cut, in milliseconds. */
const MAX_DRAIN_MS = 35_000

/**
 * Lets `app.close()` end: Node closes once what is idle at that moment, and waits for the rest. Connections that never carried a
 * request (browsers and pools open them ahead) are cut at once, those of answers on the way as soon as they are idle, and after the
 * longest scan all of them.
 * @param graceMs for which open connections may still bring a request, whose answer ends them: it was on its way when the process was told
 * to stop, and another one behind the same port takes those that come later.
 */
export function endConnectionsOnClose(app: App, graceMs = 0): void {
  const unused = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  app.server.on('request', ({ socket }) => unused.delete(socket))
  app.addHook('preClose', async () => {
    const end = () => {
      for (const socket of unused) socket.destroy()
      app.server.closeIdleConnections()
    }
    const { closeIdleConnections } = app.server
    // Node calls it as soon as it stops to listen.
    if (graceMs > 0) app.server.closeIdleConnections = () => undefined
    else end()
    const began = performance.now()
    const idle = setInterval(() => {
      if (performance.now() - began < graceMs) return
      app.server.closeIdleConnections = closeIdleConnections
      end()
    }, LOOK_EVERY_MS)
    const all = setTimeout(() => app.server.closeAllConnections(), MAX_DRAIN_MS)
    // Neither keeps a process alive whose server was never opened.
    idle.unref()
    all.unref()
    app.server.once('close', () => {
      clearInterval(idle)
      clearTimeout(all)
    })
  })
}
