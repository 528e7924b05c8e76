import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import type { SourceCheck } from '@redoubt/risk/purchaseFacts.ts'
import { withSignal } from '../../lib/withSignal.ts'
import type { Verification } from './createVerification.ts'

/** Milliseconds that a person who is about to sign waits for services on the internet. */
const PATIENCE_MS = 1_200

/** Whether the contract's source is published with one of the services. Never rejects: who gives no answer in time is not among `asked`. */
export async function sourceCheck(
  verification: Verification,
  { chain, address, codeHash }: { chain: Chain; address: Address; codeHash: Hex },
  signal: AbortSignal,
): Promise<SourceCheck> {
  const late = { address, verified: null, asked: [] }
  const over = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)])
  if (over.aborted) return late
  const answer = verification(chain, { address, codeHash }).verification.then(({ source, asked, unavailable }) => {
    const unheard = asked.length === 0 || unavailable.length > 0
    return { address, verified: source !== null ? true : unheard ? null : false, asked }
  })
  return withSignal(answer, over).catch((error: unknown) => {
    if (over.aborted) return late
    throw error
  })
}
