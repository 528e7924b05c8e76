import { trustedUnits } from '../../market/trustedUnits.ts'
import type { Observation } from '../observation.ts'
import type { PrivilegesContext } from '../privilegesContext.ts'
import { type Claim, fundsOf } from './claims.ts'

/** Percent of what a depositor paid, from which on what the withdrawal pays in other assets stands for it. */
const EXCHANGED_PERCENT = 75

type Exit = { claim: Claim; after: Observation; last: Observation }

/** Whether a call only exchanged the funds: the depositor's withdrawal after it pays other assets, worth most of what was paid in. */
export async function isExchanged(
  { chain, block, fixture, signal }: Pick<PrivilegesContext, 'chain' | 'block' | 'fixture' | 'signal'>,
  { claim, after, last }: Exit,
): Promise<boolean> {
  const unitOf = trustedUnits(chain, block, signal)
  const places = [null, ...fixture.assets.keys()]
  const worths = await Promise.all(
    places.map(async (place) => {
      const gained = fundsOf(last, place).caller - fundsOf(after, place).caller
      return Number(gained) * (gained === 0n ? 0 : await unitOf(addressOf(place)))
    }),
  )
  const paid = Number(claim.paid) * (await unitOf(addressOf(claim.asset)))
  return paid > 0 && worths.reduce((sum, one) => sum + one, 0) * 100 >= paid * EXCHANGED_PERCENT

  function addressOf(place: number | null) {
    return place === null ? null : (fixture.assets[place]?.address ?? null)
  }
}
