import type { Address } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { UpgradeableCode } from '@redoubt/risk/validityFacts.ts'
import { codeTraits } from '../../intel/onchain/codeTraits.ts'
import { SAFE_PROXY_CODE } from '../../intel/onchain/safes.ts'
import { delegation } from '../bytecode/proxy/delegation.ts'
import { ADMIN_SLOT, ZOS_ADMIN_SLOT } from '../bytecode/proxy/proxySlots.ts'
import { resolveProxy } from '../bytecode/proxy/resolveProxy.ts'
import { accountsInWord } from '../privileges/holders/accountWords.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import type { StorageContexts } from './storageContexts.ts'

/** Kinds with fixed code, or with code that only the account's own key changes. */
const OWN_AFFAIR: ReadonlySet<string> = new Set(['eip1167', 'eip7702'])

/**
 * Returns contracts on the path whose code can be changed. The account that may change it is looked up for unknown contracts; for
 * well-known ones only the admin slot is read, which costs no call.
 */
export async function upgradeablePath(
  chain: ChainSource,
  { block, contexts, trusted }: { block: PinnedBlock; contexts: StorageContexts; trusted: ReadonlySet<Address> },
  signal: AbortSignal,
): Promise<UpgradeableCode[]> {
  const delegating = [...contexts].flatMap(([proxy, codes]) => {
    const implementation = [...codes].find((code) => code !== proxy)
    return implementation === undefined ? [] : [{ proxy, implementation }]
  })
  const found = delegating.map(async ({ proxy, implementation }): Promise<UpgradeableCode | null> => {
    const code = await chain.code(block, proxy, signal)
    if (SAFE_PROXY_CODE.has(codeTraits(code).hash)) return null
    if (trusted.has(proxy)) {
      // Libraries are fixed in the code; a target read from storage can be replaced there.
      if ((delegation(code)?.slots.length ?? 0) === 0) return null
      const slots = [ADMIN_SLOT, ZOS_ADMIN_SLOT].filter((slot) => code.includes(slot.slice(2)))
      const words = await Promise.all(slots.map((slot) => chain.storage(block, proxy, slot, signal)))
      const admin = words.flatMap(accountsInWord)[0] ?? null
      return { proxy, implementation, admin, adminClass: null, wellKnown: true }
    }
    const resolved = await resolveProxy(chain, { block, address: proxy, code }, signal)
    if (resolved === null || OWN_AFFAIR.has(resolved.kind) || resolved.upgradeable === false) return null
    const { admin } = resolved
    return {
      proxy,
      implementation,
      admin: admin?.address ?? null,
      adminClass: admin?.account ?? 'unknown',
      wellKnown: false,
    }
  })
  return (await Promise.all(found)).filter((one) => one !== null)
}
