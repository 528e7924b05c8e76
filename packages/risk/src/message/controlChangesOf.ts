import { toFunctionSelector } from 'viem/utils'
import type { Address, Hex } from '../address.ts'
import { derivePrivilegeChanges } from '../derive/privilegeChanges.ts'
import type { PrivilegeChange } from '../derive/shapes.ts'
import type { Facts } from '../facts.ts'
import { callsOf } from './callsOf.ts'

/** Functions by which a Safe (1.0-1.5) changes who controls it, with the place of the address that gains it. */
const FUNCTIONS: ReadonlyMap<Hex, { kind: PrivilegeChange['kind']; to: number | null }> = new Map(
  (
    [
      ['addOwnerWithThreshold(address,uint256)', { kind: 'safe-owner', to: 0 }],
      ['swapOwner(address,address,address)', { kind: 'safe-owner', to: 2 }],
      ['removeOwner(address,address,uint256)', { kind: 'safe-owner', to: null }],
      ['changeThreshold(uint256)', { kind: 'safe-threshold', to: null }],
      ['enableModule(address)', { kind: 'safe-module', to: 0 }],
      ['setGuard(address)', { kind: 'safe-guard', to: 0 }],
      ['setModuleGuard(address)', { kind: 'safe-guard', to: 0 }],
      ['setFallbackHandler(address)', { kind: 'safe-fallback-handler', to: 0 }],
    ] as const
  ).map(([signature, shape]) => [toFunctionSelector(`function ${signature}`), shape]),
)

/**
 * Control that passes when the executions of a message run: told by the calls an account makes of itself, and shown by what
 * ran. Each kind once per contract.
 */
export function controlChangesOf({
  intents,
  worstCaseExecutions,
}: Pick<Facts, 'intents' | 'worstCaseExecutions'>): PrivilegeChange[] {
  const changes = intents.flatMap((intent, at) => {
    if (intent.kind !== 'execution') return []
    const told = callsOf(intent.calls).flatMap(({ to, data, operation }) =>
      to === intent.account && operation !== 1 ? changeOf(to, data) : [],
    )
    const runs = worstCaseExecutions.filter((run) => run.intent === at).flatMap(({ simulations }) => simulations)
    // The account stands second, as a Safe does among the principals of a transaction.
    const principals = [intent.account, intent.account]
    const shown = runs.flatMap((simulation) => derivePrivilegeChanges({ steps: [], principals, simulation }))
    return [...shown, ...told]
  })
  const first = new Map<string, PrivilegeChange>()
  for (const change of changes) {
    const key = `${change.kind} ${change.contract}`
    if (!first.has(key)) first.set(key, change)
  }
  return [...first.values()]
}

function changeOf(contract: Address, data: Hex): PrivilegeChange[] {
  const shape = FUNCTIONS.get(data.slice(0, 10) as Hex)
  if (!shape) return []
  const word = shape.to === null ? '' : data.slice(10 + 64 * shape.to, 74 + 64 * shape.to)
  const to = word.length === 64 ? (`0x${word.slice(24)}` as const) : null
  return [{ kind: shape.kind, contract, from: null, to, shownBy: 'call-data' }]
}
