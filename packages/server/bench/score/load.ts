import { connect } from 'node:net'

export type Load = { perSecond: number; milliseconds: number[] }

/**
 * Asks for one address over so many kept connections, one request at a time on each, for a while. Reads no more of an answer than
 * its status and length: the cheaper it is to ask, the more of the figure is the server's.
 * @param tokens keys to be used in turn.
 * @throws Error for any answer but 200.
 */
export async function load(
  target: string,
  { tokens, connections, forMs }: { tokens: readonly string[]; connections: number; forMs: number },
): Promise<Load> {
  const { hostname, port, pathname, host } = new URL(target)
  const requests = tokens.map((token) =>
    Buffer.from(`GET ${pathname} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\n\r\n`),
  )
  const milliseconds: number[] = []
  const began = performance.now()
  let sent = 0

  const ask = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(Number(port), hostname).setNoDelay()
      let at = 0
      let missing = 0
      const next = () => {
        if (performance.now() - began >= forMs) {
          socket.destroy()
          return resolve()
        }
        at = performance.now()
        socket.write(requests[sent++ % requests.length] as Buffer)
      }
      socket.on('connect', next).on('error', reject)
      socket.on('data', (chunk) => {
        if (missing === 0) {
          const end = chunk.indexOf('\r\n\r\n')
          const head = chunk.toString('latin1', 0, end)
          const length = /content-length: (\d+)/i.exec(head)?.[1]
          if (!head.startsWith('HTTP/1.1 200') || length === undefined) return reject(new Error(head))
          missing = end + 4 + Number(length)
        }
        missing -= chunk.length
        if (missing > 0) return
        milliseconds.push(performance.now() - at)
        next()
      })
    })
  await Promise.all(Array.from({ length: connections }, ask))
  return { perSecond: (milliseconds.length * 1000) / (performance.now() - began), milliseconds }
}
