import type { Address } from '@redoubt/risk/address.ts'
import type { Bytecode, ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import type { CallFrame } from '@redoubt/risk/facts/execution.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { ProxyFact } from '@redoubt/risk/facts/privileges.ts'
import { codeTraits } from '../../../intel/onchain/codeTraits.ts'
import { withTimeout } from '../../../lib/withTimeout.ts'
import { scheduledProxy } from '../../bytecode/proxy/codeSchedule.ts'
import { facetsIn, partsIn } from '../../bytecode/proxy/facetsIn.ts'
import { resolveProxy } from '../../bytecode/proxy/resolveProxy.ts'
import type { ClaimSources } from '../runs/claimRuns.ts'

/**
 * A contract and the functions by which it may pay. `unreadable`: it is a proxy whose implementation is not known. `unlisted`: only code
 * that the transaction ran in its place was read, and there may be more.
 */
export type Payer = {
  address: Address
  functions: readonly ContractFunction[]
  bytecode: Bytecode
  proxy: ProxyFact | null
  unreadable?: true
  unlisted?: true
}

const MAX_ABI_MS = 300

/** Reads the functions of a contract from its verified ABI, else from its code; null where it has none. `trace`: of the transaction. */
export async function readPayer(
  { chain, simulator, bytecode, verification }: ClaimSources,
  block: PinnedBlock,
  address: Address,
  signal: AbortSignal,
  trace: CallFrame | null = null,
): Promise<Payer | null> {
  const code = await chain.code(block, address, signal)
  if (code === '0x') return null
  const { resolved, hidden } = await resolveProxy(chain, { block, address, code }, signal).then(
    (found) => ({ resolved: found, hidden: false }),
    () => ({ resolved: null, hidden: true }),
  )
  const proxy = await scheduledProxy({ chain, simulator }, { block, address, proxy: resolved }, signal)
  const facets = proxy === null ? facetsIn(trace, address) : []
  const own = facets.length === 0 ? null : await bytecode.analyse({ address, code, abi: null }, signal)
  // Code of its own without any function: a fallback that looks up the code by the selector.
  const isFallback = own !== null && own.functions.length === 0
  const named = new Set(own?.functions.map(({ selector }) => selector))
  const [part] = isFallback || own === null ? [] : partsIn(trace, address, named)
  const running = proxy?.implementations[0] ?? (isFallback ? facets[0] : part) ?? address
  const runtime = running === address ? code : await chain.code(block, running, signal)
  const asked = verification(block.chain, { address: running, codeHash: codeTraits(runtime).hash }).verification
  const source = await withTimeout(
    asked.then((answer) => answer.source).catch(() => null),
    MAX_ABI_MS,
  )
  const analysed = await bytecode.analyse({ address: running, code: runtime, abi: source?.abi ?? null }, signal)
  if (analysed === null) return null
  return {
    address,
    functions: part === undefined || own === null ? analysed.functions : withOwn(analysed.functions, own.functions),
    bytecode: analysed,
    proxy,
    ...(hidden && { unreadable: true as const }),
    ...((isFallback || part !== undefined) && { unlisted: true as const }),
  }
}

/** The functions of a part and those of the contract itself, which come first where both have one. */
function withOwn(ofPart: readonly ContractFunction[], own: readonly ContractFunction[]): ContractFunction[] {
  const named = new Set(own.map(({ selector }) => selector))
  return [...ofPart.filter(({ selector }) => !named.has(selector)), ...own]
}
