import { getContractAddress } from 'viem/utils'
import type { Address, Hex } from '../address.ts'
import type { WalletHistory } from '../facts/walletHistory.ts'

/** `transferFrom(address,address,uint256)`, called on the token itself, which spends an allowance. */
const TRANSFER_FROM: Hex = '0x23b872dd'

/** Limit of owners whose balances are read, once for each token that was pulled from them. */
export const MAX_PULLS = 20

/** All that a wallet took from one owner of one token, and the last block of it. */
export type Pull = {
  owner: Address
  token: Address
  fungible: boolean
  amount: bigint
  blockNumber: bigint
  hashes: Hex[]
}

/** Returns genuine tokens that a wallet took with approvals. An owner that got something in return in that transaction sold them. */
export function pullsOf(
  wallet: Address,
  { transactions, transfers }: Pick<WalletHistory, 'transactions' | 'transfers'>,
): Pull[] {
  const calls = new Set(
    transactions
      .filter(({ from, selector, value }) => from === wallet && selector === TRANSFER_FROM && value === 0n)
      .map(({ hash }) => hash),
  )
  const genuine = transfers.filter(({ genuine: real, amount }) => real && amount > 0n)
  const paidFor = new Set(genuine.filter(({ direction }) => direction === 'out').map(({ hash }) => hash))
  const pulls = new Map<string, Pull>()
  for (const { direction, hash, assetType, token, counterparty: owner, amount, blockNumber } of genuine) {
    if (direction !== 'in' || assetType === 'native' || token === null || !calls.has(hash) || paidFor.has(hash))
      continue
    const key = `${owner} ${token}`
    const pull = pulls.get(key) ?? {
      owner,
      token,
      fungible: assetType === 'erc20',
      amount: 0n,
      blockNumber,
      hashes: [],
    }
    pull.amount += amount
    pull.hashes.push(hash)
    if (blockNumber > pull.blockNumber) pull.blockNumber = blockNumber
    pulls.set(key, pull)
  }
  return [...pulls.values()]
}

/** Whether the pulls took nine tenths or more of the owner's balance. */
export function isEmptied(pull: Pull, left: bigint): boolean {
  return left * 9n <= pull.amount
}

const MAX = 256

/**
 * Where contracts are that the account may have created: one place for each of its transactions, of more than 256 the first and the
 * last 128. Most are empty: only creations fill theirs.
 */
export function createdAddresses(wallet: Address, sent: number): { address: Address; nonce: number }[] {
  return Array.from({ length: Math.min(sent, MAX) }, (_, at) => {
    const nonce = sent > MAX && at >= MAX / 2 ? sent - MAX + at : at
    return { nonce, address: getContractAddress({ from: wallet, nonce: BigInt(nonce) }).toLowerCase() as Address }
  })
}
