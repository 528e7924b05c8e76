import type { Address } from '@redoubt/risk/address.ts'
import type { Label } from '@redoubt/risk/facts/account.ts'
import { ACTORS, type ActorName } from './actors.ts'
import { SANDBOX_CHAINS, type SandboxChain } from './canonical.ts'
import { HEAD_TIMESTAMP } from './profiles.ts'
import { type SandboxWorld, sandboxWorld } from './world.ts'

type ListedAs = 'exchange' | 'bridge' | 'mixer' | 'scammer' | 'hacker' | 'sanctioned'

/** A list that the operator of the sandbox would have loaded, whole. */
export type SandboxList = {
  /** Lower-case letters and hyphens. */
  id: string
  title: string
  label: ListedAs
  confidence: Label['confidence']
  /** When it was made, Unix milliseconds: the sandbox's head. */
  asOf: number
  entries: readonly { chain: SandboxChain | null; address: Address; label: ListedAs; name: string }[]
}

/**
 * The lists of all three networks. Drainers and traps that rules must recognise by what they do are on none of them; a
 * person is on a list everywhere (`chain` null), a contract on its own network.
 */
export function sandboxLists(): SandboxList[] {
  return [
    list('exchange', 'high', 'sandbox-exchanges', 'Sandbox exchange wallets', [
      person('venue', 'Harbour Exchange: hot wallet'),
      person('deposit', 'Harbour Exchange: deposits'),
    ]),
    list('bridge', 'high', 'sandbox-bridges', 'Sandbox bridges', contract('bridge', 'Causeway bridge')),
    list('mixer', 'high', 'sandbox-mixers', 'Sandbox mixers', contract('mixer', 'Undertow mixer pool')),
    list('scammer', 'medium', 'sandbox-scam-reports', 'Sandbox scam reports', [
      person('scammer', 'Sells machines that never come'),
      person('reportedOperator', 'Runs a drainer'),
      ...contract('drainer', 'Reported drainer'),
    ]),
    list('hacker', 'high', 'sandbox-thefts', 'Sandbox thefts', [person('hacker', 'Causeway bridge exploiter')]),
    list('sanctioned', 'high', 'sandbox-sanctions', 'Sandbox sanctions', [person('designated', 'SAMPLE TRADING CO.')]),
  ]
}

type Entry = Omit<SandboxList['entries'][number], 'label'>

function list(
  label: ListedAs,
  confidence: Label['confidence'],
  id: string,
  title: string,
  entries: readonly Entry[],
): SandboxList {
  const asOf = HEAD_TIMESTAMP * 1_000
  return { id, title, label, confidence, asOf, entries: entries.map((entry) => ({ ...entry, label })) }
}

function person(actor: ActorName, name: string): Entry {
  return { chain: null, address: ACTORS[actor].address, name }
}

function contract(role: keyof SandboxWorld['listed'], name: string): Entry[] {
  return SANDBOX_CHAINS.map((chain) => ({ chain, address: sandboxWorld(chain).listed[role], name }))
}
