import type { Capability, OwnerSwitch } from '@redoubt/risk/facts/privileges.ts'
import { isNobody } from '../effects.ts'
import type { Candidate } from './candidate.ts'
import type { Target } from './targets.ts'

/** Privileges of owners: an account with one of them is an owner, even where `owner()` answers the zero address. */
const OWNERLY = new Set<Capability['kind']>([
  ...([
    'mint',
    'burn-from-others',
    'balance-write',
    'withdraw-others-funds',
    'settable-delegate',
    'selfdestruct',
  ] as const),
])
/** These too, where they harm trading: lowering a fee, as a marketing wallet often may, harms no trader. */
const OF_TRADING = new Set<Capability['kind']>(['pause', 'blacklist', 'tax-change', 'limit-change'])

/** Returns one entry for each account that acts as an owner although `owner()` answers the zero address, and that no function names. */
export function hiddenOwners(
  subject: Target,
  capabilities: readonly Capability[],
  switches: readonly OwnerSwitch[],
): Capability[] {
  const shown = subject.candidates.filter(({ by }) => /^(owner|getOwner)\(\)( \(|$)/.test(by))
  if (shown.length === 0 || !shown.every(({ address }) => isNobody(BigInt(address)))) return []
  const named = new Set(subject.candidates.filter(isDeclared).map(({ address }) => address))
  const switching = new Set(
    switches.flatMap(({ calls }) => calls.map(({ selector, caller }) => `${selector} ${caller}`)),
  )
  const found = new Map<string, Capability>()
  for (const { kind, call, state } of capabilities) {
    if (state !== 'effective' || call.callerRole === 'stranger' || call.callerRole === 'proxy-admin') continue
    const harms = OF_TRADING.has(kind) && switching.has(`${call.selector} ${call.caller}`)
    if (!(OWNERLY.has(kind) || harms) || named.has(call.caller) || found.has(call.caller)) continue
    const sentence = `owner() answers nobody; this call by ${call.caller} worked all the same (${kind})`
    found.set(call.caller, { kind: 'hidden-owner', call, state, shown: sentence })
  }
  return [...found.values()]
}

/** Whether the account holds a role with a name of its own. */
function isDeclared({ named, by }: Candidate): boolean {
  return named && by !== 'a former owner'
}
