import type { Capability, PrivilegedAccount } from '@redoubt/risk/facts/privileges.ts'
import { asRunning, codeSchedule, type LaterCode } from '../bytecode/proxy/codeSchedule.ts'
import { laterSimulator } from '../simulation/laterSimulator.ts'
import { gatherPrivileges } from './gatherPrivileges.ts'
import type { Privileges, PrivilegesRequest, PrivilegesSources } from './privilegesRequest.ts'

/**
 * Adds what the code allows that comes to run in the contract's place by itself, as a next implementation from a date on. Its calls are executed
 * at the time from which it runs, on the state of now. What is possible now is left as it is.
 * @throws as `gatherPrivileges`.
 */
export async function withLaterCode(
  sources: PrivilegesSources,
  request: PrivilegesRequest,
  now: Privileges,
  signal: AbortSignal,
): Promise<Privileges> {
  const schedule = await codeSchedule(sources, request, signal)
  let found = now
  for (const code of schedule?.later ?? []) {
    const later = await privilegesOf(sources, request, code, signal)
    if (later !== null) found = mergedPrivileges(found, later, { after: Number(code.seconds) })
  }
  return found
}

async function privilegesOf(
  { chain, simulator, analyse }: PrivilegesSources,
  request: PrivilegesRequest,
  { running, seconds }: LaterCode,
  signal: AbortSignal,
): Promise<Privileges | null> {
  const bytecode = await analyse(running, await chain.code(request.block, running, signal), signal)
  if (bytecode === null) return null
  return gatherPrivileges(
    { chain, simulator: laterSimulator(simulator, seconds), analyse },
    // What trades show was executed now.
    { ...request, bytecode, proxy: asRunning(request.proxy, running), trade: null },
    signal,
  )
}

/** Adds what is possible later only. `after`: seconds from the block; `waits`: until a waiting period of the call itself is over. */
export function mergedPrivileges(
  now: Privileges,
  later: Privileges,
  when: { after: number; waits?: true },
): Privileges {
  const known = new Set(now.capabilities.map(keyOf))
  // Who pays now pays the code of now.
  const added = later.capabilities.filter((one) => one.kind !== 'keep-received-value' && !known.has(keyOf(one)))
  const accounts = new Set(now.privileged.map(({ address }) => address))
  return {
    privileged: [
      ...now.privileged,
      ...later.privileged.filter(({ address }: PrivilegedAccount) => !accounts.has(address)),
    ],
    switches: now.switches,
    capabilities: [...now.capabilities, ...added.map((one) => ({ ...one, ...when }))],
    budget: {
      runs: now.budget.runs + later.budget.runs,
      max: now.budget.max + later.budget.max,
      cut: [...new Set([...now.budget.cut, ...later.budget.cut])],
    },
    failure: now.failure ?? later.failure,
    refused: now.refused,
  }
}

function keyOf({ kind, call: { selector, caller } }: Capability): string {
  return `${kind} ${selector} ${caller}`
}
