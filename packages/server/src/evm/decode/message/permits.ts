import type { Address } from '@redoubt/risk/address.ts'
import type { SignedIntent } from '@redoubt/risk/facts/signedIntent.ts'
import { fields, fromTable, type TypedMessage, timeOr, verifierOf } from './typedMessage.ts'

const MAX = 2n ** 256n - 1n
/** Some tokens keep allowances in 96 bits (COMP, UNI) and take the largest for no limit. */
const MAX_96 = 2n ** 96n - 1n

type Allowed = {
  standard: 'erc20' | 'erc721'
  tokenId: bigint | null
  owner: Address
  spender: Address
  amount: bigint
  deadline: bigint | null
}

/**
 * Approvals by signature that the token itself accepts: EIP-2612, DAI's older form, ERC-4494 and Uniswap's for NFTs. The
 * verifying contract is the token. A domain without one makes no permit: no token accepts it.
 */
export const permits = fromTable({
  'Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)': (message) => {
    type Permit = { owner: Address; spender: Address; value: bigint; deadline: bigint }
    const { owner, spender, value, deadline } = fields<Permit>(message.struct)
    return allowance(message, 'EIP-2612', { standard: 'erc20', tokenId: null, owner, spender, amount: value, deadline })
  },
  'Permit(address holder,address spender,uint256 nonce,uint256 expiry,bool allowed)': (message) => {
    type Permit = { holder: Address; spender: Address; expiry: bigint; allowed: boolean }
    const { holder, spender, expiry, allowed } = fields<Permit>(message.struct)
    const amount = allowed ? MAX : 0n
    const deadline = timeOr(expiry)
    return allowance(message, 'DAI permit', {
      standard: 'erc20',
      tokenId: null,
      owner: holder,
      spender,
      amount,
      deadline,
    })
  },
  'Permit(address spender,uint256 tokenId,uint256 nonce,uint256 deadline)': (message) => {
    type Permit = { spender: Address; tokenId: bigint; deadline: bigint }
    const { spender, tokenId, deadline } = fields<Permit>(message.struct)
    const owner = message.account
    return allowance(message, 'ERC-4494', { standard: 'erc721', tokenId, owner, spender, amount: 1n, deadline })
  },
  'PermitForAll(address operator,bool approved,uint256 nonce,uint256 deadline)': (message) => {
    type Permit = { operator: Address; approved: boolean; deadline: bigint }
    const { operator, approved, deadline } = fields<Permit>(message.struct)
    const [owner, amount] = [message.account, approved ? MAX : 0n]
    const allowed: Allowed = { standard: 'erc721', tokenId: null, owner, spender: operator, amount, deadline }
    return allowance(message, 'Uniswap v4 PermitForAll', allowed)
  },
})

function allowance(message: TypedMessage, protocol: string, allowed: Allowed): SignedIntent[] {
  const token = verifierOf(message)
  if (token === null) {
    const { owner, spender, amount, deadline } = allowed
    const addresses = [
      { path: 'owner', address: owner },
      { path: 'spender', address: spender },
    ]
    const moves = [{ token: null, amount, path: 'value' }]
    return [{ kind: 'unknown', protocol: null, verifier: null, addresses, moves, deadline }]
  }
  const unlimited = allowed.amount === MAX || (allowed.standard === 'erc20' && allowed.amount === MAX_96)
  return [{ kind: 'allowance', protocol, verifier: token, token, ...allowed, unlimited, expiration: null }]
}
