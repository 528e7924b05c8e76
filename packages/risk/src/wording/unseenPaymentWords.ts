import type { UnseenPayment } from '../facts/paymentCoverage.ts'
import { shortAddress } from './accountNames.ts'

/** Whether a single private key may call the function. */
export function heldByKey({ holders }: UnseenPayment): boolean {
  return holders.some(({ isKey }) => isKey)
}

/** `0x12…34 (owner()) may call sweep(uint256) of 0x56…78, which can pay assets out and which no execution got through.` */
export function describeUnseen({ contract, selector, signature, holders }: UnseenPayment): string {
  const keysFirst = holders.toSorted((a, b) => Number(b.isKey) - Number(a.isKey))
  const [first] = keysFirst
  const who = first === undefined ? 'A privileged account' : `${shortAddress(first.address)} (${first.by})`
  return `${who} may call ${signature ?? selector} of ${shortAddress(contract)}, which can pay assets out and which no execution got through.`
}

export function unseenEvidence({ contract, selector, signature, holders }: UnseenPayment) {
  return {
    contract,
    function: signature ?? selector,
    callers: holders.map(({ address, by }) => `${address} (${by})`),
    isKey: holders.some((one) => one.isKey),
  }
}
