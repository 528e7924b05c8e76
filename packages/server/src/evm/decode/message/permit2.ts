import type { Address } from '@redoubt/risk/address.ts'
import type { SignedIntent } from '@redoubt/risk/facts/signedIntent.ts'
import type { TypedStruct } from '@redoubt/risk/facts/signedMessage.ts'
import { fields, type TypedMessage, timeOr, verifierOf } from './typedMessage.ts'
import { typedParameters } from './typedParameters.ts'

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
  return [permitted].flat().map(({ token, amount }) => ({
    kind: 'transfer',
    protocol: protocolOf(message),
    verifier: verifierOf(message),
    token,
    from: message.account,
    to: null,
    amount,
    spender,
    deadline: timeOr(deadline),
    witness: witnessOf(message.struct),
  }))
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
