import type { ClearField } from '../../../intel/pack/packClearSigning.ts'

const amount = (path: string, label: string, tokenPath: string): ClearField => ({
  path,
  label,
  format: 'tokenAmount',
  params: { tokenPath },
})
const account = (path: string, label: string): ClearField => ({ path, label, format: 'addressName' })
/** `zero`: what 0 means. */
const date = (path: string, label: string, zero?: string): ClearField => ({
  path,
  label,
  format: 'date',
  ...(zero !== undefined && { params: { zero } }),
})
const item = (path: string): ClearField => ({ path, label: 'Item', format: 'nftName', params: { tokenPath: SELF } })
const flag = (path: string, label: string): ClearField => ({ path, label, format: 'raw' })

/** The verifying contract: a permit is for the token that checks it. */
const SELF = '@.to'

const DETAILS = 'PermitDetails(address token,uint160 amount,uint48 expiration,uint48 nonce)'
const PERMISSIONS = 'TokenPermissions(address token,uint256 amount)'
const PAYMENT = [
  account('from', 'From'),
  account('to', 'To'),
  amount('value', 'Amount', SELF),
  date('validAfter', 'Valid after', 'at once'),
  date('validBefore', 'Valid before'),
]
const AUTHORIZATION =
  'WithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)'

/** Permit2 writes the time of the block for an expiration of 0. */
const THIS_BLOCK = 'this block only'

const TRANSFER = [
  account('spender', 'Spender'),
  amount('permitted.amount', 'Amount', 'permitted.token'),
  date('deadline', 'Deadline'),
]
const BATCH_TRANSFER = [
  account('spender', 'Spender'),
  amount('permitted.[].amount', 'Amount', 'permitted.[].token'),
  date('deadline', 'Deadline'),
]

/** Transfers of Permit2 that bind an order: its type follows, in any words. */
const WITH_WITNESS =
  /^Permit(Batch)?WitnessTransferFrom\(TokenPermissions(\[\])? permitted,address spender,uint256 nonce,uint256 deadline,[\w$]+(?:\[\d*\])* [\w$]+\)/

const STANDARD: ReadonlyMap<string, readonly ClearField[]> = new Map([
  [
    'Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)',
    [
      account('owner', 'Owner'),
      account('spender', 'Spender'),
      amount('value', 'Amount', SELF),
      date('deadline', 'Deadline'),
    ],
  ],
  [
    'Permit(address holder,address spender,uint256 nonce,uint256 expiry,bool allowed)',
    [
      account('holder', 'Owner'),
      account('spender', 'Spender'),
      flag('allowed', 'Unlimited allowance'),
      date('expiry', 'Deadline', 'never'),
    ],
  ],
  [`Transfer${AUTHORIZATION}`, PAYMENT],
  [`Receive${AUTHORIZATION}`, PAYMENT],
  [
    `PermitSingle(PermitDetails details,address spender,uint256 sigDeadline)${DETAILS}`,
    [
      account('spender', 'Spender'),
      amount('details.amount', 'Amount', 'details.token'),
      date('details.expiration', 'Allowance expires', THIS_BLOCK),
      date('sigDeadline', 'Deadline'),
    ],
  ],
  [
    `PermitBatch(PermitDetails[] details,address spender,uint256 sigDeadline)${DETAILS}`,
    [
      account('spender', 'Spender'),
      amount('details.[].amount', 'Amount', 'details.[].token'),
      date('details.[].expiration', 'Allowance expires', THIS_BLOCK),
      date('sigDeadline', 'Deadline'),
    ],
  ],
  [
    `PermitTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline)${PERMISSIONS}`,
    TRANSFER,
  ],
  [
    `PermitBatchTransferFrom(TokenPermissions[] permitted,address spender,uint256 nonce,uint256 deadline)${PERMISSIONS}`,
    BATCH_TRANSFER,
  ],
  ['CancelAuthorization(address authorizer,bytes32 nonce)', [account('authorizer', 'Owner')]],
  [
    'Permit(address spender,uint256 tokenId,uint256 nonce,uint256 deadline)',
    [account('spender', 'Spender'), item('tokenId'), date('deadline', 'Deadline')],
  ],
  [
    'PermitForAll(address operator,bool approved,uint256 nonce,uint256 deadline)',
    [account('operator', 'Operator'), flag('approved', 'All items allowed'), date('deadline', 'Deadline')],
  ],
])

/**
 * Returns the members of a message that have a meaning by its standard, by EIP-712 `encodeType`: EIP-2612, DAI, EIP-3009, ERC-4494,
 * Permit2. Undefined for other types: a name alone proves nothing.
 */
export function standardMessage(encodedType: string): readonly ClearField[] | undefined {
  const known = STANDARD.get(encodedType)
  if (known !== undefined) return known
  const form = WITH_WITNESS.exec(encodedType)
  // After another type's bracket: a longer name may end like it.
  if (form === null || !encodedType.includes(`)${PERMISSIONS}`)) return undefined
  const [, batch, list] = form
  if ((batch === undefined) !== (list === undefined)) return undefined
  return batch === undefined ? TRANSFER : BATCH_TRANSFER
}
