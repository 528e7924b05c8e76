import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { PrivilegedAccount, ProxyFact } from '@redoubt/risk/facts/privileges.ts'
import type { ChainSource } from '../../rpc/chainSource.ts'
import { ASK, ask, askAddress, someAddress } from './askAddress.ts'
import { privilegedAccount } from './privilegedAccount.ts'
import { ADMIN_SLOT, ZOS_ADMIN_SLOT } from './proxySlots.ts'

/** The contract to resolve, its code, and the block. */
export type Subject = { block: PinnedBlock; address: Address; code: Hex }
/** Delegation target of the contract, before the lookup of accounts that may change it. */
export type Target = Pick<ProxyFact, 'kind' | 'implementations' | 'beacon'>
type Upgraders = Pick<ProxyFact, 'admin' | 'upgradeable'>

/**
 * upgradeTo(address), upgradeToAndCall(address,bytes), changeImplementation(address): selectors by which implementations replace
 * themselves.
 */
const UPGRADES = ['3659cfe6', '4f1ef286', '31124171']
const DIAMOND_CUT = '0x1f931c1c'
const NOBODY: Upgraders = { admin: null, upgradeable: false }
const UNKNOWN: Upgraders = { admin: null, upgradeable: null }

/** Finds the account that may change the code of a proxy. */
export async function upgradersOf(
  chain: ChainSource,
  subject: Subject,
  { kind, implementations, beacon }: Target,
  signal: AbortSignal,
): Promise<Upgraders> {
  const { block, address, code } = subject
  const changedBy = (who: Address, by: string) => upgrader(chain, { block, address: who, by }, signal)
  if (kind === 'eip1167') return NOBODY
  if (kind === 'eip7702') return changedBy(address, 'the key of the account itself')
  if (kind === 'safe') return changedBy(address, 'the owners of the Safe itself')
  if (beacon !== null) {
    const owner = await askAddress(chain, { block, to: beacon, question: 'owner' }, signal)
    return owner === null ? UNKNOWN : changedBy(owner, 'owner() of the beacon')
  }
  const implementation = implementations[0] ?? address
  const [admin, oldAdmin, owner, cut, behind] = await Promise.all([
    slotIn(chain, subject, ADMIN_SLOT, signal),
    slotIn(chain, subject, ZOS_ADMIN_SLOT, signal),
    ask(chain, { block, to: address, data: ASK.owner }, signal),
    kind === 'diamond' ? ask(chain, { block, to: address, data: asksFacet() }, signal) : null,
    kind === 'diamond' ? '0x' : chain.code(block, implementation, signal),
  ])
  const owned = someAddress(owner)
  const byAdmin = admin ?? oldAdmin
  if (byAdmin !== null) return adminOf(chain, { block, admin: byAdmin }, signal)
  if (kind === 'diamond' && cut !== null && someAddress(cut) === null) return NOBODY
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
      ? NOBODY
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

/** Call data of facetAddress(bytes4) for diamondCut: the facet that changes a diamond. */
function asksFacet(): Hex {
  return `${ASK.facetAddress}${DIAMOND_CUT.slice(2).padEnd(64, '0')}`
}
