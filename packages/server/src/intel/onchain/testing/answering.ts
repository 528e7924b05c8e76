import type { Hex } from '@redoubt/risk/address.ts'
import { toFunctionSelector } from 'viem/utils'
import { assemble } from '../../../evm/simulation/testing/assembler.ts'

/**
 * Runtime code of a contract that answers each function and reverts on all others. A number is one word; hexadecimal is
 * returned as it is, in whole words. `signature argument` answers for that first argument only.
 * @example answering({ 'token0()': USDC, 'fee()': 500n, [`resolver(bytes32) ${node}`]: RESOLVER })
 */
export function answering(answers: Record<string, Hex | bigint>): Hex {
  const entries = Object.entries(answers).map(([key, answer], at) => ({ key: key.split(' '), answer, at }))
  const jumps = entries.map(({ key: [signature = '', argument], at }) => {
    const onlyFor = argument === undefined ? '' : `4 CALLDATALOAD ${argument} EQ MUL`
    return `DUP1 ${toFunctionSelector(signature)} EQ ${onlyFor} @f${at} JUMPI`
  })
  const bodies = entries.map(({ answer, at }) => {
    const words = wordsOf(answer)
    const stores = words.map((word, index) => `${word} ${index * 32} MSTORE`)
    return `:f${at} ${stores.join(' ')} ${words.length * 32} 0 RETURN`
  })
  return assemble(`0 CALLDATALOAD 224 SHR ${jumps.join(' ')} 0 0 REVERT ${bodies.join(' ')}`)
}

function wordsOf(answer: Hex | bigint): string[] {
  if (typeof answer === 'bigint') return [answer.toString()]
  return (answer.slice(2).match(/.{1,64}/g) ?? []).map((word) => `0x${word}`)
}
