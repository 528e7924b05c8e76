import type { Address } from '@redoubt/risk/address.ts'
import { isBurnAddress } from '../effects.ts'
import { limitWithinBudget } from '../privilegedCall.ts'
import type { PrivilegesContext } from '../privilegesContext.ts'
import type { Candidate } from './candidate.ts'
import type { Target } from './targets.ts'

const CALLERS = 'callers of privileged calls'
const MAX_KEYS = 12
/** Some tokens let it move every holder's tokens by design; it moves nothing without a signature. */
const PERMIT2: Address = '0x000000000022d473030f116ddee9f6b43ac78ba3'

/** Returns the known accounts that a key controls: honest tokens approve exchanges and marketplaces in advance, but no EOA. */
export async function keyHolders(
  { chain, block, signal, budget }: Pick<PrivilegesContext, 'chain' | 'block' | 'signal' | 'budget'>,
  target: Target,
): Promise<Candidate[]> {
  const fixed = target.fixed
    .filter((address) => address !== PERMIT2)
    .map((address): Candidate => ({ address, by: 'an address in its code', role: 'role', named: false }))
  const people = [...new Map([...fixed, ...target.candidates].map((one) => [one.address, one])).values()].filter(
    ({ address }) => !isBurnAddress(BigInt(address)),
  )
  const codes = await Promise.all(people.map(({ address }) => chain.code(block, address, signal)))
  const keys = people.filter((_, index) => codes[index] === '0x')
  return [...limitWithinBudget({ budget }, keys, { max: MAX_KEYS, what: CALLERS })]
}
