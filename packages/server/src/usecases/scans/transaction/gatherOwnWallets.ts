import { attempt, type FactProviders } from '@redoubt/risk/engine/gatherFacts.ts'
import type { Account } from '@redoubt/risk/facts/account.ts'
import type { OwnWallet } from '@redoubt/risk/facts/ownWallet.ts'
import type { TransactionSources } from './transactionSources.ts'

const MAX_WALLETS = 4

/**
 * Reads which receivers of control are wallets of the principals: a Safe that names one as owner, or a wallet that one created. A wallet
 * that could not be read is none.
 */
export function gatherOwnWallets(
  sources: Pick<TransactionSources, 'account' | 'walletContract' | 'deployerOf'>,
): NonNullable<FactProviders['ownWallets']> {
  return async (get, signal) => {
    const [block, principals, changes] = await Promise.all([
      get('block'),
      get('principals'),
      attempt(get, 'privilegeChanges'),
    ])
    const receivers = [...new Set((changes.value ?? []).flatMap(({ to }) => (to === null ? [] : [to])))]
    const found = await Promise.all(
      receivers.slice(0, MAX_WALLETS).map((address) =>
        sources
          .account(block, address, signal)
          .then((account) => ownWallet(account))
          .catch(() => {
            signal.throwIfAborted()
            return null
          }),
      ),
    )
    return found.filter((one) => one !== null)

    async function ownWallet(account: Account): Promise<OwnWallet | null> {
      const { address, kind } = account
      if (kind?.type !== 'safe' && kind?.type !== 'smart-account') return null
      const [wallet, creator] = await Promise.all([
        sources.walletContract?.(block, account, signal) ?? null,
        sources.deployerOf?.(block, address, signal) ?? null,
      ])
      const created = creator !== null && principals.includes(creator)
      if (wallet?.type !== 'safe') return created ? { address, alone: false } : null
      const { owners, threshold, modules, complete } = wallet
      const others = owners.filter((owner) => !principals.includes(owner))
      if (others.length === owners.length && !created) return null
      return { address, alone: complete && modules.length === 0 && threshold > others.length }
    }
  }
}
