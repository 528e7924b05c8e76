import type { Address } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import { NETWORKS } from '../../../chains/index.ts'
import type { ClearField } from '../../../intel/pack/packClearSigning.ts'
import { FIRST_TOKEN, LAST_TOKEN } from './fieldValues.ts'

type Params = NonNullable<ClearField['params']>
type Path = number | string

const SELF = '@.to'

const amount = (path: Path, label: string, tokenPath: string, more: Params = {}): ClearField => ({
  path: String(path),
  label,
  format: 'tokenAmount',
  params: { tokenPath, ...more },
})

/** An amount where the called account is an ERC-20 token. A collection of the same selector has an item there. */
const ifErc20 = (path: Path, label: string): ClearField => amount(path, label, SELF, { ifErc20: true })

/** An amount of what the called vault keeps: its asset is known once it was asked (ERC-4626, ERC-7540). */
const ofAsset = (label: string): ClearField => amount(0, label, SELF, { ofAsset: true })

const item = (path: Path, label = 'Item'): ClearField => ({
  path: String(path),
  label,
  format: 'nftName',
  params: { tokenPath: SELF },
})

/** Unix seconds; `zero`: what 0 means. */
const date = (path: Path, label: string, zero?: string): ClearField => ({
  path: String(path),
  label,
  format: 'date',
  ...(zero !== undefined && { params: { zero } }),
})

const native = (path: Path, label: string, more?: Params): ClearField => ({
  path: String(path),
  label,
  format: 'amount',
  ...(more && { params: more }),
})

const duration = (path: Path, label: string): ClearField => ({ path: String(path), label, format: 'duration' })

/** Hundredths of a percent. */
const basisPoints = (path: Path, label: string): ClearField => ({
  path: String(path),
  label,
  format: 'unit',
  params: { base: '%', decimals: 2 },
})

const flag = (path: Path, label: string): ClearField => ({ path: String(path), label, format: 'raw' })

const swap = (given: number, taken: number, path: number): ClearField[] => [
  amount(given, 'Amount to send', `${path}.[0]`),
  amount(taken, 'Minimum to receive', `${path}.[-1]`),
]

const exact = (taken: number, given: number, path: number): ClearField[] => [
  amount(taken, 'Amount to receive', `${path}.[-1]`),
  amount(given, 'Maximum to send', `${path}.[0]`),
]

/** ERC-3009: the payment is valid between the two times. */
const PAYMENT = [amount(2, 'Amount', SELF), date(3, 'Valid after', 'at once'), date(4, 'Valid before')]

/** Permit2 writes the time of the block for an expiration of 0. */
const THIS_BLOCK = 'this block only'
const NO_END = 'never'

/** The router spends what it holds (Uniswap, `Constants.CONTRACT_BALANCE`). */
const BALANCE: Params = { threshold: 2n ** 255n, message: 'all the router holds of' }
const COIN_BALANCE: Params = { threshold: 2n ** 255n, message: 'all the router holds' }
/** The pool manager's open balance (v4-periphery, `ActionConstants.OPEN_DELTA`). */
const OPEN: Params = { zeroAmount: 'all that is open of' }
const COIN_OPEN: Params = { zeroAmount: 'all that is open' }
/** The pair got the token before (Uniswap, `Constants.ALREADY_PAID`). */
const PAID: Params = { zeroAmount: 'what the pair was paid in' }

const DETAILS = '(address,uint160,uint48,uint48)'
const PERMISSION = '(address,uint256)'

const permit2 = (at: number, details: string): ClearField[] => [
  { path: `${at}.spender`, label: 'Spender', format: 'addressName' },
  amount(`${at}.${details}.amount`, 'Amount', `${at}.${details}.token`),
  date(`${at}.${details}.expiration`, 'Allowance expires', THIS_BLOCK),
  date(`${at}.sigDeadline`, 'Deadline'),
]
const TRANSFER_BY_PERMIT = [
  amount('0.permitted.amount', 'Permitted', '0.permitted.token'),
  date('0.deadline', 'Deadline'),
  amount(3, 'Amount', '0.permitted.token'),
]
const TRANSFERS_BY_PERMIT = [
  amount('0.permitted.[].amount', 'Permitted', '0.permitted.[].token'),
  date('0.deadline', 'Deadline'),
  amount('2.[].requestedAmount', 'Amount', '0.permitted.[].token'),
]

