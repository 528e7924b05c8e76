import type { AllowList } from '@redoubt/egress/allowList.ts'
import { EgressError } from '@redoubt/egress/egressError.ts'
import { checkTarget } from '@redoubt/egress/target.ts'
import type { Receiver } from '../domain/ports/webhooks.ts'
import { InvalidInput } from '../domain/sourceErrors.ts'

/**
 * Whether events are delivered to a URL, as far as can be told before its name is looked up; asked again at each attempt, since
 * EGRESS_ALLOW may have changed.
 * @param member how a complaint calls it: `body.url`.
 * @throws InvalidInput that names the remedy.
 */
export function checkReceiver(text: string, allow: AllowList, member: string): Receiver {
  const refuse = (detail: string, cause?: unknown) => new InvalidInput(`${member}: ${detail}`, { cause })
  const given = URL.parse(text)
  if (given === null || (given.protocol !== 'https:' && given.protocol !== 'http:'))
    throw refuse('expected an https URL')
  if (given.username !== '' || given.password !== '')
    throw refuse('expected a URL without credentials, which would not be sent; verify the signature instead')
  try {
    const { url, port, allowed } = checkTarget(text, allow)
    if (url.protocol !== 'https:' && !allowed) throw refuse('expected an https URL')
    return { url: url.href, endpoint: `${url.hostname}:${port}` }
  } catch (error) {
    if (error instanceof EgressError) throw refuse(error.message, error)
    throw error
  }
}
