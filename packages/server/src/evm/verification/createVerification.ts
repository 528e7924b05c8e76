import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import type { Explorer, ExplorerAnswer, ReportedCreation, VerifiedSource } from './explorer.ts'

/** Milliseconds: verified code stays verified; what is not verified yet may be soon. */
const LIVES = { verified: 24 * 3_600_000, unverified: 600_000, incomplete: 60_000 } as const

const MAX_ENTRIES = 5_000

/** Letters of all ABIs together, about as many bytes. */
const MAX_LETTERS = 32 * 1024 * 1024

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
      verification: Promise.any(verified).catch(() => nothingVerified(questions)),
      creation: Promise.any(created).catch(() => null),
    }
  }
}

async function nothingVerified(questions: readonly { by: string; answer: Promise<ExplorerAnswer> }[]) {
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

/** Remembers what services answered: bounded in number and in bytes, each answer for its own time. */
type AnswerCache = {
  get(key: string): ExplorerAnswer | undefined
  set(key: string, answer: ExplorerAnswer): void
}

export function createAnswerCache(now: () => number = Date.now): AnswerCache {
  const entries = new Map<string, { answer: ExplorerAnswer; until: number; letters: number }>()
  let letters = 0

  function remove(key: string): void {
    letters -= entries.get(key)?.letters ?? 0
    entries.delete(key)
  }

  return {
    get(key) {
      const entry = entries.get(key)
      if (entry === undefined) return undefined
      if (entry.until > now()) return entry.answer
      remove(key)
      return undefined
    },
    set(key, answer) {
      remove(key)
      const life = !answer.complete ? LIVES.incomplete : answer.source ? LIVES.verified : LIVES.unverified
      const entry = { answer, until: now() + life, letters: JSON.stringify(answer.source?.abi ?? null).length }
      entries.set(key, entry)
      letters += entry.letters
      for (const oldest of entries.keys()) {
        if (entries.size <= MAX_ENTRIES && letters <= MAX_LETTERS) break
        remove(oldest)
      }
    },
  }
}
