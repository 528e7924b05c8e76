import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { NetworkUnavailable } from '../../domain/sourceErrors.ts'
import { type Agreement, type AnsweredRead, REVERTED } from './agreement.ts'
import type { ChainLimits } from './chainLimits.ts'
import type { Endpoint } from './endpoint.ts'
import { type EndpointPool, UnsupportedMethod } from './endpointPool.ts'
import { RpcError } from './jsonRpc.ts'
import { blockReference } from './pinnedState.ts'
import { type Answered, decodeAnswered, encodeQuestions, gasOf, partition, type Question } from './questions.ts'
import { readData } from './rpcValues.ts'
import type { StateCache } from './stateCache.ts'

/** `holdings` travel apart from what contracts say of themselves: a verdict rests on the former, words wait. */
type Topic = 'holdings' | 'words'
export type CallUntrusted = (block: PinnedBlock, question: Question & { topic: Topic }) => Promise<Hex | null>

/** Where a node runs no init code: enough for a balance behind a proxy, and no room for more than 200 KB of answer. */
const PLAIN_GAS = 100_000

type Waiting = Question & { settle: (answer: Answered | Promise<Answered>) => void }

/**
 * Asks contracts that strangers wrote. The questions that one tick has for a contract share an eth_call, whose answer is
 * bounded on the node. Each answer is kept by block hash, and concurrent askers share it.
 */
export function createCallUntrusted(
  { pool, cache, agreement }: { pool: EndpointPool; cache: StateCache; agreement: Agreement },
  limits: ChainLimits,
): CallUntrusted {
  const inFlight = new Map<string, Promise<Hex | null>>()
  let waiting = new Map<string, { block: PinnedBlock; topic: Topic; questions: Waiting[] }>()

  function flush(): void {
    const groups = [...waiting.values()]
    waiting = new Map()
    for (const { block, topic, questions } of groups)
      for (const part of partition(questions)) {
        const answers = askTogether(block, topic, part)
        part.forEach((question, at) => {
          question.settle(answers.then((all) => all[at] as Answered))
        })
      }
  }

  /** Asks one endpoint, and has another confirm what it answered. */
  async function confirmed(
    block: PinnedBlock,
    address: Address | null,
    request: Pick<AnsweredRead, 'method' | 'params' | 'needs' | 'lane'> & { read: (value: unknown) => Hex },
  ): Promise<Hex> {
    const answered: { by?: Endpoint } = {}
    const note = (value: string) => {
      if (answered.by) agreement.note(block, { ...request, kind: 'call', address, value, by: answered.by })
    }
    try {
      const value = await pool.request({
        ...request,
        timeoutMs: limits.attemptTimeoutMs,
        answeredBy: (endpoint) => {
          answered.by = endpoint
        },
      })
      note(value)
      return value
    } catch (error) {
      note(REVERTED)
      throw error
    }
  }

  async function askTogether(block: PinnedBlock, topic: Topic, questions: readonly Question[]): Promise<Answered[]> {
    const call = { data: encodeQuestions(questions), gas: `0x${gasOf(questions).toString(16)}` }
    try {
      const output = await confirmed(block, questions[0]?.to ?? null, {
        method: 'eth_call',
        needs: 'deployless',
        params: (endpoint) => [call, blockReference(endpoint, block)],
        read: (result) => {
          const data = readData(result)
          decodeAnswered(data, questions)
          return data
        },
        lane: topic,
      })
      return decodeAnswered(output, questions)
    } catch (error) {
      // It fails as a whole only where the node will not run it, or not with so much gas.
      const cause = error instanceof NetworkUnavailable ? error.cause : error
      if (!(cause instanceof RpcError || cause instanceof UnsupportedMethod)) throw error
      return questions.map(() => 'unasked')
    }
  }

  async function ask(block: PinnedBlock, question: Question, topic: Topic): Promise<Hex | null> {
    const answer = await new Promise<Answered>((settle) => {
      if (waiting.size === 0) setImmediate(flush)
      const key = `${block.hash}:${topic}:${question.to}`
      const group = waiting.get(key) ?? { block, topic, questions: [] }
      waiting.set(key, group)
      group.questions.push({ ...question, settle })
    })
    if (answer !== 'unasked') return answer
    return askPlainly(block, question, topic)
  }

  async function askPlainly(block: PinnedBlock, { to, data, gas, max }: Question, lane: Topic): Promise<Hex | null> {
    const call = { to, data, gas: `0x${Math.min(gas, PLAIN_GAS).toString(16)}` as const }
    const answer = await confirmed(block, to, {
      method: 'eth_call',
      params: (endpoint) => [call, blockReference(endpoint, block)],
      read: (value) => readData(value),
      lane,
    }).catch((error: unknown) => {
      if (error instanceof RpcError) return null
      throw error
    })
    return answer === null ? null : (answer.slice(0, 2 + max * 2) as Hex)
  }

  return (block, { topic, ...question }) => {
    const key = keyOf(block, question)
    const known = cache.get(key)
    if (known !== undefined) return Promise.resolve(known === NO_ANSWER ? null : known)
    const running = inFlight.get(key)
    if (running) return running
    const started = ask(block, question, topic)
      .then((answer) => {
        cache.set(key, answer ?? NO_ANSWER)
        return answer
      })
      .finally(() => inFlight.delete(key))
    inFlight.set(key, started)
    return started
  }
}

/** No answer is shorter than this: half a byte. */
const NO_ANSWER: Hex = '0x0'

function keyOf({ hash }: PinnedBlock, { to, data, gas, max }: { to: Address; data: Hex; gas: number; max: number }) {
  return `${hash}:ask:${gas}:${max}:${to}:${data}`
}
