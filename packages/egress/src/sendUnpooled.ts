import type { buildConnector } from 'undici'
import { boundedClient } from './boundedClient.ts'
import type { Deadline } from './deadline.ts'
import { type Hop, type HopRequest, sendHop } from './hop.ts'

/**
 * Sends one request on a connection of its own: what one host did to a connection is never another's problem.
 * @throws EgressError
 */
export async function sendUnpooled(
  request: HopRequest,
  connect: buildConnector.connector,
  deadline: Deadline,
): Promise<Hop> {
  const { client, headEnded } = boundedClient(request.url, connect)
  const close = () => void client.destroy().catch(() => undefined)
  try {
    const headers = { ...request.headers, connection: 'close' }
    const hop = await sendHop(client, { ...request, headers }, deadline)
    headEnded()
    return { ...hop, close }
  } catch (error) {
    close()
    throw error
  }
}
