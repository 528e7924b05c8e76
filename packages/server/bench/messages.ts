import { quietApp } from '../src/testing/quietApp.ts'
import { createScanClient } from '../src/testing/scanClient.ts'
import { messageCases } from './messages/messageCases.ts'

const DEADLINE_MS = 20_000
/** Cases and twins of each class. */
const PER_CLASS = 8
/** What stops a signature. Set before any figure was seen. */
const ALARMS: readonly string[] = ['CAUTION', 'BLOCK']

/**
 * Messages of every class that a wallet is asked to sign, by POST /v1/scan/message on the sandbox: hostile ones, and honest twins of
 * the same type. MESSAGES_SEED (1) chooses parties, amounts and times. `missed`, `alarms` and `reviewed`: classes, with their numbers.
 */
export default async function messages(): Promise<object> {
  const seed = Number(process.env.MESSAGES_SEED ?? 1)
  const { app, url, tokens } = await quietApp('test')
  const clients = tokens.map((token) => createScanClient(url, token))
  try {
    await app.sandbox()
    const judged: Judged[] = []
    let count = 0
    for (const { id, hostile, body } of messageCases(seed, PER_CLASS)) {
      const client = clients[count++ % clients.length] as (typeof clients)[number]
      const options = { deadlineMs: DEADLINE_MS, explain: false }
      const { status, json } = await client.ask('/v1/scan/message', { ...body, options })
      if (status !== 200) throw new Error(`${id} answered ${status}: ${JSON.stringify(json)}`)
      const { recommendation, warnings } = json.data as Answer
      judged.push({ id, hostile, recommendation, findings: warnings.map((one) => one.id) })
    }
    const attacks = judged.filter(({ hostile }) => hostile)
    const twins = judged.filter(({ hostile }) => !hostile)
    const isAlarm = ({ recommendation }: Judged) => ALARMS.includes(recommendation)
    const missed = attacks.filter((one) => !isAlarm(one))
    const alarms = twins.filter(isAlarm)
    return {
      seed,
      n: attacks.length,
      caught: share(attacks.length - missed.length, attacks.length),
      twins: twins.length,
      alarmed: share(alarms.length, twins.length),
      missed: tally(missed),
      alarms: tally(alarms),
      attacksProceeding: tally(attacks.filter(({ recommendation }) => recommendation === 'PROCEED')),
      reviewed: tally(twins.filter(({ recommendation }) => recommendation === 'REVIEW')),
    }
  } finally {
    for (const client of clients) await client.close()
    await app.close()
  }
}

type Answer = { recommendation: string; warnings: { id: string }[] }
type Judged = { id: string; hostile: boolean; recommendation: string; findings: string[] }

/** Numbers by class, each with the findings of its first case. */
function tally(list: readonly Judged[]): Record<string, string> {
  const groups = Object.entries(Object.groupBy(list, ({ id }) => id))
  return Object.fromEntries(
    groups.map(([id, ones = []]) => [
      id,
      `${ones.length}: ${ones[0]?.recommendation} ${ones[0]?.findings.slice(0, 4).join(' ')}`,
    ]),
  )
}

function share(part: number, whole: number): number {
  return Math.round((part / whole) * 10_000) / 10_000
}
