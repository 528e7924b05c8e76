import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Simulation } from '@redoubt/risk/facts/execution.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import type { BytecodeSource } from '../../bytecode/createBytecodeSource.ts'
import { callData, type Read } from '../../decode/callData.ts'
import { transfersOf } from '../../decode/emittedLogs.ts'
import { overridesOf } from '../../decode/readState.ts'
import { ACCOUNT_CODE } from '../../privileges/probes.ts'
import type { ChainSource } from '../../rpc/chainSource.ts'
import { NATIVE } from '../../simulation/flatRun.ts'
import type { CallOutcome, Sequence, Simulator, StateOverrides } from '../../simulation/simulator.ts'
import { readTraderAnswers, traderReads } from '../../trade/trader.ts'
import { TRADER_CODE } from '../../trade/traderCode.generated.ts'
import type { Verification } from '../../verification/createVerification.ts'
import { type CarriedWord, type ToldWord, toldWords } from './carriedWords.ts'

const COIN = 10n ** 18n
const READ_GAS = 20_000_000n
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

export type ClaimSources = {
  chain: ChainSource
  simulator: Simulator
  bytecode: BytecodeSource
  verification: Verification
}

/** An asset that left, whose way back is watched. */
export type Watched = {
  asset: Address | null
  assetType: 'native' | 'erc20' | 'erc721' | 'erc1155'
  tokenId: bigint | null
  amount: bigint
  /** Worth of the amount in USD at a trusted price; null: none. */
  usd: number | null
  /** Tokens worth the same: the wrapped coin for a coin, and the other way round. */
  same: readonly (Address | null)[]
}

/** Accounts made up for one question, so that code cannot know them. */
export type Stand = { reader: Address; observer: Address; stranger: Address }

/** Calls, one after the other, in blocks; the first block follows the transaction at once. */
export type Walk = {
  blocks: readonly { calls: readonly Transaction[]; seconds?: bigint }[]
  overrides?: StateOverrides
}

/** What each call of a walk brought the account, in the order of the watched assets. */
export type WalkOutcome = {
  /** Sum that came back up to the end of each block. */
  returned: bigint[][]
  calls: {
    call: Transaction
    block: number
    success: boolean
    pays: boolean
    words: Hex[]
    told: ToldWord[]
    moves: Move[]
    others: Other[]
    gains: Gain[]
  }[]
}

/** A token that is not watched, and how much of it a call paid the account, by the logs. */
export type Other = { token: Address; from: Address; amount: bigint }

/** By how much a call raised, or lowered, what the account has of an asset that is not watched. Null: native coin. */
export type Gain = { asset: Address | null; amount: bigint }

/** A watched asset that a call moves between two accounts, by the logs. */
export type Move = { from: Address; to: Address; index: number; amount: bigint }

/** The walk that pays most back, and the call in it that does. */
export type Best = {
  returned: readonly bigint[]
  block: number
  call: Transaction | null
  walk: Walk | null
  /** Words of the walk's calls that its earlier calls told: ids that exist only in this run. */
  carried: readonly CarriedWord[]
}

