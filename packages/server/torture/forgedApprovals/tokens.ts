import type { Address, Hex } from '@redoubt/risk/address.ts'
import { assemble } from '../../src/evm/simulation/testing/assembler.ts'

/** keccak256 of Approval(address,address,uint256), ApprovalForAll(address,address,bool), Transfer and Permit2's Permit. */
const APPROVAL = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'
const APPROVAL_FOR_ALL = '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31'
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const PERMIT = '0xc6a377bfc4eb120024a8ac08eef205be16b817020812c73223e81d1bdb9708ec'
const MAX = `0x${'f'.repeat(64)}`
const WHOLE = String(10n ** 24n)

/** A contract that pretends: it logs when it is called without data, and answers every question with one word. */
export type ForgedToken = {
  shape: string
  code: Hex
  /** It lists a pool of its own with the network's coin, so that it has a price. */
  pool: boolean
}

type Party = { victim: Address; spender: Address }

/** Tokens of each shape that name the victim and a spender. */
export function forgedTokens({ victim, spender }: Party): ForgedToken[] {
  const approval = `${MAX} 0 MSTORE ${spender} ${victim} ${APPROVAL} 32 0 LOG3`
  const operator = `1 0 MSTORE ${spender} ${victim} ${APPROVAL_FOR_ALL} 32 0 LOG3`
  const received = `${WHOLE} 0 MSTORE ${victim} ${spender} ${TRANSFER} 32 0 LOG3`
  const sent = `${WHOLE} 0 MSTORE ${spender} ${victim} ${TRANSFER} 32 0 LOG3`
  const permit = `${MAX} 0 MSTORE ${MAX} 32 MSTORE 0 64 MSTORE ${spender} ADDRESS ${victim} ${PERMIT} 96 0 LOG4`
  const answering = (logs: string, word: string) =>
    assemble(`CALLDATASIZE @asked JUMPI ${logs} STOP :asked ${word} 0 MSTORE 32 0 RETURN`)
  const repeated = (logs: string, times: number) => Array.from({ length: times }, () => logs).join(' ')
  return [
    { shape: 'forged Approval events', code: answering(approval, MAX), pool: false },
    { shape: 'forged allowances and balances', code: answering(approval, WHOLE), pool: false },
    { shape: 'forged Approval events and a pool of its own', code: answering(approval, WHOLE), pool: true },
    { shape: 'forged operators', code: answering(operator, '1'), pool: false },
    { shape: 'forged Approval events that answer nothing', code: answering(approval, '0'), pool: false },
    { shape: 'forged payments to the wallet', code: answering(received, WHOLE), pool: true },
    { shape: 'forged payments by the wallet', code: answering(sent, WHOLE), pool: true },
    { shape: 'forged uses of an approval', code: answering(`${approval} ${sent}`, WHOLE), pool: true },
    { shape: 'logs like those of Permit2', code: answering(permit, MAX), pool: false },
    { shape: 'spam of transfers', code: answering(repeated(received, 25), WHOLE), pool: false },
  ]
}
