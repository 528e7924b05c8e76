import type { Capability } from '../../risk/contractFacts.ts'
import { isNobody } from './effects.ts'
import type { Candidate, Target } from './targets.ts'

/** Powers that only an owner has: who has one though `owner()` answers nobody is an owner all the same. */
const OWNERLY = new Set<Capability['kind']>([
  ...(['mint', 'burn-from-others', 'balance-write', 'pause', 'blacklist', 'tax-change', 'limit-change'] as const),
  ...(['withdraw-others-funds', 'settable-delegate', 'selfdestruct'] as const),
])

/** One entry for each account that acts as an owner behind an `owner()` that answers nobody, and is named by no function. */
export function hiddenOwners(subject: Target, capabilities: readonly Capability[]): Capability[] {
  const shown = subject.candidates.filter(({ by }) => by === 'owner()' || by === 'getOwner()')
  if (shown.length === 0 || !shown.every(({ address }) => isNobody(BigInt(address)))) return []
  const named = new Set(subject.candidates.filter(isDeclared).map(({ address }) => address))
  const found = new Map<string, Capability>()
  for (const { kind, call, state } of capabilities) {
    if (state !== 'effective' || call.callerRole === 'stranger' || call.callerRole === 'proxy-admin') continue
    if (!OWNERLY.has(kind) || named.has(call.caller) || found.has(call.caller)) continue
    const sentence = `owner() answers nobody; this call by ${call.caller} worked all the same (${kind})`
    found.set(call.caller, { kind: 'hidden-owner', call, state, shown: sentence })
  }
  return [...found.values()]
}

/** Behind a role with a name of its own. */
function isDeclared({ named, by }: Candidate): boolean {
  return named && by !== 'a former owner'
}
