import type { Hex } from '@redoubt/risk/address.ts'
import type { DecodedCall } from '@redoubt/risk/facts/decodedCall.ts'
import { type AbiParameter, parseSignature, type Signature } from './abiTypes.ts'
import { decodeArguments } from './decodeArguments.ts'

/**
 * Commands of Uniswap's Universal Router (and PancakeSwap's, which shares these numbers): byte & 0x3f → inputs.
 * Source: docs.uniswap.org, "Universal Router / Technical reference".
 */
const PERMIT_DETAILS = '(address token,uint160 amount,uint48 expiration,uint48 nonce)'
const COMMANDS: Readonly<Record<number, string>> = {
  0: 'V3_SWAP_EXACT_IN(address recipient,uint256 amountIn,uint256 amountOutMin,bytes path,bool payerIsUser)',
  1: 'V3_SWAP_EXACT_OUT(address recipient,uint256 amountOut,uint256 amountInMax,bytes path,bool payerIsUser)',
  2: 'PERMIT2_TRANSFER_FROM(address token,address recipient,uint160 amount)',
  3: `PERMIT2_PERMIT_BATCH((${PERMIT_DETAILS}[] details,address spender,uint256 sigDeadline) permitBatch,bytes signature)`,
  4: 'SWEEP(address token,address recipient,uint256 amountMin)',
  5: 'TRANSFER(address token,address recipient,uint256 value)',
  6: 'PAY_PORTION(address token,address recipient,uint256 bips)',
  8: 'V2_SWAP_EXACT_IN(address recipient,uint256 amountIn,uint256 amountOutMin,address[] path,bool payerIsUser)',
  9: 'V2_SWAP_EXACT_OUT(address recipient,uint256 amountOut,uint256 amountInMax,address[] path,bool payerIsUser)',
  10: `PERMIT2_PERMIT((${PERMIT_DETAILS} details,address spender,uint256 sigDeadline) permitSingle,bytes signature)`,
  11: 'WRAP_ETH(address recipient,uint256 amountMin)',
  12: 'UNWRAP_WETH(address recipient,uint256 amountMin)',
  13: 'PERMIT2_TRANSFER_FROM_BATCH((address from,address to,uint160 amount,address token)[] transfers)',
  14: 'BALANCE_CHECK_ERC20(address owner,address token,uint256 minBalance)',
  16: 'V4_SWAP(bytes actions,bytes[] params)',
  33: 'EXECUTE_SUB_PLAN(bytes commands,bytes[] inputs)',
}
const signatures = new Map<number, Signature>()

/** One command, as a call the router makes to itself: its parameters and the sub-plan it carries, if any. */
export type RouterCommand = {
  name: string | null
  text: string | null
  canonical: string | null
  parameters: readonly AbiParameter[]
  values: readonly unknown[]
  input: Hex
  /** The command is unknown, or its input laid out otherwise: the input is all that can be shown. */
  raw: boolean
}

/** Reads `commands` and `inputs` of `execute(bytes,bytes[])`; an unknown command keeps its raw input. */
export function routerCommands(commands: Hex, inputs: readonly Hex[]): RouterCommand[] {
  return inputs.map((input, index) => {
    const byte = Number.parseInt(commands.slice(2 + index * 2, 4 + index * 2), 16)
    // More inputs than commands: the router refuses that, and there is nothing to name them by.
    const signature = Number.isNaN(byte) ? null : signatureOf(byte & 0x3f)
    const decoded = signature === null ? null : decodeArguments(signature.inputs, input.slice(2))
    const named = {
      name: signature?.name ?? null,
      text: signature?.text ?? null,
      canonical: signature?.canonical ?? null,
      input,
    }
    if (signature === null || decoded === null) return { ...named, parameters: [], values: [], raw: true }
    return { ...named, parameters: signature.inputs, values: decoded.values, raw: false }
  })
}

/** Whether a decoded call carries router commands; then its first two arguments are `commands` and `inputs`. */
export function carriesRouterCommands(canonical: string): boolean {
  return canonical === 'execute(bytes,bytes[])' || canonical === 'execute(bytes,bytes[],uint256)'
}

/** A command is not a call: it has no selector, and the router itself is its `to`. */
export function commandCall(command: RouterCommand, to: DecodedCall['to']): DecodedCall {
  return {
    to,
    selector: null,
    functionName: command.name,
    signature: command.text,
    parameters: [],
    args: command.values,
    abi: command.name === null ? null : 'universal-router-command',
    value: 0n,
    calls: [],
  }
}

function signatureOf(command: number): Signature | null {
  const text = COMMANDS[command]
  if (text === undefined) return null
  let signature = signatures.get(command)
  if (signature === undefined) {
    signature = parseSignature(text)
    signatures.set(command, signature)
  }
  return signature
}
