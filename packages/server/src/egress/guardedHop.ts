import { Client } from 'undici'
import type { AllowList } from './allowList.ts'
import type { Deadline } from './deadline.ts'
import { guardedConnector } from './guardedConnector.ts'
import { type Hop, type HopRequest, sendHop } from './hop.ts'
import { checkTarget } from './target.ts'

/**
 * Sends one request to an address that a stranger chose, on a connection of its own: what one stranger's host did to a
 * connection is never another's problem. @throws EgressError
 */
export async function guardedHop(request: HopRequest, allow: AllowList, deadline: Deadline): Promise<Hop> {
  const target = checkTarget(request.url.href, allow)
  let address = ''
  const client = new Client(target.url.origin, {
    pipelining: 1,
    maxHeaderSize: 16_384,
    headersTimeout: 0,
    bodyTimeout: 0,
    allowH2: false,
    connect: guardedConnector(target, deadline, (ip) => {
      address = ip
    }),
  })
  const close = () => void client.destroy().catch(() => undefined)
  try {
    const headers = { ...request.headers, connection: 'close' }
    const hop = await sendHop(client, { ...request, url: target.url, headers }, deadline)
    return { ...hop, address, close }
  } catch (error) {
    close()
    throw error
  }
}
