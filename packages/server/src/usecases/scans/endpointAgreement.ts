import type { Address } from '@redoubt/risk/address.ts'
import type { EndpointAgreement } from '@redoubt/risk/engine/endpointAgreement.ts'
import type { GatheredFacts } from '@redoubt/risk/engine/gatherFacts.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'

/** What other endpoints say of the state that was read at the block so far. Never rejects. */
export type AskAgreement = (
  block: PinnedBlock,
  concerns: (address: Address) => boolean,
  signal: AbortSignal,
) => Promise<EndpointAgreement>

/** Asks, once the facts are gathered, whether the endpoints agree about the state that they rest on. */
export async function endpointAgreement(
  { agreement }: { agreement?: AskAgreement },
  gathered: readonly Pick<GatheredFacts, 'facts'>[],
  signal: AbortSignal,
): Promise<EndpointAgreement | undefined> {
  const block = gathered[0]?.facts.block
  if (agreement === undefined || block === undefined) return undefined
  let text: string | null = null
  const concerns = (address: Address) => {
    text ??= JSON.stringify(
      gathered.map(({ facts }) => facts),
      (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value),
    ).toLowerCase()
    return text.includes(address)
  }
  return agreement(block, concerns, signal)
}
