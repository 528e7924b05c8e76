import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import type { Bytecode } from '@redoubt/risk/facts/bytecode.ts'
import type { DecodedCall } from '@redoubt/risk/facts/decodedCall.ts'
import type { ProxyFact } from '@redoubt/risk/facts/privileges.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { toFunctionSelector } from 'viem/utils'
import { codeTraits } from '../../intel/onchain/codeTraits.ts'
import type { Verification } from '../verification/createVerification.ts'
import type { AbiItem, AbiParameter } from '../verification/explorer.ts'
import type { IndexedSignature } from './abiIndex.ts'
import { parseSignature } from './abiTypes.ts'
import { decodeCall } from './decodeCall.ts'
import { decodeInPart } from './wholeArguments.ts'

/** What may be asked about a contract at the scan's block. Each rejects rather than guess. */
export type CalleeSources = {
  chain: Chain
  code(address: Address, signal: AbortSignal): Promise<Hex>
  proxy(address: Address, code: Hex, signal: AbortSignal): Promise<ProxyFact | null>
  verification: Verification
  analyse(address: Address, code: Hex, signal: AbortSignal): Promise<Bytecode | null>
}

/** A diamond has a function in one of many; more are not worth a question each. */
const MAX_ASKED = 4

/**
 * Decodes a call that no index knows by what its callee tells: its verified ABI (the implementation's behind a proxy), else the
 * types that its code reads. Null when neither fits the call data, or there is no code.
 */
export async function decodeByCallee(
  sources: CalleeSources,
  { from, to, value, data }: Pick<Transaction, 'from' | 'to' | 'value' | 'data'>,
  signal: AbortSignal,
): Promise<DecodedCall | null> {
  const selector = data.slice(0, 10).toLowerCase() as Hex
  if (to === null || selector.length !== 10) return null
  const code = await sources.code(to, signal)
  if (code === '0x') return null
  const proxy = await sources.proxy(to, code, signal).catch(() => null)
  const running = (proxy?.implementations ?? []).slice(0, MAX_ASKED)
  const contracts = await Promise.all(
    [...new Set([...running, to])].map(async (address) => ({ address, code: await sources.code(address, signal) })),
  )
  const read = (declared: IndexedSignature): DecodedCall | null => {
    const context = { chain: sources.chain, from, declared: [declared] }
    const call = decodeInPart((cut) => decodeCall({ to, value, data }, context, cut))
    return call.abi === declared.abi ? call : null
  }
  // Both at once: services are slow, and may be switched off.
  const recovered = Promise.all(contracts.map((one) => recoveredSignature(sources, one, selector, signal)))
  recovered.catch(() => null)
  for (const { address, code: runtime } of contracts) {
    const { verification } = sources.verification(sources.chain, { address, codeHash: codeTraits(runtime).hash })
    const { source, by } = await within(verification, signal)
    const declared = verifiedSignature(source?.abi ?? [], selector, by ?? 'unknown')
    const call = declared && read(declared)
    if (call) return call
  }
  for (const declared of await recovered) {
    const call = declared && read(declared)
    if (call) return call
  }
  return null
}

async function recoveredSignature(
  { analyse }: CalleeSources,
  { address, code }: { address: Address; code: Hex },
  selector: Hex,
  signal: AbortSignal,
): Promise<IndexedSignature | null> {
  const found = (await analyse(address, code, signal))?.functions.find((one) => one.selector === selector)
  if (found === undefined) return null
  try {
    return { ...parseSignature(`recovered(${found.arguments})`), selector, abi: 'recovered' }
  } catch {
    return null
  }
}

const NOTHING = { source: null, by: null }

/** Services bound themselves; the scan may have less time than they take. */
function within<T>(asked: Promise<T>, signal: AbortSignal): Promise<T | typeof NOTHING> {
  return new Promise((resolve) => {
    const give = () => resolve(NOTHING)
    if (signal.aborted) return give()
    signal.addEventListener('abort', give, { once: true })
    asked.then(resolve, give).finally(() => signal.removeEventListener('abort', give))
  })
}

/** The function with this selector in a verified ABI, as a line of our index; null when it declares none that we can decode. */
export function verifiedSignature(abi: readonly AbiItem[], selector: Hex, by: string): IndexedSignature | null {
  for (const { type, name, inputs = [] } of abi) {
    if (type !== 'function' || name === undefined) continue
    try {
      const signature = parseSignature(`${name}(${inputs.map(declare).join(',')})`)
      if (toFunctionSelector(`function ${signature.canonical}`) === selector)
        return { ...signature, selector, abi: `verified:${by}` }
    } catch {
      // A type that calls cannot have: the others still count.
    }
  }
  return null
}

function declare({ type, name, components }: AbiParameter): string {
  const spelled = type.startsWith('tuple')
    ? `(${(components ?? []).map(declare).join(',')})${type.slice('tuple'.length)}`
    : type.replace(/^(u?int)(?!\d)/, '$1256')
  return name === '' ? spelled : `${spelled} ${name}`
}
