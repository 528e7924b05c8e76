import type { Address } from '@redoubt/risk/address.ts'
import type { Account } from '@redoubt/risk/facts/account.ts'
import type { BalanceChange } from '@redoubt/risk/facts/changes.ts'
import type { Condition, Measured, Reading } from '@redoubt/risk/protect/condition.ts'
import { getAddress } from 'viem/utils'
import { NotProtectable, type ProtectForm, type ProtectRequest } from './protection.ts'

/**
 * Refuses an outcome with an asset that cannot be asserted although the caller names it, or the calls take it from the account.
 * @throws NotProtectable
 */
export function refuseUnreadable(
  measured: readonly Measured[],
  {
    account,
    named,
    balanceChanges,
  }: { account: Address; named: ProtectRequest['assets']; balanceChanges: readonly BalanceChange[] },
): void {
  const taken = balanceChanges.flatMap((row) =>
    row.account === account && row.address !== null && row.change < 0n && row.assetType === 'erc20'
      ? [{ asset: row.address, tokenId: null }]
      : [],
  )
  for (const { asset, tokenId } of [...named, ...taken]) {
    const isRead = measured.some(
      ({ kind, target, id }) => target === asset && (tokenId === null ? kind === 'token-balance' : id === tokenId),
    )
    if (isRead) continue
    const what = tokenId === null ? 'The balance of the account' : `Item ${tokenId}`
    throw new NotProtectable('unreadable-asset', `${what} at ${getAddress(asset)} cannot be read on chain.`)
  }
}

/** Returns what the assertion says nothing about, in sentences. */
export function notAsserted({
  form,
  principal,
  readings,
  measured,
  left,
}: {
  form: ProtectForm
  principal: Account
  readings: readonly Reading[]
  measured: readonly Measured[]
  left: readonly Condition[]
}): string[] {
  const unread = readings.filter(
    (one) =>
      (one.kind === 'allowance' || one.kind === 'safe-slot') &&
      !measured.some(({ kind, target, id }) => kind === one.kind && target === one.target && id === one.id),
  )
  return [
    'Other accounts, and what the calls send to them.',
    'Tokens and items that nothing in the simulation touches and no list of well-known tokens names: name them in options.protectBounds.assets.',
    'What arrives between this scan and the block of the transaction: balances are bounded from below by their values at this block.',
    ...(form.kind === 'bundle' || form.kind === 'delegated-account'
      ? ['The nonce of an account of a key: no contract can read it.']
      : []),
    ...(form.kind === 'bundle' && principal.codeHash === null
      ? ['The delegation (EIP-7702) that the wallet may give the account in order to make several calls.']
      : []),
    ...(form.kind === 'user-operation'
      ? [
          form.transaction.userOperation?.paymaster == null
            ? 'What other operations of the same bundle do after this one.'
            : 'What the paymaster takes after the calls, as far as the account allows it, and what other operations of the same bundle do.',
        ]
      : []),
    'Storage without a getter, such as the implementation of most proxies.',
    ...(unread.length > 0 ? [`${unread.length} values that their contracts do not tell.`] : []),
    ...(left.length > 0
      ? [`${left.length} tokens without a price that arrive for nothing: there is no room for their conditions.`]
      : []),
  ]
}
