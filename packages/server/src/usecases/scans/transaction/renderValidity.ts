import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { FlipEffect, OpenAccount, Validity, WriterClass } from '@redoubt/risk/validityFacts.ts'
import { getAddress } from 'viem/utils'
import { NETWORKS } from '../../../chains/index.ts'

type RenderedAccount = { address: string; account: WriterClass }

/** `simulation.validity`: for how long the verdict holds, and what to read again to know that it still does. */
export type RenderedValidity = {
  blockNumber: string
  blockHash: Hex
  publicMempool: boolean
  openSlots: {
    contract: string
    slot: Hex
    role: string | null
    value: Hex
    writers: {
      selector: Hex
      signature: string | null
      caller: 'anyone' | 'privileged' | 'unknown'
      by: RenderedAccount[]
    }[]
    flip: { value: Hex; effect: FlipEffect }
    executed: (RenderedAccount & { selector: Hex; signature: string | null; args: string[] }) | null
    bounded: boolean
    lastWrite: {
      blockNumber: string
      timestamp: number
      by: string | null
      transactionHash: Hex | null
      creation: boolean
    } | null
  }[]
  openAccounts: (Omit<OpenAccount, 'account'> & { account: string })[]
  upgradeable: {
    proxy: string
    implementation: string
    admin: string | null
    adminClass: WriterClass | null
    wellKnown: boolean
  }[]
  market: string[]
  onTrust: string[]
  examined: number
  leftOut: number
}

export function renderValidity(validity: Validity): RenderedValidity {
  const { block, openSlots, openAccounts, upgradeable, market, onTrust, examined, leftOut } = validity
  return {
    blockNumber: String(block.number),
    blockHash: block.hash,
    publicMempool: NETWORKS[block.chain].publicMempool,
    openSlots: openSlots.map(({ contract, writers, executed, lastWrite, ...slot }) => ({
      contract: getAddress(contract),
      slot: slot.slot,
      role: slot.role,
      value: slot.value,
      writers: writers.map(({ by, ...writer }) => ({ ...writer, by: by.map(renderAccount) })),
      flip: slot.flip,
      executed: executed && {
        ...renderAccount({ address: executed.caller, account: executed.account }),
        selector: executed.selector,
        signature: executed.signature,
        args: executed.args,
      },
      bounded: slot.bounded,
      lastWrite: lastWrite && {
        ...lastWrite,
        blockNumber: String(lastWrite.blockNumber),
        timestamp: Number(lastWrite.timestamp),
        by: lastWrite.by && getAddress(lastWrite.by),
      },
    })),
    openAccounts: openAccounts.map((one) => ({ ...one, account: getAddress(one.account) })),
    upgradeable: upgradeable.map((one) => ({
      ...one,
      proxy: getAddress(one.proxy),
      implementation: getAddress(one.implementation),
      admin: one.admin && getAddress(one.admin),
    })),
    market: market.map((address) => getAddress(address)),
    onTrust: onTrust.map((address) => getAddress(address)),
    examined,
    leftOut,
  }
}

function renderAccount({ address, account }: { address: Address; account: WriterClass }): RenderedAccount {
  return { address: getAddress(address), account }
}
