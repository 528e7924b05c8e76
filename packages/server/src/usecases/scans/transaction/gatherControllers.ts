import type { FactProviders } from '@redoubt/risk/engine/gatherFacts.ts'
import type { TransactionSources } from './transactionSources.ts'

/**
 * Reads the key that alone controls a sender made of code: the only owner of a Safe without modules, and the owner that a smart account
 * names. The sender asks for the check, so its own code is believed. Where it cannot be read, there is none.
 */
export function gatherControllers(
  sources: Pick<TransactionSources, 'account' | 'walletContract' | 'ownerOf'>,
): NonNullable<FactProviders['controllers']> {
  return async (get, signal) => {
    const [block, sender] = await Promise.all([get('block'), get('sender')])
    if (sender.class !== 'contract') return []
    const named = await owners().catch(() => [])
    signal.throwIfAborted()
    const [owner] = named
    if (owner === undefined || named.length > 1 || owner === sender.address) return []
    const account = await sources.account(block, owner, signal).catch(() => null)
    return account?.class === 'eoa' || account?.class === 'delegated-eoa' ? [owner] : []

    async function owners() {
      if (sender.kind?.type === 'safe') {
        const wallet = (await sources.walletContract?.(block, sender, signal)) ?? null
        return wallet?.type === 'safe' && wallet.complete && wallet.modules.length === 0 ? wallet.owners : []
      }
      const owner = (await sources.ownerOf?.(block, sender.address, signal)) ?? null
      return owner === null ? [] : [owner]
    }
  }
}
