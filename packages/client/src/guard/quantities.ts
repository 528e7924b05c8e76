import { isObject } from './cloneJson.ts'
import { Unjudgeable } from './unjudgeable.ts'

/** Members that are quantities, of transactions, calls, user operations and authorisations. */
const QUANTITIES: ReadonlySet<string> = new Set([
  'value',
  'gas',
  'gasLimit',
  'gasPrice',
  'maxFeePerGas',
  'maxPriorityFeePerGas',
  'maxFeePerBlobGas',
  'nonce',
  'chainId',
  'networkId',
  'yParity',
  'v',
  'callGasLimit',
  'verificationGasLimit',
  'preVerificationGas',
  'paymasterVerificationGasLimit',
  'paymasterPostOpGasLimit',
])
/** Members that hold objects with quantities of their own. */
const NESTED = ['calls', 'authorizationList', 'eip7702Auth', 'authorization']

/**
 * A copy whose quantities are 0x quantities: wallets put 0x before decimal digits, and would read another amount than was judged.
 * @throws Unjudgeable where one is no quantity
 */
export function canonicalQuantities(given: Record<string, unknown>): Record<string, unknown> {
  // Assigning a member named __proto__ would hide what it holds from the service, and not from the wallet.
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, canonical(name, value)]))
}

function canonical(name: string, value: unknown): unknown {
  if (QUANTITIES.has(name)) return value == null ? value : toQuantity(name, value)
  return NESTED.includes(name) ? nested(value) : value
}

function nested(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one: unknown) => (isObject(one) ? canonicalQuantities(one) : one))
  return isObject(value) ? canonicalQuantities(value) : value
}

/** @example toQuantity('value', '100') // '0x64' */
export function toQuantity(name: string, value: unknown): string {
  const isWritten = typeof value === 'string' && /^(0x[0-9a-fA-F]{1,64}|0|[1-9][0-9]{0,77})$/.test(value)
  const isCounted = typeof value === 'number' ? Number.isSafeInteger(value) && value >= 0 : typeof value === 'bigint'
  if (!isWritten && !isCounted) throw new Unjudgeable(`${name} is no quantity; send 0x and hex digits.`)
  return `0x${BigInt(value as string).toString(16)}`
}
