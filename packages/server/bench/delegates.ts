import { appendFile, rm } from 'node:fs/promises'
import type { Address } from '@redoubt/risk/address.ts'
import { keccak256, parseEther, stringToHex } from 'viem/utils'
import { type ScanService, startQuietService } from '../src/testing/quietService.ts'
import { halfOf } from './corpus/halfOf.ts'
import { placeCode } from './corpus/placeCode.ts'
import { scanWhole } from './corpus/scanWhole.ts'
import { groupAuc } from './delegates/groupScores.ts'
import { type DelegateRow, readDelegates } from './delegates/readDelegates.ts'
import type { BenchOptions } from './main.ts'
import { percentile } from './percentile.ts'

const ABOVE_LOW: ReadonlySet<string> = new Set(['medium', 'high', 'critical'])
const HELD = parseEther('1')

/**
 * EIP-7702 delegates of several networks, put on the sandbox's Ethereum with an account that runs each: the contract scan of the
 * account. One score a group and label. DELEGATES_HALF: `development` or `heldBack`; DELEGATES_ONLY: a pattern of groups.
 */
export default async function delegates({ data, details }: BenchOptions): Promise<object> {
  const { DELEGATES_HALF: half, DELEGATES_ONLY: only = '' } = process.env
  const rows = readDelegates(data).filter(
    ({ group }) => (half === undefined || halfOf(group) === half) && new RegExp(only).test(group),
  )
  const service = await startQuietService('test')
  if (details !== null) await rm(details, { force: true })
  try {
    const sandbox = await service.app.sandbox()
    const { delegates: placed, keyOf } = distinct(rows)
    await placeCode(
      sandbox,
      placed.flatMap(({ at, account, runtime }) => [
        { address: at, code: runtime },
        { address: account, code: `0xef0100${at.slice(2)}` as const, balance: HELD, lived: true },
      ]),
    )
    const answers = new Map<string, Awaited<ReturnType<typeof scanAccount>>>()
    for (const { key, at, account } of placed) {
      const answer = await scanAccount(service, account)
      answers.set(key, answer)
      const named = rows.filter((row) => keyOf(row) === key)
      const of = named.map(({ group, family, danger, chain }) => ({ group, family, danger, chain }))
      if (details !== null) await appendFile(details, `${JSON.stringify({ delegate: at, of, ...answer })}\n`)
    }
    const judged = rows.map((row) => {
      const answer = answers.get(keyOf(row))
      if (answer === undefined) throw new Error(`${row.address} was not scanned`)
      return { ...row, score: answer.riskScore, aboveLow: answer.aboveLow }
    })
    const decided = judged.filter(({ danger }) => danger !== null)
    const part = (name: ReturnType<typeof halfOf>) => judged.filter(({ group }) => halfOf(group) === name)
    const named = judged.filter(({ isNamed }) => isNamed)
    return {
      n: decided.length,
      ...groupAuc(judged),
      namedAboveLow: named.filter(({ aboveLow }) => aboveLow).length,
      named: named.length,
      halves: { development: groupAuc(part('development')), heldBack: groupAuc(part('heldBack')) },
      scanned: placed.length,
      incomplete: [...answers.values()].filter(({ complete }) => !complete).length,
      p50: percentile(
        [...answers.values()].map(({ milliseconds }) => milliseconds),
        0.5,
      ),
    }
  } finally {
    await service.close()
  }
}

/** The code of each address once; other code of the same address, of another network, gets an address of its own. */
function distinct(rows: readonly DelegateRow[]) {
  const keyOf = ({ address, runtime }: DelegateRow) => `${address} ${keccak256(runtime)}`
  const taken = new Set<Address>()
  const delegates = [...new Map(rows.map((row) => [keyOf(row), row]))].map(([key, { address, runtime }]) => {
    const at = taken.has(address) ? accountOf(`delegate ${key}`) : address
    taken.add(at)
    return { key, at, account: accountOf(`account ${key}`), runtime }
  })
  return { delegates, keyOf }
}

function accountOf(name: string): Address {
  return `0x${keccak256(stringToHex(name)).slice(26)}`
}

async function scanAccount(service: ScanService, address: Address) {
  const { riskLevel, ids: _, ...answer } = await scanWhole(service, address)
  return { aboveLow: ABOVE_LOW.has(riskLevel), ...answer }
}
