import type { Address } from '@redoubt/risk/address.ts'
import { CHAINS, type Chain } from '@redoubt/risk/chain.ts'
import type { EndpointAgreement } from '@redoubt/risk/engine/endpointAgreement.ts'
import type { HistoryReader } from '../evm/history/wallet/historyAnswer.ts'
import type { ChainSource, LogFilter, LogPage, LogReadOptions } from '../evm/rpc/chainSource.ts'
import { createReadWords } from '../evm/rpc/readWords.ts'
import type { Verification } from '../evm/verification/createVerification.ts'
import type { AddressIntel } from '../intel/addressIntel.ts'
import type { Tape } from './tape.ts'

/**
 * A network whose every read passes through the tape.
 * @param live null: the reads of before are all there is.
 */
export function tapedChain(chain: Chain, tape: Tape, live: ChainSource | null): ChainSource {
  const words = createReadWords()
  // For reads that go on when their asker leaves: each source bounds its reads itself. One for each tape, so that nothing gathers on it.
  const unbounded = new AbortController().signal
  const read = <Value>(
    name: string,
    question: readonly unknown[],
    ask: (source: ChainSource) => Promise<Value>,
    signal: AbortSignal,
  ): Promise<Value> => tape.read(`${chain}.${name}`, question, live && (() => ask(live)), signal)

  async function* logPages(
    filter: LogFilter,
    { signal, newestFirst = false, onProgress }: LogReadOptions = {},
  ): AsyncGenerator<LogPage> {
    const whole = filter.toBlock - filter.fromBlock + 1n
    let pages: AsyncIterator<LogPage> | null = null
    let rest = filter
    for (let index = 0; ; index++) {
      const next = async (source: ChainSource): Promise<LogPage | null> => {
        pages ??= source.logPages(rest, { newestFirst })[Symbol.asyncIterator]()
        const { done, value } = await pages.next()
        return done ? null : value
      }
      const question = [pinned(filter), newestFirst, index]
      const page = rest.fromBlock > rest.toBlock ? null : await read('logPages', question, next, signal ?? unbounded)
      if (page === null) return
      rest = newestFirst ? { ...rest, toBlock: page.fromBlock - 1n } : { ...rest, fromBlock: page.toBlock + 1n }
      const left = rest.toBlock - rest.fromBlock + 1n
      onProgress?.({ blocks: whole - left, of: whole })
      yield page
    }
  }

  return {
    chain,
    head: (signal) => read('head', [], (source) => source.head(unbounded), signal),
    balance: (block, address, signal) =>
      read('balance', [block.hash, address], (source) => source.balance(block, address, unbounded), signal),
    nonce: (block, address, signal) =>
      read('nonce', [block.hash, address], (source) => source.nonce(block, address, unbounded), signal),
    code: (block, address, signal) =>
      read('code', [block.hash, address], (source) => source.code(block, address, unbounded), signal),
    async storage(block, address, slot, signal) {
      const ask = (source: ChainSource) => source.storage(block, address, slot, unbounded)
      const value = await read('storage', [block.hash, address, slot], ask, signal)
      words.note(block, address, `0x${slot.slice(2).padStart(64, '0')}`, value)
      return value
    },
    // Nothing is read ahead of its time: the tape holds what was asked for.
    known: () => undefined,
    readAhead: async () => undefined,
    wordsRead: (block, address) => words.of(block, address),
    call: (block, call, signal) =>
      read('call', [block.hash, call], (source) => source.call(block, call, unbounded), signal),
    ask: (block, question, signal) =>
      read('ask', [block.hash, question], (source) => source.ask(block, question, unbounded), signal),
    codeAt: (block, ancestor, address, signal) =>
      read(
        'codeAt',
        [block.hash, ancestor, address],
        (source) => source.codeAt(block, ancestor, address, unbounded),
        signal,
      ),
    nonceAt: (block, ancestor, address, signal) =>
      read(
        'nonceAt',
        [block.hash, ancestor, address],
        (source) => source.nonceAt(block, ancestor, address, unbounded),
        signal,
      ),
    balanceAt: (block, ancestor, address, signal) =>
      read(
        'balanceAt',
        [block.hash, ancestor, address],
        (source) => source.balanceAt(block, ancestor, address, unbounded),
        signal,
      ),
    callAt: (block, ancestor, call, signal) =>
      read('callAt', [block.hash, ancestor, call], (source) => source.callAt(block, ancestor, call, unbounded), signal),
    logs: (filter, signal) => read('logs', [pinned(filter)], (source) => source.logs(filter, unbounded), signal),
    logPages,
    blockHash: (number, signal) => read('blockHash', [number], (source) => source.blockHash(number, unbounded), signal),
    blockAt: (number, signal) => read('blockAt', [number], (source) => source.blockAt(number, unbounded), signal),
    transaction: (hash, signal) => read('transaction', [hash], (source) => source.transaction(hash, unbounded), signal),
    sentTransaction: (hash, signal) =>
      read('sentTransaction', [hash], (source) => source.sentTransaction(hash, unbounded), signal),
    receipt: (hash, signal) => read('receipt', [hash], (source) => source.receipt(hash, unbounded), signal),
    transactionsIn: (number, signal) =>
      read('transactionsIn', [number], (source) => source.transactionsIn(number, unbounded), signal),
    traceTransaction: (hash, tracer, signal) =>
      read('traceTransaction', [hash, tracer], (source) => source.traceTransaction(hash, tracer, unbounded), signal),
    contractCreator: (address, signal) =>
      read('contractCreator', [address], (source) => source.contractCreator(address, unbounded), signal),
    accountTransactions: (address, part, size, signal) =>
      read(
        'accountTransactions',
        [address, part, size],
        (source) => source.accountTransactions(address, part, size, unbounded),
        signal,
      ),
    paymentsBy: (hash, signal) => read('paymentsBy', [hash], (source) => source.paymentsBy(hash, unbounded), signal),
    paymentsIn: (number, signal) =>
      read('paymentsIn', [number], (source) => source.paymentsIn(number, unbounded), signal),
    creationsIn: (number, signal) =>
      read('creationsIn', [number], (source) => source.creationsIn(number, unbounded), signal),
    // It answers nothing: what it reads ahead is asked for again.
    prefetch: async (block, call, signal) => live?.prefetch(block, call, signal),
    agreement: (block, concerns, signal) => tapedAgreement(chain, tape, live, { block, concerns, signal }),
    readiness: async () => 'a tape has no endpoint',
    close: async () => undefined,
  }
}

