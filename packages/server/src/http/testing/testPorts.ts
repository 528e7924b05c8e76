import { randomInt, randomUUID } from 'node:crypto'
import type { HttpPorts } from '../../domain/ports/httpPorts.ts'
import { type ApiKey, type KeyStore, SCOPES } from '../../domain/ports/keys.ts'
import type { ScanRecord } from '../../domain/ports/scanRecords.ts'
import type { EntityJudgement } from '../../usecases/reports/entityJudgement.ts'
import type { ScorePoint, ScoreStore } from '../../usecases/reports/scoreHistory.ts'
import { type SaidWord, testFeedback } from './testFeedback.ts'
import { testIntel } from './testIntel.ts'
import { testMonitors } from './testMonitors.ts'
import { testScoreStore } from './testRisk.ts'
import { type TestWebhooks, testWebhooks } from './testWebhooks.ts'

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

export type TestStorage = Omit<HttpPorts, 'scans' | 'wallets' | 'risk' | 'readiness'> & {
  scores: ScoreStore
  /** Scores of entities, in the order in which they came. */
  points: ScorePoint[]
  /** What scans judged, in the order in which it came. */
  judgements: EntityJudgement[]
  /** What operators said of entities by accepting feedback. */
  words: SaidWord[]
  /** Adds a key and answers its token. By default: all scopes, Enterprise, live, of account `account-1`. */
  addKey(key?: Partial<ApiKey>): { key: ApiKey; token: string }
  records: ScanRecord[]
  /** Something happens. */
  tell: TestWebhooks['tell']
}

/** The storage side of the ports, in memory, true to what ports.ts says of it. */
export function createTestStorage(now: () => number): TestStorage {
  const keys = new Map<string, ApiKey>()
  const records: ScanRecord[] = []
  const points: ScorePoint[] = []
  const judgements: EntityJudgement[] = []
  const words: SaidWord[] = []
  const scores = testScoreStore(points)
  const addKey: TestStorage['addKey'] = (given = {}) => {
    const environment = given.environment ?? 'live'
    const token = `svc_${environment}_${Array.from({ length: 32 }, () => DIGITS[randomInt(62)]).join('')}`
    const key: ApiKey = {
      id: `key-${keys.size + 1}`,
      accountId: 'account-1',
      name: 'a test',
      prefix: token.slice(0, 13),
      scopes: [...SCOPES],
      plan: 'enterprise',
      operator: false,
      createdAt: now(),
      lastUsedAt: null,
      revokedAt: null,
      ...given,
      environment,
    }
    keys.set(token, key)
    return { key, token }
  }
  return {
    addKey,
    records,
    points,
    scores,
    entityScores: scores,
    onScored: (judged) => judgements.push(judged),
    engines: async () => [],
    rescored: () => ({ scored: 0, failed: 0 }),
    judgements,
    words,
    feedback: testFeedback(words),
    ...testWebhooks(now),
    monitors: testMonitors(),
    watching: () => [],
    keys: keyStore(keys, addKey, now),
    rateCounters: rateCounters(),
    idempotency: idempotency(),
    scanRecords: scanRecords(records),
    intel: testIntel(now),
  }
}

function keyStore(keys: Map<string, ApiKey>, addKey: TestStorage['addKey'], now: () => number): KeyStore {
  return {
    findByToken: async (token) => keys.get(token) ?? null,
    list: async (accountId, environment) =>
      [...keys.values()]
        .filter((key) => key.accountId === accountId && key.environment === environment && key.revokedAt === null)
        .reverse(),
    create: async (wanted) => addKey({ ...wanted, plan: 'enterprise' }),
    revoke: async (accountId, environment, keyId) => {
      const key = [...keys.values()].find(({ id }) => id === keyId)
      if (!key || key.accountId !== accountId || key.environment !== environment) return false
      key.revokedAt ??= now()
      return true
    },
    touch: (keyId, at) => {
      for (const key of keys.values()) if (key.id === keyId) key.lastUsedAt = at
    },
  }
}

function rateCounters(): HttpPorts['rateCounters'] {
  const taken = new Map<string, number[]>()
  return {
    async take(keyId, { perMinute, perDay }, now) {
      const all = taken.get(keyId) ?? []
      const day = Math.floor(now / 86_400_000)
      const minute = all.filter((at) => at > now - 60_000)
      const today = all.filter((at) => Math.floor(at / 86_400_000) === day)
      if (perDay !== null && today.length >= perDay) {
        return { allowed: false, exceeded: 'day', remaining: 0, resetAt: (day + 1) * 86_400_000 }
      }
      const resetAt = (minute[0] ?? now) + 60_000
      if (minute.length >= perMinute) return { allowed: false, exceeded: 'minute', remaining: 0, resetAt }
      taken.set(keyId, [...all, now])
      return { allowed: true, exceeded: null, remaining: perMinute - minute.length - 1, resetAt }
    },
  }
}

type Claimed = Awaited<ReturnType<HttpPorts['idempotency']['claim']>>

function idempotency(): HttpPorts['idempotency'] {
  const claims = new Map<string, Exclude<Claimed, { state: 'new' }>>()
  const nameOf = (claim: { accountId: string; environment: string; key: string }) =>
    JSON.stringify([claim.accountId, claim.environment, claim.key])
  return {
    async claim(wanted) {
      const known = claims.get(nameOf(wanted))
      if (known) return known
      claims.set(nameOf(wanted), { state: 'pending', bodyHash: wanted.bodyHash })
      return { state: 'new' }
    },
    async complete({ status, body, createdId, ...owned }) {
      const { bodyHash = '' } = claims.get(nameOf(owned)) ?? {}
      claims.set(nameOf(owned), { state: 'done', bodyHash, status, body, createdId })
    },
    async release(owned) {
      claims.delete(nameOf(owned))
    },
  }
}

function scanRecords(records: ScanRecord[]): HttpPorts['scanRecords'] {
  const owned = (accountId: string, environment: string) =>
    records.filter((record) => record.accountId === accountId && record.environment === environment)
  return {
    async add(record) {
      const taken = owned(record.accountId, record.environment).some(({ requestId }) => requestId === record.requestId)
      const kept = taken ? { ...record, requestId: randomUUID() } : record
      records.push(kept)
      return kept.requestId
    },
    async get(accountId, environment, requestId) {
      return owned(accountId, environment).find((record) => record.requestId === requestId) ?? null
    },
    async list({ accountId, environment, limit, cursor }) {
      const start = cursor === null ? 0 : Number(cursor)
      if (!Number.isSafeInteger(start)) throw new RangeError('not a cursor')
      const all = owned(accountId, environment).reverse()
      const end = start + limit
      return { records: all.slice(start, end), nextCursor: end < all.length ? String(end) : null }
    },
  }
}