/** The first and the last token of a path of Uniswap V3: addresses, with a fee of three bytes between two. */
const [FIRST, LAST] = [`3.${FIRST_TOKEN}`, `3.${LAST_TOKEN}`]

/** Functions whose arguments have units that their standard and the call itself tell, by canonical signature. */
const STANDARD: Readonly<Record<string, readonly ClearField[]>> = {
  // ERC-20, EIP-2612, DAI
  'transfer(address,uint256)': [ifErc20(1, 'Amount')],
  'transferFrom(address,address,uint256)': [ifErc20(2, 'Amount')],
  'approve(address,uint256)': [ifErc20(1, 'Amount')],
  'increaseAllowance(address,uint256)': [amount(1, 'Added', SELF)],
  'decreaseAllowance(address,uint256)': [amount(1, 'Taken back', SELF)],
  'permit(address,address,uint256,uint256,uint8,bytes32,bytes32)': [amount(2, 'Amount', SELF), date(3, 'Deadline')],
  'permit(address,address,uint256,uint256,bytes)': [amount(2, 'Amount', SELF), date(3, 'Deadline')],
  'permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)': [
    flag(4, 'Unlimited allowance'),
    date(3, 'Deadline', NO_END),
  ],
  // ERC-3009, with the signature in parts and as bytes
  'transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,uint8,bytes32,bytes32)': PAYMENT,
  'transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,bytes)': PAYMENT,
  'receiveWithAuthorization(address,address,uint256,uint256,uint256,bytes32,uint8,bytes32,bytes32)': PAYMENT,
  'receiveWithAuthorization(address,address,uint256,uint256,uint256,bytes32,bytes)': PAYMENT,
  // ERC-677, ERC-1363
  'transferAndCall(address,uint256)': [amount(1, 'Amount', SELF)],
  'transferAndCall(address,uint256,bytes)': [amount(1, 'Amount', SELF)],
  'transferFromAndCall(address,address,uint256)': [amount(2, 'Amount', SELF)],
  'transferFromAndCall(address,address,uint256,bytes)': [amount(2, 'Amount', SELF)],
  'approveAndCall(address,uint256)': [amount(1, 'Amount', SELF)],
  'approveAndCall(address,uint256,bytes)': [amount(1, 'Amount', SELF)],
  // ERC-721, ERC-4494 and the permits of Uniswap's positions
  'safeTransferFrom(address,address,uint256)': [item(2)],
  'safeTransferFrom(address,address,uint256,bytes)': [item(2)],
  'permit(address,uint256,uint256,bytes)': [item(1), date(2, 'Deadline')],
  'permit(address,uint256,uint256,uint8,bytes32,bytes32)': [item(1), date(2, 'Deadline')],
  'permit(address,uint256,uint256,uint256,bytes)': [item(1), date(2, 'Deadline')],
  'permitForAll(address,address,bool,uint256,uint256,bytes)': [flag(2, 'Allowed'), date(3, 'Deadline')],
  // ERC-4626, ERC-7540
  'deposit(uint256,address)': [ofAsset('Amount')],
  'mint(uint256,address)': [amount(0, 'Shares', SELF)],
  'withdraw(uint256,address,address)': [ofAsset('Amount')],
  'redeem(uint256,address,address)': [amount(0, 'Shares', SELF)],
  'requestDeposit(uint256,address,address)': [ofAsset('Amount')],
  'requestRedeem(uint256,address,address)': [amount(0, 'Shares', SELF)],
  // Permit2
  'approve(address,address,uint160,uint48)': [amount(2, 'Amount', '0'), date(3, 'Allowance expires', THIS_BLOCK)],
  'transferFrom(address,address,uint160,address)': [amount(2, 'Amount', '3')],
  'transferFrom((address,address,uint160,address)[])': [amount('0.[].amount', 'Amount', '0.[].token')],
  [`permit(address,(${DETAILS},address,uint256),bytes)`]: permit2(1, 'details'),
  [`permit(address,(${DETAILS}[],address,uint256),bytes)`]: permit2(1, 'details.[]'),
  [`permitTransferFrom((${PERMISSION},uint256,uint256),(address,uint256),address,bytes)`]: [
    amount('0.permitted.amount', 'Permitted', '0.permitted.token'),
    date('0.deadline', 'Deadline'),
    amount('1.requestedAmount', 'Amount', '0.permitted.token'),
  ],
  [`permitTransferFrom((${PERMISSION}[],uint256,uint256),(address,uint256)[],address,bytes)`]: [
    amount('0.permitted.[].amount', 'Permitted', '0.permitted.[].token'),
    date('0.deadline', 'Deadline'),
    amount('1.[].requestedAmount', 'Amount', '0.permitted.[].token'),
  ],
  [`permitTransferFrom((${PERMISSION},uint256,uint256),address,address,uint256,bytes)`]: TRANSFER_BY_PERMIT,
  [`permitTransferFrom((${PERMISSION}[],uint256,uint256),address,(address,uint256)[],bytes)`]: TRANSFERS_BY_PERMIT,
  [`permitWitnessTransferFrom((${PERMISSION},uint256,uint256),address,address,uint256,bytes32,string,string,bytes)`]:
    TRANSFER_BY_PERMIT,
  [`permitWitnessTransferFrom((${PERMISSION}[],uint256,uint256),address,(address,uint256)[],bytes32,string,string,bytes)`]:
    TRANSFERS_BY_PERMIT,
  // Uniswap V2
  'swapExactTokensForTokens(uint256,uint256,address[],address,uint256)': swap(0, 1, 2),
  'swapExactTokensForTokensSupportingFeeOnTransferTokens(uint256,uint256,address[],address,uint256)': swap(0, 1, 2),
  'swapTokensForExactTokens(uint256,uint256,address[],address,uint256)': exact(0, 1, 2),
  'swapExactETHForTokens(uint256,address[],address,uint256)': [amount(0, 'Minimum to receive', '1.[-1]')],
  'swapExactETHForTokensSupportingFeeOnTransferTokens(uint256,address[],address,uint256)': [
    amount(0, 'Minimum to receive', '1.[-1]'),
  ],
  'swapETHForExactTokens(uint256,address[],address,uint256)': [amount(0, 'Amount to receive', '1.[-1]')],
  'swapExactTokensForETH(uint256,uint256,address[],address,uint256)': [
    amount(0, 'Amount to send', '2.[0]'),
    native(1, 'Minimum to receive'),
  ],
  'swapExactTokensForETHSupportingFeeOnTransferTokens(uint256,uint256,address[],address,uint256)': [
    amount(0, 'Amount to send', '2.[0]'),
    native(1, 'Minimum to receive'),
  ],
  'swapTokensForExactETH(uint256,uint256,address[],address,uint256)': [
    native(0, 'Amount to receive'),
    amount(1, 'Maximum to send', '2.[0]'),
  ],
  // Safe; timelocks of OpenZeppelin
  'execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)': [native(1, 'Value')],
  'schedule(address,uint256,bytes,bytes32,bytes32,uint256)': [native(1, 'Value'), duration(5, 'Delay')],
  'scheduleBatch(address[],uint256[],bytes[],bytes32,bytes32,uint256)': [native('1.[]', 'Value'), duration(5, 'Delay')],
  'execute(address,uint256,bytes,bytes32,bytes32)': [native(1, 'Value')],
  'executeBatch(address[],uint256[],bytes[],bytes32,bytes32)': [native('1.[]', 'Value')],
  'updateDelay(uint256)': [duration(0, 'Delay')],
  // Commands of the Universal Router
  'V3_SWAP_EXACT_IN(address,uint256,uint256,bytes,bool)': [
    amount(1, 'Amount to send', FIRST, BALANCE),
    amount(2, 'Minimum to receive', LAST),
  ],
  'V3_SWAP_EXACT_OUT(address,uint256,uint256,bytes,bool)': [
    amount(1, 'Amount to receive', FIRST),
    amount(2, 'Maximum to send', LAST),
  ],
  'V2_SWAP_EXACT_IN(address,uint256,uint256,address[],bool)': [
    amount(1, 'Amount to send', '3.[0]', { ...BALANCE, ...PAID }),
    amount(2, 'Minimum to receive', '3.[-1]'),
  ],
  'V2_SWAP_EXACT_OUT(address,uint256,uint256,address[],bool)': [
    amount(1, 'Amount to receive', '3.[-1]'),
    amount(2, 'Maximum to send', '3.[0]'),
  ],
  'PERMIT2_TRANSFER_FROM(address,address,uint160)': [amount(2, 'Amount', '0')],
  [`PERMIT2_PERMIT((${DETAILS},address,uint256),bytes)`]: permit2(0, 'details'),
  [`PERMIT2_PERMIT_BATCH((${DETAILS}[],address,uint256),bytes)`]: permit2(0, 'details.[]'),
  'PERMIT2_TRANSFER_FROM_BATCH((address,address,uint160,address)[])': [amount('0.[].amount', 'Amount', '0.[].token')],
  'SWEEP(address,address,uint256)': [amount(2, 'Minimum', '0')],
  'TRANSFER(address,address,uint256)': [amount(2, 'Amount', '0', BALANCE)],
  'PAY_PORTION(address,address,uint256)': [basisPoints(2, 'Portion')],
  'WRAP_ETH(address,uint256)': [native(1, 'Amount', COIN_BALANCE)],
  'UNWRAP_WETH(address,uint256)': [native(1, 'Minimum')],
  'BALANCE_CHECK_ERC20(address,address,uint256)': [amount(2, 'Minimum', '1')],
  // Actions of Uniswap V4
  'SWAP_EXACT_IN((address,(address,uint256,int24,address,bytes)[],uint128,uint128))': [
    amount('0.amountIn', 'Amount to send', '0.currencyIn', OPEN),
    amount('0.amountOutMinimum', 'Minimum to receive', '0.path.[-1].intermediateCurrency'),
  ],
  'SWAP_EXACT_OUT((address,(address,uint256,int24,address,bytes)[],uint128,uint128))': [
    amount('0.amountOut', 'Amount to receive', '0.currencyOut', OPEN),
    amount('0.amountInMaximum', 'Maximum to send', '0.path.[0].intermediateCurrency'),
  ],
  'SETTLE(address,uint256,bool)': [amount(1, 'Amount', '0', { ...BALANCE, ...OPEN })],
  'SETTLE_ALL(address,uint256)': [amount(1, 'Maximum', '0')],
  'TAKE(address,address,uint256)': [amount(2, 'Amount', '0', OPEN)],
  'TAKE_ALL(address,uint256)': [amount(1, 'Minimum', '0')],
  'TAKE_PORTION(address,address,uint256)': [basisPoints(2, 'Portion')],
  'CLEAR_OR_TAKE(address,uint256)': [amount(1, 'Maximum to leave', '0')],
  'WRAP(uint256)': [native(0, 'Amount', { ...COIN_BALANCE, ...COIN_OPEN })],
  'UNWRAP(uint256)': [native(0, 'Amount', { ...COIN_BALANCE, ...COIN_OPEN })],
}

/** Of the wrapped coin alone: any other contract may mean anything by it. */
const OF_WRAPPED_COIN: Readonly<Record<string, readonly ClearField[]>> = {
  'withdraw(uint256)': [amount(0, 'Amount', SELF)],
}

/** Returns what the standard of a function says of its arguments, whatever contract has it; empty where no standard is known. */
export function standardCall(
  canonical: string,
  { to, chain }: { to: Address | null; chain: Chain | null },
): readonly ClearField[] {
  if (Object.hasOwn(STANDARD, canonical)) return STANDARD[canonical] ?? []
  const wrapped = chain && NETWORKS[chain].quoteTokens[0]?.address
  const ofWrapped = to !== null && wrapped?.toLowerCase() === to && Object.hasOwn(OF_WRAPPED_COIN, canonical)
  return (ofWrapped && OF_WRAPPED_COIN[canonical]) || []
}
