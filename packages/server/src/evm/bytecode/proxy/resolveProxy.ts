import type { Hex } from '@redoubt/risk/address.ts'
import type { ProxyFact } from '@redoubt/risk/facts/privileges.ts'
import { codeTraits, IMPLEMENTATION_SLOT } from '../../../intel/onchain/codeTraits.ts'
import { SAFE_PROXY_CODE } from '../../../intel/onchain/safes.ts'
import { addressAt, wordAt } from '../../decode/callData.ts'
import type { ChainSource } from '../../rpc/chainSource.ts'
import { delegateOf } from '../../rpc/delegateOf.ts'
import { ASK, ask, askAddress, someAddress } from './askAddress.ts'
import { type Delegation, delegation } from './delegation.ts'
import { BEACON_SLOT, PROXIABLE_SLOT, ZOS_SLOT } from './proxySlots.ts'
import { type Subject, type Target, upgradersOf } from './upgradersOf.ts'

const SLOT_0: Hex = `0x${'0'.repeat(64)}`
const MAX_FACETS = 64
const KNOWN: [ProxyFact['kind'], Hex][] = [
  ['eip1967', IMPLEMENTATION_SLOT],
  ['beacon', BEACON_SLOT],
  ['eip1822', PROXIABLE_SLOT],
  ['slot', ZOS_SLOT],
]

/**
 * Resolves how a contract delegates calls, by EIP-1167 and its variants, EIP-1967, EIP-1822, EIP-897, EIP-7702, EIP-2535
 * (diamonds), Safe and OpenZeppelin's older slots, else by the slot that its own code reads before it delegates. Only slots that
 * the code names are read: a famous address in any other slot is a lure. Null: it delegates nothing. Contracts that cannot
 * delegate cost no read; others one batch, beacons and diamonds two, plus the reads about the admin. Throws when the chain cannot
 * be read, or the signal's reason.
 */
export async function resolveProxy(
  chain: ChainSource,
  subject: Subject,
  signal: AbortSignal,
): Promise<ProxyFact | null> {
  const target = await targetOf(chain, subject, signal)
  if (target === null) return null
  return { ...target, ...(await upgradersOf(chain, subject, target, signal)) }
}

async function targetOf(chain: ChainSource, subject: Subject, signal: AbortSignal): Promise<Target | null> {
  const { block, address, code } = subject
  const delegate = delegateOf(code)
  if (delegate !== null) return { kind: 'eip7702', implementations: [delegate], beacon: null }
  if (SAFE_PROXY_CODE.has(codeTraits(code).hash)) {
    const singleton = someAddress(await chain.storage(block, address, SLOT_0, signal))
    return singleton === null ? null : { kind: 'safe', implementations: [singleton], beacon: null }
  }
  const found = delegation(code)
  if (found === null) return null
  if (found.fixed !== null && found.slots.length === 0)
    return { kind: 'eip1167', implementations: [found.fixed], beacon: null }
  return (await byStorage(chain, subject, found, signal)) ?? (await byFacets(chain, subject, found, signal))
}

async function byStorage(
  chain: ChainSource,
  { block, address, code }: Subject,
  found: Delegation,
  signal: AbortSignal,
): Promise<Target | null> {
  const named = KNOWN.filter(([, slot]) => code.includes(slot.slice(2)) || found.slots.includes(slot))
  const others = found.slots.filter((slot) => !named.some(([, known]) => known === slot))
  const candidates = [...named, ...others.map((slot): [ProxyFact['kind'], Hex] => ['slot', slot])]
  const [answer, ...words] = await Promise.all([
    askAddress(chain, { block, to: address, question: 'implementation' }, signal),
    ...candidates.map(([, slot]) => chain.storage(block, address, slot, signal)),
  ])
  for (const [at, [kind]] of candidates.entries()) {
    const held = someAddress(words[at] ?? null)
    if (held === null) continue
    if (kind !== 'beacon')
      return { kind: kind === 'slot' && held === answer ? 'eip897' : kind, implementations: [held], beacon: null }
    const implementation = await askAddress(chain, { block, to: held, question: 'implementation' }, signal)
    if (implementation !== null) return { kind, implementations: [implementation], beacon: held }
  }
  return answer === null || !found.other ? null : { kind: 'eip897', implementations: [answer], beacon: null }
}

/** EIP-2535: read only where the code looks up its call target by selector. */
async function byFacets(
  chain: ChainSource,
  { block, address }: Subject,
  found: Delegation,
  signal: AbortSignal,
): Promise<Target | null> {
  if (!found.mapped && !found.other) return null
  const answer = await ask(chain, { block, to: address, data: ASK.facetAddresses }, signal)
  const length = wordAt(answer, 1)
  if (wordAt(answer) !== 32n || length === null) return null
  const facets = Array.from({ length: Math.min(MAX_FACETS, Number(length)) }, (_, at) => addressAt(answer, at + 2))
  const implementations = [...new Set(facets.filter((facet) => facet !== null))].filter((facet) => facet !== address)
  return implementations.length === 0 ? null : { kind: 'diamond', implementations, beacon: null }
}
