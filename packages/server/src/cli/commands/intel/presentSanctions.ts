import { CHAINS } from '@redoubt/risk/chain.ts'
import { sanctionLists } from '../../../composition/intelligence.ts'
import type { IntelSource } from '../../../intel/ports.ts'

/** Whether the loaded lists can clear an address, by network, for `--json`. */
export function sanctionsJson(sources: readonly IntelSource[], now: number = Date.now()) {
  return CHAINS.map((chain) => ({ chain, ...sanctionLists(sources, chain, now) }))
}

/** The same in a line for people, with what to do: `Sanctions: known`, or `unknown, because …`, or both by network. */
export function sanctionsText(sources: readonly IntelSource[], now: number = Date.now()): string {
  const groups = [...Map.groupBy(sanctionsJson(sources, now), ({ reason }) => reason)]
  const parts = groups.map(([reason, of]) => {
    const where = groups.length === 1 ? '' : ` on ${of.map(({ chain }) => chain).join(', ')}`
    return reason === null ? `known${where}` : `unknown${where}, because ${reason}`
  })
  return `Sanctions: ${parts.join('; ')}\n`
}
