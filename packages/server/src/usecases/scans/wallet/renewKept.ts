import { judgedPartsOf } from '@redoubt/risk/engine/judgedParts.ts'
import { withSignal } from '../../../lib/withSignal.ts'
import type { JudgedWallet } from './judgedWallet.ts'
import type { WalletSources } from './walletSources.ts'

/**
 * Keeps the judgement of a wallet scan for a caller; the contract scan judges code that is no wallet. The answer waits until the signal
 * fires, and a failure costs it nothing.
 */
export async function renewKept(
  { renew }: Pick<WalletSources, 'renew'>,
  judged: JudgedWallet,
  signal: AbortSignal,
): Promise<void> {
  const { subject } = judged.gathered.facts
  if (renew === undefined || subject === undefined || judgedPartsOf(subject) === 'contract') return
  await withSignal(renew(judged), signal).catch(() => undefined)
}
