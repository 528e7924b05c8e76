import { word } from '../../trade/trader.ts'
import type { AcceptedCall } from '../calls/tried.ts'
import { type Attempt, execute } from '../execute.ts'
import type { ObservedCall } from '../observeCalls.ts'
import type { PrivilegesContext } from '../privilegesContext.ts'

/** A collection of as many items has no small fixed limit. */
const MANY_ITEMS = 20_000n
const TOTAL_SUPPLY = '0x18160ddd'
/** ownerOf(uint256) of a collection, and transfer(address,uint256) of a token with amounts. */
const OWNER_OF = '0x6352211e'
const TRANSFER = '0xa9059cbb'

/**
 * Returns the mints of a collection that are refused once it has many items: the call is made once more with another total supply, where one plain
 * word of the code holds it. Another refusal than that of a limit is told apart by the same call with the supply as it is.
 */
export async function itemLimits(
  context: PrivilegesContext,
  minting: readonly ObservedCall[],
): Promise<ReadonlyMap<AcceptedCall, bigint>> {
  const { address, bytecode, fixture } = context
  const of = (selector: string) => bytecode.functions.find((one) => one.selector === selector)
  const slots = of(TOTAL_SUPPLY)?.reads ?? []
  const [slot] = slots
  const isCollection = of(OWNER_OF) !== undefined && of(TRANSFER) === undefined
  if (!isCollection || slot === undefined || slots.length > 1 || (fixture.supply ?? MANY_ITEMS) >= MANY_ITEMS)
    return new Map()
  const plain = minting.filter(({ tried: { first } }) => first === undefined)
  const read = { from: fixture.stranger, to: address, value: 0n, data: TOTAL_SUPPLY, gas: 300_000n } as const
  const attempts = plain.map(({ tried }): Attempt => {
    return { calls: [read, tried.call], overrides: { [address]: { storage: { [slot]: `0x${word(MANY_ITEMS)}` } } } }
  })
  const runs = await execute(context, attempts, 'limits of collections')
  const refused = plain.filter((_, at) => {
    const [told, minted] = runs[at] ?? []
    return told?.output === `0x${word(MANY_ITEMS)}` && minted?.success === false
  })
  const open = plain.filter((one) => !refused.includes(one)).map(({ tried }) => tried.made.selector)
  // One way of a function that passes shows that it has no limit.
  return new Map(
    refused.filter(({ tried }) => !open.includes(tried.made.selector)).map(({ tried }) => [tried, MANY_ITEMS]),
  )
}
