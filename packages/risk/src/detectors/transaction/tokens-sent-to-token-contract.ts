import { trustOf } from '../../accounts/trust.ts'
import { defineDetector } from '../../engine/detector.ts'
import type { Account, Label } from '../../facts/account.ts'
import type { Facts } from '../../facts/facts.ts'
import { nameAccount } from '../../wording/accountNames.ts'
import { nameAsset } from '../../wording/assetNames.ts'

export default defineDetector({
  id: 'tokens-sent-to-token-contract',
  title: 'Assets sent to a contract address',
  why: 'A token contract, a router, an open executor or a contract that makes no calls is not a wallet: assets from a plain transfer usually stay there for ever, or the first caller takes them. Copying the token’s address instead of the receiver’s has cost users tens of millions of dollars.',
  advice: 'Send to the receiver’s own wallet address.',
  appliesTo: 'transaction',
  category: 'associations',
  severity: 'high',
  confidence: 'high',
  family: 'wrong-recipient',
  needs: ['payees', 'counterparties', 'recipient', 'moved'],
  detect: ({ payees, counterparties, recipient, moved }) =>
    payees.flatMap(({ address, asset, amount }) => {
      const account = recipient?.address === address ? recipient : counterparties[address]
      const own = address === asset
      // Coins for a wrapper or a staking contract may be a purchase, whose return shows only when executed.
      const untold = asset === null && moved === null
      if (asset === null && moved !== null && (moved.movements.gained.length > 0 || !paysCoins(moved))) return []
      const kind = own ? 'their own contract' : account ? kindOf(account, { coins: asset === null, untold }) : null
      if (kind === null) return []
      return [
        {
          description: `You send ${asset === null ? 'coins' : 'the tokens'} to ${kind}, where they are probably lost.`,
          evidence: { recipient: address, token: asset ?? 'native', amount: String(amount), ownContract: own },
        },
      ]
    }),
})

/** A contract that reverts has refused the coins, and keeps none. */
function paysCoins({ balanceChanges }: NonNullable<Facts['moved']>): boolean {
  return balanceChanges.some(({ assetType, change }) => assetType === 'native' && change < 0n)
}

const SERVICES: ReadonlySet<Label['category']> = new Set(['defi_protocol', 'nft_marketplace', 'pool'])

/** Describes a contract that cannot return what it receives; null when it may, also because its return was not seen. */
function kindOf(account: Account, { coins, untold }: { coins: boolean; untold: boolean }): string | null {
  if (account.class !== 'contract') return null
  const name = nameAccount(account.address, account)
  if (account.sendsNothing === true) return `${name}, whose code cannot send anything`
  if (account.token !== null && !coins) return `the contract of ${nameAsset(account.token.symbol, account.address)}`
  if (trustOf(account) === 'open-executor' && !untold) return `${name}, a contract that executes any caller’s calls`
  const service = account.labels.some(({ category }) => SERVICES.has(category))
  if (service && !untold) return `the contract of ${name}, which expects calls`
  // A library that Safes run, not a Safe.
  const shared = account.labels.some(
    ({ category, name: label }) => category === 'multisig' && /singleton|factory/i.test(label),
  )
  return shared ? `${name}, a shared contract that is no wallet` : null
}