type AskedAgreement = {
  block: Parameters<ChainSource['agreement']>[0]
  concerns: Parameters<ChainSource['agreement']>[1]
  signal: AbortSignal
}

/** What the asker relies on is a function: the accounts that it was asked about, and its answers, are kept beside the agreement. */
async function tapedAgreement(
  chain: Chain,
  tape: Tape,
  live: ChainSource | null,
  { block, concerns, signal }: AskedAgreement,
): Promise<EndpointAgreement> {
  const ask = async (source: ChainSource) => {
    const said: [Address, boolean][] = []
    const agreement = await source.agreement(
      block,
      (address) => {
        const concerned = concerns(address)
        said.push([address, concerned])
        return concerned
      },
      signal,
    )
    return { said, agreement }
  }
  for (let asker = 0; ; asker++) {
    const question = [block.hash, asker]
    const { said, agreement } = await tape.read(`${chain}.agreement`, question, live && (() => ask(live)))
    if (said.every(([address, concerned]) => concerns(address) === concerned)) return agreement
  }
}

/** A pin is named by its hash. */
function pinned({ pin, ...filter }: LogFilter): object {
  return pin === undefined ? filter : { ...filter, pin: pin.hash }
}

/** What lists and labels say of addresses, through the tape. */
export function tapedIntel(tape: Tape, live: AddressIntel | null): AddressIntel {
  return (chain, address) => tape.read('labels', [chain, address], live && (() => live(chain, address)))
}

/** What services say of contracts, through the tape. */
export function tapedVerification(tape: Tape, live: Verification | null): Verification {
  return (chain, contract) => {
    const question = [chain, contract]
    return {
      verification: tape.read('verification', question, live && (() => live(chain, contract).verification)),
      creation: tape.read('creation', question, live && (() => live(chain, contract).creation)),
    }
  }
}

/** A service that lists what accounts did, as far as a witness names it. */
export type NamedReader = Pick<HistoryReader, 'source' | 'knows'> & { chains: Chain[] }

export function namedReader({ source, knows, covers }: HistoryReader): NamedReader {
  return { source, knows, chains: CHAINS.filter((chain) => covers(chain)) }
}

/** The same services, through the tape. */
export function tapedReader(
  { source, knows, chains }: NamedReader,
  tape: Tape,
  live: HistoryReader | null,
): HistoryReader {
  return {
    source,
    knows,
    covers: (chain) => chains.includes(chain),
    ask: (request, signal) => {
      const question = [source, request.block.chain, request.block.hash, request.address, [...request.wanted].sort()]
      return tape.read('history', question, live && (() => live.ask(request, signal)), signal)
    },
  }
}
