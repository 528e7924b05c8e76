import type { Hex } from '@redoubt/risk/address.ts'
import { parseSignature, type Signature } from './abiTypes.ts'
import { decodeArguments } from './decodeArguments.ts'
import type { RouterCommand } from './universalRouter.ts'

const POOL = '(address currency0,address currency1,uint24 fee,int24 tickSpacing,address hooks) poolKey'
const PATH = '(address intermediateCurrency,uint256 fee,int24 tickSpacing,address hooks,bytes hookData)[] path'
/**
 * Actions of Uniswap V4's router, byte → parameters. Source: v4-periphery `libraries/Actions.sol`, `interfaces/IV4Router.sol`.
 */
const ACTIONS: Readonly<Record<number, string>> = {
  6: `SWAP_EXACT_IN_SINGLE((${POOL},bool zeroForOne,uint128 amountIn,uint128 amountOutMinimum,bytes hookData) params)`,
  7: `SWAP_EXACT_IN((address currencyIn,${PATH},uint128 amountIn,uint128 amountOutMinimum) params)`,
  8: `SWAP_EXACT_OUT_SINGLE((${POOL},bool zeroForOne,uint128 amountOut,uint128 amountInMaximum,bytes hookData) params)`,
  9: `SWAP_EXACT_OUT((address currencyOut,${PATH},uint128 amountOut,uint128 amountInMaximum) params)`,
  11: 'SETTLE(address currency,uint256 amount,bool payerIsUser)',
  12: 'SETTLE_ALL(address currency,uint256 maxAmount)',
  13: 'SETTLE_PAIR(address currency0,address currency1)',
  14: 'TAKE(address currency,address recipient,uint256 amount)',
  15: 'TAKE_ALL(address currency,uint256 minAmount)',
  16: 'TAKE_PORTION(address currency,address recipient,uint256 bips)',
  17: 'TAKE_PAIR(address currency0,address currency1,address recipient)',
  18: 'CLOSE_CURRENCY(address currency)',
  19: 'CLEAR_OR_TAKE(address currency,uint256 amountMax)',
  20: 'SWEEP(address currency,address to)',
  21: 'WRAP(uint256 amount)',
  22: 'UNWRAP(uint256 amount)',
}
const signatures = new Map<number, Signature>()

/** Reads `actions` and `params` of a V4_SWAP command; an unknown action keeps its raw parameters. */
export function v4Actions(actions: Hex, params: readonly Hex[]): RouterCommand[] {
  return params.map((input, index) => {
    const byte = Number.parseInt(actions.slice(2 + index * 2, 4 + index * 2), 16)
    const signature = Number.isNaN(byte) ? null : signatureOf(byte)
    const decoded = signature === null ? null : decodeArguments(signature.inputs, input.slice(2))
    const [name, text] = [signature?.name ?? null, signature?.text ?? null]
    if (signature === null || decoded === null) return { name, text, parameters: [], values: [], raw: input }
    return { name, text, parameters: signature.inputs, values: decoded.values, raw: null }
  })
}

function signatureOf(action: number): Signature | null {
  const text = ACTIONS[action]
  if (text === undefined) return null
  const signature = signatures.get(action) ?? parseSignature(text)
  signatures.set(action, signature)
  return signature
}
