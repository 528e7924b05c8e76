import type { WalletContract, WalletExtension } from '@redoubt/risk/facts/walletContract.ts'
import { getAddress } from 'viem/utils'
import { shownLabel } from '../renderChanges.ts'

type Extension = { address: string; role: WalletExtension['role']; label: string }

/** What a contract account is made of. `complete` false: it has more owners or modules than these. */
export type RenderedWalletContract =
  | {
      type: 'safe'
      version: string
      owners: string[]
      threshold: number
      modules: string[]
      guard: string | null
      moduleGuard: string | null
      fallbackHandler: string | null
      extensions: Extension[]
      complete: boolean
    }
  | {
      type: 'smart-account'
      name: string
      implementation: string
      modules: string[]
      extensions: Extension[]
      complete: boolean
    }
  | { type: 'delegated'; delegate: string; delegateLabel: string }
  | { type: 'contract' }

export function renderWalletContract(
  wallet: WalletContract,
  extensions: readonly WalletExtension[],
): RenderedWalletContract {
  const maybe = (address: Parameters<typeof getAddress>[0] | null) => (address === null ? null : getAddress(address))
  const named = extensions.map(({ role, account }) => ({
    address: getAddress(account.address),
    role,
    label: shownLabel(account),
  }))
  switch (wallet.type) {
    case 'safe':
      return {
        type: 'safe',
        version: wallet.version,
        owners: wallet.owners.map((owner) => getAddress(owner)),
        threshold: wallet.threshold,
        modules: wallet.modules.map((module) => getAddress(module)),
        guard: maybe(wallet.guard),
        moduleGuard: maybe(wallet.moduleGuard),
        fallbackHandler: maybe(wallet.fallbackHandler),
        extensions: named,
        complete: wallet.complete,
      }
    case 'smart-account':
      return {
        type: 'smart-account',
        name: wallet.name,
        implementation: getAddress(wallet.implementation),
        modules: wallet.modules.map((module) => getAddress(module)),
        extensions: named,
        complete: wallet.complete,
      }
    case 'delegated':
      return {
        type: 'delegated',
        delegate: getAddress(wallet.delegate.address),
        delegateLabel: shownLabel(wallet.delegate),
      }
    case 'contract':
      return { type: 'contract' }
  }
}
