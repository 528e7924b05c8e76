import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Hex } from '@redoubt/risk/address.ts'
import { encodeErrorResult, parseAbi } from 'viem'
import { decodeRevert } from './decodeRevert.ts'

const abi = parseAbi([
  'error Error(string message)',
  'error Panic(uint256 code)',
  'error ERC20InsufficientBalance(address sender, uint256 balance, uint256 needed)',
  'error Nobody(uint256 knows)',
])
const ADDRESS = '0x5f4eC3Df9cbd43714FE2740f5E3616155c5b8419'

const CASES: [string, Hex, string | null][] = [
  ['nothing', '0x', null],
  ['a message', encodeErrorResult({ abi, errorName: 'Error', args: ['STF\u202e'] }), 'STF[U+202E]'],
  ['an empty message', encodeErrorResult({ abi, errorName: 'Error', args: [''] }), 'an empty message'],
  ['a panic', encodeErrorResult({ abi, errorName: 'Panic', args: [17n] }), 'panic: arithmetic overflow or underflow'],
  ['an unknown panic', encodeErrorResult({ abi, errorName: 'Panic', args: [99n] }), 'panic: code 99'],
  [
    'a custom error of the index',
    encodeErrorResult({ abi, errorName: 'ERC20InsufficientBalance', args: [ADDRESS, 1n, 2n] }),
    `ERC20InsufficientBalance(sender: ${ADDRESS}, balance: 1, needed: 2)`,
  ],
  ['an unknown custom error', encodeErrorResult({ abi, errorName: 'Nobody', args: [1n] }), 'custom error 0x92ab75cc'],
  ['bare text', '0x6e6f7420656e6f756768', 'not enough'],
  ['a malformed message', '0x08c379a0ffff', 'custom error 0x08c379a0'],
  ['less than a selector', '0x00ff', 'output 0x00ff'],
]
for (const [name, output, expected] of CASES)
  test(`revert reason: ${name}`, () => assert.equal(decodeRevert(output), expected))
