import type { ClearField } from '../../../intel/pack/packClearSigning.ts'
import type { AbiParameter } from '../abiTypes.ts'

const amount = (path: number, label: string, tokenPath: string): ClearField => ({
  path: String(path),
  label,
  format: 'tokenAmount',
  params: { tokenPath },
})
const SELF = '@.to'
const swap = (given: number, taken: number, path: number): ClearField[] => [
  amount(given, 'Amount to send', `${path}.[0]`),
  amount(taken, 'Minimum to receive', `${path}.[-1]`),
]
const exact = (taken: number, given: number, path: number): ClearField[] => [
  amount(taken, 'Amount to receive', `${path}.[-1]`),
  amount(given, 'Maximum to send', `${path}.[0]`),
]
const native = (path: number, label: string): ClearField => ({ path: String(path), label, format: 'amount' })

/** Functions whose amounts are of a token that the call itself tells: ERC-20, ERC-4626, Permit2, Uniswap V2. */
const STANDARD: Readonly<Record<string, readonly ClearField[]>> = {
  'transfer(address,uint256)': [amount(1, 'Amount', SELF)],
  'approve(address,uint256)': [amount(1, 'Amount', SELF)],
  'increaseAllowance(address,uint256)': [amount(1, 'Added', SELF)],
  'decreaseAllowance(address,uint256)': [amount(1, 'Taken back', SELF)],
  'permit(address,address,uint256,uint256,uint8,bytes32,bytes32)': [amount(2, 'Amount', SELF)],
  'redeem(uint256,address,address)': [amount(0, 'Shares', SELF)],
  'approve(address,address,uint160,uint48)': [amount(2, 'Amount', '0')],
  'transferFrom(address,address,uint160,address)': [amount(2, 'Amount', '3')],
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
}

const TIME = /^_?(deadline|expiry|expiration|expirationTime|validUntil|validTo|validBefore|validAfter|sigDeadline)$/
const LABELS: Readonly<Record<string, string>> = { deadline: 'Deadline', sigDeadline: 'Deadline' }

/**
 * What the standard of a function says of its arguments, and what the name and type of a parameter say by themselves: times are
 * times, addresses are accounts. By place, because ABIs name the same parameter differently.
 */
export function standardFields(canonical: string, inputs: readonly AbiParameter[]): ClearField[] {
  const known = Object.hasOwn(STANDARD, canonical) ? (STANDARD[canonical] ?? []) : []
  const told = new Set(known.map(({ path }) => path))
  const others = inputs.flatMap(({ name, type }, at): ClearField[] => {
    const path = String(at)
    if (told.has(path)) return []
    if (type.kind === 'address') return [{ path, label: name, format: 'addressName' }]
    if (type.kind === 'uint' && TIME.test(name)) return [{ path, label: LABELS[name] ?? name, format: 'date' }]
    return []
  })
  return [...known, ...others]
}
