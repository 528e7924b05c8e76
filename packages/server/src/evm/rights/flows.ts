import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Log } from '@redoubt/risk/facts/execution.ts'
import type { Right } from '@redoubt/risk/facts/right.ts'
import { transfersOf } from '../decode/emittedLogs.ts'
import { NATIVE } from '../simulation/flatRun.ts'

export type Flow = Pick<Right, 'asset' | 'assetType' | 'tokenId'> & { change: bigint }

/** Net changes of one account's holdings, by the logs of a call, coins included. A log may be forged: balances confirm it. */
export function flowsOf(logs: readonly Log[], account: Address): Flow[] {
  const flows = new Map<string, Flow>()
  const add = (flow: Flow) => {
    const key = `${flow.asset} ${flow.tokenId}`
    flows.set(key, { ...flow, change: flow.change + (flows.get(key)?.change ?? 0n) })
  }
  for (const { address, topics, data } of logs) {
    if (address !== NATIVE) continue
    const change = (isAccount(topics[2], account) ? 1n : 0n) - (isAccount(topics[1], account) ? 1n : 0n)
    if (change !== 0n) add({ asset: null, assetType: 'native', tokenId: null, change: change * BigInt(data) })
  }
  const tokens = logs.filter(({ address }) => address !== NATIVE).map((log) => ({ ...log, selector: '0x' as const }))
  for (const { token, standard, from, to, tokenId, amount } of transfersOf(tokens)) {
    const change = (to === account ? amount : 0n) - (from === account ? amount : 0n)
    if (change !== 0n) add({ asset: token, assetType: standard, tokenId, change })
  }
  return [...flows.values()].filter(({ change }) => change !== 0n)
}

function isAccount(topic: Hex | undefined, account: Address): boolean {
  return topic !== undefined && topic.slice(-40) === account.slice(2)
}
