import type { Address } from '@redoubt/risk/address.ts'
import { isNamed } from '@redoubt/risk/contract/genuine.ts'
import { attempt, type FactProviders } from '@redoubt/risk/engine/gatherFacts.ts'
import type { Distribution } from '@redoubt/risk/facts/distribution.ts'
import type { PrivilegedAccount } from '@redoubt/risk/facts/privileges.ts'
import { kindOf } from '@redoubt/risk/wallet/exposures.ts'
import { withTimeout } from '../../../lib/withTimeout.ts'
import type { ContractSources } from './contractSources.ts'
import { NAMES_WITHIN } from './insidersOf.ts'

/** Who holds a token, with what is known of the holders. */
export function holderProviders(
  address: Address,
  { distribution: gather, said }: Pick<ContractSources, 'distribution' | 'said'>,
): FactProviders {
  if (gather === undefined) return {}
  return {
    distribution: async (get, signal) => {
      const [block, token, subject] = await Promise.all([get('block'), get('token'), get('subject')])
      if (token?.standard !== 'erc20') return null
      const provenance = (await withTimeout(attempt(get, 'provenance'), NAMES_WITHIN))?.value
      const { creator = null, creationBlock: since = null } = provenance ?? {}
      const known = { address, creator, since, past: !isNamed(subject) }
      const [found, privileged] = await Promise.all([gather(block, known, signal), attempt(get, 'privileged')])
      return found === null ? null : withExchanges(withOwners(found, privileged.value ?? []), said)
    },
  }
}

/** Marks the accounts without code in which exchanges keep tokens of their customers; an account that lists accuse is none. */
async function withExchanges(found: Distribution, said: ContractSources['said']): Promise<Distribution> {
  if (said === undefined) return found
  const topHolders = await Promise.all(
    found.topHolders.map(async (holder) => {
      if (holder.kind !== 'eoa') return holder
      const known = await said(holder.address)
      const isExchange = known.labels.some(
        ({ category, confidence }) => category === 'exchange' && confidence !== 'low',
      )
      return isExchange && kindOf(known) === null ? { ...holder, kind: 'exchange' as const } : holder
    }),
  )
  return { ...found, topHolders }
}

/** Who is found to be privileged holds as an owner. */
function withOwners(found: Distribution, privileged: readonly PrivilegedAccount[]): Distribution {
  const owners = new Set(privileged.flatMap(({ address, account }) => (account === 'burned' ? [] : [address])))
  const name = <Kind extends string>(holder: { address: Address; share: number; kind: Kind }) =>
    owners.has(holder.address) && (holder.kind === 'eoa' || holder.kind === 'contract')
      ? { ...holder, kind: 'owner' as const }
      : holder
  return { ...found, topHolders: found.topHolders.map(name), lpHolders: found.lpHolders?.map(name) ?? null }
}
