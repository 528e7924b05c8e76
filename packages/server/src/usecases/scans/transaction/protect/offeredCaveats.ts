import type { Account } from '@redoubt/risk/facts/account.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { Condition } from '@redoubt/risk/protect/condition.ts'
import { delegationCaveats, METAMASK_DELEGATOR } from '@redoubt/risk/protect/delegationCaveats.ts'
import type { TransactionSources } from '../transactionSources.ts'
import type { OfferedProtection, ProtectForm } from './protection.ts'

/** Returns the conditions as caveats where the account is of MetaMask's framework and its enforcers stand at the block. */
export async function offeredCaveats(
  sources: TransactionSources,
  {
    block,
    form,
    principal,
    conditions,
  }: { block: PinnedBlock; form: ProtectForm; principal: Account; conditions: Condition[] },
  signal: AbortSignal,
): Promise<OfferedProtection['caveats']> {
  const delegate = form.kind === 'delegated-account' ? form.delegate : principal.delegate
  if (delegate !== METAMASK_DELEGATOR) return { reason: 'The account is none of MetaMask’s delegation framework.' }
  const { caveats, left } = delegationCaveats(conditions, form.account)
  if (caveats.length === 0) return { reason: 'No condition is one that an enforcer of the framework checks.' }
  const enforcers = [...new Set(caveats.map(({ enforcer }) => enforcer))]
  const read = await Promise.all(enforcers.map((address) => sources.account(block, address, signal, 'callee')))
  if (read.some(({ codeSize }) => codeSize === 0))
    return { reason: 'The balance enforcers of version 1.3.0 do not all stand on this network at this block.' }
  return { list: caveats, left }
}