/** Runs calls on the state after a transaction, with balances of one account read around them. */
export function claimRuns({
  simulation,
  watched,
  stand,
}: {
  simulation: Simulation
  watched: readonly Watched[]
  stand: Stand
}) {
  const base: StateOverrides = {
    ...overridesOf(simulation.stateDiff),
    [stand.reader]: { code: TRADER_CODE },
    [stand.observer]: { code: ACCOUNT_CODE },
  }
  const tokens = [...new Set(watched.flatMap(({ same, asset }) => [asset, ...same]))]

  const readsFor = (account: Address): Read[] =>
    watched.flatMap(({ asset, assetType, tokenId, same }) => {
      if (asset !== null && assetType === 'erc721') return [{ to: asset, data: callData('ownerOf', tokenId ?? 0n) }]
      if (asset !== null && assetType === 'erc1155')
        return [{ to: asset, data: `0x00fdd58e${pad(account.slice(2))}${pad((tokenId ?? 0n).toString(16))}` as Hex }]
      return [asset, ...same].flatMap((token) =>
        token === null ? [] : [{ to: token, data: callData('balanceOf', account) }],
      )
    })

  return {
    sequenceOf(account: Address, held: bigint, { blocks, overrides = {} }: Walk): Sequence {
      const look: Transaction = {
        from: stand.stranger,
        to: stand.reader,
        value: 0n,
        data: traderReads(readsFor(account)),
        gas: READ_GAS,
      }
      const stateOverrides: StateOverrides = { ...base }
      for (const [at, own] of Object.entries(overrides) as [Address, StateOverrides[Address]][])
        stateOverrides[at] = {
          ...stateOverrides[at],
          ...own,
          ...(own?.storage !== undefined && { storage: { ...stateOverrides[at]?.storage, ...own.storage } }),
        }
      for (const from of new Set([stand.stranger, ...blocks.flatMap(({ calls }) => calls.map((call) => call.from))]))
        stateOverrides[from] = {
          ...stateOverrides[from],
          balance: (from === account ? held : (stateOverrides[from]?.balance ?? 0n)) + 1_000n * COIN,
        }
      return {
        stateOverrides,
        blocks: blocks.map(({ calls, seconds }, at) => {
          const all = [...(at === 0 ? [look] : []), ...calls, look]
          return seconds === undefined ? { calls: all } : { calls: all, seconds }
        }),
      }
    },
    /** Balances of the watched tokens before the first call; 0 for coins, and where the token gives no answer. */
    held(account: Address, outcomes: readonly CallOutcome[] | null): bigint[] {
      const answers = readTraderAnswers(outcomes?.[0]?.output ?? null, readsFor(account).length)
      return watched.map(({ asset }, index) => {
        const start = watched.slice(0, index).reduce((sum, one) => sum + readsOf(one), 0)
        return asset === null ? 0n : (answers[start]?.[0] ?? 0n)
      })
    },
    /** Null where the engine gave no answer, or the balances could not be read. */
    read(account: Address, { blocks }: Walk, outcomes: readonly CallOutcome[] | null): WalkOutcome | null {
      if (outcomes === null) return null
      const count = readsFor(account).length
      let at = 1
      const before = readTraderAnswers(outcomes[0]?.output ?? null, count)
      if (outcomes[0]?.success !== true) return null
      let native = 0n
      const returned: bigint[][] = []
      const calls: WalkOutcome['calls'] = []
      for (const [block, { calls: made }] of blocks.entries()) {
        for (const call of made) {
          const outcome = outcomes[at++]
          const gained = outcome === undefined ? 0n : nativeGain(outcome, account)
          if (outcome?.success === true) native += gained
          const pays = gained > 0n || (outcome?.logs ?? []).some((log) => isPayment(log, account, tokens))
          const success = outcome?.success === true
          const [own, moves] = success ? [wordsOf(outcome), movesOf(outcome, watched)] : [[], []]
          const others = success ? othersOf(outcome, account, tokens) : []
          const gains = success ? gainsOf(outcome, account, tokens) : []
          const told = success ? toldWords(outcome) : []
          calls.push({ call, block, success, pays: pays && success, words: own, told, moves, others, gains })
        }
        const look = outcomes[at++]
        const after = look?.success === true ? readTraderAnswers(look.output, count) : null
        returned.push(watched.map((one, index) => gainOf(one, index, { account, native, before, after })))
      }
      return { returned, calls }
    },
  }

  function gainOf(
    { asset, assetType, same }: Watched,
    index: number,
    seen: { account: Address; native: bigint; before: readonly Word[]; after: readonly Word[] | null },
  ): bigint {
    const { account, native, before, after } = seen
    if (after === null) return 0n
    const start = watched.slice(0, index).reduce((sum, one) => sum + readsOf(one), 0)
    const word = (answers: readonly Word[], at: number) => answers[at]?.[0] ?? 0n
    if (assetType === 'erc721')
      return word(after, start) === BigInt(account) && word(before, start) !== BigInt(account) ? 1n : 0n
    const ofTokens = Array.from({ length: readsOf({ asset, assetType, same }) }, (_, at) => {
      return word(after, start + at) - word(before, start + at)
    }).reduce((sum, one) => sum + one, 0n)
    return ofTokens + ([asset, ...same].includes(null) ? native : 0n)
  }
}

