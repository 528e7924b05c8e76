import { X402_PROXIES } from '@redoubt/risk/accounts/knownAddresses.ts'
import type { Address } from '@redoubt/risk/address.ts'
import type { SignedIntent } from '@redoubt/risk/facts/signedIntent.ts'
import type { TypedStruct } from '@redoubt/risk/facts/signedMessage.ts'
import { PERMIT2 } from '../grants.ts'
import { fields, fromTable, type TypedMessage, timeOr, typedParameters, verifierOf } from './typedParameters.ts'

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

const MAX_ALLOWANCE = 2n ** 160n - 1n

const DETAILS = 'PermitDetails(address token,uint160 amount,uint48 expiration,uint48 nonce)'

/** After another type's bracket: a longer name may end like it. */
const TOKEN = ')TokenPermissions(address token,uint256 amount)'

const SINGLE = `PermitSingle(PermitDetails details,address spender,uint256 sigDeadline)${DETAILS}`

const BATCH = `PermitBatch(PermitDetails[] details,address spender,uint256 sigDeadline)${DETAILS}`

const TRANSFERS =
  /^Permit(Batch)?(Witness)?TransferFrom\(TokenPermissions(\[\])? permitted,address spender,uint256 nonce,uint256 deadline(?:,[\w$]+(?:\[\d*\])* [\w$]+)?\)/

type Details = { token: Address; amount: bigint; expiration: bigint }

type Allowance = { details: Details | Details[]; spender: Address; sigDeadline: bigint }

type Permission = { token: Address; amount: bigint }

type Transfer = { permitted: Permission | Permission[]; spender: Address; deadline: bigint }

/**
 * Uniswap's Permit2: allowances kept by it (AllowanceTransfer), and transfers at once (SignatureTransfer), where a witness
 * binds an order to it. Permit2 does not look at the witness, so a spender who is not honest ignores it: it stays a transfer.
 */
export function permit2(message: TypedMessage): SignedIntent[] | null {
  const { encodedType } = message
  if (encodedType === SINGLE || encodedType === BATCH) return allowances(message)
  const form = TRANSFERS.exec(encodedType)
  if (form === null || !encodedType.includes(TOKEN)) return null
  const members = message.struct.members.length
  const agrees = (form[1] === undefined) === (form[3] === undefined) && members === (form[2] === undefined ? 4 : 5)
  return agrees ? transfers(message) : null
}

function allowances(message: TypedMessage): SignedIntent[] {
  const { details, spender, sigDeadline } = fields<Allowance>(message.struct)
  return [details].flat().map(({ token, amount, expiration }) => ({
    kind: 'allowance',
    standard: 'permit2',
    protocol: protocolOf(message),
    verifier: verifierOf(message),
    token,
    tokenId: null,
    owner: message.account,
    spender,
    amount,
    unlimited: amount === MAX_ALLOWANCE,
    expiration,
    deadline: sigDeadline,
  }))
}

function transfers(message: TypedMessage): SignedIntent[] {
  const { permitted, spender, deadline } = fields<Transfer>(message.struct)
  const payTo = x402Receiver(message, spender)
  return [permitted].flat().map(({ token, amount }) => ({
    kind: 'transfer',
    protocol: payTo === null ? protocolOf(message) : 'x402 Permit2 payment',
    verifier: verifierOf(message),
    token,
    from: message.account,
    to: payTo,
    amount,
    spender,
    deadline: timeOr(deadline),
    witness: witnessOf(message.struct),
  }))
}

/** `exact` and `upto` of x402 v2: the witness that each proxy checks. */
const X402_TYPES: ReadonlySet<string> = new Set(
  ['address to,uint256 validAfter', 'address to,address facilitator,uint256 validAfter'].map(
    (members) =>
      `PermitWitnessTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline,Witness witness${TOKEN}Witness(${members})`,
  ),
)

/**
 * Receiver of an x402 payment. Its proxies pay the account that the witness names and no other, so it is as good as signed. Null for any
 * other spender, verifier or type: nothing holds that spender to the witness.
 */
function x402Receiver(message: TypedMessage, spender: Address): Address | null {
  if (verifierOf(message) !== PERMIT2 || !X402_PROXIES.has(spender) || !X402_TYPES.has(message.encodedType)) return null
  return fields<{ witness: { to: Address } }>(message.struct).witness.to
}

/** The fifth member, whatever its name. */
function witnessOf({ members }: TypedStruct): (SignedIntent & { kind: 'transfer' })['witness'] {
  const witness = members[4]
  if (witness === undefined) return null
  const { value } = witness
  const isStruct = value !== null && typeof value === 'object' && !Array.isArray(value)
  return { type: witness.type, parameters: typedParameters(isStruct ? value : { type: '', members: [witness] }) }
}

/** Copies of Permit2 keep its domain name; the verifier says whose copy it is. */
function protocolOf({ domain, primaryType }: TypedMessage): string | null {
  return domain.name === 'Permit2' ? `Permit2 ${primaryType}` : null
}
