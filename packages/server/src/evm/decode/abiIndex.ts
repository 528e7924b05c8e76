import { toFunctionSelector } from 'viem/utils'
import { packSignatures } from '../../intel/pack/packSignatures.ts'
import entries from './abiIndex.generated.json' with { type: 'json' }
import { parseSignature, type Signature } from './abiTypes.ts'

/**
 * Batch and module functions of wallets and the routers they call whose packages publish no ABI, or not under a licence that
 * lets it be taken: written by hand from their verified source. By the name their ABI is shown under.
 */
const WALLET_SIGNATURES: Readonly<Record<string, readonly string[]>> = {
  ambire: [
    'execute((address to,uint256 value,bytes data)[] calls,bytes signature)',
    'executeBySender((address to,uint256 value,bytes data)[] calls)',
    'executeBySelf((address to,uint256 value,bytes data)[] calls)',
    'executeMultiple(((address to,uint256 value,bytes data)[] calls,bytes signature)[] toExec)',
  ],
  argent: ['multiCall(address wallet,(address to,uint256 value,bytes data)[] transactions)'],
  biconomy: [
    'execute_ncC(address dest,uint256 value,bytes func)',
    'executeBatch_y6U(address[] dest,uint256[] value,bytes[] func)',
    'executeCall(address dest,uint256 value,bytes func)',
    'executeBatchCall(address[] dest,uint256[] value,bytes[] func)',
  ],
  'coinbase-smart-wallet': ['executeWithoutChainIdValidation(bytes[] calls)'],
  kernel: ['executeDelegateCall(address to,bytes data)'],
  'safe-4337': [
    'executeUserOp(address to,uint256 value,bytes data,uint8 operation)',
    'executeUserOpWithErrorString(address to,uint256 value,bytes data,uint8 operation)',
  ],
  'zodiac-delay': ['executeNextTx(address to,uint256 value,bytes data,uint8 operation)'],
  'zodiac-roles': [
    'execTransactionWithRole(address to,uint256 value,bytes data,uint8 operation,bytes32 roleKey,bool shouldRevert)',
    'execTransactionWithRoleReturnData(address to,uint256 value,bytes data,uint8 operation,bytes32 roleKey,bool shouldRevert)',
    'execTransactionWithRole(address to,uint256 value,bytes data,uint8 operation,uint16 role,bool shouldRevert)',
    'execTransactionWithRoleReturnData(address to,uint256 value,bytes data,uint8 operation,uint16 role,bool shouldRevert)',
  ],
}

/** A signature with the name of the ABI it came from. `selector` where the callee declares it. */
export type IndexedSignature = Signature & { abi: string; selector?: `0x${string}` }

const KINDS = { function: 'f', event: 'e', error: 'x' } as const

let lines: Map<string, { abi: string; text: string }[]> | undefined
const parsed = new Map<string, IndexedSignature[]>()

/**
 * Every signature of that kind with this selector (4 bytes; 32 for an event topic), most common ABI first. More than
 * one only when two different declarations collide. Functions in no ABI of the index are looked up in the data pack, whose
 * parameters have no names; which of several candidates is meant, only the bytes can tell. Parsed at first use: start-up
 * pays for a map of strings.
 * @param key hex digits without 0x, lower case.
 */
export function signaturesOf(kind: keyof typeof KINDS, key: string): readonly IndexedSignature[] {
  lines ??= readLines()
  const id = KINDS[kind] + key
  let signatures = parsed.get(id)
  if (signatures === undefined) {
    const found = lines.get(id) ?? (kind === 'function' ? packLines(key) : [])
    // Unknown selectors are not remembered: strangers choose them.
    if (found.length === 0) return []
    signatures = found.map(({ abi, text }) => ({ ...parseSignature(text), abi }))
    parsed.set(id, signatures)
  }
  return signatures
}

function packLines(selector: string): { abi: string; text: string }[] {
  return packSignatures(selector).map((text) => ({ abi: 'data-pack', text }))
}

function readLines(): Map<string, { abi: string; text: string }[]> {
  const map = new Map<string, { abi: string; text: string }[]>()
  for (const { abi, signatures } of entries) {
    for (const [key, text] of Object.entries(signatures)) {
      const others = map.get(key)
      if (others === undefined) map.set(key, [{ abi, text }])
      else others.push({ abi, text })
    }
  }
  for (const [abi, texts] of Object.entries(WALLET_SIGNATURES))
    for (const text of texts) {
      const key = `f${toFunctionSelector(`function ${parseSignature(text).canonical}`).slice(2)}`
      map.set(key, [...(map.get(key) ?? []), { abi, text }])
    }
  return map
}
