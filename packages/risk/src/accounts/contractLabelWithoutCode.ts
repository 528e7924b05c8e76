import type { Account, Label } from '../facts/account.ts'

/** Labels that only code can earn. An exchange pays from EOAs too; so may a treasury. */
const CODE: ReadonlySet<Label['category']> = new Set([
  'defi_protocol',
  'bridge',
  'nft_marketplace',
  'token',
  'pool',
  'open-executor',
  'multisig',
])

/** Returns the label of our own sources that says contract; lists of an operator may hold any name, so they do not count. */
export function contractLabelOf({ labels }: Pick<Account, 'labels'>): Label | null {
  return (
    labels.find(
      ({ category, confidence, listed }) => CODE.has(category) && confidence !== 'low' && listed === undefined,
    ) ?? null
  )
}

/**
 * True where a label says contract and the chain shows neither code nor a transaction of a key: one of the two is wrong. An
 * account that sent a transaction has a key, whatever its label.
 */
export function isContractLabelWithoutCode(account: Pick<Account, 'class' | 'nonce' | 'labels'>): boolean {
  return account.class === 'eoa' && account.nonce === 0n && contractLabelOf(account) !== null
}
