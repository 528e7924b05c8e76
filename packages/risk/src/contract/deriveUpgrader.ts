import { attempt, type GetFact } from '../engine/gatherFacts.ts'
import type { PrivilegedAccount } from '../facts/privileges.ts'
import { asExecuted, callerBehind, stepsBelowKey } from './callers.ts'
import { deriveExecutedUpgrades } from './capabilityHits.ts'

/**
 * Derives the account that can replace the code of a proxy: the admin that the proxy names, else the holder of a role whose upgrade was
 * executed, the least guarded of several. Null where neither is known. It must not wait in vain for what could not be executed.
 */
export async function deriveUpgrader(get: GetFact): Promise<PrivilegedAccount | null> {
  const proxy = await get('proxy')
  if (proxy === null) return null
  const privileged = (await attempt(get, 'privileged')).value ?? []
  const { admin } = proxy
  if (admin !== null) {
    return asExecuted(admin, privileged)
  }
  const callers = new Set((await deriveExecutedUpgrades(get)).map(({ call }) => call.caller))
  const holders = privileged.filter(({ address }) => callers.has(address))
  // One of them is no known account: which kind it is, is not known.
  if (holders.length < callers.size) return null
  const rank = (one: PrivilegedAccount) => stepsBelowKey(callerBehind(one))
  return holders.toSorted((one, other) => rank(one) - rank(other))[0] ?? null
}
