import type { AllowList } from './allowList.ts'
import type { Deadline } from './deadline.ts'
import { guardedConnector } from './guardedConnector.ts'
import type { Hop, HopRequest } from './hop.ts'
import { hopAlone } from './hopAlone.ts'
import { checkTarget } from './target.ts'

/** Sends one request to an address that a stranger chose. @throws EgressError */
export async function guardedHop(request: HopRequest, allow: AllowList, deadline: Deadline): Promise<Hop> {
  const target = checkTarget(request.url.href, allow)
  let address = ''
  const connect = guardedConnector(target, deadline, (ip) => {
    address = ip
  })
  const hop = await hopAlone({ ...request, url: target.url }, connect, deadline)
  return { ...hop, address }
}
