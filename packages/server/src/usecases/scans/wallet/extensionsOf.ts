import type { Address } from '@redoubt/risk/address.ts'
import type { WalletContract, WalletExtension } from '@redoubt/risk/facts/walletContract.ts'

/** Where the code is that a contract account obeys, or asks before it acts. */
export function extensionsOf(wallet: WalletContract | null): { role: WalletExtension['role']; at: Address }[] {
  if (wallet?.type === 'smart-account') return wallet.modules.map((at) => ({ role: 'module' as const, at }))
  if (wallet?.type !== 'safe') return []
  const { modules, guard, moduleGuard, fallbackHandler } = wallet
  return [
    ...modules.map((at) => ({ role: 'module' as const, at })),
    ...(guard === null ? [] : [{ role: 'guard' as const, at: guard }]),
    ...(moduleGuard === null ? [] : [{ role: 'module guard' as const, at: moduleGuard }]),
    ...(fallbackHandler === null ? [] : [{ role: 'fallback handler' as const, at: fallbackHandler }]),
  ]
}
