import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Hex } from '@redoubt/risk/address.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import { traceBlockOverrides } from '../src/evm/simulation/engine/engineCall.ts'
import { nextBlock } from '../src/evm/simulation/engine/hardfork.ts'
import { readStateDiff } from '../src/evm/simulation/readStateDiff.ts'
import { addRevoked, revokedDelegations } from '../src/evm/simulation/revokedDelegations.ts'
import type { BenchOptions } from './main.ts'
import { fixtureSource } from './replay/fixtureSource.ts'
import { withReplayChild } from './replay/replayChild.ts'
import { accountsOf, callOf, hardforkOf, parentOf, type TracerCase } from './replay/tracerCase.ts'

/** Members that geth added to the tracers after the engine's version of them, or that only inform. */
const IGNORED = new Set(['codehash', 'time', 'index'])

/** Rules before London, which the engine does not have: it prices their gas by later ones. */
const BEFORE_LONDON = new Set([
  ...['frontier', 'homestead', 'tangerine', 'spuriousdragon', 'byzantium', 'petersburg', 'istanbul'],
  ...['muirglacier', 'berlin'],
])

/** Why a case differs, where it was looked into. */
const EXPLAINED: Record<string, string> = {
  'prestate_tracer/setcode_tx.json':
    'has all that is expected, and the delegate that the transaction itself sets and whose code then runs: geth looks it up before it is set (go-ethereum issue 32078)',
}

/**
 * Traces geth's own tracer cases by the calls the simulator makes and compares the answers member by member. Cases from
 * before London are counted apart, by everything but what gas decides, because the engine has no such gas rules. State
 * diffs that differ as raw answers are compared as the product reads them, which adds revoked delegations.
 */
export default async function tracers({ data }: BenchOptions): Promise<object> {
  const folder = join(data, 'tracers')
  const runnable = newTally()
  const beforeLondon = newTally()
  for (const group of (await readdir(folder)).sort())
    for (const file of (await readdir(join(folder, group))).sort()) {
      const content = JSON.parse(await readFile(join(folder, group, file), 'utf8')) as TracerCase
      const tally = BEFORE_LONDON.has(hardforkOf(content)) ? beforeLondon : runnable
      const name = `${group}/${file}`
      const tracer = group.startsWith('call') ? 'callTracer' : 'prestateTracer'
      const at = await difference(content, tracer, tally === runnable)
      tally.cases++
      if (at === null) tally.exact++
      else tally.different.push({ case: name, at, ...(EXPLAINED[name] && { explained: EXPLAINED[name] }) })
    }
  const reason = 'before London: the engine has no exact gas rules for it; compared without gas'
  const without = { reason, ...beforeLondon }
  return { cases: runnable.cases, exact: runnable.exact, different: runnable.different, excluded: [without] }
}

type Tally = { cases: number; exact: number; different: { case: string; at: string; explained?: string }[] }

function newTally(): Tally {
  return { cases: 0, exact: 0, different: [] }
}

/** Where an answer departs from the expected one, or null. */
async function difference(content: TracerCase, tracer: string, withGas: boolean): Promise<string | null> {
  const block = parentOf(content)
  const context = nextBlock(block, { timestamp: block.timestamp + 1n, baseFeePerGas: block.baseFeePerGas })
  const source = fixtureSource(block, accountsOf(content), new Map())
  const chainId = Number(content.genesis.config.chainId ?? 1)
  const call = await callOf(content)
  const signal = AbortSignal.timeout(60_000)
  const blockOverrides = traceBlockOverrides(context)
  return withReplayChild({ block, source, hardfork: hardforkOf(content), chainId }, async (rpc) => {
    const config = { tracer, tracerConfig: content.tracerConfig ?? {}, blockOverrides }
    try {
      const result = (await rpc('debug_traceCall', call, 'latest', config)) as Record<string, unknown>
      // The engine counts the root's gas after the intrinsic cost, geth before it.
      if (tracer === 'callTracer') result.gas = call.gas
      const payers = withGas ? null : new Set([String(call.from).toLowerCase(), String(context.coinbase).toLowerCase()])
      const at = compare(canonical(content.result, payers), canonical(result, payers), '')
      if (at === null || content.tracerConfig?.diffMode !== true) return at
      const revoked = await revokedDelegations({ block, transaction: authorised(call), signal }, source)
      const read = addRevoked(readStateDiff(result), revoked)
      return revoked.length === 0 ? at : compare(readStateDiff(content.result), read, '')
    } catch (error) {
      return `refused: ${error instanceof Error ? error.message : String(error)}`
    }
  })
}

/** What the product knows of a transaction that carries authorisations. */
function authorised(call: Record<string, unknown>): Transaction {
  const list = (call.authorizationList ?? []) as Record<string, Hex>[]
  const authorizationList = list.map(({ chainId, nonce, yParity, ...rest }) => ({
    ...(rest as { address: Hex; r: Hex; s: Hex }),
    chainId: Number(chainId),
    nonce: BigInt(nonce ?? 0),
    yParity: Number(yParity),
  }))
  return { from: call.from as Hex, to: null, value: 0n, data: '0x', authorizationList }
}

function compare(expected: unknown, actual: unknown, path: string): string | null {
  if (typeof expected !== 'object' || expected === null || typeof actual !== 'object' || actual === null)
    return Object.is(expected, actual) ? null : `${path}: ${short(actual)} instead of ${short(expected)}`
  const [ours, theirs] = [actual as Record<string, unknown>, expected as Record<string, unknown>]
  for (const key of new Set([...Object.keys(theirs), ...Object.keys(ours)])) {
    const found = compare(theirs[key], ours[key], `${path}/${key}`)
    if (found !== null) return found
  }
  return null
}

/**
 * Lower-case hex, ignored members and empty containers left out. An account that is empty is the same as none in a
 * prestate. With `payers`, gas and the balances that fees change are left out as well.
 */
function canonical(value: unknown, payers: ReadonlySet<string> | null, path: readonly string[] = []): unknown {
  if (typeof value === 'number') return `0x${value.toString(16)}`
  if (typeof value === 'string') return value.toLowerCase()
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.map((one) => canonical(one, payers, path))
  if (typeof value !== 'object' || value === null) return value ?? undefined
  const members = Object.entries(value)
    .map(([key, member]) => [key.toLowerCase(), member] as const)
    .filter(([key]) => !IGNORED.has(key) && !(payers !== null && isGas(key, path, payers)))
    .map(([key, member]) => [key, canonical(member, payers, [...path, key])] as const)
    .filter(([key, member]) => member !== undefined && !isEmpty(key, member, path))
  return Object.fromEntries(members)
}

function isGas(key: string, path: readonly string[], payers: ReadonlySet<string>): boolean {
  return key === 'gas' || key === 'gasused' || (key === 'balance' && payers.has(path.at(-1) ?? ''))
}

function isEmpty(key: string, member: unknown, path: readonly string[]): boolean {
  if (typeof member === 'object') return Object.keys(member ?? {}).length === 0
  const zero = typeof member === 'string' && /^0x0*$/.test(member)
  return zero && !path.includes('post') && path.some((part) => part.length === 42) && key !== 'nonce'
}

function short(value: unknown): string {
  const text = JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? String(one) : one))
  return (text ?? 'nothing').slice(0, 60)
}
