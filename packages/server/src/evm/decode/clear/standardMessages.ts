import type { ClearField } from '../../../intel/pack/packClearSigning.ts'

const amount = (path: string, label: string, tokenPath: string): ClearField => ({
  path,
  label,
  format: 'tokenAmount',
  params: { tokenPath },
})
const account = (path: string, label: string): ClearField => ({ path, label, format: 'addressName' })
const date = (path: string, label: string): ClearField => ({ path, label, format: 'date' })

/** The verifying contract: a permit is for the token that checks it. */
const SELF = '@.to'

const DETAILS = 'PermitDetails(address token,uint160 amount,uint48 expiration,uint48 nonce)'
const PERMISSIONS = 'TokenPermissions(address token,uint256 amount)'
const PAYMENT = [
  account('from', 'From'),
  account('to', 'To'),
  amount('value', 'Amount', SELF),
  date('validAfter', 'Valid after'),
  date('validBefore', 'Valid before'),
]
const AUTHORIZATION =
  'WithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)'

/** Messages whose members have a meaning by standard, by EIP-712 `encodeType`: EIP-2612, DAI, EIP-3009, Permit2. */
export const STANDARD_MESSAGES: ReadonlyMap<string, readonly ClearField[]> = new Map([
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
      { path: 'allowed', label: 'Unlimited allowance', format: 'raw' },
      date('expiry', 'Deadline'),
    ],
  ],
  [`Transfer${AUTHORIZATION}`, PAYMENT],
  [`Receive${AUTHORIZATION}`, PAYMENT],
  [
    `PermitSingle(PermitDetails details,address spender,uint256 sigDeadline)${DETAILS}`,
    [
      account('spender', 'Spender'),
      amount('details.amount', 'Amount', 'details.token'),
      date('details.expiration', 'Allowance expires'),
      date('sigDeadline', 'Deadline'),
    ],
  ],
  [
    `PermitBatch(PermitDetails[] details,address spender,uint256 sigDeadline)${DETAILS}`,
    [
      account('spender', 'Spender'),
      amount('details.[].amount', 'Amount', 'details.[].token'),
      date('details.[].expiration', 'Allowance expires'),
      date('sigDeadline', 'Deadline'),
    ],
  ],
  [
    `PermitTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline)${PERMISSIONS}`,
    [
      account('spender', 'Spender'),
      amount('permitted.amount', 'Amount', 'permitted.token'),
      date('deadline', 'Deadline'),
    ],
  ],
  [
    `PermitBatchTransferFrom(TokenPermissions[] permitted,address spender,uint256 nonce,uint256 deadline)${PERMISSIONS}`,
    [
      account('spender', 'Spender'),
      amount('permitted.[].amount', 'Amount', 'permitted.[].token'),
      date('deadline', 'Deadline'),
    ],
  ],
])
