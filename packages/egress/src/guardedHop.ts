import type { KeptConnections } from './connectionPool.ts'
import type { Deadline } from './deadline.ts'
import type { Guard } from './guard.ts'
import { guardedConnector } from './guardedConnector.ts'
import type { Hop, HopRequest } from './hop.ts'
import { sendUnpooled } from './sendUnpooled.ts'
import { checkTarget } from './target.ts'

/**
 * Sends one request to an address that a stranger chose.
 * @param options.kept where its connection is taken from and left; without it, it has one of its own.
 * @throws EgressError
 */
export async function guardedHop(
  request: HopRequest,
  guard: Guard,
  deadline: Deadline,
  { insecureTls = false, kept = null }: { insecureTls?: boolean; kept?: KeptConnections | null } = {},
): Promise<Hop> {
  const target = checkTarget(request.url.href, guard.allow)
  if (kept !== null && !insecureTls) {
    const connector = (current: Deadline, told: (ip: string) => void) => guardedConnector(target, current, told, guard)
    return kept.send({ ...request, url: target.url }, connector, deadline)
  }
  let address = ''
  const told = (ip: string) => {
    address = ip
  }
  const connect = guardedConnector(target, deadline, told, {
    ...guard,
    lookingIn: insecureTls ? guard.lookingContext() : undefined,
  })
  const hop = await sendUnpooled({ ...request, url: target.url }, connect, deadline)
  return { ...hop, address }
}
