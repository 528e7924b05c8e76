import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { PrivilegedAccount, ProxyFact } from '@redoubt/risk/facts/privileges.ts'
import { SAFE_PROXY_CODE } from '../../../intel/onchain/askContract.ts'
import { codeTraits, IMPLEMENTATION_SLOT } from '../../../intel/onchain/codeTraits.ts'
import { addressAt, wordAt } from '../../decode/callData.ts'
import { codeAddresses } from '../../privileges/holders/codeAddresses.ts'
import { codeBeacon } from '../../privileges/pulls/codeBeacon.ts'
import type { ChainSource } from '../../rpc/chainSource.ts'
import { delegateOf } from '../../rpc/rpcValues.ts'
import { ASK, ask, askAddress, someAddress } from './askAddress.ts'
import { type Delegation, delegation, privilegedAccount } from './privilegedAccount.ts'
import { ADMIN_SLOT, BEACON_SLOT, PROXIABLE_SLOT, ZOS_ADMIN_SLOT, ZOS_SLOT } from './proxySlots.ts'

/**
 * upgradeTo(address), upgradeToAndCall(address,bytes), changeImplementation(address): selectors by which implementations replace
 * themselves.
 */
const UPGRADES = ['3659cfe6', '4f1ef286', '31124171']

const DIAMOND_CUT = '0x1f931c1c'

const ZERO_ADDRESS: Upgraders = { admin: null, upgradeable: false }

const UNKNOWN: Upgraders = { admin: null, upgradeable: null }

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
  return (
    (await byStorage(chain, subject, found, signal)) ??
    (await byFacets(chain, subject, found, signal)) ??
    (found.other ? byFixedBeacon(chain, subject, signal) : null)
  )
}

/** A beacon in the code itself: what it answers is the code that an unknown call runs. */
async function byFixedBeacon(chain: ChainSource, subject: Subject, signal: AbortSignal): Promise<Target | null> {
  const found = await codeBeacon(chain, subject, signal)
  if (found === null) return null
  const { beacon, implementation } = found
  const isCode = (await chain.code(subject.block, implementation, signal)).length > 2
  return isCode ? { kind: 'beacon', implementations: [implementation], beacon } : null
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
    // Code that computes its target reads numbers for it, too.
    if (kind === 'slot' && (await chain.code(block, held, signal)).length <= 2) continue
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

/** The contract to resolve, its code, and the block. */
type Subject = { block: PinnedBlock; address: Address; code: Hex }

/** Delegation target of the contract, before the lookup of accounts that may change it. */
type Target = Pick<ProxyFact, 'kind' | 'implementations' | 'beacon'>

type Upgraders = Pick<ProxyFact, 'admin' | 'upgradeable'>

/** Finds the account that may change the code of a proxy. */
async function upgradersOf(
  chain: ChainSource,
  subject: Subject,
  { kind, implementations, beacon }: Target,
  signal: AbortSignal,
): Promise<Upgraders> {
  const { block, address, code } = subject
  const changedBy = (who: Address, by: string) => upgrader(chain, { block, address: who, by }, signal)
  if (kind === 'eip1167') return ZERO_ADDRESS
  if (kind === 'eip7702') return changedBy(address, 'the key of the account itself')
  if (kind === 'safe') return changedBy(address, 'the owners of the Safe itself')
  if (beacon !== null) {
    const owner = await askAddress(chain, { block, to: beacon, question: 'owner' }, signal)
    return owner === null ? UNKNOWN : changedBy(owner, 'owner() of the beacon')
  }
  const implementation = implementations[0] ?? address
  const [admin, oldAdmin, owner, cut, behind] = await Promise.all([
    adminIn(chain, subject, signal),
    slotIn(chain, subject, ZOS_ADMIN_SLOT, signal),
    ask(chain, { block, to: address, data: ASK.owner }, signal),
    kind === 'diamond' ? ask(chain, { block, to: address, data: asksFacet() }, signal) : null,
    kind === 'diamond' ? '0x' : chain.code(block, implementation, signal),
  ])
  const owned = someAddress(owner)
  const byAdmin = admin ?? oldAdmin
  if (byAdmin !== null) return adminOf(chain, { block, admin: byAdmin }, signal)
  if (kind === 'diamond' && cut !== null && someAddress(cut) === null) return ZERO_ADDRESS
  const upgrades =
    kind === 'diamond' || UPGRADES.some((selector) => [code, behind].some((one) => one.includes(`63${selector}`)))
  if (!upgrades) return UNKNOWN
  if (owned !== null) return changedBy(owned, 'owner()')
  // Its owner() is the zero address; a role may still allow upgrades.
  return { admin: null, upgradeable: owner !== null && owner.length === 66 ? null : true }
}

/** Resolves EIP-1967's admin: usually a ProxyAdmin, whose owner decides. */
async function adminOf(
  chain: ChainSource,
  { block, admin }: { block: PinnedBlock; admin: Address },
  signal: AbortSignal,
): Promise<Upgraders> {
  const [account, answer] = await Promise.all([
    privilegedAccount(chain, { block, address: admin, by: 'EIP-1967 admin slot' }, signal),
    ask(chain, { block, to: admin, data: ASK.owner }, signal),
  ])
  // A renounced ProxyAdmin answers zero: no account can upgrade any more.
  if (account.account === 'contract' && answer?.length === 66) {
    const owner = someAddress(answer)
    return owner === null
      ? ZERO_ADDRESS
      : upgrader(chain, { block, address: owner, by: 'owner() of the EIP-1967 admin' }, signal)
  }
  return settled(account)
}

async function upgrader(
  chain: ChainSource,
  who: { block: PinnedBlock; address: Address; by: string },
  signal: AbortSignal,
): Promise<Upgraders> {
  return settled(await privilegedAccount(chain, who, signal))
}

function settled(admin: PrivilegedAccount): Upgraders {
  return { admin, upgradeable: admin.account !== 'burned' }
}

async function slotIn(
  chain: ChainSource,
  { block, address, code }: Subject,
  slot: Hex,
  signal: AbortSignal,
): Promise<Address | null> {
  return code.includes(slot.slice(2)) ? someAddress(await chain.storage(block, address, slot, signal)) : null
}

/**
 * EIP-1967's admin. Proxies of OpenZeppelin 5 write the slot when they are made and obey an immutable: then the code must hold the very
 * account that the slot names.
 */
async function adminIn(chain: ChainSource, subject: Subject, signal: AbortSignal): Promise<Address | null> {
  const { block, address, code } = subject
  if (code.includes(ADMIN_SLOT.slice(2))) return slotIn(chain, subject, ADMIN_SLOT, signal)
  const fixed = codeAddresses(code)
  if (fixed.length === 0) return null
  const named = someAddress(await chain.storage(block, address, ADMIN_SLOT, signal))
  return named !== null && fixed.includes(named) ? named : null
}

/** Call data of facetAddress(bytes4) for diamondCut: the facet that changes a diamond. */
function asksFacet(): Hex {
  return `${ASK.facetAddress}${DIAMOND_CUT.slice(2).padEnd(64, '0')}`
}
