import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import { createAnswerCache } from './answerCache.ts'
import type { Explorer, ExplorerAnswer, ReportedCreation, VerifiedSource } from './explorer.ts'

/** Combined answers of the configured services about one contract. Neither promise ever rejects or exceeds its time limit. */
export type Asked = {
  /** Settles with the first service that has verified source, else when all have answered. */
  verification: Promise<{
    source: VerifiedSource | null
    /** The service that has verified source. */
    by: string | null
    /** Services that answered. */
    asked: string[]
    /** Services that gave no answer, each with the reason: `Etherscan: over its rate limit`. */
    unavailable: string[]
  }>
  /** Settles with the first reported creation; null when no service reports one. */
  creation: Promise<(ReportedCreation & { by: string }) | null>
}

/** Asks all services at once; `codeHash` is of the code at the scan block, so that new code at an old address is asked anew. */
export type Verification = (chain: Chain, contract: { address: Address; codeHash: Hex }) => Asked

/**
 * The services behind one cache. A scan that gives up does not stop the questions: they bound themselves in time, and the next
 * scan of the contract has the answer.
 */
export function createVerification(explorers: readonly Explorer[], now: () => number = Date.now): Verification {
  const cache = createAnswerCache(now)
  const running = new Map<string, Promise<ExplorerAnswer>>()

  function answerOf(explorer: Explorer, chain: Chain, address: Address, codeHash: Hex): Promise<ExplorerAnswer> {
    const key = [explorer.name, chain, address, codeHash].join(':')
    const known = cache.get(key)
    if (known !== undefined) return Promise.resolve(known)
    const shared = running.get(key)
    if (shared !== undefined) return shared
    const started = explorer
      .ask(chain, address)
      .then((answer) => {
        cache.set(key, answer)
        return answer
      })
      .finally(() => running.delete(key))
    running.set(key, started)
    return started
  }

  return (chain, { address, codeHash }) => {
    const questions = explorers
      .filter((explorer) => explorer.covers(chain))
      .map((explorer) => ({ by: explorer.name, answer: answerOf(explorer, chain, address, codeHash) }))
    const verified = questions.map(async ({ by, answer }) => {
      const { source } = await answer
      if (source === null) throw new Error('not verified')
      return { source, by, asked: [by], unavailable: [] }
    })
    const created = questions.map(async ({ by, answer }) => {
      const { creation } = await answer
      if (creation === null) throw new Error('not reported')
      return { ...creation, by }
    })
    return {
      verification: Promise.any(verified).catch(() => nobodyVerified(questions)),
      creation: Promise.any(created).catch(() => null),
    }
  }
}

async function nobodyVerified(questions: readonly { by: string; answer: Promise<ExplorerAnswer> }[]) {
  const settled = await Promise.allSettled(questions.map(({ answer }) => answer))
  const asked: string[] = []
  const unavailable: string[] = []
  settled.forEach((one, at) => {
    const by = questions[at]?.by ?? ''
    if (one.status === 'fulfilled') asked.push(by)
    else unavailable.push(one.reason instanceof Error ? one.reason.message : `${by}: failed`)
  })
  return { source: null, by: null, asked, unavailable }
}
