import { createHash } from 'node:crypto'
import { ApiError } from '../../errors.ts'
import type { Edge } from '../context.ts'
import { clientNetwork, createAddressWindows } from './clientAddress.ts'

const WINDOW_MS = 15 * 60_000
/** Attempts of one client in 15 minutes, with any name and in any way. */
const PER_ADDRESS = 30
/** Of one client with one name. */
const PER_ADDRESS_AND_NAME = 10
/** Of all clients with one name: many, so that a stranger cannot easily shut its owner out. Links and passkeys have no name. */
const PER_NAME = 100

/** Attempts to sign in, on one node; right ones count too. Unknown names are counted as known ones are. */
export function createSignInLimits({ now, siblings }: Pick<Edge, 'now' | 'siblings'>) {
  const windows = createAddressWindows({ windowMs: WINDOW_MS, siblings, topic: 'sign-ins' })
  const take = (about: string, limit: number) => {
    const until = windows.take(about, limit, now())
    if (until === null) return
    const retryAfter = Math.max(1, Math.ceil((until - now()) / 1000))
    throw new ApiError('RATE_LIMIT_EXCEEDED', {
      detail: `${limit} attempts to sign in within 15 minutes. Try again in ${retryAfter} s.`,
      retryAfter,
    })
  }
  const takeAddress = (ip: string) => take(`address ${clientNetwork(ip)}`, PER_ADDRESS)
  return {
    /** @throws ApiError RATE_LIMIT_EXCEEDED */
    takeAddress,
    /** Counts an attempt with a name. @throws ApiError RATE_LIMIT_EXCEEDED */
    takeName(ip: string, name: string) {
      takeAddress(ip)
      // A hash: names that strangers make up would fill the memory.
      const short = createHash('sha256').update(name).digest('base64url')
      take(`${clientNetwork(ip)} ${short}`, PER_ADDRESS_AND_NAME)
      take(`name ${short}`, PER_NAME)
    },
  }
}