type Word = readonly [bigint, bigint] | null

function readsOf({ asset, assetType, same }: Pick<Watched, 'asset' | 'assetType' | 'same'>): number {
  if (assetType === 'erc721' || assetType === 'erc1155') return 1
  return [asset, ...same].filter((token) => token !== null).length
}

/** What the call returned and logged: the id of a request is among it. */
function wordsOf({ output, logs }: CallOutcome): Hex[] {
  const own = logs.filter(({ address }) => address !== NATIVE)
  return [output?.slice(0, 66) as Hex | undefined, ...own.flatMap(({ topics }) => topics.slice(1))].filter(
    (word): word is Hex => word?.length === 66,
  )
}

function movesOf({ logs }: CallOutcome, watched: readonly Watched[]): Move[] {
  const indexOf = (token: Address | null, tokenId: bigint | null) =>
    watched.findIndex(
      (one) => [one.asset, ...one.same].includes(token) && (one.tokenId === null || one.tokenId === tokenId),
    )
  const coins = logs.flatMap(({ address, topics, data }): Move[] => {
    const [from, to] = [addressOf(topics[1]), addressOf(topics[2])]
    if (address !== NATIVE || from === null || to === null) return []
    return [{ from, to, index: indexOf(null, null), amount: BigInt(data) }]
  })
  const tokens = logs.filter(({ address }) => address !== NATIVE).map((log) => ({ ...log, selector: '0x' as const }))
  const moved = transfersOf(tokens).map(
    ({ token, from, to, tokenId, amount }): Move => ({ from, to, index: indexOf(token, tokenId), amount }),
  )
  return [...coins, ...moved].filter(({ index }) => index >= 0)
}

function othersOf({ logs }: CallOutcome, account: Address, tokens: readonly (Address | null)[]): Other[] {
  const own = logs.filter(({ address }) => address !== NATIVE && !tokens.includes(address))
  return transfersOf(own.map((log) => ({ ...log, selector: '0x' as const }))).flatMap(
    ({ token, from, to, tokenId, amount }) =>
      to === account && tokenId === null && amount > 0n ? [{ token, from, amount }] : [],
  )
}

function gainsOf(outcome: CallOutcome, account: Address, tokens: readonly (Address | null)[]): Gain[] {
  const sums = new Map<Address | null, bigint>()
  if (!tokens.includes(null)) sums.set(null, nativeGain(outcome, account))
  const own = outcome.logs.filter(({ address }) => address !== NATIVE && !tokens.includes(address))
  for (const { token, from, to, tokenId, amount } of transfersOf(
    own.map((log) => ({ ...log, selector: '0x' as const })),
  )) {
    if (tokenId !== null || from === to) continue
    const gained = to === account ? amount : from === account ? -amount : 0n
    sums.set(token, (sums.get(token) ?? 0n) + gained)
  }
  return [...sums].flatMap(([asset, amount]) => (amount === 0n ? [] : [{ asset, amount }]))
}

function nativeGain({ logs }: CallOutcome, account: Address): bigint {
  let gain = 0n
  for (const { address, topics, data } of logs) {
    if (address !== NATIVE) continue
    if (addressOf(topics[2]) === account) gain += BigInt(data)
    if (addressOf(topics[1]) === account) gain -= BigInt(data)
  }
  return gain
}

function isPayment(
  { address, topics }: CallOutcome['logs'][number],
  account: Address,
  tokens: readonly (Address | null)[],
): boolean {
  const [topic, , to] = topics
  if (!tokens.includes(address)) return false
  // ERC-1155 names the receiver third.
  return topic === TRANSFER ? addressOf(to) === account : addressOf(topics[3]) === account
}

function addressOf(topic: Hex | undefined): Address | null {
  return topic === undefined ? null : `0x${topic.slice(-40)}`
}

function pad(digits: string): string {
  return digits.padStart(64, '0')
}
